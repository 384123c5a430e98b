/* Tight scalar C for Turbo Sports: Floyd's sampling of three and six cards, all wagers tallied in one histogram.
   Doubles on three icons or more. Arguments: rounds, seed. Prints the number of rounds with six icons or more. */
#include "deal.h"

static inline int icons(unsigned spades) {
    return __builtin_popcount(spades & 15) + 2 * __builtin_popcount(spades & 496) + 4 * __builtin_popcount(spades & 7680);
}

static inline int reached(int count, int goal) { return count >= 14 ? 2 : count >= goal; }

int main(int argc, char **argv) {
    static int64_t counts[3 * 3 * 3 * 3 * 3 * 10];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    start(argc, argv);
    for (long r = 0; r < rounds; r++) {
        uint64_t community = sample(52, 3), player = deposit(sample(49, 6), community);
        unsigned shared = (unsigned)(community >> 39), own = (unsigned)(player >> 39);
        int three = icons(shared), nine = three + icons(own);
        int asked = three <= 5 ? 1 + (three >= 3) : 0;
        int first = three >= 6 ? 2 : nine >= 6;
        int cell = ((asked * 3 + first) * 3 + reached(nine, 7)) * 3 + reached(nine, 8);
        counts[(cell * 3 + reached(nine, 9)) * 10 + __builtin_popcount(shared) + __builtin_popcount(own)]++;
    }
    int64_t made = 0;
    for (int cell = 0; cell < 3 * 3 * 3 * 3 * 3 * 10; cell++)
        if (cell / 270 % 3) made += counts[cell];
    printf("%lld\n", (long long)made);
    return 0;
}
