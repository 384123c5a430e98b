/* Tight scalar C for 3 Card Blitz: Floyd's sampling of two hands, table look-ups, all wagers tallied in one histogram.
   Plays on 19 points or more. Arguments: rounds, seed. Prints the number of rounds in which the player wins. */
#include "deal.h"

static uint8_t points_of[8192];

int main(int argc, char **argv) {
    static const int worth[13] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11};
    static int64_t counts[2 * 3 * 7 * 4 * 5 * 6];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    start(argc, argv);
    for (int holding = 0; holding < 8192; holding++) {
        int left = 3, sum = 0;
        for (int rank = 12; rank >= 0 && left; rank--)
            if (holding >> rank & 1) { sum += worth[rank]; left--; }
        points_of[holding] = (uint8_t)sum;
    }
    for (long r = 0; r < rounds; r++) {
        uint64_t player = sample(52, 7), dealer = deposit(sample(45, 7), player);
        int mine = 0, theirs = 0, blitzes = 0, royal = 0, five = 0, longest = 0;
        for (int suit = 0; suit < 4; suit++) {
            int held = (int)(player >> 13 * suit & 8191), other = (int)(dealer >> 13 * suit & 8191);
            int p = points_of[held], d = points_of[other], n = __builtin_popcount((unsigned)held);
            if (p > mine) mine = p;
            if (d > theirs) theirs = d;
            if (n > longest) longest = n;
            blitzes += p == 31;
            royal |= (held & 7168) == 7168;
            five |= (held & 7936) == 7936;
        }
        int play = mine >= 19, ended = mine > theirs ? 2 : mine < theirs ? 0 : 1;
        int ante = play ? ended : 0, flush = longest < 4 ? 0 : longest - 3;
        int best = blitzes >= 2 ? 6 : royal ? 5 : mine == 31 ? 4 : mine >= 27 ? 3 : 2;
        int blind = ante == 2 ? best : ante;
        int bonus = five ? 5 : blitzes >= 2 ? 4 : royal ? 3 : mine == 31 ? 2 : mine == 30 ? 1 : 0;
        counts[((((play * 3 + ante) * 7 + blind) * 4 + (play ? ended + 1 : 0)) * 5 + flush) * 6 + bonus]++;
    }
    int64_t won = 0;
    for (int cell = 0; cell < 2 * 3 * 7 * 4 * 5 * 6; cell++)
        if (cell / (7 * 4 * 5 * 6) % 3 == 2) won += counts[cell];
    printf("%lld\n", (long long)won);
    return 0;
}
