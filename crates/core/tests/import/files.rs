//! Files made by the tests or shared by all packages, and the results of reading them.

use std::path::PathBuf;

use tagview_bridge::{Value, to_value};
use tagview_core::Finding;
use tagview_core::import::{ImportSource, TextOptions, import_of, source_of};
use tagview_core::tags::Tag;

/// The result of reading a file.
#[derive(Debug, PartialEq)]
pub struct Read {
    pub tags: Vec<Tag>,
    pub findings: Vec<Finding>,
    pub facts: Value,
    pub tick: Option<String>,
}

impl Read {
    /// Number of tags of each channel, ascending by channel.
    pub fn counts(&self) -> Vec<(u64, usize)> {
        let mut counts = std::collections::BTreeMap::new();
        for tag in &self.tags {
            *counts.entry(tag.channel).or_insert(0) += 1;
        }
        counts.into_iter().collect()
    }

    /// Number of tags that are earlier than the tag before them.
    pub fn disordered(&self) -> usize {
        self.tags.windows(2).filter(|pair| pair[1].time < pair[0].time).count()
    }

    /// The tags as pairs.
    pub fn pairs(&self) -> Vec<(u64, i64)> {
        self.tags.iter().map(|tag| (tag.channel, tag.time)).collect()
    }

    /// The only finding: its code, its offset and its message.
    pub fn only_finding(&self) -> (&'static str, Option<u64>, &str) {
        assert_eq!(self.findings.len(), 1, "{:?}", self.findings);
        let finding = &self.findings[0];
        (finding.code.as_str(), finding.offset, &finding.message)
    }
}

/// Creates a reader of the format of `file`.
fn reader_of(file: &[u8]) -> Box<dyn ImportSource> {
    let import = import_of(&file[..file.len().min(64)]).expect("the format is known");
    source_of(import.id, &TextOptions::default()).expect("it has a reader")
}

/// Reads `file` in its recognised format, in chunks of `chunk` bytes.
pub fn read_in(file: &[u8], chunk: usize) -> Read {
    let mut source = reader_of(file);
    let mut tags = Vec::new();
    for chunk in file.chunks(chunk) {
        source.push(chunk, &mut |batch| {
            assert!(!batch.is_empty());
            tags.extend_from_slice(batch);
        });
    }
    end(source, tags)
}

/// Reads like [`read_in`], in chunks that end at these offsets of the file.
pub fn read_cut(file: &[u8], cuts: &[usize]) -> Read {
    read_source(reader_of(file), file, cuts)
}

fn read_source(mut source: Box<dyn ImportSource>, file: &[u8], cuts: &[usize]) -> Read {
    let mut tags = Vec::new();
    let mut from = 0;
    for to in cuts.iter().copied().filter(|&to| to <= file.len()).chain([file.len()]) {
        source.push(&file[from.min(to)..to], &mut |batch| tags.extend_from_slice(batch));
        from = from.max(to);
    }
    end(source, tags)
}

/// Reads like [`read_in`], in one chunk, with these options.
pub fn read_with(file: &[u8], options: &TextOptions) -> Read {
    let import = import_of(&file[..file.len().min(64)]).expect("the format is known");
    read_as(import.id, file, &[], options)
}

/// Reads `file` in the format `id`, in chunks that end at these offsets.
pub fn read_as(id: &str, file: &[u8], cuts: &[usize], options: &TextOptions) -> Read {
    read_source(source_of(id, options).expect("it has a reader"), file, cuts)
}

/// Reads like [`read_in`], in one chunk.
pub fn read(file: &[u8]) -> Read {
    read_in(file, usize::MAX)
}

fn end(mut source: Box<dyn ImportSource>, mut tags: Vec<Tag>) -> Read {
    source.finish(&mut |batch| tags.extend_from_slice(batch));
    assert!(source.is_done() && !source.wants_more());
    let totals = source.totals();
    assert_eq!(totals.tags, tags.len() as u64);
    let tick = source.tick().map(|tick| tick.to_string());
    Read { tags, findings: totals.findings.all(), facts: to_value(&source.facts()), tick }
}

/// A file of the shared collection next to the repository, if it exists.
pub fn shared(name: &str) -> Option<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/other-taggers");
    let file = std::fs::read(folder.join(name)).ok();
    if file.is_none() {
        println!("skipped: there is no {name}");
    }
    file
}
