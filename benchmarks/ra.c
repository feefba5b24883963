/* Random games of Ra in plain C: the reference that the compiled rules are measured against.

   The structure is that of the engine: one record per position, the legal actions as a bit set, one of them picked at
   random and played, every draw of a tile a chance node of its own. Generator and order of the draws are the engine's
   too, so that game i of a key is the very same game and every score can be compared. */

#include <stdint.h>
#include <string.h>

enum { SEATS = 5, ROW = 8, KINDS = 23, EPOCHS = 3, HIGHEST_SUN = 16 };
enum { CHANCE = -1, NOBODY = -2 };
enum { TURN, DRAW_TILE, BID, OVER, GODS, DISCARD };
enum { NO_AUCTION, DRAWN, VOLUNTARY, FORCED };
enum { PASS = 0, DRAW = 17, INVOKE = 18, END = 19, TAKE = 20, DISCARD_TILE = TAKE + KINDS };
enum { RA, GOD, PHARAOH, NILE, FLOOD, GOLD, ART, FORTRESS = 11, FUNERAL = 19, DROUGHT, UNREST, EARTHQUAKE };
enum { CIVILIZATION_END = FORTRESS, MONUMENT_END = FUNERAL };
enum { FOR_GOD, FOR_GOLD, FOR_PHARAOH, FOR_NILE, FOR_CIVILIZATION, FOR_MONUMENT, FOR_SUN, CATEGORIES };

static const int8_t COUNTS[KINDS] = {30, 8, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2};
static const int8_t TRACK[SEATS + 1] = {0, 0, 6, 8, 9, 10};
static const int8_t GROUPS[SEATS + 1][SEATS][4] = {
    {{0}},
    {{0}},
    {{9, 6, 5, 2}, {8, 7, 4, 3}},
    {{13, 8, 5, 2}, {12, 9, 6, 3}, {11, 10, 7, 4}},
    {{13, 6, 2}, {12, 7, 3}, {11, 8, 4}, {10, 9, 5}},
    {{16, 7, 2}, {15, 8, 3}, {14, 9, 4}, {13, 10, 5}, {12, 11, 6}},
};
static const int8_t CIVILIZATION_POINTS[] = {-5, 0, 0, 5, 10, 15};
static const int8_t DIFFERENT_MONUMENTS[] = {0, 1, 2, 3, 4, 5, 6, 10, 15};
static const int8_t EQUAL_MONUMENTS[] = {0, 0, 0, 5, 10, 15};

typedef struct {
    int8_t players, phase, to_act, turn, epoch, ra_track, row_len, row[ROW], centre, auction, bid, bidder;
    int32_t suns_up[SEATS], suns_down[SEATS];
    int16_t fame[SEATS];
    int8_t unrest_discards, earthquake_discards, pile[KINDS], tiles[SEATS][KINDS];
    int16_t scoring[SEATS][CATEGORIES];
} Position;

/* ---- random numbers: multiply-with-carry and xorshift, added up -------------------------------------------------- */

typedef struct { int64_t carry, shift; } Generator;
static const int64_t WORD = 0xFFFFFFFF, CARRY = 698769069;

static int64_t mix(int64_t x) {
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & WORD;
    x = ((x ^ (x >> 15)) * 0x735A2D97) & WORD;
    return x ^ (x >> 15);
}

static int64_t hash(int64_t salt, int64_t key, int64_t stream) {
    int64_t x = mix(salt ^ (key & WORD));
    x = mix((x + (key >> 32)) & WORD);
    x = mix((x + (stream & WORD)) & WORD);
    return mix((x + (stream >> 32)) & WORD);
}

static void seed(Generator *g, int64_t key, int64_t stream) {
    g->carry = (1 + hash(1, key, stream) % (CARRY - 2)) << 32 | hash(2, key, stream);
    g->shift = hash(3, key, stream) | 1;
}

static int random_below(Generator *g, int64_t n) {
    int64_t carry = CARRY * (g->carry & WORD) + (int64_t)((uint64_t)g->carry >> 32), shift = g->shift;
    shift ^= (shift << 13) & WORD;
    shift ^= shift >> 17;
    shift ^= (shift << 5) & WORD;
    g->carry = carry;
    g->shift = shift;
    return (int)((((carry + shift) & WORD) * n) >> 32);
}

static int random_bit(int64_t bits, Generator *g) {
    for (int skip = random_below(g, __builtin_popcountll(bits)); skip; skip--) bits &= bits - 1;
    return __builtin_ctzll(bits);
}

/* ---- turns ------------------------------------------------------------------------------------------------------- */

static void begin_turn(Position *p, int seat) { p->phase = TURN, p->turn = seat, p->to_act = seat; }

static int left_of(const Position *p, int seat) { return seat + 1 < p->players ? seat + 1 : 0; }

static void begin_epoch(Position *p) {
    int first = 0;
    p->epoch++;
    for (int seat = 1; seat < p->players; seat++)
        if (p->suns_up[seat] > p->suns_up[first]) first = seat;
    begin_turn(p, first);
}

static void set_up(Position *p, int players, Generator *g) {
    memset(p, 0, sizeof *p);
    memcpy(p->pile, COUNTS, sizeof COUNTS);
    p->players = players, p->centre = 1, p->bidder = NOBODY;
    for (int seat = 0; seat < players; seat++) {
        p->fame[seat] = 10;
        for (int i = 0; i < 4; i++)
            if (GROUPS[players][seat][i]) p->suns_up[seat] |= 1 << GROUPS[players][seat][i];
    }
    for (int seat = players - 1; seat > 0; seat--) {
        int other = random_below(g, seat + 1);
        int32_t group = p->suns_up[seat];
        p->suns_up[seat] = p->suns_up[other];
        p->suns_up[other] = group;
    }
    begin_epoch(p);
}

static void clear_row(Position *p) { memset(p->row, 0, ROW), p->row_len = 0; }

/* The next player with a sun is on turn; without one the epoch is over. */
static int next_turn(Position *p) {
    p->auction = NO_AUCTION, p->bid = 0, p->bidder = NOBODY;
    for (int i = 0, seat = p->turn; i < p->players; i++) {
        seat = left_of(p, seat);
        if (p->suns_up[seat]) return begin_turn(p, seat), 0;
    }
    return 1;
}

/* ---- scoring ----------------------------------------------------------------------------------------------------- */

static void reward_most_and_fewest(Position *p, int category, int most, int fewest) {
    int high = p->scoring[0][category], low = high;
    for (int seat = 1; seat < p->players; seat++) {
        if (p->scoring[seat][category] > high) high = p->scoring[seat][category];
        if (p->scoring[seat][category] < low) low = p->scoring[seat][category];
    }
    for (int seat = 0; seat < p->players; seat++) {
        int number = p->scoring[seat][category];
        p->scoring[seat][category] = high == low ? 0 : number == high ? most : number == low ? fewest : 0;
    }
}

static void score_seat(Position *p, int seat) {
    int8_t *tiles = p->tiles[seat];
    int16_t *points = p->scoring[seat];
    int different = 0, monuments = 0, equal = 0;
    for (int kind = ART; kind < CIVILIZATION_END; kind++) different += tiles[kind] > 0;
    for (int kind = FORTRESS; kind < MONUMENT_END; kind++)
        monuments += tiles[kind] > 0, equal += EQUAL_MONUMENTS[tiles[kind]];
    points[FOR_GOD] = 2 * tiles[GOD];
    points[FOR_GOLD] = 3 * tiles[GOLD];
    points[FOR_PHARAOH] = tiles[PHARAOH];
    points[FOR_NILE] = tiles[FLOOD] ? tiles[FLOOD] + tiles[NILE] : 0;
    points[FOR_CIVILIZATION] = CIVILIZATION_POINTS[different];
    points[FOR_MONUMENT] = p->epoch == EPOCHS ? DIFFERENT_MONUMENTS[monuments] + equal : 0;
    points[FOR_SUN] = 0;
}

static void score_suns(Position *p) {
    for (int seat = 0; seat < p->players; seat++)
        for (int sun = 1; sun <= HIGHEST_SUN; sun++)
            p->scoring[seat][FOR_SUN] += sun * ((p->suns_up[seat] | p->suns_down[seat]) >> sun & 1);
    reward_most_and_fewest(p, FOR_SUN, 5, -5);
}

static void end_epoch(Position *p) {
    for (int seat = 0; seat < p->players; seat++) score_seat(p, seat);
    reward_most_and_fewest(p, FOR_PHARAOH, 5, -2);
    if (p->epoch == EPOCHS) score_suns(p);
    for (int seat = 0; seat < p->players; seat++) {
        int sum = p->fame[seat];
        for (int category = 0; category < CATEGORIES; category++) sum += p->scoring[seat][category];
        p->fame[seat] = sum > 0 ? sum : 0;
        p->tiles[seat][GOD] = p->tiles[seat][GOLD] = p->tiles[seat][FLOOD] = 0;
        memset(p->tiles[seat] + ART, 0, CIVILIZATION_END - ART);
        p->suns_up[seat] |= p->suns_down[seat];
        p->suns_down[seat] = 0;
    }
    p->ra_track = 0;
    clear_row(p);
    if (p->epoch < EPOCHS) begin_epoch(p);
    else p->phase = OVER, p->to_act = NOBODY, p->turn = NOBODY;
}

static int winner(const Position *p) {
    int best = 0;
    for (int seat = 1; seat < p->players; seat++) {
        int more = p->fame[seat] - p->fame[best];
        int32_t suns = p->suns_up[seat] | p->suns_down[seat], best_suns = p->suns_up[best] | p->suns_down[best];
        if (more > 0 || (more == 0 && suns > best_suns)) best = seat;
    }
    return best;
}

/* ---- gods and disasters ------------------------------------------------------------------------------------------ */

static int64_t god_targets(const Position *p) {
    int64_t kinds = 0;
    if (!p->tiles[p->turn][GOD]) return 0;
    for (int space = 0; space < ROW; space++) kinds |= 1LL << p->row[space];
    return (kinds & ~(1LL << GOD | 1LL << RA)) << TAKE;
}

static int discard(int8_t *tiles, int kind, int count) {
    int discarded = count < tiles[kind] ? count : tiles[kind];
    tiles[kind] -= discarded;
    return discarded;
}

static int discard_if_no_choice(int8_t *tiles, int from, int to, int owed) {
    int held = 0, kinds = 0;
    if (!owed) return 0;
    for (int kind = from; kind < to; kind++) held += tiles[kind], kinds += tiles[kind] > 0;
    if (held > owed && kinds > 1) return owed;
    for (int kind = from; kind < to; kind++) owed -= discard(tiles, kind, owed);
    return 0;
}

static int continue_disasters(Position *p) {
    int8_t *tiles = p->tiles[p->to_act];
    p->unrest_discards = discard_if_no_choice(tiles, ART, CIVILIZATION_END, p->unrest_discards);
    if (!p->unrest_discards)
        p->earthquake_discards = discard_if_no_choice(tiles, FORTRESS, MONUMENT_END, p->earthquake_discards);
    if (p->unrest_discards || p->earthquake_discards) return p->phase = DISCARD, 0;
    if (p->auction == NO_AUCTION && god_targets(p)) return p->phase = GODS, 0;
    return next_turn(p);
}

static int resolve_disasters(Position *p) {
    int8_t *tiles = p->tiles[p->to_act];
    int drought = 2 * tiles[DROUGHT];
    discard(tiles, PHARAOH, 2 * tiles[FUNERAL]);
    drought -= discard(tiles, FLOOD, drought);
    discard(tiles, NILE, drought);
    p->unrest_discards = 2 * tiles[UNREST];
    p->earthquake_discards = 2 * tiles[EARTHQUAKE];
    memset(tiles + FUNERAL, 0, KINDS - FUNERAL);
    return continue_disasters(p);
}

/* ---- legal actions ----------------------------------------------------------------------------------------------- */

static int32_t higher_suns(int32_t suns, int bid) { return suns >> (bid + 1) << (bid + 1); }

static int64_t discardable(const Position *p, int from, int to) {
    int64_t actions = 0;
    for (int kind = from; kind < to; kind++)
        if (p->tiles[p->to_act][kind]) actions |= 1LL << (DISCARD_TILE + kind - ART);
    return actions;
}

static int64_t legal(const Position *p) {
    switch (p->phase) {
    case TURN: return (p->row_len < ROW ? 1LL << DRAW | 1LL << INVOKE : 1LL << INVOKE) | god_targets(p);
    case BID: {
        int must_bid = p->auction == VOLUNTARY && p->to_act == p->turn && p->bidder == NOBODY;
        return higher_suns(p->suns_up[p->to_act], p->bid) | !must_bid;
    }
    case GODS: return god_targets(p) | 1LL << END;
    case DISCARD:
        return p->unrest_discards ? discardable(p, ART, CIVILIZATION_END) : discardable(p, FORTRESS, MONUMENT_END);
    default: return 0;
    }
}

/* ---- play: each returns whether the epoch is over ---------------------------------------------------------------- */

static int next_bidder(const Position *p, int seat) {
    for (int i = 0; i < p->players; i++) {
        seat = left_of(p, seat);
        if (higher_suns(p->suns_up[seat], p->bid)) return seat;
        if (seat == p->turn) break;
    }
    return NOBODY;
}

static void open_auction(Position *p, int kind) {
    p->phase = BID, p->auction = kind, p->to_act = next_bidder(p, p->turn);
}

static int play_bid(Position *p, int sun) {
    int seat = p->to_act;
    if (sun != PASS) p->bid = sun, p->bidder = seat;
    p->to_act = seat == p->turn ? NOBODY : next_bidder(p, seat);
    if (p->to_act != NOBODY) return 0;
    if (p->bidder == NOBODY) {
        if (p->auction == FORCED) clear_row(p);
        return next_turn(p);
    }
    p->suns_up[p->bidder] &= ~(1 << p->bid);
    p->suns_down[p->bidder] |= 1 << p->centre;
    p->centre = p->bid;
    p->to_act = p->bidder;
    for (int space = 0; space < p->row_len; space++) p->tiles[p->bidder][p->row[space]]++;
    clear_row(p);
    return resolve_disasters(p);
}

static int play_god(Position *p, int tile) {
    int space = 0;
    p->tiles[p->turn][GOD]--;
    while (p->row[space] != tile) space++;
    p->row_len--;
    for (; space < p->row_len; space++) p->row[space] = p->row[space + 1];
    p->row[p->row_len] = 0;
    p->tiles[p->turn][tile]++;
    p->phase = GODS, p->to_act = p->turn;
    return resolve_disasters(p);
}

static int play_discard(Position *p, int action) {
    if (p->unrest_discards) p->unrest_discards--;
    else p->earthquake_discards--;
    p->tiles[p->to_act][action - DISCARD_TILE + ART]--;
    return continue_disasters(p);
}

static void play(Position *p, int action) {
    int over = 0;
    if (p->phase == BID) over = play_bid(p, action);
    else if (p->phase == DISCARD) over = play_discard(p, action);
    else if (action == DRAW) p->phase = DRAW_TILE, p->to_act = CHANCE;
    else if (action == INVOKE) open_auction(p, p->row_len < ROW ? VOLUNTARY : FORCED);
    else if (action == END) over = next_turn(p);
    else over = play_god(p, action - TAKE);
    if (over) end_epoch(p);
}

static int sample_outcome(const Position *p, Generator *g) {
    int total = 0, tile = 0;
    for (int kind = 0; kind < KINDS; kind++) total += p->pile[kind];
    for (int left = random_below(g, total) - p->pile[0]; left >= 0; left -= p->pile[tile]) tile++;
    return tile;
}

static void apply_outcome(Position *p, int tile) {
    int over = 0;
    p->pile[tile]--;
    if (tile != RA) p->row[p->row_len++] = tile, over = next_turn(p);
    else if (++p->ra_track < TRACK[p->players]) open_auction(p, DRAWN);
    else over = 1;
    if (over) end_epoch(p);
}

/* ---- random games ------------------------------------------------------------------------------------------------ */

void playouts(int players, int games, int64_t first, int64_t key, int32_t *scores, int32_t *wins, int32_t *decisions) {
    Position position, *p = &position;
    Generator g;
    for (int game = 0; game < games; game++) {
        int made = 0;
        seed(&g, key, first + game);
        set_up(p, players, &g);
        while (p->to_act != NOBODY) {
            play(p, random_bit(legal(p), &g)), made++;
            while (p->to_act == CHANCE) apply_outcome(p, sample_outcome(p, &g));
        }
        decisions[game] = made;
        wins[game] = 1 << winner(p);
        for (int seat = 0; seat < players; seat++) scores[game * players + seat] = p->fame[seat];
    }
}
