/*
 * A frame's checksum (XXH64): the functions of its inner loop become part of the loop.
 *
 * zstd declares them without a hint, so clang leaves four calls in each round under -finline-hint-functions, and
 * the checksum takes twice the time. The declarations are those of xxhash.h with the hint added.
 */
#ifndef TAGVIEW_CHECKSUM_H
#define TAGVIEW_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
__attribute__((always_inline, unused)) static void *XXH_memcpy(void *dest, const void *src, size_t size);
__attribute__((always_inline, unused)) static uint64_t XXH_read64(const void *memPtr);
__attribute__((always_inline, unused)) static uint64_t XXH64_round(uint64_t acc, uint64_t input);
#endif

#endif
