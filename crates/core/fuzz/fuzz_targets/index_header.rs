//! Whatever is asked of an index-header, an index or a sparse header, sound or not, the reader answers or says what is
//! wrong. Run: `TAGVIEW_FUZZ_SEEDS=$PWD/corpus/index_header cargo test -p tagview-core --test index_header fuzzer` for
//! the seeds, then `cargo +nightly fuzz run index_header`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/index_header/exercise.rs"]
mod exercise;

fuzz_target!(|bytes: &[u8]| {
    let Some((&piece, file)) = bytes.split_first() else { return };
    exercise::exercise(file, usize::from(piece).max(1));
});
