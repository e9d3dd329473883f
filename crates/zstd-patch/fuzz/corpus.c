/*
 * Compares the decoders over a corpus, without a fuzzer:
 *   corpus test N FILE...     N scripts made from the numbers 0 to N - 1, and the files; prints what was counted
 *   corpus seeds N FOLDER     writes these scripts, and the frames they make, for the fuzzer to begin with
 *   corpus frame FILE FOLDER  writes the frame that a script makes
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

static size_t readFile(const char* path, uint8_t* bytes, size_t room)
{
    FILE* const file = fopen(path, "rb");
    size_t size;
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

int main(int count, char** words)
{
    static uint8_t bytes[1 << 22];
    const char* const command = count > 2 ? words[1] : "";
    unsigned const scripts = count > 2 ? (unsigned)strtoul(words[2], NULL, 10) : 0;
    unsigned i;
    int file;
    loadLibraries();
    if (strcmp(command, "test") == 0) {
        for (i = 0; i < scripts; i++) compare(bytes, makeScript(i, bytes));
        for (file = 3; file < count; file++) {
            /* Printed before, so that an abort shows where. */
            fprintf(stderr, "%s\n", words[file]);
            compare(bytes, readFile(words[file], bytes, sizeof(bytes)));
        }
        printf("%s\n", changed.version());
        printf("inputs %lu, decoded %lu, refused %lu, refused without the fast Huffman loop alone %lu, digest %016llx\n",
               counts.inputs, counts.sound, counts.refused, counts.lenient, (unsigned long long)counts.digest);
#ifdef WITH_RUZSTD
        printf("ruzstd: refused alone %lu, accepted alone %lu, panicked %lu\n",
               counts.ruzstdRefused, counts.ruzstdAccepted, counts.ruzstdPanicked);
#else
        printf("without ruzstd: Rust's target for these bits is not installed\n");
#endif
        return 0;
    }
    if (strcmp(command, "seeds") == 0 && count > 3) {
        for (i = 0; i < scripts; i++) {
            size_t const size = makeScript(i, bytes);
            Input input;
            save(words[3], "script", i, bytes, size);
            if (!makeInput(bytes, size, &input)) continue;
            if (input.frameSize < LARGEST_FRAME) save(words[3], "frame", i, input.frame, input.frameSize);
            freeInput(&input);
        }
        return 0;
    }
    if (strcmp(command, "frame") == 0 && count > 3) {
        Input input;
        if (!makeInput(bytes, readFile(words[2], bytes, sizeof(bytes)), &input)) return 1;
        save(words[3], "frame", 0, input.frame, input.frameSize);
        freeInput(&input);
        return 0;
    }
    fprintf(stderr, "corpus test N FILE... | seeds N FOLDER | frame SCRIPT FOLDER\n");
    return 2;
}
