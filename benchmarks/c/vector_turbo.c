/* Turbo Sports by hand in AVX2: the game of simulate_turbo.c, 32 rounds side by side, a byte each.
   Doubles on three icons or more. Arguments: rounds, seed. Prints the number of rounds with six icons or more.
   Without AVX2 it prints nothing and ends with status 3. */
#ifdef __AVX2__
#include "vector.h"

#define REFUSED 3
#define COUNTS(each) \
    TABLE(0, each, each, 2 * each, each, 2 * each, 2 * each, 3 * each, each, 2 * each, 2 * each, 3 * each, 2 * each, \
          3 * each, 3 * each, 4 * each)

static uint32_t pairs[65536];
static int64_t counts[256];

/* The worth of the spades in two bytes, from one table for each four bits. */
static inline V total(const V *spades, V ones, V twos, V fours) {
    V six = _mm256_and_si256(_mm256_srli_epi16(spades[0], 4), BYTES(15));
    V nine = _mm256_and_si256(_mm256_srli_epi16(spades[1], 4), BYTES(15));
    six = _mm256_add_epi8(_mm256_shuffle_epi8(ones, spades[0]), _mm256_shuffle_epi8(twos, six));
    nine = _mm256_add_epi8(_mm256_shuffle_epi8(fours, spades[1]), _mm256_shuffle_epi8(twos, nine));
    return _mm256_add_epi8(six, nine);
}

/* One cell a round: 32 * suited cards + 4 * (0 to 5 icons, 6, 7, 8, 9 to 13, 14 or more) + asked, or REFUSED there.
   Eight and nine suited cards wrap to 0 and 1, which never have as many icons.
   `below_50` is the community's first draw, `no` the rounds where it was refused. */
static inline V block(struct dealer *from, V below_50, V no) {
    /* Two to five and six to eight of spades; jack to ace and nine and ten. */
    V low = TABLE(1, 2, 4, 8, 16, 32, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    V high = TABLE(0, 0, 0, 0, 0, 0, 0, 16, 32, 1, 2, 4, 8, 0, 0, 0);
    V drawn[9], three[2], nine[2];
    drawn[6] = below_50;
    draw(from, 44, 51, &drawn[0], &drawn[7]);
    draw(from, 45, 52, &drawn[1], &drawn[8]);
    draw(from, 46, 49, &drawn[2], &drawn[5]);
    draw(from, 47, 48, &drawn[3], &drawn[4]);
    three[0] = three[1] = nine[0] = nine[1] = _mm256_setzero_si256();
    /* Floyd's sampling, the player's six first, then the community's three: a card drawn twice gives way to the last
       one in bounds, which is no spade; so the spades drawn are those dealt, the community's those of its own draws. */
#pragma GCC unroll 9
    for (int i = 0; i < 9; i++) {
        V place = _mm256_add_epi8(drawn[i], BYTES(112)), *into = i < 6 ? nine : three;
        into[0] = _mm256_or_si256(into[0], _mm256_shuffle_epi8(low, place));
        into[1] = _mm256_or_si256(into[1], _mm256_shuffle_epi8(high, place));
    }
    nine[0] = _mm256_or_si256(nine[0], three[0]);
    nine[1] = _mm256_or_si256(nine[1], three[1]);
    V shared = total(three, COUNTS(1), COUNTS(2), COUNTS(4)), all = total(nine, COUNTS(33), COUNTS(34), COUNTS(36));
    V asked = _mm256_shuffle_epi8(TABLE(1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), shared);
    asked = _mm256_or_si256(asked, _mm256_and_si256(_mm256_or_si256(no, refused(from)), BYTES(REFUSED)));
    V icons = _mm256_min_epu8(_mm256_and_si256(all, BYTES(31)), BYTES(15));
    icons = _mm256_shuffle_epi8(TABLE(0, 0, 0, 0, 0, 0, 4, 8, 12, 16, 16, 16, 16, 16, 20, 20), icons);
    return _mm256_or_si256(_mm256_or_si256(icons, asked), _mm256_and_si256(all, BYTES(224)));
}

/* 64 rounds: the ninth draws of two blocks are a pair. */
static inline void two_blocks(struct dealer *from, void *cells) {
    V one, two;
    draw(from, 50, 50, &one, &two);
    V no = refused(from);
    _mm256_storeu_si256((V *)cells, block(from, one, no));
    _mm256_storeu_si256((V *)cells + 1, block(from, two, no));
}

int main(int argc, char **argv) {
    long left = argc > 1 ? atol(argv[1]) : 1000000;
    struct dealer from = start(argc, argv);
    while (left >= 64) {
        long times = left / 64 < 1 << 23 ? left / 64 : 1 << 23;
        for (long i = 0; i < times; i++) {
            uint16_t cells[32];
            two_blocks(&from, cells);
            __asm__ volatile("" : "+m"(cells)); /* Read from memory, not out of the vector. */
            for (int j = 0; j < 32; j++) pairs[cells[j]]++;
        }
        for (int i = 0; i < 65536; i++) {
            counts[i & 255] += pairs[i];
            counts[i >> 8] += pairs[i];
            pairs[i] = 0;
        }
        left -= times * 64;
        for (int cell = REFUSED; cell < 256; cell += 4) { left += counts[cell]; counts[cell] = 0; }
    }
    while (left > 0) {
        uint8_t cells[64];
        two_blocks(&from, cells);
        for (int i = 0; i < 64 && left; i++)
            if ((cells[i] & 3) != REFUSED) { counts[cells[i]]++; left--; }
    }
    int64_t made = 0;
    for (int cell = 0; cell < 256; cell++)
        if (cell >> 2 & 7) made += counts[cell];
    printf("%lld\n", (long long)made);
    return 0;
}
#else
int main(void) { return 3; }
#endif
