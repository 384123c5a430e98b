/* Tight scalar C for Super Pan 9, 8 decks: a partial shuffle of eight cards, both wagers tallied in one histogram.
   Draws on 5 points or fewer. Arguments: rounds, seed. Prints the number of rounds in which the regular wager wins. */
#include "deal.h"

/* Four numbers, below `left` and the three bounds under it, from one word. */
static inline void draw_four(unsigned left, unsigned *drawn) {
    const uint64_t deals = (uint64_t)left * (left - 1) * (left - 2) * (left - 3);
    uint64_t low;
    do {
        low = next();
#pragma GCC unroll 4
        for (unsigned i = 0; i < 4; i++) {
            unsigned __int128 product = (unsigned __int128)low * (left - i);
            drawn[i] = (unsigned)(product >> 64);
            low = (uint64_t)product;
        }
    } while (low < -deals % deals);
}

int main(int argc, char **argv) {
    static uint8_t shoe[288], points_of[19], after[10][8], cell_of[10][16];
    static int64_t counts[3 * 2];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    start(argc, argv);
    for (int place = 0; place < 288; place++) shoe[place] = (uint8_t)(place % 9 < 7 ? place % 9 : 0);
    for (int sum = 0; sum < 19; sum++) points_of[sum] = (uint8_t)(sum % 10);
    for (int points = 0; points < 10; points++) {
        for (int card = 0; card < 7; card++) after[points][card] = (uint8_t)((points + (points <= 5 ? card : 0)) % 10);
        for (int other = 0; other < 10; other++)
            cell_of[points][other] = (uint8_t)(2 * (points > other ? 2 : points == other) + (points == other));
    }
    for (long r = 0; r < rounds; r++) {
        unsigned drawn[8], card[8];
        draw_four(288, drawn);
        draw_four(284, drawn + 4);
        /* Any order is a fair start for the next shuffle, so nothing is put back. */
        for (unsigned i = 0; i < 8; i++) {
            uint8_t taken = shoe[i + drawn[i]];
            shoe[i + drawn[i]] = shoe[i];
            shoe[i] = taken;
            card[i] = taken;
        }
        /* The last two are a fourth card each, for a hand that draws. */
        int mine = after[points_of[card[0] + card[1] + card[2]]][card[6]];
        int theirs = after[points_of[card[3] + card[4] + card[5]]][card[7]];
        counts[cell_of[mine][theirs]]++;
    }
    printf("%lld\n", (long long)(counts[4] + counts[5]));
    return 0;
}
