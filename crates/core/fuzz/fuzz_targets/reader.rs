//! One reader after the other, chosen by the environment: `npm run fuzz TARGET`. What is asked of each, and the list of
//! them, stand in `../tests/fuzz/targets.rs`, which tests on stable Rust run too.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/icechunk/exercise.rs"]
mod icechunk;
#[path = "../../tests/index_header/exercise.rs"]
mod index_header;
#[path = "../../tests/support/dynamic.rs"]
mod dynamic;
#[path = "../../tests/fuzz/targets.rs"]
mod targets;

static TARGET: OnceLock<targets::Target> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| {
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("TAGVIEW_FUZZ_TARGET").unwrap_or_default();
        let found = targets::TARGETS.iter().find(|(known, _)| *known == name);
        let (_, target) = found.expect("TAGVIEW_FUZZ_TARGET names a target");
        *target
    });
    target(bytes);
});
