/* 3 Card Poker without dealing cards: two hands out of all 22,100, those that share a card refused, all wagers tallied in
   one histogram. Plays on Q-6-4 or better. Arguments: rounds, seed. Prints the number of rounds in which the player
   plays and beats a dealer who qualifies. */
#include "deal.h"

/* A cell is how the player ends (play or fold, bonus, kind) times how the hands compare: six for hands that share a
   card, then lost, tied and won, and the same three against a dealer who does not qualify. */
enum { HANDS = 22100, BONUSES = 4, KINDS = 6, ENDS = 12, CELLS = 2 * BONUSES * KINDS * ENDS };

/* The kind of a hand, then the ranks that count, the most important first. */
static int strength(int a, int b, int c) {
    int r[3] = {a % 13, b % 13, c % 13}, t;
    if (r[0] < r[1]) { t = r[0]; r[0] = r[1]; r[1] = t; }
    if (r[1] < r[2]) { t = r[1]; r[1] = r[2]; r[2] = t; }
    if (r[0] < r[1]) { t = r[0]; r[0] = r[1]; r[1] = t; }
    int flush = a / 13 == b / 13 && b / 13 == c / 13;
    int run = (r[0] == r[1] + 1 && r[1] == r[2] + 1) ? r[0] : (r[0] == 12 && r[1] == 1 && r[2] == 0) ? 1 : 0;
    if (r[0] == r[2]) return 4 << 12 | r[0];
    if (run) return (flush ? 5 : 3) << 12 | run;
    if (flush) return 2 << 12 | r[0] << 8 | r[1] << 4 | r[2];
    if (r[0] == r[1]) return 1 << 12 | r[0] << 8 | r[2] << 4;
    if (r[1] == r[2]) return 1 << 12 | r[1] << 8 | r[0] << 4;
    return r[0] << 8 | r[1] << 4 | r[2];
}

int main(int argc, char **argv) {
    static const int bonus_of[KINDS] = {0, 0, 0, 1, 2, 3};
    static int order[6 << 12];
    static uint64_t hands[HANDS];  /* 52 bits of cards, the place among all strengths above them. */
    static uint16_t base_of[4096]; /* By that place: the player's part of the cell. */
    static int64_t counts[CELLS];
    const uint64_t deals = (uint64_t)HANDS * HANDS, cards = (1ull << 52) - 1;
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    start(argc, argv);
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) order[strength(a, b, c)] = 1;
    uint64_t places = 0, least = 0, queen = 0;
    for (int made = 0; made < 6 << 12; made++) {
        if (!order[made]) continue;
        if (made < (10 << 8 | 4 << 4 | 2)) least = places + 1;
        if (made < 10 << 8) queen = places + 1;
        order[made] = (int)places++;
    }
    int n = 0;
    for (int a = 0; a < 52; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                int made = strength(a, b, c), place = order[made], kind = made >> 12;
                int plays = (uint64_t)place >= least;
                hands[n++] = 1ull << a | 1ull << b | 1ull << c | (uint64_t)place << 52;
                base_of[place] = (uint16_t)(((plays * BONUSES + plays * bonus_of[kind]) * KINDS + kind) * ENDS);
            }
    for (long r = 0; r < rounds;) {
        uint64_t low;
        unsigned __int128 first, second;
        do {
            first = (unsigned __int128)next() * HANDS;
            second = (unsigned __int128)(uint64_t)first * HANDS;
            low = (uint64_t)second;
        } while (low < -deals % deals);
        uint64_t player = hands[first >> 64], dealer = hands[second >> 64], shared = player & dealer & cards;
        uint64_t mine = player >> 52, theirs = dealer >> 52;
        unsigned apart = (unsigned)((shared - 1) >> 63);
        counts[base_of[mine] + (mine > theirs) + (mine >= theirs) + 3 * (theirs < queen) + 6 * apart]++;
        r += apart;
    }
    int64_t won = 0;
    for (int cell = CELLS / 2; cell < CELLS; cell++)
        if (cell % ENDS == 8) won += counts[cell];
    printf("%lld\n", (long long)won);
    return 0;
}
