/*
 * The compiler reads this header before every file of zstd (option -include). It checks zstd's version and
 * brings in the four parts of the change; README.md describes them and their tests.
 */
#ifndef TAGVIEW_PATCH_H
#define TAGVIEW_PATCH_H

#include <stdint.h>
#include "zstd.h"

/* The parts replace functions and macros of zstd by their names, so they fit one version of it only.
 * upstream.sha256 has the content of the files that they depend on. */
#if ZSTD_VERSION_NUMBER != 10507
#error "tagview's change of zstd's decoder fits zstd 1.5.7 only: see 'A new version of zstd' in crates/zstd-patch/README.md, or build with TAGVIEW_PLAIN_ZSTD=1"
#endif

/* ZSTD_versionString() differs between the two decoders. */
#undef ZSTD_VERSION_STRING
#define ZSTD_VERSION_STRING "1.5.7, decoder changed by tagview"

#if UINTPTR_MAX == UINT32_MAX
#include "bits64.h"
#endif
#include "checksum.h"
#include "repeat.h"
#include "sequence.h"

#endif
