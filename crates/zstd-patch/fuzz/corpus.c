/*
 * Compares the decoders over a corpus, without a fuzzer:
 *   corpus test N FILE...     N scripts made from the numbers 0 to N - 1, and the files; prints what was counted
 *   corpus seeds N FOLDER     writes these scripts, and the frames they make, for the fuzzer to begin with
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "frames.h"
#include "libraries.h"

/* Frames above this size are no inputs to begin with: a fuzzer is faster with small ones. */
#define LARGEST_FRAME (1u << 14)

static void save(const char* folder, const char* kind, unsigned number, const uint8_t* bytes, size_t size)
{
    char path[4096];
    FILE* file;
    snprintf(path, sizeof(path), "%s/%s-%04u", folder, kind, number);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void compareFile(const char* path)
{
    static uint8_t bytes[1 << 22];
    FILE* const file = fopen(path, "rb");
    size_t size;
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    size = fread(bytes, 1, sizeof(bytes), file);
    fclose(file);
    /* Told before, so that an abort says where. */
    fprintf(stderr, "%s\n", path);
    compare(bytes, size);
}

int main(int count, char** words)
{
    unsigned const scripts = count > 2 ? (unsigned)strtoul(words[2], NULL, 10) : 0;
    uint8_t script[MAX_SCRIPT];
    unsigned i;
    int file;
    if (count < 3) return 2;
    loadLibraries();
    for (i = 0; i < scripts; i++) {

        size_t const size = makeScript(i, script);
        if (strcmp(words[1], "seeds") == 0 && count > 3) {
            Input input;
            save(words[3], "script", i, script, size);
            if (!makeInput(script, size, &input)) continue;
            if (input.frameSize < LARGEST_FRAME) save(words[3], "frame", i, input.frame, input.frameSize);
            freeInput(&input);
        } else {
            compare(script, size);
        }
    }
    if (strcmp(words[1], "test") != 0) return 0;
    for (file = 3; file < count; file++) compareFile(words[file]);
    printf("%s\n", changed.version());
    printf("inputs %lu, decoded %lu, refused %lu, refused without the fast Huffman loop alone %lu, digest %016llx\n",
           counts.inputs, counts.sound, counts.refused, counts.lenient, (unsigned long long)counts.digest);
    printf("ruzstd: refused alone %lu, accepted alone %lu, panicked %lu\n",
           counts.ruzstdRefused, counts.ruzstdAccepted, counts.ruzstdPanicked);
    return 0;
}
