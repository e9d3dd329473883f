//! The recordings to damage: the real ones, if available, and generated ones of every shape.

use std::path::Path;

use tagview_core::tags::{Tag, Writer};
use tagview_core::zstd::{FrameKind, FramePart, FrameScanner};

use crate::random::Random;
use crate::sound::Sound;

/// Tags as a device makes them: channels at random, times in order.
fn steady(count: usize, seed: u64) -> Vec<Tag> {
    let mut random = Random(seed);
    let mut time = 585_950_217_716;
    let mut next = || {
        time += (random.bits() >> 52) as i64;
        Tag { time, channel: [3, 15, 16, 3][random.below(4)] }
    };
    (0..count).map(|_| next()).collect()
}

/// A recording as `pack` writes it.
fn packed(tags: &[Tag], level: i32, frame_tags: usize) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut writer = Writer::new(level, frame_tags).map_err(|error| error.to_string())?;
    writer.push(tags, &mut out).map_err(|error| error.to_string())?;
    writer.finish(&mut out).map_err(|error| error.to_string())?;
    Ok(out)
}

/// The frames with content of a recording, and nothing else, as other writers have them.
fn bare(file: &[u8]) -> Vec<u8> {
    let (mut scanner, mut left, mut out) = (FrameScanner::new(), file, Vec::new());
    while let Ok(Some(part)) = scanner.next(&mut left) {
        if let FramePart::End(frame) = part
            && matches!(frame.kind, FrameKind::Data(_))
        {
            out.extend_from_slice(&file[frame.offset as usize..(frame.offset + frame.length) as usize]);
        }
    }
    out
}

/// Messages without compression: the header that every known writer makes, then the tags.
fn uncompressed(tags: &[Tag]) -> Vec<u8> {
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

/// Generated recordings with about `scale` tags.
///
/// # Errors
/// A recording cannot be made.
pub fn generated(scale: usize) -> Result<Vec<Sound>, String> {
    let tags = steady(scale, 1);
    // Level -7 stores most blocks as they are: only the checksum shows that they are damaged.
    let noise: Vec<Tag> = {
        let mut random = Random(2);
        (0..scale / 4).map(|_| Tag { time: (random.bits() >> 1) as i64, channel: random.bits() }).collect()
    };
    let frames = packed(&tags, 3, scale / 20)?;
    let mut all = vec![
        Sound::new("20 frames", frames.clone())?,
        Sound::new("one frame", packed(&tags, 3, scale)?)?,
        Sound::new("1,000 small frames", packed(&tags, 1, (scale / 1000).max(1))?)?,
        Sound::new("stored blocks", packed(&steady(scale, 3), -7, scale / 5)?)?,
        Sound::new("20 frames without index", bare(&frames))?,
        Sound::new("messages without compression", uncompressed(&tags))?,
    ];
    // No recording has as many channels; frames of it are sound all the same.
    if let Ok(sound) = Sound::new("noise", packed(&noise[..noise.len().min(40_000)], 1, 4000)?) {
        all.push(sound);
    }
    Ok(all)
}

/// The real recordings in `folder`.
///
/// # Errors
/// A recording cannot be read.
pub fn real(folder: &Path) -> Result<Vec<Sound>, String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    names.sort();
    let recordings = names.iter().filter(|path| path.to_string_lossy().ends_with(".tags.zst"));
    recordings
        .map(|path| {
            let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Sound::new(path.file_name().unwrap_or_default().to_string_lossy(), bytes)
        })
        .collect()
}
