//! Writes a recording of any length: two channels that click in turn, every 4096 ticks. It
//! compresses well, and its length determines the output of `stats`.
//!
//! `cargo run --release --example steady -- 400000000 > steady.tags.zst`

use std::io::Write;

use tagview_core::tags::writer::{DEFAULT_FRAME_TAGS, DEFAULT_LEVEL};
use tagview_core::tags::{Tag, Writer};

/// Tags made at a time.
const BATCH: i64 = 1 << 16;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tags: i64 = std::env::args().nth(1).ok_or("how many tags?")?.parse()?;
    let mut file = std::io::stdout().lock();
    let mut writer = Writer::new(DEFAULT_LEVEL, DEFAULT_FRAME_TAGS)?;
    let mut bytes = Vec::new();
    for start in (0..tags).step_by(BATCH as usize) {
        let batch: Vec<Tag> = (start..tags.min(start + BATCH))
            .map(|i| Tag { time: 4096 * i, channel: if i % 2 == 0 { 3 } else { 15 } })
            .collect();
        writer.push(&batch, &mut bytes)?;
        file.write_all(&bytes)?;
        bytes.clear();
    }
    writer.finish(&mut bytes)?;
    file.write_all(&bytes)?;
    Ok(())
}
