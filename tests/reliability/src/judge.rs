//! Checks of the report on a damaged copy, and of its recovered tags.

use std::ops::Range;

use tagview_core::Error;
use tagview_core::random_access::drive;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::{Tag, TagSource, TagStream, Totals};
use tagview_core::transform::repair::{Repair, RepairOptions};

use crate::damage::Damage;
use crate::sound::Sound;

/// The result for a copy.
#[derive(Debug, Default, Clone, Copy)]
pub struct Outcome {
    /// A report that something is wrong.
    pub noticed: bool,
    /// No report, and the tags differ: only if nothing guards them.
    pub unnoticed: bool,
    /// Tags that `repair` wrote.
    pub recovered: u64,
    /// Tags of frames that the damage does not touch.
    pub sound: u64,
}

/// Reads and repairs `copy`, whose bytes `damaged` differ from those of `sound`.
///
/// # Errors
/// What must not be: a sentence.
pub fn judge(
    sound: &Sound,
    damage: Damage,
    copy: &[u8],
    damaged: &Range<usize>,
    chunk: usize,
) -> Result<Outcome, String> {
    let (totals, tags) = read(copy, copy.len().max(1));
    let (other, same) = read(copy, chunk);
    if totals != other || tags != same {
        return Err(format!("read in chunks of {chunk} it is {other:?}, and at once {totals:?}"));
    }
    let complete = totals.findings.is_empty();
    let differs = tags != sound.tags;
    if complete && differs && sound.is_guarded {
        return Err(format!(
            "{} tags are reported as complete, and there are {}",
            tags.len(),
            sound.tags.len()
        ));
    }
    let recovered = match repaired(copy) {
        Ok(recovered) => recovered,
        // Nothing was sound.
        Err(_) if !complete => Vec::new(),
        Err(error) => return Err(format!("a complete file can't be repaired: {error}")),
    };
    let pieces = sound.pieces(damaged);
    let sound_tags = pieces.iter().filter(|(_, whole)| *whole).map(|(tags, _)| tags.len() as u64).sum();
    if sound.is_guarded {
        compare(sound, damage, &pieces, &recovered)?;
    } else if complete && recovered != tags {
        return Err("repair writes other tags of a complete file than are read".into());
    }
    Ok(Outcome {
        noticed: !complete,
        unnoticed: complete && differs,
        recovered: recovered.len() as u64,
        sound: sound_tags,
    })
}

/// The recovered frames must be all frames without damage, in order. A damaged frame gives nothing, or everything if
/// the damaged bits do not matter; a cut frame gives its beginning.
fn compare(
    sound: &Sound,
    damage: Damage,
    pieces: &[(Range<usize>, bool)],
    recovered: &[Tag],
) -> Result<(), String> {
    let mut left = recovered;
    for (number, (range, whole)) in pieces.iter().enumerate() {
        let tags = &sound.tags[range.clone()];
        match left.strip_prefix(tags) {
            Some(rest) => left = rest,
            None if *whole => return Err(format!("frame {} is sound and was not recovered", number + 1)),
            None if matches!(damage, Damage::Cut(_)) => {
                let common = left.iter().zip(tags).take_while(|(a, b)| a == b).count();
                left = &left[common..];
            }
            None => {}
        }
    }
    if left.is_empty() {
        return Ok(());
    }
    Err(format!("{} tags were recovered that are not those of sound frames", left.len()))
}

fn read(file: &[u8], chunk: usize) -> (Totals, Vec<Tag>) {
    let (mut recording, mut tags) = (TagStream::default(), Vec::new());
    for bytes in file.chunks(chunk) {
        recording.push(bytes, &mut |batch| tags.extend_from_slice(batch));
    }
    recording.finish(&mut |batch| tags.extend_from_slice(batch));
    (recording.totals(), tags)
}

/// The tags that `repair` writes.
fn repaired(file: &[u8]) -> Result<Vec<Tag>, Error> {
    let options = RepairOptions::new(file.len() as u64).packing(PackingOptions::default().level(1));
    let mut repair = Repair::new(&options)?;
    let mut out = drive(&mut repair, &[file], 64 << 10)?;
    repair.finish(&mut out)?;
    let (totals, tags) = read(&out, out.len());
    totals.errors().next().map_or(Ok(tags), Err)
}
