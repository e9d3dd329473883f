/* The decoders under comparison, each in a shared object of its own, behind one interface. */
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

#define ZSTD_STATIC_LINKING_ONLY
#include "zstd.h"
#include "zstd_errors.h"

/* Bytes that a comparison decodes at most of one input. */
#define MAX_CONTENT ((1u << 18) + 64)

typedef struct {
    const char* name;
    /* The functions of this library's copy of zstd. */
    size_t (*decompress)(ZSTD_DCtx*, void*, size_t, const void*, size_t);
    size_t (*decompressStream)(ZSTD_DCtx*, ZSTD_outBuffer*, ZSTD_inBuffer*);
    size_t (*resetDecoder)(ZSTD_DCtx*, ZSTD_ResetDirective);
    size_t (*compress)(ZSTD_CCtx*, void*, size_t, const void*, size_t);
    size_t (*compressSequences)(
        ZSTD_CCtx*, void*, size_t, const ZSTD_Sequence*, size_t, const void*, size_t);
    size_t (*setParameter)(ZSTD_CCtx*, ZSTD_cParameter, int);
    size_t (*resetEncoder)(ZSTD_CCtx*, ZSTD_ResetDirective);
    unsigned (*isError)(size_t);
    ZSTD_ErrorCode (*errorCode)(size_t);
    const char* (*version)(void);
    ZSTD_DCtx* decoder;
    ZSTD_CCtx* encoder;
} Library;

/* libzstd as it is; the changed decoder as it ships; the changed decoder without zstd's fast Huffman loop,
 * which 32-bit libzstd does not have either. */
extern Library unchanged, changed, strict;

typedef struct {
    uint8_t* bytes;
    size_t size;
    ZSTD_ErrorCode error;
} Result;

/* Loads the libraries from the folder of the running program, once. */
void loadLibraries(void);

/* Decodes all frames of the input at once into a buffer of exactly `capacity` bytes. */
Result decodeAtOnce(Library const* library, const uint8_t* input, size_t size, size_t capacity);

/* Decodes the input as tagview-core does: block by block, each output call with room for `step` bytes. With
 * `splits`, the pieces of input are cut further, by a sequence of pseudo-random sizes that begins there. */
Result decodeStream(Library const* library, const uint8_t* input, size_t size, size_t step, uint32_t splits);

void freeResult(Result* result);

#ifdef WITH_RUZSTD
/* ruzstd's answer: bytes written, -1 for an error. */
ptrdiff_t tagview_ruzstd(const uint8_t* input, size_t size, uint8_t* output, size_t capacity);
#endif

#endif
