//! Files made for the tests, and the results of a [`TagStream`] for them.

use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Tag, TagSource, TagStream};
use tagview_core::zstd::Encoder;
use tagview_core::{Code, Finding};

/// A level that both zstd implementations have.
pub const LEVEL: i32 = 1;

/// `n` tags from time `from` on, on channels 1 to 3.
pub fn tags(from: i64, n: usize) -> Vec<Tag> {
    (0..n as i64).map(|i| Tag { time: from + 7 * i, channel: 1 + (i as u64 * i as u64) % 3 }).collect()
}

/// One frame that holds one message with `tags`.
pub fn frame(tags: &[Tag]) -> Vec<u8> {
    let mut out = Vec::new();
    encode_frame(tags, LEVEL, &mut out).unwrap();
    out
}

/// One frame that holds `content`.
pub fn compressed(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Encoder::new(LEVEL).unwrap().compress(content, &mut out).unwrap();
    out
}

/// The message that a frame of [`frame`] holds, as an uncompressed `.tags` file has it.
pub fn message(tags: &[Tag]) -> Vec<u8> {
    let words = 2 * tags.len() as u64;
    let header = [
        (4 + words) << 32,
        1 << 48,
        1 | 6 << 32 | 1 << 35,
        1 | 7 << 32 | words << 35,
        (tags.len() as u64) << 2 | 2 << 32,
    ];
    let mut out: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    for tag in tags {
        out.extend(tag.time.to_le_bytes());
        out.extend(tag.channel.to_le_bytes());
    }
    out
}

/// A skippable frame with `payload`.
pub fn skippable(payload: &[u8]) -> Vec<u8> {
    let mut out = vec![0x50, 0x2a, 0x4d, 0x18];
    out.extend((payload.len() as u32).to_le_bytes());
    out.extend(payload);
    out
}

/// The results of reading a file.
#[derive(Debug, PartialEq)]
pub struct Read {
    pub tags: Vec<Tag>,
    pub findings: Vec<Finding>,
    pub frames: u64,
    pub messages: u64,
}

impl Read {
    /// The codes of the findings, in order.
    pub fn codes(&self) -> Vec<Code> {
        self.findings.iter().map(|finding| finding.code).collect()
    }
}

/// Reads `chunks` one after another as one file.
pub fn read<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Read {
    let mut recording = TagStream::default();
    let mut tags = Vec::new();
    for chunk in chunks {
        recording.push(chunk, &mut |batch| tags.extend_from_slice(batch));
    }
    recording.finish(&mut |batch| tags.extend_from_slice(batch));
    let totals = recording.totals();
    assert_eq!(totals.tags, tags.len() as u64);
    Read { tags, findings: totals.findings.all(), frames: totals.frames, messages: totals.messages }
}

/// Reads a file that is in memory.
pub fn read_all(file: &[u8]) -> Read {
    read([file])
}
