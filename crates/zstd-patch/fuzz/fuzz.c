/* libFuzzer's entry: see README.md, "How it is tested". */
#include <stdio.h>
#include <stdlib.h>

#include "compare.h"

static void report(void)
{
    fprintf(stderr,
            "%lu inputs compared: %lu decoded, %lu refused; %lu refused without the fast Huffman loop alone; "
            "by ruzstd %lu refused alone, %lu accepted alone, %lu panics\n",
            counts.inputs, counts.sound, counts.refused, counts.lenient,
            counts.ruzstdRefused, counts.ruzstdAccepted, counts.ruzstdPanicked);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (counts.inputs == 0) atexit(report);
    compare(data, size);
    return 0;
}
