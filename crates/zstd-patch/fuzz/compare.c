#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "libraries.h"

Counts counts = { 0, 0, 0, 0, 0, 0, 0, 1 };

static void fail(const char* what, Result const* a, Result const* b)
{
    fprintf(stderr, "the decoders differ: %s: %zu bytes, error %d; %zu bytes, error %d\n",
            what, a->size, (int)a->error, b->size, (int)b->error);
    abort();
}

static int sameBytes(Result const* a, Result const* b)
{
    size_t const size = a->size < b->size ? a->size : b->size;
    return size == 0 || memcmp(a->bytes, b->bytes, size) == 0;
}

static int same(Result const* a, Result const* b)
{
    return a->error == b->error && a->size == b->size && sameBytes(a, b);
}

/* The same, except for the kind of error: where a stream of bits ends too early, a container of 32 bits and one of 64
 * give different bits for those that are missing, and what is wrong with these is found sooner or later. */
static int alike(Result const* a, Result const* b)
{
    return !a->error == !b->error && a->size == b->size && sameBytes(a, b);
}

static void addWord(uint64_t word)
{
    counts.digest = (counts.digest ^ word) * 0x9e3779b97f4a7c15ull;
    counts.digest ^= counts.digest >> 29;
}

static void digest(Result const* result)
{
    size_t i;
    addWord((uint64_t)result->error);
    for (i = 0; i < result->size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, result->bytes + i, result->size - i < 8 ? result->size - i : 8);
        addWord(word);
    }
}

/* One way to decode an input: `step` 0 is all at once into `room` bytes, else a stream (libraries.h). */
typedef struct {
    const char* name;
    size_t room, step;
    uint32_t splits;
} Way;

static Result decode(Library const* library, Input const* input, Way const* way)
{
    return way->step == 0 ? decodeAtOnce(library, input->frame, input->frameSize, way->room)
                          : decodeStream(library, input->frame, input->frameSize, way->step, way->splits);
}

/* Decodes in all three ways and gives the result of the changed decoder. `exact` is set if the one without the
 * fast Huffman loop agrees.
 *
 * That loop does not look whether a stream of literals was read to its last bit and no further. libzstd has it
 * on 64-bit targets only; the changed decoder has it everywhere. So the changed decoder must do exactly as
 * 64-bit libzstd does; and without the loop exactly as 32-bit libzstd does. With the loop and without may
 * differ in one way only: a frame is accepted with it, or read further, that is refused without. */
static Result decodeByAll(Input const* input, Way const* way, int* exact)
{
    Result plain = decode(&unchanged, input, way);
    Result made = decode(&changed, input, way);
    Result slow = decode(&strict, input, way);
    if (sizeof(size_t) == 8 && !same(&plain, &made)) fail(way->name, &plain, &made);
    if (sizeof(size_t) == 4 && !alike(&plain, &slow)) fail(way->name, &plain, &slow);
    *exact = alike(&made, &slow);
    if (!*exact && (slow.error == ZSTD_error_no_error || !sameBytes(&slow, &made) || made.size < slow.size)) {
        fail(way->name, &slow, &made);
    }
    digest(&made);
    freeResult(&plain);
    freeResult(&slow);
    return made;
}

/* ruzstd refuses other damage than libzstd does, and does not look at the sizes of the four streams of literals
 * one by one, only at their sum. So the bytes are the same where both succeed and `made` is `exact`. */
static void withRuzstd(Input const* input, Result const* made, int exact)
{
#ifdef WITH_RUZSTD
    uint8_t* const bytes = malloc(MAX_CONTENT);
    ptrdiff_t const size = tagview_ruzstd(input->frame, input->frameSize, bytes, MAX_CONTENT);
    Result const second = { bytes, size < 0 ? 0 : (size_t)size, size < 0 ? ZSTD_error_GENERIC : ZSTD_error_no_error };
    counts.ruzstdPanicked += size == -2;
    if (size >= 0 && made->error == ZSTD_error_no_error) {
        if (exact && !same(&second, made)) fail("ruzstd", &second, made);
    } else if (input->content != NULL) {
        fail("ruzstd refuses a sound frame", &second, made);
    } else {
        counts.ruzstdAccepted += size >= 0;
        counts.ruzstdRefused += made->error == ZSTD_error_no_error;
    }
    free(bytes);
#else
    (void)input;
    (void)made;
    (void)exact;
#endif
}

void compare(const uint8_t* data, size_t size)
{
    uint32_t const splits = (uint32_t)size * 2654435761u | 1;
    Input input;
    Result whole, part;
    int exact, lenient = 0;
    loadLibraries();
    if (!makeInput(data, size, &input)) return;
    {   Way const way = { "at once", MAX_CONTENT, 0, 0 };
        whole = decodeByAll(&input, &way, &exact);
    }
    if (input.content != NULL) {
        Result const expected = { input.content, input.contentSize, ZSTD_error_no_error };
        if (!same(&expected, &whole)) fail("a sound frame", &expected, &whole);
    }
    withRuzstd(&input, &whole, exact);
    lenient |= !exact;
    /* With as little room as the content needs, and one byte less: the inner loops must stop at its end. */
    {   Way const ways[] = {
            { "at once, room for the content", whole.size, 0, 0 },
            { "at once, a byte short", whole.size - (whole.size != 0), 0, 0 },
            { "in a stream of blocks", 0, 1u << 14, 0 },
            { "in a stream of pieces", 0, 1 + splits % 5000, splits },
        };
        size_t i;
        for (i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
            part = decodeByAll(&input, &ways[i], &exact);
            lenient |= !exact;
            if (whole.error == ZSTD_error_no_error && part.error == ZSTD_error_no_error && !same(&whole, &part)) {
                fail("at once and in other ways", &whole, &part);
            }
            freeResult(&part);
        }
    }
    counts.inputs++;
    counts.sound += whole.error == ZSTD_error_no_error;
    counts.refused += whole.error != ZSTD_error_no_error;
    counts.lenient += (unsigned long)lenient;
    freeResult(&whole);
    freeInput(&input);
}
