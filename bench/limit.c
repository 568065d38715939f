/* Random games of Chef's Hat, written by hand in plain C: the speed that the compiled rules are compared with (see `forno bench`).
 *
 * Whole games to 15 points by the rules CH-1 to CH-14 of docs/rules.md: roles, special actions, exchange, golden mozzarella, jokers.
 * Each decision is uniform among the legal actions. Random numbers come from xoshiro256++, which is fast but predictable. The
 * rules use ChaCha20, which is neither.
 *
 *     cc -O3 -march=native -o limit limit.c && ./limit 100000 1        (games, seed)
 *
 * Prints games, decisions and seconds.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4, TYPES = 13, HAND = 17, CARDS = 68, TARGET = 15 };
enum { MOZZARELLA = 10, GOLDEN = 11, JOKER = 12 }; /* types 0 to 9 are the numbers 1 to 10 */
enum { EMPTY = 13 };                               /* number of a pizza without cards */
enum { CHEF, SOUS_CHEF, WAITER, DISHWASHER };

typedef struct {
    int8_t hand[SEATS][TYPES];
    int8_t size[SEATS];
    int8_t passed[SEATS];
    int8_t role[SEATS]; /* -1 in the first shift */
    int8_t finish[SEATS];
    int16_t points[SEATS];
    int8_t actor, last, number, count, out;
} Game;

typedef struct {
    int8_t number, naturals, jokers; /* number 0: pass */
} Placement;

static uint64_t rng[4];
static uint64_t moves;

static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint32_t next(void) {
    uint64_t result = rotate(rng[0] + rng[3], 23) + rng[0], t = rng[1] << 17;
    rng[2] ^= rng[0];
    rng[3] ^= rng[1];
    rng[1] ^= rng[2];
    rng[0] ^= rng[3];
    rng[2] ^= t;
    rng[3] = rotate(rng[3], 45);
    return (uint32_t)(result >> 32);
}

static void seed_rng(uint64_t seed) { /* splitmix64 */
    for (int k = 0; k < 4; k++) {
        uint64_t z = (seed += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng[k] = z ^ (z >> 31);
    }
}

/* 0 to n - 1, without bias (Lemire). */
static inline uint32_t below(uint32_t n) {
    uint64_t product = (uint64_t)next() * n;
    if ((uint32_t)product < n) {
        uint32_t least = -n % n;
        while ((uint32_t)product < least) product = (uint64_t)next() * n;
    }
    return (uint32_t)(product >> 32);
}

static void deal(Game *g) { /* CH-1, CH-2 */
    static const int8_t deck[TYPES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 1, 2};
    int8_t cards[CARDS];
    int n = 0;
    for (int type = 0; type < TYPES; type++)
        for (int k = 0; k < deck[type]; k++) cards[n++] = (int8_t)type;
    for (int k = CARDS - 1; k > 0; k--) {
        int j = (int)below((uint32_t)k + 1);
        int8_t card = cards[k];
        cards[k] = cards[j];
        cards[j] = card;
    }
    memset(g->hand, 0, sizeof g->hand);
    for (int seat = 0; seat < SEATS; seat++) {
        for (int k = 0; k < HAND; k++) g->hand[seat][cards[seat * HAND + k]]++;
        g->size[seat] = HAND;
    }
}

static inline int seat_of(const Game *g, int role) {
    for (int seat = 0; seat < SEATS; seat++)
        if (g->role[seat] == role) return seat;
    return -1;
}

/* A random kind among those held, taken out of the hand. */
static int give(Game *g, int seat) {
    int8_t held[TYPES];
    int n = 0;
    for (int type = 0; type < TYPES; type++)
        if (g->hand[seat][type] > 0) held[n++] = (int8_t)type;
    int card = held[below((uint32_t)n)];
    g->hand[seat][card]--;
    moves++;
    return card;
}

static int give_rarest(Game *g, int seat) {
    int card = 0;
    while (g->hand[seat][card] == 0) card++;
    g->hand[seat][card]--;
    return card;
}

/* CH-3 to CH-6. */
static void open_shift(Game *g) {
    for (int seat = 0; seat < SEATS; seat++) {
        if (g->hand[seat][JOKER] < 2) continue;
        moves++;
        if (below(2) == 0) break; /* keeps still */
        if (g->role[seat] != DISHWASHER) return;
        for (int other = 0; other < SEATS; other++) g->role[other] = (int8_t)(3 - g->role[other]);
        break;
    }
    int chef = seat_of(g, CHEF), sous = seat_of(g, SOUS_CHEF), waiter = seat_of(g, WAITER), washer = seat_of(g, DISHWASHER);
    int from_chef = give(g, chef), from_chef_too = give(g, chef), from_sous = give(g, sous);
    int from_waiter = give_rarest(g, waiter);
    int from_washer = give_rarest(g, washer), from_washer_too = give_rarest(g, washer);
    g->hand[washer][from_chef]++;
    g->hand[washer][from_chef_too]++;
    g->hand[waiter][from_sous]++;
    g->hand[sous][from_waiter]++;
    g->hand[chef][from_washer]++;
    g->hand[chef][from_washer_too]++;
}

static inline int legal(const Game *g, Placement *list) {
    const int8_t *hand = g->hand[g->actor];
    int jokers = hand[JOKER], n = 0;
    if (hand[GOLDEN]) { /* CH-7 */
        for (int naturals = 1; naturals <= hand[MOZZARELLA] + 1; naturals++)
            for (int extra = 0; extra <= jokers; extra++)
                list[n++] = (Placement){11, (int8_t)naturals, (int8_t)extra};
        return n;
    }
    if (g->number != EMPTY) list[n++] = (Placement){0, 0, 0}; /* CH-10 */
    int top = g->number < 12 ? g->number : 12, count = g->count;
    for (int number = 1; number < top; number++) { /* CH-8 */
        int least = count - jokers > 1 ? count - jokers : 1;
        for (int naturals = least; naturals <= hand[number - 1]; naturals++)
            for (int extra = count > naturals ? count - naturals : 0; extra <= jokers; extra++)
                list[n++] = (Placement){(int8_t)number, (int8_t)naturals, (int8_t)extra};
    }
    if (g->number == EMPTY) /* CH-9 */
        for (int extra = 1; extra <= jokers; extra++) list[n++] = (Placement){12, 0, (int8_t)extra};
    return n;
}

static inline void place(Game *g, Placement p) {
    int8_t *hand = g->hand[g->actor];
    int golden = hand[GOLDEN];
    if (p.naturals) hand[p.number - 1] -= (int8_t)(p.naturals - golden);
    hand[GOLDEN] = 0;
    hand[JOKER] -= p.jokers;
    g->size[g->actor] -= (int8_t)(p.naturals + p.jokers);
    g->number = p.number;
    g->count = (int8_t)(p.naturals + p.jokers);
    g->last = g->actor;
    if (g->size[g->actor] == 0) g->finish[g->out++] = g->actor;
}

static inline void new_pizza(Game *g) {
    g->number = EMPTY;
    g->count = 0;
    g->last = -1;
    memset(g->passed, 0, sizeof g->passed);
}

static inline void next_turn(Game *g) { /* CH-11, CH-12 */
    for (int ahead = 1; ahead < SEATS; ahead++) {
        int seat = (g->actor + ahead) % SEATS;
        if (seat != g->last && !g->passed[seat] && g->size[seat] > 0) {
            g->actor = (int8_t)seat;
            return;
        }
    }
    int seat = g->last;
    while (g->size[seat] == 0) seat = (seat + 1) % SEATS;
    new_pizza(g);
    g->actor = (int8_t)seat;
}

/* 1 when the game is over (CH-13, CH-14). */
static int play_shift(Game *g) {
    Placement list[128];
    deal(g);
    if (g->role[0] >= 0) open_shift(g);
    for (int seat = 0; seat < SEATS; seat++)
        if (g->hand[seat][GOLDEN]) g->actor = (int8_t)seat;
    g->out = 0;
    new_pizza(g);
    for (;;) {
        Placement p = list[below((uint32_t)legal(g, list))];
        moves++;
        if (p.number == 0) {
            g->passed[g->actor] = 1;
        } else {
            place(g, p);
            if (g->out == 3) break;
        }
        next_turn(g);
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (g->size[seat] > 0) g->finish[3] = (int8_t)seat;
    int best = 0;
    for (int k = 0; k < SEATS; k++) {
        int seat = g->finish[k];
        g->role[seat] = (int8_t)k;
        g->points[seat] += (int16_t)(3 - k);
        if (g->points[seat] > best) best = g->points[seat];
    }
    return best >= TARGET;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: limit GAMES SEED\n");
        return 2;
    }
    uint64_t games = strtoull(argv[1], NULL, 10);
    seed_rng(strtoull(argv[2], NULL, 10));
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (uint64_t k = 0; k < games; k++) {
        Game g;
        memset(&g, 0, sizeof g);
        memset(g.role, -1, sizeof g.role);
        while (!play_shift(&g)) {
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("%llu %llu %.9f\n", (unsigned long long)games, (unsigned long long)moves, seconds);
    return 0;
}
