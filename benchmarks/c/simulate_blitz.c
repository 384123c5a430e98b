/* Tight scalar C for 3 Card Blitz: Floyd's sampling of two hands, table look-ups, all wagers tallied in one histogram.
   Plays on 19 points or more. Arguments: rounds, seed. Prints the number of rounds in which the player wins. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state[2];
static uint8_t points_of[8192];

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

int main(int argc, char **argv) {
    static const int worth[13] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11};
    static int64_t counts[2 * 3 * 7 * 4 * 5 * 6];
    long rounds = argc > 1 ? atol(argv[1]) : 1000000;
    state[0] = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    state[1] = 0x9E3779B97F4A7C15ull;
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
