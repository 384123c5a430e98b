/* Unbiased deals in AVX2, 32 rounds side by side, a byte each: eight streams of xoroshiro128++, two draws from 16 bits.
   A refused draw refuses its round, which is then not counted. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __m256i V;

/* Constants are read from memory: compilers build each anew otherwise. */
static V byte_of[256], word_of[4096];
#define BYTES(x) byte_of[(x) & 255]
#define WORDS(x) word_of[x]
#define TABLE(...) _mm256_broadcastsi128_si256(_mm_setr_epi8(__VA_ARGS__))
#define ROTL(x, k) _mm256_or_si256(_mm256_slli_epi64(x, k), _mm256_srli_epi64(x, 64 - (k)))

/* The streams, and above zero for every round with a draw that was refused; 16 rounds a half. */
struct dealer { V a[2], b[2], refused[2]; };

static inline V next(struct dealer *from, int half) {
    V a = from->a[half], b = from->b[half], word = _mm256_add_epi64(a, b);
    word = _mm256_add_epi64(ROTL(word, 17), a);
    b = _mm256_xor_si256(b, a);
    from->a[half] = _mm256_xor_si256(_mm256_xor_si256(ROTL(a, 49), b), _mm256_slli_epi64(b, 21));
    from->b[half] = ROTL(b, 28);
    return word;
}

/* Starts the streams, by splitmix64, and fills the constants. */
static inline struct dealer start(int argc, char **argv) {
    uint64_t seed = argc > 2 ? (uint64_t)atol(argv[2]) : 1, words[16];
    for (int i = 0; i < 16; i++) {
        uint64_t z = seed += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        words[i] = z ^ z >> 31;
    }
    for (int i = 0; i < 256; i++) byte_of[i] = _mm256_set1_epi8((char)i);
    for (int i = 0; i < 4096; i++) word_of[i] = _mm256_set1_epi16((short)i);
    struct dealer from;
    memset(&from, 0, sizeof from);
    memcpy(&from, words, sizeof words);
    return from;
}

/* A number below `first` and one below `second` for every round, by multiplication; exact in rounds not refused. */
static inline void draw(struct dealer *from, int first, int second, V *one, V *two) {
    V high[2][2];
    for (int half = 0; half < 2; half++) {
        V word = next(from, half), low = _mm256_mullo_epi16(word, WORDS(first));
        high[0][half] = _mm256_mulhi_epu16(word, WORDS(first));
        high[1][half] = _mm256_mulhi_epu16(low, WORDS(second));
        low = _mm256_mullo_epi16(word, WORDS(first * second));
        low = _mm256_subs_epu16(WORDS(65536 % (first * second)), low);
        from->refused[half] = _mm256_or_si256(from->refused[half], low);
    }
    *one = _mm256_packus_epi16(high[0][0], high[0][1]);
    *two = _mm256_packus_epi16(high[1][0], high[1][1]);
}

/* All bits set in the rounds refused since the last call. */
static inline V refused(struct dealer *from) {
    V none = _mm256_setzero_si256(), any = _mm256_packus_epi16(from->refused[0], from->refused[1]);
    from->refused[0] = from->refused[1] = none;
    return _mm256_cmpgt_epi8(_mm256_min_epu8(any, BYTES(1)), none);
}
