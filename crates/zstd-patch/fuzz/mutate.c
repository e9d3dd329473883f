/*
 * Compares the changed decoder with libzstd over mutated frames, as fast as they decode: without sanitizers, and with
 * pages that can't be accessed behind the input and the output.
 *   mutate MILLIONS SEED FOLDER
 * The first frame that they decode differently is written to FOLDER.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "frames.h"
#include "libraries.h"

/* Bounds of the frames to mutate: small ones decode fast. */
#define MAX_FRAME 2048u
#define MAX_DECODED 16384u
#define POOL 1000u
/* Changes of a frame at most. */
#define MAX_CHANGES 4

static uint64_t state;

static uint32_t below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) * bound >> 32);
}

/* The end of `size` bytes that a page without access follows. */
static uint8_t* guarded(size_t size)
{
    size_t const page = (size_t)sysconf(_SC_PAGESIZE);
    size_t const room = (size + page - 1) / page * page;
    uint8_t* const start = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + room, page, PROT_NONE) != 0) {
        perror("mmap");
        exit(2);
    }
    return start + room;
}

/* One change: a bit, a byte, bytes copied from elsewhere, or the end cut off. Returns the new size. */
static size_t change(uint8_t* bytes, size_t size)
{
    uint32_t const place = below((uint32_t)size);
    switch (below(8)) {
    case 0: bytes[place] = (uint8_t)below(256); return size;
    case 1: {
        uint32_t const from = below((uint32_t)size);
        size_t const most = size - (place > from ? place : from);
        memmove(bytes + place, bytes + from, 1 + below((uint32_t)(most < 16 ? most : 16)));
        return size;
    }
    case 2: return 1 + place;
    default: bytes[place] ^= (uint8_t)(1u << below(8)); return size;
    }
}

static size_t decodeWith(Library const* library, uint8_t* output, size_t room, const uint8_t* input, size_t size)
{
    library->resetDecoder(library->decoder, ZSTD_reset_session_only);
    return library->decompress(library->decoder, output, room, input, size);
}

static void differ(const char* folder, const uint8_t* input, size_t size, size_t a, size_t b)
{
    char path[4096];
    FILE* file;
    snprintf(path, sizeof(path), "%s/differs.zst", folder);
    file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(input, 1, size, file);
        fclose(file);
    }
    fprintf(stderr, "libzstd returns %zu, the changed decoder %zu, or other bytes: see %s\n", a, b, path);
    exit(1);
}

int main(int count, char** words)
{
    static Input pool[POOL];
    static uint8_t mutated[MAX_FRAME], script[MAX_SCRIPT];
    uint64_t const total = count == 4 ? strtoull(words[1], NULL, 10) * 1000000 : 0;
    uint64_t decoded = 0, done;
    uint8_t *inputEnd, *firstEnd, *secondEnd;
    uint32_t seed = count == 4 ? (uint32_t)strtoul(words[2], NULL, 10) : 1, frames = 0;
    state = 0x9e3779b97f4a7c15u ^ seed;
    if (total == 0) {
        fprintf(stderr, "mutate MILLIONS SEED FOLDER\n");
        return 2;
    }
    loadLibraries();
    for (seed *= POOL; frames < POOL; seed++) {
        Input input;
        if (!makeInput(script, makeScript(seed, script), &input)) continue;
        if (input.frameSize != 0 && input.frameSize <= MAX_FRAME && input.contentSize <= MAX_DECODED)
            pool[frames++] = input;
        else
            freeInput(&input);
    }
    inputEnd = guarded(MAX_FRAME);
    firstEnd = guarded(MAX_DECODED);
    secondEnd = guarded(MAX_DECODED);
    for (done = 0; done < total; done++) {
        Input const* const input = &pool[below(POOL)];
        size_t size = input->frameSize;
        /* Often exactly the room that the content needs, or a little less. */
        size_t const exact = input->content != NULL ? input->contentSize : MAX_DECODED;
        size_t const room = below(2) || exact < 4 ? MAX_DECODED : exact - below(4);
        size_t a, b;
        uint32_t changes = below(MAX_CHANGES + 1);
        memcpy(mutated, input->frame, size);
        for (; changes != 0; changes--) size = change(mutated, size);
        memcpy(inputEnd - size, mutated, size);
        a = decodeWith(&unchanged, firstEnd - room, room, inputEnd - size, size);
        b = decodeWith(&changed, secondEnd - room, room, inputEnd - size, size);
        if (a != b) differ(words[3], mutated, size, a, b);
        if (!unchanged.isError(a)) {
            decoded++;
            if (memcmp(firstEnd - room, secondEnd - room, a) != 0) differ(words[3], mutated, size, a, b);
        }
        if ((done + 1) % 10000000 == 0) {
            printf("%llu compared, %llu of them decoded\n", (unsigned long long)done + 1, (unsigned long long)decoded);
            fflush(stdout);
        }
    }
    return 0;
}
