/* The straightforward way to one hand of 3 Card Blitz: every dealer hand dealt and scored.
   Arguments: the player's seven cards, suit * 13 + rank. Prints dealer hands below, equal, above. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int table[8192];

static int points(uint64_t hand) {
    int best = 0;
    for (int suit = 0; suit < 4; suit++) {
        int p = table[hand >> 13 * suit & 8191];
        if (p > best) best = p;
    }
    return best;
}

int main(int argc, char **argv) {
    static const int worth[13] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11};
    for (int holding = 0; holding < 8192; holding++) {
        int left = 3, sum = 0;
        for (int rank = 12; rank >= 0 && left; rank--)
            if (holding >> rank & 1) { sum += worth[rank]; left--; }
        table[holding] = sum;
    }
    uint64_t player = 0, deck[52];
    for (int i = 1; i < argc; i++) player |= 1ull << atoi(argv[i]);
    int n = 0;
    for (int card = 0; card < 52; card++)
        if (!(player >> card & 1)) deck[n++] = 1ull << card;
    int mine = points(player);
    int64_t below = 0, equal = 0, above = 0;
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            for (int c = b + 1; c < n; c++)
                for (int d = c + 1; d < n; d++)
                    for (int e = d + 1; e < n; e++)
                        for (int f = e + 1; f < n; f++)
                            for (int g = f + 1; g < n; g++) {
                                int theirs = points(deck[a] | deck[b] | deck[c] | deck[d] | deck[e] | deck[f] | deck[g]);
                                if (theirs < mine) below++;
                                else if (theirs > mine) above++;
                                else equal++;
                            }
    printf("%lld %lld %lld\n", (long long)below, (long long)equal, (long long)above);
    return 0;
}
