//! Tags for tests, and their export.

use tagview_bridge::Value;
use tagview_core::tags::{FileSummary, Tag};
use tagview_export::{Metadata, Target};

/// The extremes of times and channels, and disorder.
pub fn extremes() -> Vec<Tag> {
    let tags = [(i64::MAX, u64::MAX), (i64::MIN, 0), (0, 1 << 63), (-1, 3), (i64::MIN + 1, u64::MAX - 1)];
    tags.map(|(time, channel)| Tag { time, channel }).to_vec()
}

/// `n` tags in order of time, on three channels.
pub fn device(n: i64) -> Vec<Tag> {
    (0..n).map(|k| Tag { time: 1_000_000 + 7 * k + k % 5, channel: [3, 15, 16][(k % 3) as usize] }).collect()
}

pub fn metadata() -> Metadata {
    let texts = [("tagview.tick_s", "1.5625e-10"), ("tagview.source", "a \"name\", \u{e9}")];
    Metadata::new(&Value::map(texts.map(|(key, text)| (key, Value::Text(text.to_owned()))))).unwrap()
}

/// The file of `tags`, pushed in batches of `batch`.
pub fn file_of(target: Target, tags: &[Tag], batch: usize, group: usize) -> Vec<u8> {
    let mut sink = target.sink(&metadata(), group, "").unwrap();
    let mut out = Vec::new();
    for tags in tags.chunks(batch) {
        sink.push(tags, &mut out).unwrap();
    }
    sink.end(&mut out).unwrap();
    let made = sink.finish(&mut out).unwrap().unwrap();
    assert_eq!(made.tags, tags.len() as u64);
    with_head(out, &made)
}

/// Returns the file with its beginning replaced by the head of `made`.
pub fn with_head(mut file: Vec<u8>, made: &FileSummary) -> Vec<u8> {
    if let Some(head) = &made.head {
        file[..head.len()].copy_from_slice(head);
    }
    file
}
