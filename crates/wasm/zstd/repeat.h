/*
 * Put before every file of zstd when it is compiled for wasm32: how its decoder executes a run of the
 * sequences that tags are made of.
 *
 * A tag has 16 bytes. What an encoder finds of it in the tag before it, or in one a little earlier, are
 * matches at a distance of 16, or of one other: repeated offsets. Their lengths are short enough to be
 * told by the codes alone, without further bits. At the usual levels 98 of 100 sequences of a recording and
 * more are like that, and in such a run
 *
 * - the last 16 bytes of output, which most matches are of, are held in a vector: so they do not wait for
 *   what was just stored, which is what took most of the time;
 * - a sequence takes three lookups and at most 14 bits, so there is one look at the input for four
 *   sequences, and bounds are checked once, for as many fours as there is room.
 *
 * Whatever is different ends the run, and is left to zstd; so are blocks where that is frequent.
 */
#ifndef TAGVIEW_REPEAT_H
#define TAGVIEW_REPEAT_H

#include "common/zstd_internal.h"
#include "common/bitstream.h"
#include "decompress/zstd_decompress_internal.h"

#define TAGVIEW_NEAR 16

/* As much as a sequence of a run may put out: one store. */
#define TAGVIEW_MOST 16

/* A length that ends the run. */
#define TAGVIEW_STRANGE 255

/* Bits that the three states may take: four sequences of them, and the up to 7 bits consumed before, are
 * within 64. */
#define TAGVIEW_LL_BITS 5
#define TAGVIEW_ML_BITS 5
#define TAGVIEW_OF_BITS 4

/* Runs are worth it where at most so many of 256 sequences end one. */
#define TAGVIEW_ENDS 25

typedef unsigned char TAGVIEW_bytes __attribute__((vector_size(16)));

/* Byte i of the result is byte at[i] of `from`, or 0 where that is 16 or more. */
FORCE_INLINE_TEMPLATE TAGVIEW_bytes TAGVIEW_swizzle(TAGVIEW_bytes from, TAGVIEW_bytes at)
{
    typedef signed char Signed __attribute__((vector_size(16)));
    return (TAGVIEW_bytes)__builtin_wasm_swizzle_i8x16((Signed)from, (Signed)at);
}

/* To go on by n bytes: 16 of these from 16 + n on take the bytes n, n + 1 ... of a vector to the front; 16 from
 * n on put the first bytes of the vector that follows behind them. */
#define O 255
static const BYTE TAGVIEW_SHIFT[48] = {
    O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, 0, 1, 2, 3, 4, 5, 6, 7,
    8, 9, 10, 11, 12, 13, 14, 15, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O,
};
#undef O

/* By the number of literals: which of 16 bytes are literals; and ones where the two offsets change places. */
static const struct { BYTE literals[16], change[16]; } TAGVIEW_MASKS[16] = {
#define B(n, i) ((i) < (n) ? 255 : 0)
#define MASK(n) { B(n, 0), B(n, 1), B(n, 2), B(n, 3), B(n, 4), B(n, 5), B(n, 6), B(n, 7), \
        B(n, 8), B(n, 9), B(n, 10), B(n, 11), B(n, 12), B(n, 13), B(n, 14), B(n, 15) }
    { MASK(0), MASK(16) },
#define MASKS(n) { MASK(n), MASK(0) }
    MASKS(1), MASKS(2), MASKS(3), MASKS(4), MASKS(5), MASKS(6), MASKS(7), MASKS(8),
    MASKS(9), MASKS(10), MASKS(11), MASKS(12), MASKS(13), MASKS(14), MASKS(15),
#undef MASKS
#undef MASK
#undef B
};

/* ZSTD_seqSymbol with what a run needs of it, made once for each block. */
typedef struct {
    /* The next state, but for its low bits, and the mask of these. */
    U16 next, mask;
    /* By this the bits of the input are rotated to the right, so that the low bits are at their place. */
    BYTE turn;
    BYTE length;
    /* Of literals: where their masks begin. */
    U16 masks;
} TAGVIEW_Symbol;

/* An instance of the module has one thread, and a block is decoded in one go: so there is one of each. */
static TAGVIEW_Symbol TAGVIEW_ll[1 << LLFSELog], TAGVIEW_ml[1 << MLFSELog], TAGVIEW_of[1 << OffFSELog];
/* Takes the place of the block's own table, so that it shows whether the rest here is this block's. */
static ZSTD_seqSymbol TAGVIEW_mlTable[1 << MLFSELog];
/* Whether runs are long enough to be worth it. */
static int TAGVIEW_worth;

static unsigned TAGVIEW_tableSize(const ZSTD_seqSymbol* table)
{
    return 1u << ((const ZSTD_seqSymbol_header*)(table - 1))->tableLog;
}

/* Returns about how many of 256 symbols will end a run. */
static unsigned TAGVIEW_prepareTable(
    TAGVIEW_Symbol* to, const ZSTD_seqSymbol* table, unsigned maxBits, unsigned maxLength)
{
    unsigned const size = TAGVIEW_tableSize(table);
    unsigned ends = 0;
    unsigned i;
    for (i = 0; i < size; i++) {
        ZSTD_seqSymbol const symbol = table[i];
        int const strange =
            symbol.nbAdditionalBits != 0 || symbol.nbBits > maxBits || symbol.baseValue > maxLength;
        to[i].next = symbol.nextState;
        to[i].mask = (U16)((1u << symbol.nbBits) - 1);
        to[i].turn = (BYTE)((64 - symbol.nbBits) % 64);
        to[i].length = strange ? TAGVIEW_STRANGE : (BYTE)symbol.baseValue;
        to[i].masks = strange ? 0 : (U16)(symbol.baseValue * sizeof(TAGVIEW_MASKS[0]));
        ends += (unsigned)strange;
    }
    /* A symbol has as many states as it is frequent. */
    return ends * 256 / size;
}

/* What the decoder has under way. */
typedef struct {
    BIT_DStream_t* bits;
    size_t *ll, *ml, *of;
    const ZSTD_seqSymbol *llTable, **mlTable, *ofTable;
    size_t* prevOffset;
    const BYTE** literals;
    const BYTE* literalsEnd;
    /* Sequences left to decode but for the last, which leaves the states as they are. */
    int* sequences;
    /* How far back there is output in one piece. */
    size_t reach;
} TAGVIEW_Run;

static void TAGVIEW_prepare(TAGVIEW_Run const* run)
{
    const ZSTD_seqSymbol* const mlTable = *run->mlTable;
    unsigned ends = TAGVIEW_prepareTable(TAGVIEW_of, run->ofTable, TAGVIEW_OF_BITS, 0);
    if (ends <= TAGVIEW_ENDS) {
        ends += TAGVIEW_prepareTable(TAGVIEW_ll, run->llTable, TAGVIEW_LL_BITS, 15);
        ends += TAGVIEW_prepareTable(TAGVIEW_ml, mlTable, TAGVIEW_ML_BITS, TAGVIEW_MOST);
    }
    TAGVIEW_worth = ends <= TAGVIEW_ENDS;
    ZSTD_memcpy(TAGVIEW_mlTable, mlTable, TAGVIEW_tableSize(mlTable) * sizeof(ZSTD_seqSymbol));
    *run->mlTable = TAGVIEW_mlTable;
}

FORCE_INLINE_TEMPLATE size_t TAGVIEW_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Executes sequences as long as they belong to a run; returns the end of their output, which begins at `op`. */
static __attribute__((noinline)) BYTE* TAGVIEW_repeat(BYTE* op, BYTE* const oend, TAGVIEW_Run const* const run)
{
    BIT_DStream_t* const bits = run->bits;
    const char* ptr = bits->ptr;
    /* Negative, as turns are, and modulo 64. */
    unsigned consumed = 0u - bits->bitsConsumed;
    const BYTE* literals = *run->literals;
    unsigned ll = (unsigned)*run->ll, ml = (unsigned)*run->ml, of = (unsigned)*run->of;
    size_t* const offset = run->prevOffset;
    size_t const other = offset[0] == TAGVIEW_NEAR ? offset[1] : offset[0];
    /* Nearer ones would copy from the 16 bytes they make. */
    unsigned const changeable = other >= TAGVIEW_MOST && other <= run->reach;
    /* Where there is no other, what is loaded is not used. */
    size_t const distance = changeable ? other : TAGVIEW_NEAR;
    int sequences = *run->sequences;
    /* The last 16 bytes of output, and ones where the other offset is the first. */
    TAGVIEW_bytes near, far;
    U64 input;
    size_t rounds = TAGVIEW_least(
        TAGVIEW_least((size_t)(oend - op) / (4 * TAGVIEW_MOST), (size_t)(run->literalsEnd - literals) / (4 * 16)),
        TAGVIEW_least((size_t)(ptr - bits->start) / 8, (size_t)sequences / 4));
    if (rounds == 0 || bits->bitsConsumed > 7 || !(changeable || offset[0] == TAGVIEW_NEAR)) return op;
    if (*run->mlTable != TAGVIEW_mlTable) TAGVIEW_prepare(run);
    if (!TAGVIEW_worth) return op;
    ZSTD_memcpy(&near, op - 16, 16);
    ZSTD_memcpy(&far, TAGVIEW_MASKS[offset[0] == TAGVIEW_NEAR].change, 16);

#define RELOAD                                                                        \
    consumed = (0u - consumed) & 63;                                                  \
    ptr -= consumed >> 3;                                                             \
    consumed = 0u - (consumed & 7);

#define NEXT(state, symbol)                                                           \
    input = __builtin_rotateright64(input, (symbol)->turn);                           \
    state = (symbol)->next + ((unsigned)input & (symbol)->mask);

#define SEQUENCE                                                                      \
    {   TAGVIEW_Symbol const* const l = TAGVIEW_ll + ll;                              \
        TAGVIEW_Symbol const* const m = TAGVIEW_ml + ml;                              \
        TAGVIEW_Symbol const* const o = TAGVIEW_of + of;                              \
        unsigned const literalLength = l->length;                                     \
        unsigned const length = literalLength + m->length + o->length;                \
        const BYTE* const masks = (const BYTE*)TAGVIEW_MASKS + l->masks;              \
        TAGVIEW_bytes bytes, match, mask, front, back;                                \
        if (UNLIKELY(length > TAGVIEW_MOST)) break;                                   \
        /* Without literals the second offset is meant, not the first. */             \
        if (UNLIKELY((literalLength | changeable) == 0)) break;                       \
        ZSTD_memcpy(&mask, masks + 16, 16);                                           \
        far ^= mask;                                                                  \
        ZSTD_memcpy(&match, op - distance, 16);                                       \
        match = (match & far) | (near & ~far);                                        \
        ZSTD_memcpy(&bytes, literals, 16);                                            \
        ZSTD_memcpy(&mask, masks, 16);                                                \
        bytes = (bytes & mask) | (match & ~mask);                                     \
        ZSTD_memcpy(op, &bytes, 16);                                                  \
        ZSTD_memcpy(&front, TAGVIEW_SHIFT + 16 + length, 16);                         \
        ZSTD_memcpy(&back, TAGVIEW_SHIFT + length, 16);                               \
        near = TAGVIEW_swizzle(near, front) | TAGVIEW_swizzle(bytes, back);           \
        op += length;                                                                 \
        literals += literalLength;                                                    \
        sequences--;                                                                  \
        consumed += l->turn + m->turn + o->turn;                                      \
        NEXT(ll, l)                                                                   \
        NEXT(ml, m)                                                                   \
        NEXT(of, o) }

    for (; rounds; rounds--) {
        input = __builtin_rotateright64(MEM_read64(ptr), consumed & 63);
        SEQUENCE
        SEQUENCE
        SEQUENCE
        SEQUENCE
        RELOAD
    }
    if (rounds) { RELOAD }

#undef SEQUENCE
#undef NEXT
#undef RELOAD

    bits->ptr = ptr;
    bits->bitsConsumed = 0u - consumed;
    bits->bitContainer = MEM_read64(ptr);
    *run->ll = ll;
    *run->ml = ml;
    *run->of = of;
    if (changeable) {
        offset[0] = far[0] ? other : TAGVIEW_NEAR;
        offset[1] = far[0] ? TAGVIEW_NEAR : other;
    }
    *run->literals = literals;
    *run->sequences = sequences;
    return op;
}

/* After a sequence of `length` bytes at `op`: executes the run that may follow. It changes variables of zstd's
 * function by their names: op, nbSeq, seqState. With more than two sequences left, this one among them, the
 * number without this and the last is none below 0. */
#define TAGVIEW_RUN(literals, literalsEnd, length)                                                                   \
    if ((TAGVIEW_worth || seqState.stateML.table != TAGVIEW_mlTable) &&                                              \
        (seqState.prevOffset[0] == TAGVIEW_NEAR || seqState.prevOffset[1] == TAGVIEW_NEAR) &&                        \
        (length) <= TAGVIEW_MOST && nbSeq > 2 && op + (length) - prefixStart >= TAGVIEW_NEAR) {                      \
        int sequences = nbSeq - 2;                                                                                   \
        TAGVIEW_Run const run = {                                                                                    \
            &seqState.DStream, &seqState.stateLL.state, &seqState.stateML.state, &seqState.stateOffb.state,          \
            seqState.stateLL.table, &seqState.stateML.table, seqState.stateOffb.table, seqState.prevOffset,          \
            literals, literalsEnd, &sequences, (size_t)(op + (length) - prefixStart),                                \
        };                                                                                                           \
        /* zstd adds the length itself. */                                                                           \
        op = TAGVIEW_repeat(op + (length), oend, &run) - (length);                                                   \
        nbSeq = sequences + 2;                                                                                       \
    }

#endif
