#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libraries.h"

#define SCRIPT_HEADER 6
#define MAX_SEQUENCES (1u << 15)
#define MAX_FRAME_CONTENT (1u << 18)
#define BLOCK_SIZE (1u << 17)
/* Literals that end a block, at most; there is always room for those of the last one. */
#define MAX_LAST_LITERALS 40

typedef struct {
    uint8_t* content;
    size_t size;
    ZSTD_Sequence* sequences;
    size_t count;
    /* Bytes in the block under way. */
    size_t block;
    uint32_t random;
    int anyLiterals;
    size_t other;
} Maker;

static uint32_t next(uint32_t* random)
{
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return *random;
}

static int fits(Maker const* maker, size_t bytes)
{
    return maker->size + bytes + MAX_LAST_LITERALS <= MAX_FRAME_CONTENT && maker->count + 4 < MAX_SEQUENCES;
}

static void literals(Maker* maker, size_t length)
{
    for (; length != 0; length--) {
        uint32_t const random = next(&maker->random);
        maker->content[maker->size++] = (uint8_t)(maker->anyLiterals ? random >> 8 : (random >> 8 & random >> 16 & 31));
    }
}

static void endBlock(Maker* maker, size_t lastLiterals)
{
    ZSTD_Sequence const end = { 0, (unsigned)lastLiterals, 0, 0 };
    literals(maker, lastLiterals);
    maker->sequences[maker->count++] = end;
    maker->block = 0;
}

static void sequence(Maker* maker, size_t literalLength, size_t matchLength, size_t offset)
{
    ZSTD_Sequence const made = { (unsigned)offset, (unsigned)literalLength, (unsigned)matchLength, 0 };
    if (!fits(maker, literalLength + matchLength)) return;
    if (offset > maker->size + literalLength || offset == 0) return;
    if (maker->block + literalLength + matchLength > BLOCK_SIZE) endBlock(maker, 0);
    literals(maker, literalLength);
    for (; matchLength != 0; matchLength--, maker->size++) {
        maker->content[maker->size] = maker->content[maker->size - offset];
    }
    maker->sequences[maker->count++] = made;
    maker->block += made.litLength + made.matchLength;
}

/* One operation of a script of sequences. */
static void operate(Maker* maker, const uint8_t op[3])
{
    size_t literalLength = op[0] & 15;
    size_t matchLength = 3 + (op[1] & 15);
    if (op[0] >= 0xF0) {
        if (fits(maker, MAX_LAST_LITERALS)) endBlock(maker, op[1] % MAX_LAST_LITERALS);
        return;
    }
    if (op[0] & 0x40) literalLength *= 1 + (op[0] >> 4 & 3) * 7;
    if (op[1] & 0x40) matchLength += (size_t)(op[1] >> 4 & 3) << (op[2] >> 5);
    if (op[1] & 0x80 && literalLength + matchLength > 16) matchLength = literalLength < 13 ? 16 - literalLength : 3;
    switch (op[2] & 7) {
    case 0: case 1: case 2:
        sequence(maker, literalLength, matchLength, 16);
        break;
    case 3: case 4: case 5:
        sequence(maker, literalLength, matchLength, maker->other);
        break;
    case 6:
        maker->other = 1 + (op[2] >> 3);
        sequence(maker, literalLength, matchLength, maker->other);
        break;
    default:
        maker->other = (size_t)16 * (1 + (op[2] >> 3)) + (op[0] & 0x20) / 32u;
        sequence(maker, literalLength, matchLength, maker->other);
    }
}

static void makeSequences(Maker* maker, const uint8_t* ops, size_t count)
{
    size_t i;
    maker->other = 32;
    literals(maker, 48);
    {   ZSTD_Sequence const first = { 16, 48, 16, 0 };
        memcpy(maker->content + 48, maker->content + 32, 16);
        maker->size = maker->block = 64;
        maker->sequences[maker->count++] = first;
    }
    for (i = 0; i < count; i++) {
        /* 0xE0 to 0xEF: the previous operations; the second byte is their number, the third the number of repeats. */
        if (ops[3 * i] >> 4 == 14) {
            size_t const back = 1 + (ops[3 * i + 1] & 7);
            size_t const first = i > back ? i - back : 0;
            unsigned times = ops[3 * i + 2] & 63;
            for (; times != 0; times--) {
                size_t j;
                for (j = first; j < i; j++) if (ops[3 * j] >> 4 != 14) operate(maker, ops + 3 * j);
            }
        } else {
            operate(maker, ops + 3 * i);
        }
    }
    endBlock(maker, 5);
}

static void putWord(Maker* maker, uint64_t word)
{
    int i;
    for (i = 0; i < 8; i++, word >>= 8) maker->content[maker->size++] = (uint8_t)word;
}

/* Tags of a few channels with gaps around a mean, a stretch for each operation. */
static void makeTags(Maker* maker, const uint8_t* ops, size_t count)
{
    uint64_t time = (uint64_t)next(&maker->random) << 8;
    size_t i;
    for (i = 0; i < count; i++) {
        uint8_t const* const op = ops + 3 * i;
        uint64_t const mean = (uint64_t)1 << (op[0] % 36);
        unsigned const channels = 1 + op[1] % 24;
        size_t tags = (size_t)16 * (1 + op[2]);
        for (; tags != 0 && fits(maker, 16); tags--) {
            uint32_t const random = next(&maker->random);
            time += op[0] & 64 ? mean : (random >> 4) % (2 * mean);
            putWord(maker, op[0] & 128 ? time + (random & 63) - 32 : time);
            putWord(maker, op[1] & 128 ? random % channels : tags % channels);
        }
    }
}

static void damage(Input* input, const uint8_t* damages, unsigned count)
{
    for (; count != 0 && input->frameSize != 0; count--, damages += 4) {
        size_t const place =
            (damages[0] | (size_t)damages[1] << 8 | (size_t)damages[2] << 16) % input->frameSize;
        if (damages[3] == 0) input->frameSize = place;
        else input->frame[place] ^= damages[3];
    }
}

static void setUp(Library const* library, const uint8_t* script)
{
    int const flags = script[3];
    library->resetEncoder(library->encoder, ZSTD_reset_session_and_parameters);
    library->setParameter(library->encoder, ZSTD_c_compressionLevel, script[4] % 27 - 7);
    library->setParameter(library->encoder, ZSTD_c_checksumFlag, flags & SCRIPT_CHECKSUM);
    library->setParameter(library->encoder, ZSTD_c_contentSizeFlag, !(flags & SCRIPT_NO_SIZE));
    if (flags & SCRIPT_ENCODER) return;
    library->setParameter(library->encoder, ZSTD_c_blockDelimiters, ZSTD_sf_explicitBlockDelimiters);
    library->setParameter(library->encoder, ZSTD_c_validateSequences, 1);
    library->setParameter(library->encoder, ZSTD_c_minMatch, 3);
    library->setParameter(library->encoder, ZSTD_c_windowLog, 18);
    /* Nothing is looked for, so the tables for it need not be large. */
    library->setParameter(library->encoder, ZSTD_c_strategy, ZSTD_fast);
    library->setParameter(library->encoder, ZSTD_c_hashLog, ZSTD_HASHLOG_MIN);
    library->setParameter(library->encoder, ZSTD_c_chainLog, ZSTD_CHAINLOG_MIN);
}

static size_t encode(Library const* library, Maker const* maker, const uint8_t* script, uint8_t* to, size_t room)
{
    setUp(library, script);
    return script[3] & SCRIPT_ENCODER
        ? library->compress(library->encoder, to, room, maker->content, maker->size)
        : library->compressSequences(
              library->encoder, to, room, maker->sequences, maker->count, maker->content, maker->size);
}

/* The change must not show in what the encoder writes: of four scripts, one is encoded by both libraries. */
static int encodeAndCheck(Maker const* maker, const uint8_t* script, size_t scriptSize, Input* input)
{
    size_t const room = ZSTD_COMPRESSBOUND(MAX_FRAME_CONTENT) + 4 * MAX_SEQUENCES;
    int failed;
    input->frame = malloc(room);
    input->frameSize = encode(&unchanged, maker, script, input->frame, room);
    failed = unchanged.isError(input->frameSize) != 0;
    if (scriptSize % 4 == 0) {
        uint8_t* const again = malloc(room);
        size_t const size = encode(&changed, maker, script, again, room);
        if (failed != (changed.isError(size) != 0) ||
            (!failed && (input->frameSize != size || memcmp(input->frame, again, size) != 0))) {
            fprintf(stderr, "the encoders differ\n");
            abort();
        }
        free(again);
    }
    if (!failed) return 1;
    free(input->frame);
    input->frame = NULL;
    return 0;
}

static int makeFrame(const uint8_t* script, size_t size, Input* input)
{
    unsigned const damages = script[5] % 8;
    size_t const header = SCRIPT_HEADER + 4 * damages;
    Maker maker;
    int made;
    if (size < header) return 0;
    memset(&maker, 0, sizeof(maker));
    maker.content = malloc(MAX_FRAME_CONTENT);
    maker.sequences = malloc(MAX_SEQUENCES * sizeof(ZSTD_Sequence));
    maker.random = 1 + script[4] + 256u * (uint32_t)size;
    maker.anyLiterals = script[3] & SCRIPT_ANY_LITERALS;
    if (script[3] & SCRIPT_TAGS) makeTags(&maker, script + header, (size - header) / 3);
    else makeSequences(&maker, script + header, (size - header) / 3);
    /* Tags have no sequences but those that the encoder finds. */
    made = !((script[3] & SCRIPT_TAGS) && !(script[3] & SCRIPT_ENCODER)) && encodeAndCheck(&maker, script, size, input);
    free(maker.sequences);
    if (made && damages == 0) {
        input->content = maker.content;
        input->contentSize = maker.size;
        return 1;
    }
    free(maker.content);
    if (made) damage(input, script + SCRIPT_HEADER, damages);
    return made;
}

int makeInput(const uint8_t* data, size_t size, Input* input)
{
    memset(input, 0, sizeof(*input));
    if (size >= SCRIPT_HEADER && memcmp(data, "SEQ", 3) == 0) return makeFrame(data, size, input);
    input->frame = malloc(size + (size == 0));
    input->frameSize = size;
    if (size != 0) memcpy(input->frame, data, size);
    return 1;
}

void freeInput(Input* input)
{
    free(input->frame);
    free(input->content);
}

size_t makeScript(uint32_t seed, uint8_t* script)
{
    static const uint8_t levels[] = { 7 + 1, 7 + 3, 7 + 5, 7 + 9, 7 + 19, 7 - 5 };
    uint32_t random = seed * 2654435761u + 12345;
    int const tags = seed % 3 == 0;
    /* Half of the scripts make sound frames. */
    unsigned const damages = seed & 1 ? 1 + next(&random) % 3 : 0;
    size_t ops = 1 + (tags ? next(&random) % 6 : next(&random) % 60);
    size_t size = SCRIPT_HEADER;
    unsigned i;
    memcpy(script, "SEQ", 3);
    script[3] = (uint8_t)(next(&random) >> 8 & (SCRIPT_CHECKSUM | SCRIPT_NO_SIZE | SCRIPT_ANY_LITERALS | SCRIPT_ENCODER));
    if (tags) script[3] |= SCRIPT_TAGS | SCRIPT_ENCODER;
    /* A checksum would hide what a damage does. */
    if (damages != 0 && seed & 2) script[3] &= (uint8_t)~SCRIPT_CHECKSUM;
    script[4] = levels[next(&random) % sizeof(levels)];
    script[5] = (uint8_t)damages;
    for (i = 0; i < damages; i++, size += 4) {
        uint32_t const place = next(&random);
        memcpy(script + size, &place, 3);
        script[size + 3] = (uint8_t)(next(&random) % 8 == 0 ? 0 : 1u << (next(&random) >> 4 & 7));
    }
    for (; ops != 0; ops--, size += 3) {
        uint32_t const op = next(&random) >> 2;
        memcpy(script + size, &op, 3);
        /* Mostly what runs are made of: sequences of at most 16 bytes, at few offsets, repeated. */
        if (tags || next(&random) % 8 == 0) continue;
        script[size] &= 0x0F;
        script[size + 1] = (uint8_t)((script[size + 1] & 0x0F) | 0x80);
        if ((script[size + 2] & 7) > 5) script[size + 2] &= 0xF8;
        if (next(&random) % 4 == 0) {
            script[size] = 0xE0;
            script[size + 2] = (uint8_t)next(&random);
        }
    }
    return size;
}
