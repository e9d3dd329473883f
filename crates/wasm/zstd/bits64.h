/*
 * Put before every file of zstd when it is compiled for wasm32.
 *
 * zstd takes bits from a container of the size of size_t, and refills it so much more often where
 * that is 32 bits. wasm32 has registers and loads of 64 bits all the same. So the two headers that
 * define the container (mem.h, bitstream.h) are read with a size_t of 64 bits; all others, which
 * are included first, keep theirs, and what they use of these two is set right below.
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

/* Only the decoder takes what 64 bits have room for; the encoder, whose matches are compared and whose
 * Huffman codes are written in words of size_t, goes on as before. Told by the file's name: its
 * fifth or sixth letter begins the word "decompress". */
#define IN_DECODER                                          \
    ((__FILE_NAME__[4] == 'd' && __FILE_NAME__[5] == 'e') || \
     (__FILE_NAME__[5] == 'd' && __FILE_NAME__[6] == 'e'))
#define MEM_64bits() IN_DECODER
#define MEM_32bits() (!IN_DECODER)
#define MEM_readST(p) ((size_t)MEM_read32(p))
#define MEM_writeLEST(p, v) (sizeof(v) == 8 ? MEM_writeLE64((p), (v)) : MEM_writeLE32((p), (U32)(v)))

/* Two functions of the fast Huffman decoder have a size_t of their own. One cuts 64 bits off by it: it is
 * defined with a parameter `BYTE const* ip` and called with `args->ip`, and by that word its definition stays
 * what it is, and its calls go to the one below. The other takes its size for that of the container, where it
 * sets a member that no other file names. */
#define HUF_initFastDStream(first) TAGVIEW_FAST_##first)
#define TAGVIEW_FAST_BYTE HUF_initFastDStream(BYTE
#define TAGVIEW_FAST_args TAGVIEW_initFastDStream(args
FORCE_INLINE_TEMPLATE uint64_t TAGVIEW_initFastDStream(unsigned char const* ip)
{
    unsigned const lastByte = ip[7];
    return (MEM_read64(ip) | 1) << (lastByte ? 8 - ZSTD_highbit32(lastByte) : 0);
}
#define limitPtr limitPtr = bit->start + sizeof(bit->bitContainer); if (0) bit->limitPtr

#endif
