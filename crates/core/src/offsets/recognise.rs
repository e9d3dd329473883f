//! Which encoding a pasted value is in.
//!
//! Text gives itself away by its version or a colon. The others are base64 of bytes without a
//! mark of their own; snappy proves itself by its length, but varints and fixed widths, pairs and
//! plain offsets, differ only in how plausible the result is.

use serde::Serialize;

use super::encoding::Encoding;
use super::encodings::decode;
use super::entries::{Entries, Offsets};
use crate::error::{Code, Severity};

/// The certainty of a recognised encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Sureness {
    /// Nothing else is possible, or a hundred times less plausible.
    Certain,
    /// Nothing else comes near.
    Likely,
    /// Something else is nearly as plausible.
    Ambiguous,
    /// No encoding fits; this is the best match.
    Unlikely,
}

/// A possible encoding of a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EncodingCandidate"))]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// Plausibility relative to all candidates, from 0 to 1.
    pub share: f64,
    /// Number of entries in this encoding.
    pub entries: usize,
    /// Reasons, as sentences.
    pub reasons: Vec<String>,
}

/// The recognised encoding of a value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RecognisedEncoding"))]
pub struct Recognised {
    /// Certainty of the recognition.
    pub sureness: Sureness,
    /// Possible encodings, the most plausible first; never empty.
    pub candidates: Vec<Candidate>,
}

impl Recognised {
    /// The most plausible encoding.
    pub fn encoding(&self) -> Encoding {
        self.candidates.first().map_or(Encoding::Text, |candidate| candidate.encoding)
    }
}

/// Finds the encoding of `value`.
pub fn recognise(value: &str) -> Recognised {
    let value = value.trim();
    if let Some(reason) = text_reason(value) {
        let candidate = Candidate { encoding: Encoding::Text, share: 1.0, entries: 0, reasons: vec![reason] };
        return Recognised { sureness: Sureness::Certain, candidates: vec![candidate] };
    }
    let mut candidates: Vec<Candidate> = Vec::new();
    for candidate in
        Encoding::ALL.into_iter().filter(|e| *e != Encoding::Text).filter_map(|e| weigh(e, value))
    {
        // There are six at most.
        let place = candidates.partition_point(|before| before.share >= candidate.share);
        candidates.insert(place, candidate);
    }
    let total: f64 = candidates.iter().map(|candidate| candidate.share).sum();
    let best = candidates.first().map_or(0.0, |candidate| candidate.share);
    if best <= 0.0 {
        let reasons =
            vec!["It is neither text with a colon nor base64 of any of the binary encodings.".to_owned()];
        let candidate = Candidate { encoding: Encoding::Text, share: 1.0, entries: 0, reasons };
        return Recognised { sureness: Sureness::Unlikely, candidates: vec![candidate] };
    }
    for candidate in &mut candidates {
        candidate.share /= total;
    }
    // Less than one in a thousand is not an alternative worth a line.
    candidates.retain(|candidate| candidate.share >= 1e-3);
    let share = candidates.first().map_or(0.0, |candidate| candidate.share);
    let sureness = match share {
        _ if best < DAMAGED => Sureness::Unlikely,
        0.99.. => Sureness::Certain,
        0.9.. => Sureness::Likely,
        _ => Sureness::Ambiguous,
    };
    Recognised { sureness, candidates }
}

fn text_reason(value: &str) -> Option<String> {
    let digits = value.strip_prefix(['v', 'V']).map(|rest| rest.find(|c: char| !c.is_ascii_digit()));
    let versioned = match digits {
        Some(Some(end)) => end > 0 && value.get(1 + end..).is_some_and(|rest| rest.starts_with('=')),
        Some(None) => value.len() <= 3,
        None => false,
    };
    match value {
        "" => Some("It is empty.".to_owned()),
        _ if versioned => Some(format!("It begins with the version {:.4}.", value)),
        _ if value.contains([':', ',']) => {
            Some("It has a colon or a comma, which are in no base64 alphabet.".to_owned())
        }
        _ => None,
    }
}

/// Factor of a candidate's weight if a part of the value is unreadable in it.
const DAMAGED: f64 = 1e-3;

/// Reads `value` in `encoding` and weighs the result; `None` if nothing can be read.
fn weigh(encoding: Encoding, value: &str) -> Option<Candidate> {
    let decoded = decode(encoding, value);
    let Entries::Partitions(columns) = &decoded.entries else { return None };
    let entries = columns.partitions.len();
    if entries == 0 {
        return None;
    }
    let mut weight = 1.0;
    let mut reasons = Vec::new();
    let mut judge = |factor: f64, reason: String| {
        weight *= factor;
        reasons.push(reason);
    };
    judge_reading(&decoded, &mut judge);
    if !encoding.is_offsets_only() {
        judge_partitions(&columns.partitions, &mut judge);
    }
    judge_offsets(&columns.offsets, &mut judge);
    Some(Candidate { encoding, share: weight, entries, reasons })
}

/// Whether all of the value could be read, and as an encoder would have written it.
fn judge_reading(decoded: &Offsets, judge: &mut impl FnMut(f64, String)) {
    let errors = decoded.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    let padded = decoded.findings.iter().filter(|f| f.code == Code::VarintPadded).count();
    match errors {
        0 => judge(1.0, format!("All of it can be read: {} entries.", decoded.entries.len())),
        // The longer the readable part, the less it is chance.
        _ => {
            let factor =
                DAMAGED * (decoded.entries.len() as f64 / (decoded.entries.len() + errors * 8) as f64) / 2.0;
            let places = if errors == 1 { "1 place" } else { &format!("{errors} places") };
            judge(factor, format!("{places} in it can't be read."));
        }
    }
    if padded > 0 {
        judge(0.05, format!("{padded} varints are longer than necessary."));
    }
}

/// Partition numbers are distinct, not negative, and mostly without gaps.
fn judge_partitions(partitions: &[i32], judge: &mut impl FnMut(f64, String)) {
    let mut sorted: Vec<i64> = partitions.iter().map(|partition| i64::from(*partition)).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let (lowest, highest) = (sorted.first().copied().unwrap_or(0), sorted.last().copied().unwrap_or(0));
    if sorted.len() < partitions.len() {
        judge(0.02, format!("{} partitions appear several times.", partitions.len() - sorted.len()));
    }
    if lowest < 0 {
        judge(0.01, format!("There is a negative partition, {lowest}."));
    } else {
        let dense = sorted.len() as f64 / (highest as f64 + 1.0);
        let reason = match dense {
            1.0.. => format!("Its partitions are exactly 0 to {highest}."),
            0.5.. => format!("Its partitions are most of 0 to {highest}."),
            _ => format!("Its {} partitions are scattered up to {highest}.", sorted.len()),
        };
        judge(dense.max(0.01), reason);
    }
}

/// Offsets are -1 or more, and those of one topic are of a similar size.
fn judge_offsets(offsets: &[i64], judge: &mut impl FnMut(f64, String)) {
    let negative = offsets.iter().filter(|offset| **offset < -1).count();
    if negative > 0 {
        let part = negative as f64 / offsets.len() as f64;
        judge(0.02 * (1.0 - part) + 1e-4, format!("{negative} offsets are below -1."));
    }
    let sizes: Vec<u32> =
        offsets.iter().filter(|o| **o != -1).map(|o| 64 - o.unsigned_abs().leading_zeros()).collect();
    if sizes.len() < 2 {
        return;
    }
    let step: u32 = sizes.iter().zip(sizes.iter().skip(1)).map(|(a, b)| a.abs_diff(*b)).sum();
    let step = f64::from(step) / (sizes.len() - 1) as f64;
    let reason =
        if step < 4.0 { "Its offsets are of similar size." } else { "Its offsets differ greatly in size." };
    judge((-step / 6.0).exp(), reason.to_owned());
    let zeros = offsets.iter().filter(|offset| **offset == 0).count();
    if offsets.len() >= 4 && zeros * 2 > offsets.len() {
        judge(0.1, format!("{zeros} of the {} offsets are 0.", offsets.len()));
    }
}
