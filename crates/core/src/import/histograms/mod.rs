//! Files with histograms, which have counts in bins of delay and no tags: PicoQuant's `.phu`, `.phd`, `.hhd` and
//! `.thd`, and text files of two columns.

mod fixed;
mod phu;
mod text;

use serde::Serialize;

use super::columns::LAYOUT_BYTES;
use super::facts::HeaderEntry;
use crate::numbers::Counts;
use crate::signatures::{looks_like_text, odd_text};
use crate::{Code, Error, Finding, Operation};

/// Maximum number of bytes read of a file: the size of 512 curves of the longest histograms.
pub const MAX_HISTOGRAM_BYTES: usize = 256 << 20;

/// Maximum number of curves in a file.
const MAX_CURVES: usize = 4096;

/// A file of histograms.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HistogramFile {
    /// Kind of the file: `phu`, `phd`, `hhd`, `thd` or `text`.
    pub format: &'static str,
    /// Name of the device.
    pub device: Option<String>,
    /// Start of the measurement, in the clock of the recording computer.
    pub start: Option<String>,
    /// Comment by the user.
    pub comment: Option<String>,
    /// Histograms, in the order of the file.
    pub curves: Vec<HistogramCurve>,
    /// Delays of the curve of a text file whose unit is unknown; `None` for any other file.
    pub bare_delays: Option<BareDelays>,
    /// Tags of the header.
    pub header: Vec<HeaderEntry>,
    /// Problems with the file.
    pub findings: Vec<Finding>,
}

/// Delays of a histogram in the numbers of its file. Bin k begins at `start + k * width`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BareDelays {
    /// Delay of the first bin.
    pub start: f64,
    /// Width of a bin.
    pub width: f64,
}

/// A histogram. Bin k begins at the delay `start_s + k * resolution_s`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HistogramCurve {
    /// Number of the curve in the recording program.
    pub curve: u64,
    /// Input or routing channel, from 1 on; `None` if the file does not state it.
    pub input: Option<u64>,
    /// Delay of the first bin in seconds; `None` if the file does not state a unit.
    pub start_s: Option<f64>,
    /// Width of a bin in seconds; `None` if the file does not state it.
    pub resolution_s: Option<f64>,
    /// Syncs per second.
    pub sync_rate_hz: Option<f64>,
    /// Requested duration of the measurement in seconds.
    pub acquisition_time_s: Option<f64>,
    /// Sum of the counts.
    pub total: u64,
    /// Index of the bin with the most counts; `None` without counts.
    pub peak: Option<u64>,
    /// Counts of each bin.
    pub counts: Counts,
}

impl HistogramCurve {
    fn new(curve: u64, counts: Vec<u64>) -> Self {
        let most = counts.iter().copied().max().unwrap_or(0);
        let peak = counts.iter().position(|count| *count == most && most > 0).map(|bin| bin as u64);
        Self {
            curve,
            input: None,
            start_s: Some(0.0),
            resolution_s: None,
            sync_rate_hz: None,
            acquisition_time_s: None,
            total: counts.iter().fold(0, |sum, count| sum.saturating_add(*count)),
            peak,
            counts: Counts(counts),
        }
    }
}

/// Returns whether a file that begins with `head` is one of these.
pub fn is_histogram_file(head: &[u8]) -> bool {
    head.starts_with(phu::MAGIC) || fixed::is_fixed(head) || super::holds_histogram(head)
}

/// Reads a whole file of histograms. `unit` is the unit of the delays in a text file that does not state it.
///
/// # Errors
/// `UnknownFormat` for a file of another kind, `TooLarge` for a file that is too large, `Usage` for an invalid unit;
/// other errors if nothing in the file can be read.
pub fn read_histograms(bytes: &[u8], unit: Option<&str>) -> Result<HistogramFile, Error> {
    if bytes.len() > MAX_HISTOGRAM_BYTES {
        let message = format!("a file of histograms of {} bytes is too large", bytes.len());
        return Err(Error::new(Code::TooLarge, message, "save fewer curves in each file"));
    }
    if bytes.starts_with(phu::MAGIC) {
        phu::read(bytes)
    } else if fixed::is_fixed(bytes) {
        fixed::read(bytes)
    } else if !bytes.is_empty() && looks_like_text(&bytes[..bytes.len().min(LAYOUT_BYTES)]) {
        text::read(bytes, unit)
    } else {
        let remedy = format!("open a recording with {}", Operation::Stats);
        let error = move || Error::at(Code::UnknownFormat, 0, "this is not a file of histograms", remedy);
        Err(odd_text(&bytes[..bytes.len().min(LAYOUT_BYTES)]).unwrap_or_else(error))
    }
}

/// Position of a curve's counts, and the facts that the file states about them.
struct Stated {
    curve: u64,
    offset: Option<u64>,
    bins: Option<u64>,
    total: Option<i64>,
}

/// Reads the curve with 32-bit counts at the position in `stated`. Problems become findings of `file`. `None` if no
/// counts of the curve are in the file.
fn curve_of(bytes: &[u8], stated: &Stated, file: &mut HistogramFile) -> Option<HistogramCurve> {
    let before: usize = file.curves.iter().map(|curve| 4 * curve.counts.0.len()).sum();
    let findings = &mut file.findings;
    let Stated { curve, offset, bins, total } = *stated;
    let place = offset.zip(bins).and_then(|(offset, bins)| {
        let from = usize::try_from(offset).ok().filter(|from| *from <= bytes.len())?;
        let length = usize::try_from(bins).ok()?.checked_mul(4)?;
        Some((from, from.checked_add(length)?))
    });
    let Some((from, to)) = place else {
        let message = format!("the header does not state where in the file the counts of curve {curve} are");
        findings.push(
            Error::new(Code::BadHeader, message, "the other curves were read; copy the file again").into(),
        );
        return None;
    };
    let there = bytes.get(from..to.min(bytes.len())).unwrap_or_default();
    // Many curves that share the same counts would take more memory than the file.
    if before + there.len() > bytes.len() {
        let message = format!("the counts of curve {curve} overlap those of other curves");
        findings.push(Error::at(Code::BadHeader, from as u64, message, "copy the file again").into());
        return None;
    }
    let counts = there.as_chunks::<4>().0.iter().map(|count| u32::from_le_bytes(*count).into()).collect();
    let read = HistogramCurve::new(curve, counts);
    if to > bytes.len() {
        let message = format!(
            "the file ends in curve {curve}, after {} of {} bins",
            read.counts.0.len(),
            (to - from) / 4
        );
        let error = Error::at(
            Code::Truncated,
            bytes.len() as u64,
            message,
            "copy it again; the data before this were read",
        );
        findings.push(error.into());
    } else if let Some(total) = total.filter(|total| u64::try_from(*total) != Ok(read.total)) {
        let message =
            format!("the header states {total} counts in curve {curve}, but its bins have {}", read.total);
        findings.push(Error::at(Code::BadHeader, from as u64, message, "copy the file again").into());
    }
    Some(read)
}
