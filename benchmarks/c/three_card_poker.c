/* The straightforward way to exact 3 Card Poker: every player hand against every dealer hand, compared one by one.
   Prints the expected result of Ante and Play, doubled and undivided, and the number of deals. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int strength(int a, int b, int c) {
    int r[3] = {a % 13, b % 13, c % 13}, t;
    if (r[0] < r[1]) { t = r[0]; r[0] = r[1]; r[1] = t; }
    if (r[1] < r[2]) { t = r[1]; r[1] = r[2]; r[2] = t; }
    if (r[0] < r[1]) { t = r[0]; r[0] = r[1]; r[1] = t; }
    int flush = a / 13 == b / 13 && b / 13 == c / 13;
    int run = (r[0] == r[1] + 1 && r[1] == r[2] + 1) ? r[0] : (r[0] == 12 && r[1] == 1 && r[2] == 0) ? 1 : 0;
    if (r[0] == r[1] && r[1] == r[2]) return 4 << 12 | r[0];
    if (flush && run) return 5 << 12 | run;
    if (run) return 3 << 12 | run;
    if (flush) return 2 << 12 | r[0] << 8 | r[1] << 4 | r[2];
    if (r[0] == r[1]) return 1 << 12 | r[0] << 8 | r[2] << 4;
    if (r[1] == r[2]) return 1 << 12 | r[1] << 8 | r[0] << 4;
    return r[0] << 8 | r[1] << 4 | r[2];
}

int main(void) {
    static uint64_t cards[22100];
    static int worth[22100];
    int count = 0;
    for (int a = 0; a < 52; a++)
        for (int b = a + 1; b < 52; b++)
            for (int c = b + 1; c < 52; c++) {
                cards[count] = 1ull << a | 1ull << b | 1ull << c;
                worth[count++] = strength(a, b, c);
            }
    int64_t total = 0, deals = 0;
    for (int p = 0; p < count; p++) {
        int kind = worth[p] >> 12, bonus = kind == 5 ? 5 : kind == 4 ? 4 : kind == 3 ? 1 : 0;
        int64_t value = 0, hands = 0;
        for (int d = 0; d < count; d++) {
            if (cards[p] & cards[d]) continue;
            hands++;
            if (worth[d] < 10 << 8) value += 1;
            else if (worth[p] > worth[d]) value += 2;
            else if (worth[p] < worth[d]) value -= 2;
        }
        value += bonus * hands;
        total += value > -hands ? value : -hands;
        deals += hands;
    }
    printf("%lld/%lld\n", (long long)total, (long long)deals);
    return 0;
}
