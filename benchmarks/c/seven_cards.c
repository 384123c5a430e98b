/* The best five of seven cards in scalar C, in the manner of poker-eval: cases by the number of equal ranks, and tables
   of 8,192 for straights and for the highest ranks of a set. Ranks hands of an array again and again; prints how many
   were of each kind. Strengths are those of pitboss: the kind, the ranks that make it, the ranks that break ties. */
#include "deal.h"

enum { HANDS = 1 << 20, SUIT = 8191 };
enum { HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH, ROYAL };

static uint16_t run[8192], top5[8192], top3[8192], top1[8192];
static uint64_t hands[HANDS];
static uint32_t strengths[HANDS];

static uint32_t highest(uint32_t ranks, int count) {
    while (__builtin_popcount(ranks) > count) ranks &= ranks - 1;
    return ranks;
}

static void fill(void) {
    for (uint32_t ranks = 0; ranks < 8192; ranks++) {
        uint32_t line = ranks << 1 | ranks >> 12, tops = (line & line << 1 & line << 2 & line << 3 & line << 4) >> 1;
        run[ranks] = (uint16_t)highest(tops & 8184, 1);
        top5[ranks] = (uint16_t)highest(ranks, 5);
        top3[ranks] = (uint16_t)highest(ranks, 3);
        top1[ranks] = (uint16_t)highest(ranks, 1);
    }
}

static inline uint32_t made(uint32_t kind, uint32_t ranks, uint32_t kickers) {
    return kind << 26 | ranks << 13 | kickers;
}

static inline uint32_t strength(uint64_t hand) {
    uint32_t c = hand & SUIT, d = hand >> 13 & SUIT, h = hand >> 26 & SUIT, s = (uint32_t)(hand >> 39);
    uint32_t ranks = c | d | h | s;
    int different = __builtin_popcount(ranks);
    if (different >= 5) {
        uint32_t flush = __builtin_popcount(c) >= 5 ? c : __builtin_popcount(d) >= 5 ? d
                       : __builtin_popcount(h) >= 5 ? h : __builtin_popcount(s) >= 5 ? s : 0;
        if (flush) {
            if (!run[flush]) return made(FLUSH, 0, top5[flush]);
            return run[flush] >> 12 ? made(ROYAL, 0, 0) : made(STRAIGHT_FLUSH, 0, run[flush]);
        }
        if (run[ranks]) return made(STRAIGHT, 0, run[ranks]);
    }
    uint32_t odd = c ^ d ^ h ^ s, two = ranks ^ odd; /* Ranks held twice, or four times. */
    switch (different) {
    case 7: return made(HIGH, 0, top5[ranks]);
    case 6: return made(PAIR, two, top3[ranks ^ two]);
    case 5:
        if (two) return made(TWO_PAIR, two, top1[ranks ^ two]);
        two = (c & d) | (h & s); /* Of a rank held three times, one of these pairs of suits is full. */
        return made(THREE, two, highest(ranks ^ two, 2));
    }
    uint32_t four = c & d & h & s, three = (c & d & (h | s)) | (h & s & (c | d));
    if (four) return made(FOUR, four, top1[ranks ^ four]);
    if (three) {
        three = top1[three];
        return made(FULL, three, top1[((c & d) | (h & s) | ((c | d) & (h | s))) ^ three]);
    }
    uint32_t best = highest(two, 2);
    return made(TWO_PAIR, best, top1[ranks ^ best]);
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 100000000, kinds[10] = {0};
    start(argc, argv);
    fill();
    for (int hand = 0; hand < HANDS; hand++) hands[hand] = sample(52, 7);
    for (long done = 0; done < count; done += HANDS)
        for (int hand = 0; hand < HANDS; hand++) strengths[hand] = strength(hands[hand]);
    for (int hand = 0; hand < HANDS; hand++) kinds[strengths[hand] >> 26]++;
    for (int kind = 0; kind < 10; kind++) printf("%ld ", kinds[kind]);
    printf("of %d\n", HANDS);
    return 0;
}
