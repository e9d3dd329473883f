/*
 * Put before every file of zstd when it is compiled for wasm32: how its decoder executes a sequence
 * outside the runs of repeat.h.
 *
 * A tag is one sequence or two: the few bytes that are new (literals), then a copy of what
 * an earlier tag has there (a match). zstd stores 16 bytes of literals, whatever their number, and then
 * loads 16 bytes of the match. Often the last of these are among the first of those, though none
 * is part of the match; and a processor that loads from two stores under way waits until both have
 * reached the cache. So the match is loaded
 * first wherever the literals are no part of it.
 */
#ifndef TAGVIEW_SEQUENCE_H
#define TAGVIEW_SEQUENCE_H

#include "common/zstd_internal.h"
/* Functions in the file that defines them. */
#undef FSE_isError
#undef HUF_isError

/* What is rarely run is not to take registers from what is. */
#undef HINT_INLINE
#define HINT_INLINE static INLINE_KEYWORD UNUSED_ATTR

typedef unsigned long long Tagview16 __attribute__((vector_size(16)));

/* The same bounds as in zstd's function; whatever does not keep them is left to it. */
FORCE_INLINE_TEMPLATE int TAGVIEW_execute(
    BYTE* op, BYTE* const oend, const BYTE** literals, const BYTE* const literalsEnd,
    const BYTE* const prefixStart, size_t literalLength, size_t matchLength, size_t offset)
{
    BYTE* const place = op + literalLength;
    size_t const length = literalLength + matchLength;
    Tagview16 literal, match;
    if (UNLIKELY(
            length > offset || literalLength > 16 || matchLength > 16 ||
            literalLength > (size_t)(literalsEnd - *literals) ||
            op + length > oend - WILDCOPY_OVERLENGTH || offset > (size_t)(place - prefixStart)))
        return 0;
    ZSTD_memcpy(&match, place - offset, 16);
    ZSTD_memcpy(&literal, *literals, 16);
    ZSTD_memcpy(op, &literal, 16);
    ZSTD_memcpy(place, &match, 16);
    *literals += literalLength;
    return 1;
}

/* zstd's function is defined with a first parameter `BYTE* op` and called with `op`: by that word
 * its definition stays what it is, and its calls try the one above first, and then go on with a run. The
 * result of each is a variable `oneSeqSize`. */
#define ZSTD_execSequence(first, ...) TAGVIEW_AT_##first, __VA_ARGS__)
#define TAGVIEW_AT_BYTE ZSTD_execSequence(BYTE
#define TAGVIEW_AT_op TAGVIEW_SEQUENCE(op
#define TAGVIEW_SEQUENCE(op, oend, sequence, literals, literalsEnd, prefixStart, virtualStart, dictEnd)          \
    (TAGVIEW_execute(op, oend, literals, literalsEnd, prefixStart, (sequence).litLength, (sequence).matchLength, \
                     (sequence).offset)                                                                          \
         ? (sequence).litLength + (sequence).matchLength                                                         \
         : ZSTD_execSequence(op, oend, sequence, literals, literalsEnd, prefixStart, virtualStart, dictEnd)); \
    TAGVIEW_RUN(literals, literalsEnd, oneSeqSize)

#endif
