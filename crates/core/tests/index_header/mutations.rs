//! Files with random bytes changed, removed or inserted.

use std::path::Path;
use std::{env, fs};

use proptest::prelude::*;
use proptest::sample::Index;

use super::build::{Block, section};
use super::exercise::exercise;
use super::opened::open;
use super::series::{Series, index_of};
use super::sparse::stored;

/// Sound files of all kinds and versions.
fn seeds() -> Vec<Vec<u8>> {
    let mut version_1 = Block::of(&[("foo", &["a", "b"]), ("bar", &["1", "10", "2"])]);
    version_1.version = 1;
    let series: Vec<Series> = (0..9)
        .map(|k| {
            let pod = format!("pod-{k}");
            Series::of(&[("__name__", "up"), ("pod", &pod)], &[(k, k + 10), (k + 10, 50)])
        })
        .collect();
    let grid = Block::grid(3, 40).header();
    let sparse = stored(&open(&grid).sparse_message().unwrap());
    let small = Block::of(&[("instance", &["a:1", "b:2"]), ("job", &["api", "db", "web"])]);
    vec![
        small.header(),
        grid,
        sparse,
        version_1.header(),
        version_1.index(),
        index_of(1, &series),
        index_of(2, &series),
        Block::of(&[]).header(),
    ]
}

#[derive(Debug, Clone)]
enum Change {
    Set(Index, u8),
    Remove(Index, u8),
    Insert(Index, Vec<u8>),
}

fn change() -> impl Strategy<Value = Change> {
    let byte = prop_oneof![any::<u8>(), Just(0), Just(0x7f), Just(0x80), Just(0xff)];
    prop_oneof![
        4 => (any::<Index>(), byte.clone()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, n)| Change::Remove(at, n)),
        1 => (any::<Index>(), prop::collection::vec(byte, 0..12)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
    ]
}

fn changed(mut file: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let place = |at: &Index| at.index(file.len() + 1);
        match change {
            Change::Set(at, byte) => {
                let at = place(at);
                file.get_mut(at).into_iter().for_each(|old| *old = *byte);
            }
            Change::Remove(at, n) => {
                let from = place(at);
                file.drain(from..(from + usize::from(*n)).min(file.len()));
            }
            Change::Insert(at, bytes) => {
                let at = place(at);
                file.splice(at..at, bytes.iter().copied());
            }
        }
    }
    file
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn of_whole_files(seed in any::<Index>(), changes in prop::collection::vec(change(), 1..6), piece in 1usize..90) {
        let seeds = seeds();
        exercise(&changed(seed.get(&seeds).clone(), &changes), piece);
    }

    /// With checksums that fit, so that what stands in the sections is all that is wrong.
    #[test]
    fn of_what_checksums_are_of(changes in prop::collection::vec(change(), 1..6), kind in 0..3, count in 0usize..9, piece in 1usize..90) {
        let block = Block::of(&[("instance", &["a:1", "b:2"]), ("job", &["api", "db", "web"])]);
        let records = |section: Vec<u8>| section[8..section.len() - 4].to_vec();
        let file = match kind {
            0 => block.header_of(&block.symbols_section(), &section(count, &changed(records(block.table_section()), &changes))),
            1 => block.header_of(&section(count, &changed(records(block.symbols_section()), &changes)), &block.table_section()),
            _ => stored(&changed(open(&Block::grid(2, 40).header()).sparse_message().unwrap(), &changes)),
        };
        exercise(&file, piece);
    }
}

#[test]
fn seeds_are_sound() {
    for file in seeds() {
        assert!(open(&file).is_complete());
        exercise(&file, 7);
    }
}

/// Writes the seeds for the fuzzer, each after the byte that states the length of the pieces.
#[test]
fn seeds_for_the_fuzzer() {
    let Some(folder) = env::var_os("TAGVIEW_FUZZ_SEEDS") else { return };
    fs::create_dir_all(&folder).unwrap();
    for (k, file) in seeds().into_iter().enumerate() {
        fs::write(Path::new(&folder).join(format!("seed-{k}")), [&[7], file.as_slice()].concat()).unwrap();
    }
}
