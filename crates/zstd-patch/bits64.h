/*
 * Lets zstd's decoder take bits from a container of 64 bits on targets whose pointers have 32.
 *
 * zstd's bit container has the size of size_t, and is refilled after every few bits where that is 32. wasm32
 * has registers and loads of 64 bits, so the two headers that define the container (mem.h, bitstream.h) are
 * read here with size_t as a name for uint64_t. All other headers that use size_t are included before, and
 * keep the target's own; what they take from these two is adapted below.
 */
#ifndef TAGVIEW_BITS64_H
#define TAGVIEW_BITS64_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include "common/zstd_deps.h"
#include "common/compiler.h"
#include "common/debug.h"
#include "common/error_private.h"

#define size_t uint64_t
#include "common/mem.h"
#include "common/bits.h"
#include "common/bitstream.h"
#undef size_t

/* Only the decoder may use the room of 64 bits. The encoder compares matches and writes Huffman codes
 * in words of size_t, so it requires 32 bits. The decoder's files are recognised by their names
 * (huf_decompress.c, fse_decompress.c, zstd_decompress.c, zstd_decompress_block.c): "de" are their fifth and
 * sixth letters, or their sixth and seventh; no file of the encoder has them there. */
#define TAGVIEW_IN_DECODER                                  \
    ((__FILE_NAME__[4] == 'd' && __FILE_NAME__[5] == 'e') || \
     (__FILE_NAME__[5] == 'd' && __FILE_NAME__[6] == 'e'))
#define MEM_64bits() TAGVIEW_IN_DECODER
#define MEM_32bits() (!TAGVIEW_IN_DECODER)
#define MEM_readST(p) ((size_t)MEM_read32(p))
#define MEM_writeLEST(p, v) (sizeof(v) == 8 ? MEM_writeLE64((p), (v)) : MEM_writeLE32((p), (U32)(v)))

/* HUF_initFastDStream() returns the 64 bits of a container as a size_t, which would lose the upper half. The
 * function is defined with the parameter `BYTE const* ip` and called with `args->ip[N]`; the macro looks at
 * the first word, leaves the definition as it is, and sends the calls to the function below. */
#define HUF_initFastDStream(first) TAGVIEW_FAST_##first)
#define TAGVIEW_FAST_BYTE HUF_initFastDStream(BYTE
#define TAGVIEW_FAST_args TAGVIEW_initFastDStream(args
FORCE_INLINE_TEMPLATE uint64_t TAGVIEW_initFastDStream(unsigned char const* ip)
{
    unsigned const lastByte = ip[7];
    return (MEM_read64(ip) | 1) << (lastByte ? 8 - ZSTD_highbit32(lastByte) : 0);
}

/* HUF_initRemainingDStream() sets `limitPtr` to `bit->start + sizeof(size_t)`, where the container's size is
 * meant. No other function outside bitstream.h names that member, so the macro sets it to the right place and
 * turns the assignment that follows into dead code. */
#define limitPtr limitPtr = bit->start + sizeof(bit->bitContainer); if (0) bit->limitPtr

#endif
