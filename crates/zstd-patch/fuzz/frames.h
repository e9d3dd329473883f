/* Inputs: frames made from a script, so that a fuzzer that changes bytes of the script reaches the inner loops. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>
#include <stdint.h>

/*
 * A script: "SEQ", then
 *   byte 3     flags, see below
 *   byte 4     compression level, modulo 27, less 7
 *   byte 5     number of damages, modulo 8
 *   4 bytes each: 24 bits that choose the place, and the bits to flip there; 0 cuts the frame off at the place
 *   the rest   operations of three bytes, see frames.c: sequences as they are to be in the frame, or tags
 * Everything else is taken for compressed bytes as they are.
 */
enum {
    SCRIPT_CHECKSUM = 1,
    SCRIPT_NO_SIZE = 2,
    /* The operations make tags, not sequences. */
    SCRIPT_TAGS = 4,
    /* zstd's encoder looks for the sequences itself. */
    SCRIPT_ENCODER = 8,
    /* Literals are any bytes, not letters of a small alphabet. */
    SCRIPT_ANY_LITERALS = 16,
};

typedef struct {
    uint8_t* frame;
    size_t frameSize;
    /* What the frame decodes to; NULL if that is not known, because it was damaged or is no script's. */
    uint8_t* content;
    size_t contentSize;
} Input;

/* Returns 0 if the script makes no frame. */
int makeInput(const uint8_t* data, size_t size, Input* input);
void freeInput(Input* input);

/* A script from a pseudo-random number; returns its size, at most MAX_SCRIPT. */
#define MAX_SCRIPT 512
size_t makeScript(uint32_t seed, uint8_t* script);

#endif
