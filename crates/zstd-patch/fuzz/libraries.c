#define _GNU_SOURCE
#include "libraries.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Library unchanged, changed, strict;

/* The same global variables are in several shared objects, on purpose. What was freed is not kept for long, and
 * stacks are short: both are for speed. */
const char* __asan_default_options(void);
const char* __asan_default_options(void)
{
    return "detect_odr_violation=0:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=4";
}

static void* symbol(void* object, const char* name)
{
    void* const found = dlsym(object, name);
    if (found == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    return found;
}

static int load(Library* library, const char* folder, const char* name)
{
    char path[4096];
    void* object;
    snprintf(path, sizeof(path), "%s/%s.so", folder, name);
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) return 0;
    library->name = name;
#define FUNCTION(member, name) *(void**)&library->member = symbol(object, name)
    FUNCTION(decompress, "ZSTD_decompressDCtx");
    FUNCTION(decompressStream, "ZSTD_decompressStream");
    FUNCTION(resetDecoder, "ZSTD_DCtx_reset");
    FUNCTION(compress, "ZSTD_compress2");
    FUNCTION(compressSequences, "ZSTD_compressSequences");
    FUNCTION(setParameter, "ZSTD_CCtx_setParameter");
    FUNCTION(resetEncoder, "ZSTD_CCtx_reset");
    FUNCTION(isError, "ZSTD_isError");
    FUNCTION(errorCode, "ZSTD_getErrorCode");
    FUNCTION(version, "ZSTD_versionString");
#undef FUNCTION
    library->decoder = (*(ZSTD_DCtx * (*)(void)) symbol(object, "ZSTD_createDCtx"))();
    library->encoder = (*(ZSTD_CCtx * (*)(void)) symbol(object, "ZSTD_createCCtx"))();
    /* tagview-core's limit, 2^27 bytes, needs too much memory here. */
    (*(size_t(*)(ZSTD_DCtx*, ZSTD_dParameter, int))symbol(object, "ZSTD_DCtx_setParameter"))(
        library->decoder, ZSTD_d_windowLogMax, 23);
    return 1;
}

void loadLibraries(void)
{
    char folder[4096];
    Dl_info program;
    if (unchanged.name != NULL) return;
    if (dladdr(&unchanged, &program) == 0) exit(2);
    snprintf(folder, sizeof(folder), "%s", program.dli_fname);
    if (strrchr(folder, '/') != NULL) *strrchr(folder, '/') = '\0';
    if (!load(&unchanged, folder, "unchanged") || !load(&changed, folder, "changed") ||
        !load(&strict, folder, "strict")) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    if (strcmp(unchanged.version(), changed.version()) == 0) {
        fprintf(stderr, "both libraries call themselves %s\n", changed.version());
        exit(2);
    }
}

static Result resultOf(Library const* library, uint8_t* bytes, size_t size, size_t code)
{
    Result result;
    result.bytes = bytes;
    result.size = size;
    result.error = library->isError(code) ? library->errorCode(code) : ZSTD_error_no_error;
    return result;
}

Result decodeAtOnce(Library const* library, const uint8_t* input, size_t size, size_t capacity)
{
    uint8_t* const bytes = malloc(capacity);
    size_t code;
    library->resetDecoder(library->decoder, ZSTD_reset_session_only);
    code = library->decompress(library->decoder, bytes, capacity, input, size);
    return resultOf(library, bytes, library->isError(code) ? 0 : code, code);
}

/* Bytes of a zstd frame's header before its size is known, and of a block's header. */
#define FIRST_HINT 8
#define BLOCK_HEADER 3

/* The piece to hand over, as in crates/core/src/zstd/libzstd.rs: the library's hint includes the header of the
 * block after the next, which is left for the next call. */
static size_t pieceSize(size_t hint, size_t left, uint32_t* splits)
{
    size_t wanted = hint > 2 * BLOCK_HEADER ? hint - BLOCK_HEADER : hint < BLOCK_HEADER ? hint : BLOCK_HEADER;
    if (*splits != 0) {
        *splits = *splits * 1664525u + 1013904223u;
        if ((*splits >> 24) < 200) wanted = 1 + (*splits >> 16) % 300;
    }
    return wanted < left ? wanted : left;
}

Result decodeStream(Library const* library, const uint8_t* input, size_t size, size_t step, uint32_t splits)
{
    uint8_t* bytes = NULL;
    size_t capacity = 0, done = 0, from = 0, hint = FIRST_HINT, code = 0;
    int full = 0;
    library->resetDecoder(library->decoder, ZSTD_reset_session_only);
    while ((from < size || full) && done < MAX_CONTENT) {
        /* The piece and the room for output are copies of their own: one byte beyond either is found. */
        size_t const piece = full ? 0 : pieceSize(hint, size - from, &splits);
        uint8_t* const source = malloc(piece + (piece == 0));
        uint8_t* const target = malloc(step);
        ZSTD_inBuffer in = { source, piece, 0 };
        ZSTD_outBuffer out = { target, step, 0 };
        if (piece != 0) memcpy(source, input + from, piece);
        code = library->decompressStream(library->decoder, &out, &in);
        if (!library->isError(code)) {
            while (done + out.pos > capacity) {
                capacity = 2 * capacity + step;
                bytes = realloc(bytes, capacity);
            }
            if (out.pos != 0) memcpy(bytes + done, target, out.pos);
            done += out.pos;
            from += in.pos;
            full = out.pos == step;
            hint = code == 0 ? FIRST_HINT : code;
            if (code == 0) full = 0;
        }
        free(source);
        free(target);
        if (library->isError(code)) break;
        if (in.pos == 0 && out.pos == 0 && !full && piece != 0) break;
    }
    return resultOf(library, bytes, done, code);
}

void freeResult(Result* result)
{
    free(result->bytes);
    result->bytes = NULL;
}
