//! A histogram as text: delays in equal steps, and counts beside them.

use super::LAYOUT_BYTES;
use super::form::fields;
use super::number::{Decimal, Scale};
use super::sample::{Sample, lines};
use super::unit::{Named, Unit, unit, unit_in};
use crate::{Code, Error, Operation};

/// Contents of a text file with two columns.
#[derive(Debug, Clone, PartialEq)]
pub struct HistogramColumns {
    /// First delay and width of a bin, in the numbers of the file; `None` without bins.
    pub delays: Option<(f64, f64)>,
    /// Unit of the delays in seconds, if it is known.
    pub unit_s: Option<f64>,
    pub counts: Vec<u64>,
    /// Error about the first line that is not the next delay and its counts. Lines after it are not read.
    pub broken: Option<Error>,
}

/// Reads a text file with a histogram, which may have unknown names above its columns. The unit of the delays is
/// `stated` by the caller, or otherwise by the file.
///
/// # Errors
/// `Usage` for an invalid unit, `UnknownFormat` for any other text file.
pub fn histogram_columns(text: &[u8], stated: Option<&str>) -> Result<HistogramColumns, Error> {
    let stated = match stated {
        Some(name) => Some(unit(name).ok_or_else(|| {
            let message = format!("`unit` \"{name}\" is not a unit of times");
            Error::new(Code::Usage, message, "use s, ms, us, ns, ps or fs, or a length such as 81ps")
        })?),
        None => None,
    };
    let head = &text[..text.len().min(LAYOUT_BYTES)];
    let sample = Sample::of(head, head.len() < LAYOUT_BYTES, 2, &[]);
    // The caller has decided that a text without names is a histogram.
    let is_histogram = |sample: &Sample| sample.names.is_none() && sample.may_be_histogram();
    if sample.as_ref().is_some_and(|sample| sample.may_be_tags() && !is_histogram(sample)) {
        let message = "this text is read as time tags, not as a histogram";
        let remedy = format!(
            "open it with {}; a histogram has names above its columns, such as delay,counts",
            Operation::Stats
        );
        return Err(Error::at(Code::UnknownFormat, 0, message, remedy));
    }
    let Some(sample) = sample.filter(Sample::may_be_histogram) else {
        let message = "this text does not have two columns: delays in equal steps, and whole counts";
        let remedy = format!(
            "write a delay and its counts in each line; for time tags, use {} with `columns`",
            Operation::Stats
        );
        return Err(Error::at(Code::UnknownFormat, 0, message, remedy));
    };
    let above = sample.names.as_ref().and_then(|names| names.first());
    let named = match (above.map(|name| unit_in(name)), &sample.units[..]) {
        (Some(Named::Unit(unit)), []) => Some(unit),
        (None | Some(Named::Nothing), [Named::Unit(unit)]) => Some(*unit),
        _ => None,
    };
    let unit_s = match stated.or(named) {
        Some(Unit::Length(tick)) => Some(tick.seconds()),
        _ => None,
    };
    let (mut counts, mut ends, mut step) = (Vec::new(), None::<(f64, f64)>, None::<f64>);
    let (mut broken, mut first_broken) = (0_u64, None);
    let is_row =
        |line: &[u8]| line.trim_ascii_start().first().is_some_and(|byte| !matches!(byte, b'#' | b'%'));
    for (at, line) in lines(text, sample.start, true).filter(|(_, line)| is_row(line)) {
        let mut row = fields(line, sample.separator);
        let delay = row.next().and_then(|delay| number(delay, sample.separator));
        let count = row.next().and_then(|count| counts_of(count, sample.separator));
        let follows = |delay: f64| match (ends, step) {
            (Some((_, last)), Some(step)) => ((delay - last) / step - 1.0).abs() < 0.5,
            _ => true,
        };
        match delay.zip(count) {
            Some((delay, count)) if row.next().is_none() && first_broken.is_none() && follows(delay) => {
                let (first, last) = ends.unwrap_or((delay, delay));
                if !counts.is_empty() {
                    step.get_or_insert(delay - last);
                }
                ends = Some((first, delay));
                counts.push(count);
            }
            _ => {
                broken += 1;
                first_broken.get_or_insert(at);
            }
        }
    }
    let steps = counts.len().saturating_sub(1).max(1) as f64;
    let broken = first_broken.map(|at| {
        let message = format!(
            "the histogram ends before a line that is not the next delay and its counts; {broken} lines are not read"
        );
        let remedy = "correct the line, or write each histogram into a file of its own";
        Error::at(Code::BadRecord, at as u64, message, remedy)
    });
    Ok(HistogramColumns {
        delays: ends.map(|(first, last)| (first, (last - first) / steps)),
        unit_s,
        counts,
        broken,
    })
}

/// Reads a whole number of counts, which may be written as `12.0`.
fn counts_of(field: &[u8], separator: u8) -> Option<u64> {
    let (counts, is_exact) = Decimal::read(field, separator != b',')?.sized(Scale::ONE)?;
    u64::try_from(counts).ok().filter(|_| is_exact)
}

/// Reads a decimal number. A comma is the decimal point unless it separates columns.
fn number(field: &[u8], separator: u8) -> Option<f64> {
    let text = std::str::from_utf8(field).ok()?;
    let text = if separator == b',' { text.to_owned() } else { text.replace(',', ".") };
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
