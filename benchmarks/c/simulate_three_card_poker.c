/* Tight scalar C for 3 Card Poker: Floyd's sampling of two hands, ranks by bit tricks, all wagers tallied in one
   histogram. Plays on Q-6-4 or better. Arguments: rounds, seed. Prints the number of rounds in which the player plays
   and beats a dealer who qualifies. */
#include "deal.h"

enum { HIGH, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH, KINDS };

/* The kind of a hand, the ranks that make it, the ranks that break ties: thirteen bits each. */
static inline uint64_t strength(uint64_t hand) {
    uint64_t c = hand & 8191, d = hand >> 13 & 8191, h = hand >> 26 & 8191, s = hand >> 39, ranks = c | d | h | s;
    int different = __builtin_popcountll(ranks);
    if (different == 1) return (uint64_t)THREE << 26 | ranks << 13;
    if (different == 2) {
        uint64_t pair = (c & d) | (h & s) | ((c | d) & (h | s));
        return (uint64_t)PAIR << 26 | pair << 13 | (ranks & ~pair);
    }
    uint64_t low = ranks & -ranks, run = ranks == 7 * low ? 4 * low : ranks == 4099 ? 2 : 0;
    if (ranks == c || ranks == d || ranks == h || ranks == s)
        return run ? (uint64_t)STRAIGHT_FLUSH << 26 | run : (uint64_t)FLUSH << 26 | ranks;
    return run ? (uint64_t)STRAIGHT << 26 | run : ranks;
}

int main(int argc, char **argv) {
    static const int bonus_of[KINDS] = {0, 0, 0, 1, 2, 3};
    static int64_t counts[2 * 4 * KINDS * 4];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    start(argc, argv);
    for (long r = 0; r < rounds; r++) {
        uint64_t player = sample(52, 3), dealer = deposit(sample(49, 3), player);
        uint64_t mine = strength(player), theirs = strength(dealer);
        int kind = (int)(mine >> 26), play = mine >= (1 << 10 | 1 << 4 | 1 << 2);
        int ended = theirs < 1 << 10 ? 3 : (mine > theirs) + (mine >= theirs);
        counts[((play * 4 + play * bonus_of[kind]) * KINDS + kind) * 4 + ended]++;
    }
    int64_t won = 0;
    for (int cell = 4 * KINDS * 4; cell < 2 * 4 * KINDS * 4; cell++)
        if (cell % 4 == 2) won += counts[cell];
    printf("%lld\n", (long long)won);
    return 0;
}
