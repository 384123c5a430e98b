/* 3 Card Blitz by hand in AVX2: the game of simulate_blitz.c, 32 rounds side by side, a byte each.
   Plays on 19 points or more. Arguments: rounds, seed. Prints the number of rounds in which the player wins.
   Without AVX2 it prints nothing and ends with status 3. */
#ifdef __AVX2__
#include "vector.h"

#define REFUSED 127
#define CARD(place) (((place) & 3) << 4 | (place) >> 2)

static uint32_t pairs[32768];
static int64_t counts[128];

/* Place 0 to 51 to card: the suit in bits 4 and 5, the rank below. */
static inline V card(V place) {
    V table = TABLE(0, 16, 32, 48, 1, 17, 33, 49, 2, 18, 34, 50, 3, 19, 35, 51);
    V high = _mm256_srli_epi16(_mm256_and_si256(place, BYTES(48)), 2);
    return _mm256_or_si256(_mm256_shuffle_epi8(table, place), high);
}

static inline void sort(V *hand) {
    static const int network[16][2] = {{0, 6}, {2, 3}, {4, 5}, {0, 2}, {1, 4}, {3, 6}, {0, 1}, {2, 5},
                                       {3, 4}, {1, 2}, {4, 6}, {2, 3}, {4, 5}, {1, 2}, {3, 4}, {5, 6}};
#pragma GCC unroll 16
    for (int i = 0; i < 16; i++) {
        V low = hand[network[i][0]], high = hand[network[i][1]];
        hand[network[i][0]] = _mm256_min_epu8(low, high);
        hand[network[i][1]] = _mm256_max_epu8(low, high);
    }
}

/* The most that three cards of one suit are worth in a sorted hand; `sums` gets the same for those up to each card. */
static inline V most(const V *hand, V table, V *suits, V *sums) {
    V worth[7], best = _mm256_setzero_si256();
#pragma GCC unroll 7
    for (int i = 0; i < 7; i++) {
        worth[i] = sums[i] = _mm256_shuffle_epi8(table, hand[i]);
        suits[i] = _mm256_and_si256(hand[i], BYTES(48));
        for (int back = 1; back <= 2 && back <= i; back++) {
            V same = _mm256_cmpeq_epi8(suits[i], suits[i - back]);
            sums[i] = _mm256_add_epi8(sums[i], _mm256_and_si256(same, worth[i - back]));
        }
        best = _mm256_max_epu8(best, sums[i]);
    }
    return best;
}

/* One cell a round: 40 * (lost, tied, won) + 8 * (suited cards above three) + kind; kinds are fold, 19 to 26 points,
   27 to 29, 30, 31, Royal Blitz, Double Blitz, five-card royal (which leaves no room for a second Blitz). */
static inline __attribute__((always_inline)) V block(struct dealer *from) {
    V player[7], dealer[7], suits[7], sums[7], unused[2][7], none = _mm256_setzero_si256();
    /* Bounds paired for the fewest refusals. */
    draw(from, 39, 43, &dealer[0], &dealer[4]);
    draw(from, 40, 51, &dealer[1], &player[5]);
    draw(from, 41, 47, &dealer[2], &player[1]);
    draw(from, 42, 52, &dealer[3], &player[6]);
    draw(from, 44, 48, &dealer[5], &player[2]);
    draw(from, 45, 50, &dealer[6], &player[4]);
    draw(from, 46, 49, &player[0], &player[3]);
    /* Floyd's sampling: a card dealt before gives way to the last one in bounds. */
#pragma GCC unroll 7
    for (int i = 0; i < 7; i++) {
        V drawn = card(dealer[i]), taken = none;
        for (int j = 0; j < i; j++) taken = _mm256_or_si256(taken, _mm256_cmpeq_epi8(drawn, dealer[j]));
        dealer[i] = _mm256_blendv_epi8(drawn, BYTES(CARD(38 + i)), taken);
    }
    /* The same for the player; a card taken from the dealer is replaced there. */
#pragma GCC unroll 7
    for (int i = 0; i < 7; i++) {
        V drawn = card(player[i]), taken = none, last = BYTES(CARD(45 + i));
        for (int j = 0; j < i; j++) taken = _mm256_or_si256(taken, _mm256_cmpeq_epi8(drawn, player[j]));
        player[i] = _mm256_blendv_epi8(drawn, last, taken);
        for (int j = 0; j < 7; j++)
            dealer[j] = _mm256_blendv_epi8(dealer[j], last, _mm256_cmpeq_epi8(drawn, dealer[j]));
    }
    sort(dealer);
    sort(player);
    /* Four a point; the player's queen and king count one and two besides, so that only a Royal Blitz makes 127. */
    V theirs = most(dealer, TABLE(8, 12, 16, 20, 24, 28, 32, 36, 40, 40, 40, 40, 44, 0, 0, 0), unused[0], unused[1]);
    V mine = most(player, TABLE(8, 12, 16, 20, 24, 28, 32, 36, 40, 40, 41, 42, 44, 0, 0, 0), suits, sums);
    V blitzes = none, five = none, royal = _mm256_cmpeq_epi8(mine, BYTES(127)), suited = none, cell;
#pragma GCC unroll 5
    for (int i = 2; i < 7; i++) {
        V blitz = _mm256_cmpgt_epi8(sums[i], BYTES(123));
        blitzes = _mm256_add_epi8(blitzes, blitz);
        if (i < 4) continue;
        V run = _mm256_cmpeq_epi8(_mm256_add_epi8(player[i - 4], BYTES(4)), player[i]);
        five = _mm256_or_si256(five, _mm256_and_si256(blitz, run));
    }
    mine = _mm256_and_si256(mine, BYTES(124));
    cell = _mm256_subs_epu8(_mm256_srli_epi16(mine, 2), BYTES(16));
    cell = _mm256_shuffle_epi8(TABLE(0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4), cell);
    cell = _mm256_sub_epi8(cell, royal);
    cell = _mm256_max_epu8(cell, _mm256_and_si256(_mm256_cmpgt_epi8(BYTES(-1), blitzes), BYTES(6)));
    cell = _mm256_max_epu8(cell, _mm256_and_si256(five, BYTES(7)));
#pragma GCC unroll 4
    for (int more = 3; more < 7; more++) {
        V any = none;
        for (int i = more; i < 7; i++) any = _mm256_or_si256(any, _mm256_cmpeq_epi8(suits[i], suits[i - more]));
        suited = _mm256_sub_epi8(suited, any);
    }
    cell = _mm256_add_epi8(cell, _mm256_slli_epi16(suited, 3));
    cell = _mm256_add_epi8(cell, _mm256_and_si256(_mm256_cmpgt_epi8(mine, theirs), BYTES(40)));
    cell = _mm256_add_epi8(cell, _mm256_andnot_si256(_mm256_cmpgt_epi8(theirs, mine), BYTES(40)));
    return _mm256_blendv_epi8(cell, BYTES(REFUSED), refused(from));
}

int main(int argc, char **argv) {
    long left = argc > 1 ? atol(argv[1]) : 1000000;
    struct dealer from = start(argc, argv);
    while (left >= 32) {
        long blocks = left / 32 < 1 << 24 ? left / 32 : 1 << 24;
        int64_t before = counts[REFUSED];
        for (long i = 0; i < blocks; i++) {
            uint16_t cells[16];
            _mm256_storeu_si256((V *)cells, block(&from));
            __asm__ volatile("" : "+m"(cells)); /* Read from memory, not out of the vector. */
            for (int j = 0; j < 16; j++) pairs[cells[j]]++;
        }
        for (int i = 0; i < 32768; i++) {
            counts[i & 127] += pairs[i];
            counts[i >> 8] += pairs[i];
            pairs[i] = 0;
        }
        left -= blocks * 32 - (counts[REFUSED] - before);
    }
    while (left > 0) {
        uint8_t cells[32];
        _mm256_storeu_si256((V *)cells, block(&from));
        for (int i = 0; i < 32 && left; i++)
            if (cells[i] != REFUSED) { counts[cells[i]]++; left--; }
    }
    int64_t won = 0;
    for (int cell = 80; cell < 120; cell++)
        if (cell % 8) won += counts[cell];
    printf("%lld\n", (long long)won);
    return 0;
}
#else
int main(void) { return 3; }
#endif
