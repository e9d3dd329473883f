//! Every kind of damage to a recording, at random positions.

use std::time::{Duration, Instant};

use crate::damage::KINDS;
use crate::judge::judge;
use crate::random::Random;
use crate::sound::Sound;

/// No copy may take longer to read twice and to repair.
const LONGEST: Duration = Duration::from_secs(5);

/// Results for the copies with one kind of damage.
#[derive(Debug)]
pub struct Row {
    /// The recording.
    pub recording: String,
    /// Whether checksums and an index guard it.
    pub is_guarded: bool,
    /// The damage.
    pub kind: &'static str,
    /// Number of copies.
    pub copies: usize,
    /// Number with a report that something is wrong.
    pub noticed: usize,
    /// Number without a report although tags differ.
    pub unnoticed: usize,
    /// Tags that were recovered, and those of frames that were not touched.
    pub recovered: u64,
    /// See `recovered`.
    pub sound: u64,
    /// The longest that one copy took.
    pub longest: Duration,
    /// Failures of the test.
    pub failures: Vec<String>,
}

/// Damages copies of `sound`: one in `of` of the number in [`KINDS`].
pub fn run(sound: &Sound, of: usize, seed: u64) -> Vec<Row> {
    KINDS
        .iter()
        .map(|&(kind, copies, damage)| {
            let copies = copies.div_ceil(of);
            let mut row = Row {
                recording: sound.name.clone(),
                is_guarded: sound.is_guarded,
                kind,
                copies,
                noticed: 0,
                unnoticed: 0,
                recovered: 0,
                sound: 0,
                longest: Duration::ZERO,
                failures: Vec::new(),
            };
            for number in 0..copies {
                let mut random = Random(seed ^ (number as u64) << 20 ^ kind.len() as u64);
                let damage = damage(random.below(sound.bytes.len()));
                let (copy, damaged) = damage.to(&sound.bytes, &mut random);
                let chunk = [1 << 10, 4095, 64 << 10, 1 << 20][random.below(4)];
                let since = Instant::now();
                let outcome = judge(sound, damage, &copy, &damaged, chunk);
                let took = since.elapsed();
                row.longest = row.longest.max(took);
                if took > LONGEST {
                    row.failures.push(format!("{damage:?}: took {took:?}"));
                }
                match outcome {
                    Err(failure) => row.failures.push(format!("{damage:?}: {failure}")),
                    Ok(outcome) => {
                        row.noticed += usize::from(outcome.noticed);
                        row.unnoticed += usize::from(outcome.unnoticed);
                        row.recovered += outcome.recovered;
                        row.sound += outcome.sound;
                    }
                }
            }
            row
        })
        .collect()
}
