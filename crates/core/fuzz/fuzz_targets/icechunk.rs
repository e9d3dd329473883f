//! Whatever is asked of Icechunk metadata, sound or not, the reader answers or says what is
//! wrong. Run: `TAGVIEW_FUZZ_SEEDS=$PWD/corpus/icechunk cargo test -p tagview-core --test icechunk fuzzer` for
//! the seeds, then `cargo +nightly fuzz run icechunk`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/icechunk/exercise.rs"]
mod exercise;

fuzz_target!(|bytes: &[u8]| {
    let Some((&piece, file)) = bytes.split_first() else { return };
    exercise::exercise(file, usize::from(piece).max(1));
});
