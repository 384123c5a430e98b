/* Unbiased deals in scalar C: xoroshiro128++, four draws a word, Floyd's subset sampling. */
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

/* Starts the stream. */
static inline void start(int argc, char **argv) {
    state[0] = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    state[1] = 0x9E3779B97F4A7C15ull;
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
