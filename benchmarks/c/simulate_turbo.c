/* Tight scalar C for Turbo Sports: Floyd's sampling of three and six cards, all wagers tallied in one histogram.
   Doubles on three icons or more. Arguments: rounds, seed. Prints the number of rounds with six icons or more. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state[2];

static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static inline uint64_t next(void) {
    uint64_t a = state[0], b = state[1], z = rotl(a + b, 17) + a;
    b ^= a;
    state[0] = rotl(a, 49) ^ b ^ b << 21;
    state[1] = rotl(b, 28);
    return z;
}

static inline uint64_t sample(int left, int size) {
    uint64_t mask = 0, word = 0;
    int bits = 0;
    for (int top = left - size; top < left; top++) {
        uint32_t product;
        do {
            if (!bits) { word = next(); bits = 4; }
            product = (uint32_t)(word & 65535) * (uint32_t)(top + 1);
            word >>= 16;
            bits--;
        } while ((product & 65535) < 65536u % (uint32_t)(top + 1));
        uint64_t bit = 1ull << (product >> 16);
        mask |= mask & bit ? 1ull << top : bit;
    }
    return mask;
}

static inline uint64_t deposit(uint64_t cards, uint64_t taken) {
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(cards, ~taken);
#else
    while (taken) {
        uint64_t low = taken & -taken, below = cards & (low - 1);
        cards = below | (cards ^ below) << 1;
        taken ^= low;
    }
    return cards;
#endif
}

static inline int icons(unsigned spades) {
    return __builtin_popcount(spades & 15) + 2 * __builtin_popcount(spades & 496) + 4 * __builtin_popcount(spades & 7680);
}

static inline int reached(int count, int goal) { return count >= 14 ? 2 : count >= goal; }

int main(int argc, char **argv) {
    static int64_t counts[3 * 3 * 3 * 3 * 3 * 10];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    state[0] = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    state[1] = 0x9E3779B97F4A7C15ull;
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
