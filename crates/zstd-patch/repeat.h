/*
 * Executes runs of the sequences that time tags are made of.
 *
 * A tag has 16 bytes. zstd's encoder matches it with the tag before, or with one a little earlier, at an offset of
 * 16, or at one other offset: repeated offsets, which cost no bits. The lengths of literals and matches are short
 * enough to follow from the symbol alone, without extra bits. At the usual
 * levels at least 98 of 100 sequences of a recording are like that, and in a run of them
 *
 * - the last 16 bytes of output, where most matches are, stay in a vector, so that a copy does not wait for
 *   the store before it, which is what took most of the time;
 * - a sequence takes three table look-ups and at most 14 bits, so the input is refilled once in four
 *   sequences, and bounds are checked once for as many rounds of four as there is room for.
 *
 * A sequence of any other kind ends the run and is left to zstd, and so are all sequences of a block where
 * such sequences are frequent.
 */
#ifndef TAGVIEW_REPEAT_H
#define TAGVIEW_REPEAT_H

#include "common/zstd_internal.h"
#include "common/bitstream.h"
#include "decompress/zstd_decompress_internal.h"

/* The tables below exist once in a process. A wasm instance has one thread; natively only the tests of this
 * folder may use them. */
#if !defined(__wasm__) && !defined(TAGVIEW_ONE_THREAD)
#error "the changed decoder has static tables: it must not be used by more than one thread"
#endif

/* The offset, in bytes, that is served from the vector: the size of a tag. */
#define TAGVIEW_NEAR 16

/* Bytes that a sequence of a run puts out at most: one store. */
#define TAGVIEW_MAX_LENGTH 16

/* The length of a symbol that ends the run. */
#define TAGVIEW_END_OF_RUN 255

/* Bits that each of the three states may take from the input. Four sequences, and up to 7 bits consumed
 * before, fit into 64: 4 * (5 + 5 + 4) + 7 = 63. */
#define TAGVIEW_LL_BITS 5
#define TAGVIEW_ML_BITS 5
#define TAGVIEW_OF_BITS 4

/* Sequences of 256 that may end a run; in blocks where more do, runs would cost more than they save. */
#define TAGVIEW_MAX_ENDS 25

typedef unsigned char TAGVIEW_bytes __attribute__((vector_size(16)));

/* Byte i of the result is byte at[i] of `from`, or 0 where at[i] is 16 or more. */
FORCE_INLINE_TEMPLATE TAGVIEW_bytes TAGVIEW_swizzle(TAGVIEW_bytes from, TAGVIEW_bytes at)
{
#if defined(__wasm_simd128__)
    typedef signed char Signed __attribute__((vector_size(16)));
    return (TAGVIEW_bytes)__builtin_wasm_swizzle_i8x16((Signed)from, (Signed)at);
#else
    TAGVIEW_bytes result;
    int i;
    for (i = 0; i < 16; i++) result[i] = from[at[i] & 15] & (BYTE)-(at[i] < 16);
    return result;
#endif
}

/* `by` is 0 to 63. clang makes one instruction of its builtin, and five of the form below: a sixth of decoding. */
FORCE_INLINE_TEMPLATE U64 TAGVIEW_rotateRight(U64 value, unsigned by)
{
#if defined(__clang__)
    return __builtin_rotateright64(value, by);
#else
    return (value >> by) | (value << ((64 - by) & 63));
#endif
}

/* Indices that shift a vector by n bytes: the 16 from 16 + n on bring bytes n, n + 1 ... of a vector to its
 * front and zeros behind them; the 16 from n on bring the first bytes of a second vector to the n last places,
 * and zeros before them. */
#define O 255
static const BYTE TAGVIEW_SHIFT[48] = {
    O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, 0, 1, 2, 3, 4, 5, 6, 7,
    8, 9, 10, 11, 12, 13, 14, 15, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O,
};
#undef O

/* By the number of literals: `literals` has ones in the bytes that are literals; `swap` has ones everywhere
 * where the first two repeated offsets change places, which is after a sequence without literals. */
static const struct { BYTE literals[16], swap[16]; } TAGVIEW_MASKS[16] = {
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

/* What a run needs of a ZSTD_seqSymbol. */
typedef struct {
    /* The next state is `next` plus the low bits of the input that `mask` selects. */
    U16 next, mask;
    /* Rotating the input to the right by this many bits brings this state's bits to the low end. */
    BYTE rotation;
    /* Bytes of literals or match, or TAGVIEW_END_OF_RUN. */
    BYTE length;
    /* Of a literals' symbol: the offset in bytes of its entry in TAGVIEW_MASKS. */
    U16 masks;
} TAGVIEW_Symbol;

/* The symbols of the block under way: of literal lengths, match lengths and offsets. */
static TAGVIEW_Symbol TAGVIEW_ll[1 << LLFSELog], TAGVIEW_ml[1 << MLFSELog], TAGVIEW_of[1 << OffFSELog];
/* A copy of the block's own table of match lengths, put into its place once the symbols above are made: a
 * block whose table is another has none yet. */
static ZSTD_seqSymbol TAGVIEW_mlTable[1 << MLFSELog];
/* Whether runs are to be tried in the block that the symbols were made for. */
static int TAGVIEW_runsPay;

static unsigned TAGVIEW_tableSize(const ZSTD_seqSymbol* table)
{
    return 1u << ((const ZSTD_seqSymbol_header*)(table - 1))->tableLog;
}

/* Makes the symbols of one table. Returns how many of 256 sequences end a run by theirs: a symbol has as many
 * states as it is frequent. */
static unsigned TAGVIEW_prepareTable(
    TAGVIEW_Symbol* to, const ZSTD_seqSymbol* table, unsigned maxBits, unsigned maxLength)
{
    unsigned const size = TAGVIEW_tableSize(table);
    unsigned ends = 0;
    unsigned i;
    for (i = 0; i < size; i++) {
        ZSTD_seqSymbol const symbol = table[i];
        int const endsRun =
            symbol.nbAdditionalBits != 0 || symbol.nbBits > maxBits || symbol.baseValue > maxLength;
        to[i].next = symbol.nextState;
        to[i].mask = (U16)((1u << symbol.nbBits) - 1);
        to[i].rotation = (BYTE)((64 - symbol.nbBits) % 64);
        to[i].length = endsRun ? TAGVIEW_END_OF_RUN : (BYTE)symbol.baseValue;
        to[i].masks = endsRun ? 0 : (U16)(symbol.baseValue * sizeof(TAGVIEW_MASKS[0]));
        ends += (unsigned)endsRun;
    }
    return ends * 256 / size;
}

/* The part of the state of zstd's loop over a block's sequences that a run reads or changes. */
typedef struct {
    BIT_DStream_t* bits;
    size_t *ll, *ml, *of;
    const ZSTD_seqSymbol *llTable, **mlTable, *ofTable;
    size_t* prevOffset;
    const BYTE** literals;
    const BYTE* literalsEnd;
    /* Sequences that the run may execute. The block's last is none of them: it leaves the states as they are. */
    int* sequences;
    /* Bytes of output before the run that lie in one piece. */
    size_t prefixLength;
} TAGVIEW_Run;

static void TAGVIEW_prepare(TAGVIEW_Run const* run)
{
    const ZSTD_seqSymbol* const mlTable = *run->mlTable;
    unsigned ends = TAGVIEW_prepareTable(TAGVIEW_of, run->ofTable, TAGVIEW_OF_BITS, 0);
    if (ends <= TAGVIEW_MAX_ENDS) {
        ends += TAGVIEW_prepareTable(TAGVIEW_ll, run->llTable, TAGVIEW_LL_BITS, 15);
        ends += TAGVIEW_prepareTable(TAGVIEW_ml, mlTable, TAGVIEW_ML_BITS, TAGVIEW_MAX_LENGTH);
    }
    TAGVIEW_runsPay = ends <= TAGVIEW_MAX_ENDS;
    ZSTD_memcpy(TAGVIEW_mlTable, mlTable, TAGVIEW_tableSize(mlTable) * sizeof(ZSTD_seqSymbol));
    *run->mlTable = TAGVIEW_mlTable;
}

/* Executes sequences as long as they belong to a run. Their output begins at `op`, has at least TAGVIEW_NEAR
 * bytes of prefix before it, and does not reach beyond `oend`; returns its end. */
static __attribute__((noinline)) BYTE* TAGVIEW_repeat(BYTE* op, BYTE* const oend, TAGVIEW_Run const* const run)
{
    BIT_DStream_t* const bits = run->bits;
    const char* ptr = bits->ptr;
    /* Bits consumed, negative and modulo 64, as rotations are. */
    unsigned consumed = 0u - bits->bitsConsumed;
    const BYTE* literals = *run->literals;
    unsigned ll = (unsigned)*run->ll, ml = (unsigned)*run->ml, of = (unsigned)*run->of;
    size_t* const offset = run->prevOffset;
    size_t const other = offset[0] == TAGVIEW_NEAR ? offset[1] : offset[0];
    /* Whether matches at the other offset belong to the run. A smaller one would copy from the 16 bytes that
     * are being stored; a larger one would leave the prefix. */
    unsigned const otherUsable = other >= TAGVIEW_MAX_LENGTH && other <= run->prefixLength;
    /* Without another offset, what is loaded from here is not used. */
    size_t const distance = otherUsable ? other : TAGVIEW_NEAR;
    int sequences = *run->sequences;
    /* The last 16 bytes of output. */
    TAGVIEW_bytes last;
    /* All ones where the other offset is the first of the repeated ones, zeros where TAGVIEW_NEAR is. */
    TAGVIEW_bytes useOther;
    U64 input;
    /* Rounds of four sequences, for which there is room in the output, and enough of everything that is read:
     * 16 bytes are loaded for the literals of each sequence, and a round consumes less than 8 bytes of input. */
    size_t rounds = MIN(
        MIN((size_t)(oend - op) / (4 * TAGVIEW_MAX_LENGTH), (size_t)(run->literalsEnd - literals) / (4 * 16)),
        MIN((size_t)(ptr - bits->start) / 8, (size_t)sequences / 4));
    if (rounds == 0 || bits->bitsConsumed > 7 || !(otherUsable || offset[0] == TAGVIEW_NEAR)) return op;
    if (*run->mlTable != TAGVIEW_mlTable) TAGVIEW_prepare(run);
    if (!TAGVIEW_runsPay) return op;
    ZSTD_memcpy(&last, op - 16, 16);
    ZSTD_memcpy(&useOther, TAGVIEW_MASKS[offset[0] == TAGVIEW_NEAR].swap, 16);

#define RELOAD                                                                        \
    consumed = (0u - consumed) & 63;                                                  \
    ptr -= consumed >> 3;                                                             \
    consumed = 0u - (consumed & 7);

#define NEXT(state, symbol)                                                           \
    input = TAGVIEW_rotateRight(input, (symbol)->rotation);                           \
    state = (symbol)->next + ((unsigned)input & (symbol)->mask);

#define SEQUENCE                                                                      \
    {   TAGVIEW_Symbol const* const l = TAGVIEW_ll + ll;                              \
        TAGVIEW_Symbol const* const m = TAGVIEW_ml + ml;                              \
        TAGVIEW_Symbol const* const o = TAGVIEW_of + of;                              \
        unsigned const literalLength = l->length;                                     \
        unsigned const length = literalLength + m->length + o->length;                \
        const BYTE* const masks = (const BYTE*)TAGVIEW_MASKS + l->masks;              \
        TAGVIEW_bytes bytes, match, mask, front, back;                                \
        if (UNLIKELY(length > TAGVIEW_MAX_LENGTH)) break;                             \
        /* Without literals, the second repeated offset is meant, not the first. */   \
        if (UNLIKELY((literalLength | otherUsable) == 0)) break;                      \
        ZSTD_memcpy(&mask, masks + 16, 16);                                           \
        useOther ^= mask;                                                             \
        ZSTD_memcpy(&match, op - distance, 16);                                       \
        match = (match & useOther) | (last & ~useOther);                              \
        ZSTD_memcpy(&bytes, literals, 16);                                            \
        ZSTD_memcpy(&mask, masks, 16);                                                \
        bytes = (bytes & mask) | (match & ~mask);                                     \
        ZSTD_memcpy(op, &bytes, 16);                                                  \
        ZSTD_memcpy(&front, TAGVIEW_SHIFT + 16 + length, 16);                         \
        ZSTD_memcpy(&back, TAGVIEW_SHIFT + length, 16);                               \
        last = TAGVIEW_swizzle(last, front) | TAGVIEW_swizzle(bytes, back);           \
        op += length;                                                                 \
        literals += literalLength;                                                    \
        sequences--;                                                                  \
        consumed += l->rotation + m->rotation + o->rotation;                          \
        NEXT(ll, l)                                                                   \
        NEXT(ml, m)                                                                   \
        NEXT(of, o) }

    for (; rounds; rounds--) {
        input = TAGVIEW_rotateRight(MEM_read64(ptr), consumed & 63);
        SEQUENCE
        SEQUENCE
        SEQUENCE
        SEQUENCE
        RELOAD
    }
    /* The run ended within a round. */
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
    if (otherUsable) {
        offset[0] = useOther[0] ? other : TAGVIEW_NEAR;
        offset[1] = useOther[0] ? TAGVIEW_NEAR : other;
    }
    *run->literals = literals;
    *run->sequences = sequences;
    return op;
}

/* After a sequence of `length` bytes at `op`: executes the run that may follow. `length` is an error code,
 * which is far above TAGVIEW_MAX_LENGTH, if the sequence failed. The macro reads and changes the variables of
 * zstd's function by their names: op, nbSeq, seqState. nbSeq still counts the sequence before the run; without
 * that one and the block's last, nbSeq - 2 are left. zstd adds `length` to `op` after the macro. */
#define TAGVIEW_RUN(literals, literalsEnd, length)                                                                   \
    if ((TAGVIEW_runsPay || seqState.stateML.table != TAGVIEW_mlTable) &&                                            \
        (seqState.prevOffset[0] == TAGVIEW_NEAR || seqState.prevOffset[1] == TAGVIEW_NEAR) &&                        \
        (length) <= TAGVIEW_MAX_LENGTH && nbSeq > 2 && op + (length) - prefixStart >= TAGVIEW_NEAR) {                \
        int sequences = nbSeq - 2;                                                                                   \
        TAGVIEW_Run const run = {                                                                                    \
            &seqState.DStream, &seqState.stateLL.state, &seqState.stateML.state, &seqState.stateOffb.state,          \
            seqState.stateLL.table, &seqState.stateML.table, seqState.stateOffb.table, seqState.prevOffset,          \
            literals, literalsEnd, &sequences, (size_t)(op + (length) - prefixStart),                                \
        };                                                                                                           \
        op = TAGVIEW_repeat(op + (length), oend, &run) - (length);                                                   \
        nbSeq = sequences + 2;                                                                                       \
    }

#endif
