//! For any bytes, the reader returns a result or reports an error.

use proptest::prelude::*;

use crate::exercise::exercise;
use crate::samples;
use crate::write::{Head, MANIFEST, REPO, SNAPSHOT, TRANSACTION_LOG, buffer, raw_file};

/// Stored files of every type: mutations of compressed ones rarely get past zstd.
fn files() -> Vec<Vec<u8>> {
    [
        (MANIFEST, samples::manifest_table(samples::references())),
        (SNAPSHOT, samples::snapshot_table()),
        (TRANSACTION_LOG, samples::transaction_log_table()),
        (REPO, samples::repo_table()),
    ]
    .into_iter()
    .flat_map(|(kind, table)| {
        [1, 2].map(|spec| raw_file(Head { spec, kind, compression: 0 }, &buffer(&table)))
    })
    .collect()
}

#[test]
fn cut_anywhere() {
    for file in [samples::manifest(), samples::snapshot(), samples::repo()].into_iter().chain(files()) {
        for length in 0..file.len() {
            exercise(&file[..length], 64);
        }
    }
}

#[test]
fn every_byte_changed() {
    for file in files() {
        for k in 0..file.len() {
            for byte in [0, 1, 0x7F, 0x80, 0xFF, file[k].wrapping_add(4)] {
                let mut changed = file.clone();
                changed[k] = byte;
                exercise(&changed, 4096);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn many_bytes_changed(
        which in 0_usize..8,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut file = files().swap_remove(which);
        for (place, byte) in changes {
            let place = place.index(file.len());
            file[place] = byte;
        }
        exercise(&file, 4096);
    }

    #[test]
    fn any_content(kind in prop::sample::select(vec![1_u8, 2, 4, 6]), content in prop::collection::vec(any::<u8>(), 0..300)) {
        exercise(&raw_file(Head { spec: 2, kind, compression: 0 }, &content), 100);
    }
}

/// Writes the seeds for the fuzzer into the folder `TAGVIEW_FUZZ_SEEDS`.
#[test]
fn seeds_of_the_fuzzer() {
    let Ok(folder) = std::env::var("TAGVIEW_FUZZ_SEEDS") else { return };
    std::fs::create_dir_all(&folder).unwrap();
    for (k, file) in files().into_iter().enumerate() {
        std::fs::write(format!("{folder}/{k}"), [&[100], file.as_slice()].concat()).unwrap();
    }
}
