//! The fuzzer's targets on stable Rust: their seeds, and mutations that are the same in every run.
#![cfg(all(feature = "libzstd", feature = "ruzstd"))]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../support/dynamic.rs"]
mod dynamic;
#[path = "../import/fixed_header_files.rs"]
mod fixed_header_files;
#[path = "../support/hdf5/mod.rs"]
#[allow(dead_code, reason = "tests of imports use the rest")]
mod hdf5_files;
#[path = "../icechunk/exercise.rs"]
mod icechunk;
#[path = "../index_header/exercise.rs"]
mod index_header;
#[path = "../import/picoquant_files.rs"]
#[allow(dead_code, reason = "tests of imports use the rest")]
mod picoquant_files;
mod seeds;
mod targets;
#[path = "../support/zip.rs"]
mod zip;

use std::path::Path;

use seeds::seeds;
use targets::TARGETS;

/// Mutations of each target's seeds in a test run; the fuzzer makes millions.
const MUTATIONS: u32 = 100;

/// A stream of numbers without a pattern, the same for the same seed (xorshift64).
struct Noise(u64);

impl Noise {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }

    /// `bytes` with one to five places set, flipped, cut out, doubled, or cut off.
    fn mutated(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        for _ in 0..=self.below(5) {
            let at = self.below(bytes.len());
            let end = (at + 1 + self.below(9)).min(bytes.len());
            match self.below(8) {
                0..=2 => bytes.get_mut(at).into_iter().for_each(|byte| *byte ^= 1 << self.below(8)),
                3 | 4 => {
                    let value = [0, 1, 0x7f, 0x80, 0xff][self.below(5)];
                    bytes.get_mut(at).into_iter().for_each(|byte| *byte = value);
                }
                5 => drop(bytes.drain(at.min(end)..end)),
                6 => {
                    let doubled = bytes.get(at..end).unwrap_or_default().to_vec();
                    bytes.splice(at..at, doubled);
                }
                _ => bytes.truncate(at.max(bytes.len() / 2)),
            }
        }
        bytes
    }
}

#[test]
fn seeds_and_their_mutations_break_no_promise() {
    for (name, target) in TARGETS {
        let all = seeds(name);
        all.iter().for_each(|seed| target(seed));
        let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
        for k in 0..MUTATIONS {
            let bytes = noise.mutated(all[k as usize % all.len()].clone());
            // Prints the bytes if the target panics, so that they can become a test of their own.
            let print = PrintOnDrop { name, bytes: &bytes };
            target(&bytes);
            std::mem::forget(print);
        }
    }
}

/// Runs the target `name` with `bytes`.
fn ask(name: &str, bytes: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).unwrap();
    target(bytes);
}

// What the fuzzer found. In pieces of 7 bytes: a frame that is skipped over, followed by a skippable one, then no frame.
#[test]
fn found_a_border_that_went_back_behind_a_skippable_frame() {
    let bytes = [
        0x07, 0x28, 0xb5, 0x2f, 0xfd, 0xb5, 0x2f, 0xfd, 0xfa, 0x01, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0xc0,
        0x31, 0xf0, 0xfe, 0x2f, 0xb5, 0x28, 0x41, 0xd9, 0x7b, 0x19, 0x19, 0xb5, 0x02, 0x02, 0x02, 0x02, 0x02,
        0x00, 0x25, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x33, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x54, 0x2a, 0x4d, 0x18, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
    ];
    ask("frame_index", &bytes);
}

struct PrintOnDrop<'a> {
    name: &'a str,
    bytes: &'a [u8],
}

impl Drop for PrintOnDrop<'_> {
    fn drop(&mut self) {
        println!("{} of {:02x?}", self.name, self.bytes);
    }
}

/// Writes the seeds for the fuzzer into the folder `TAGVIEW_FUZZ_SEEDS`, in one folder per target.
#[test]
fn seeds_of_the_fuzzer() {
    let Some(folder) = std::env::var_os("TAGVIEW_FUZZ_SEEDS") else { return };
    for (name, _) in TARGETS {
        let folder = Path::new(&folder).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (k, seed) in seeds(name).into_iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{k}")), seed).unwrap();
        }
    }
}
