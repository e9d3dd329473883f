/*
 * Executes one sequence whose literals and match have at most 16 bytes each, and starts the runs of repeat.h.
 *
 * A tag is one or two sequences: the few bytes that are new (literals), then a copy of what an earlier tag
 * has there (the match). zstd stores 16 bytes of literals, however few they are, and then loads 16 bytes of
 * the match. The bytes it loads often overlap the bytes it has just stored, although no byte of the match
 * itself is among them; and a processor that loads from two stores under way waits until both have reached
 * the cache. So the match is loaded first, wherever no literal of the sequence is part of it.
 */
#ifndef TAGVIEW_SEQUENCE_H
#define TAGVIEW_SEQUENCE_H

#include "common/zstd_internal.h"
/* fse.h and huf.h define these as macros; entropy_common.c defines functions of these names. */
#undef FSE_isError
#undef HUF_isError

/* zstd's own function executes the rare sequences only, and so is not to be inlined into the loop, where it
 * would take registers from the common ones. */
#undef HINT_INLINE
#define HINT_INLINE static INLINE_KEYWORD UNUSED_ATTR

typedef unsigned long long TAGVIEW_words __attribute__((vector_size(16)));

/* Executes the sequence at `op` and returns 1; or changes nothing and returns 0, and zstd's function has to
 * execute it. The bounds are those of zstd's function: 16 bytes may be read from `*literals`, since the
 * literals' buffer has WILDCOPY_OVERLENGTH bytes behind its end, and 16 bytes may be written at
 * `op + literalLength`, since the sequence ends that much before `oend`. Addresses are compared, not lengths, which
 * takes a twentieth more time: the lengths are at most 16 by then, so no sum leaves the address space. */
FORCE_INLINE_TEMPLATE int TAGVIEW_execute(
    BYTE* op, BYTE* const oend, const BYTE** literals, const BYTE* const literalsEnd,
    const BYTE* const prefixStart, size_t literalLength, size_t matchLength, size_t offset)
{
    BYTE* const literalEnd = op + literalLength;
    size_t const length = literalLength + matchLength;
    TAGVIEW_words literal, match;
    if (UNLIKELY(
            length > offset || literalLength > 16 || matchLength > 16 ||
            literalLength > (size_t)(literalsEnd - *literals) ||
            op + length > oend - WILDCOPY_OVERLENGTH || offset > (size_t)(literalEnd - prefixStart)))
        return 0;
    ZSTD_memcpy(&match, literalEnd - offset, 16);
    ZSTD_memcpy(&literal, *literals, 16);
    ZSTD_memcpy(op, &literal, 16);
    ZSTD_memcpy(literalEnd, &match, 16);
    *literals += literalLength;
    return 1;
}

/* ZSTD_execSequence() is defined with a first parameter `BYTE* op` and called with `op`. The macro looks at
 * the first word and leaves the definition as it is; each call tries the function above first, and is
 * followed by a run (repeat.h). All calls initialise a variable named `oneSeqSize`, which TAGVIEW_RUN reads. */
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
