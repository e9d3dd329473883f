/* What the decoders must have in common. */
#ifndef COMPARE_H
#define COMPARE_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    /* Inputs compared; those that the changed decoder decoded; those that it refused. */
    unsigned long inputs, sound, refused;
    /* Refused, or read less far, without the fast Huffman loop alone. */
    unsigned long lenient;
    /* Refused by ruzstd alone; accepted by ruzstd alone; ruzstd panicked. */
    unsigned long ruzstdRefused, ruzstdAccepted, ruzstdPanicked;
    /* Of all that the changed decoder gave, in order: the same for 32 and 64 bits. */
    uint64_t digest;
} Counts;

extern Counts counts;

/* Compares the decoders over one input (frames.h), and aborts where they differ. */
void compare(const uint8_t* data, size_t size);

#endif
