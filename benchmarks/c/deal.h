/* Unbiased deals in scalar C: xoroshiro128++, a pile from one word by a chain of products with one exact rejection,
   Floyd's subset sampling without a branch. */
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

static inline __attribute__((always_inline)) uint64_t sample(int left, int size) {
    uint64_t mask, low, all = 1;
    for (int top = left - size; top < left; top++) all *= (uint64_t)(top + 1);
    do {
        mask = 0; low = next();
#pragma GCC unroll 8
        for (int top = left - size; top < left; top++) {
            unsigned __int128 product = (unsigned __int128)low * (uint64_t)(top + 1);
            low = (uint64_t)product;
            uint64_t place = (uint64_t)(product >> 64), again = mask >> place & 1;
            mask |= 1ull << place | again << top;
        }
    } while (low < -all % all);
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
