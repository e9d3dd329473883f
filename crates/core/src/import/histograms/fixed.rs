//! Histograms with a header of a fixed order: `.phd` of the PicoHarp 300 (version 2.0), `.hhd` of the HydraHarp (1.0
//! and 2.0) and `.thd` of the TimeHarp 200 (2.0 to 6.0).
//!
//! Source: [libpicoquant](https://github.com/tsbischof/libpicoquant) (`ph_v20.h`, `hh_v10.h`, `th_v50.h`, `th_v60.h`).

use super::{HistogramCurve, HistogramFile, MAX_CURVES, Stated, curve_of};
use crate::import::facts::{HeaderEntry, HeaderValue};
use crate::import::picoquant::{HYDRAHARP, PICOHARP, TIMEHARP, ansi, field, integer, scaled};
use crate::import::tick::Tick;
use crate::{Code, Error, Operation};

/// Whether a file that begins with `head` has such a header and histograms. The head may be cut before the mode.
pub(super) fn is_fixed(head: &[u8]) -> bool {
    Form::of(head).is_some_and(|form| integer(head, form.mode) == Some(0))
}

/// Byte offsets of the fields of a file.
struct Form {
    format: &'static str,
    device: &'static str,
    /// Time of the recording, followed by the comment.
    time: usize,
    /// Measurement mode: 0 for histograms.
    mode: usize,
    /// Number of curves.
    curves: usize,
    /// First description of a curve, and its length.
    first: usize,
    length: usize,
    curve: Curve,
}

/// Byte offsets in the description of a curve.
struct Curve {
    input: usize,
    resolution: Resolution,
    /// Number of bins, and offset of the counts; `None` if the counts follow the description, with the number of bins
    /// in the header.
    data: Option<(usize, usize)>,
    acquisition: usize,
    sync_rate: usize,
    /// Sum of the counts, in 8 or 4 bytes.
    total: usize,
    has_long_total: bool,
}

enum Resolution {
    /// In ns.
    Single(usize),
    /// In ps.
    Double(usize),
}

/// Returns the offset of a TimeHarp's number of bins, which follows the comment.
fn timeharp_bins(form: &Form) -> usize {
    form.curves - 4
}

impl Form {
    fn of(head: &[u8]) -> Option<Self> {
        let version = head.get(16..22)?.split(|byte| *byte == 0).next()?;
        if head.starts_with(PICOHARP) && version == b"2.0" {
            return Some(Self {
                format: "phd",
                device: "PicoHarp 300",
                time: 52,
                mode: 348,
                curves: 328,
                first: 692,
                length: 172,
                curve: Curve {
                    input: 60,
                    resolution: Resolution::Single(92),
                    data: Some((96, 136)),
                    acquisition: 100,
                    sync_rate: 112,
                    total: 124,
                    has_long_total: true,
                },
            });
        }
        if head.starts_with(HYDRAHARP) && matches!(version, b"1.0" | b"2.0") {
            // Inputs, of 16 bytes each, precede the curves.
            let inputs = integer(head, 664).and_then(|inputs| usize::try_from(inputs).ok()).unwrap_or(0);
            return Some(Self {
                format: "hhd",
                device: "HydraHarp",
                time: 52,
                mode: 340,
                curves: 328,
                first: 696 + 16 * inputs.min(64),
                length: 264,
                curve: Curve {
                    input: 184,
                    resolution: Resolution::Double(200),
                    data: Some((256, 260)),
                    acquisition: 212,
                    sync_rate: 236,
                    total: 248,
                    has_long_total: true,
                },
            });
        }
        let is_new = match version {
            b"2.0" | b"3.0" | b"5.0" => false,
            b"6.0" => true,
            _ => return None,
        };
        let shift = if is_new { 24 } else { 0 };
        head.starts_with(TIMEHARP).then(|| Self {
            format: "thd",
            device: "TimeHarp 200",
            time: 28 + shift,
            mode: 328 + shift,
            curves: 308 + shift,
            first: 540 + 2 * shift,
            length: 100,
            curve: Curve {
                input: 28,
                resolution: Resolution::Single(88),
                data: None,
                acquisition: 60,
                sync_rate: 72,
                total: 84,
                has_long_total: false,
            },
        })
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<HistogramFile, Error> {
    let unknown = || {
        Error::at(
            Code::UnknownFormat,
            16,
            "this is not a file of histograms",
            format!("open a recording with {}", Operation::Stats),
        )
    };
    let form = Form::of(bytes).ok_or_else(unknown)?;
    let text = |at: usize, length: usize| {
        let text = ansi(bytes.get(at..at + length).unwrap_or_default()).trim().to_owned();
        Some(text).filter(|text| !text.is_empty())
    };
    let Some(stated) = integer(bytes, form.curves) else {
        return Err(Error::at(
            Code::Truncated,
            bytes.len() as u64,
            "the file ends in its header",
            "copy it again",
        ));
    };
    let curves = usize::try_from(stated).ok().filter(|curves| *curves <= MAX_CURVES).ok_or_else(|| {
        let message = format!("the header states {stated} curves");
        Error::at(Code::BadHeader, form.curves as u64, message, "copy the file again")
    })?;
    let (start, comment) = (text(form.time, 18), text(form.time + 20, 256));
    let named = [
        ("Ident", Some(form.device.to_owned())),
        ("FormatVersion", text(16, 6)),
        ("FileTime", start.clone()),
        ("Comment", comment.clone()),
    ];
    let texts = named
        .into_iter()
        .map(|(name, text)| HeaderEntry::new(name, text.map_or(HeaderValue::Null, HeaderValue::Text)));
    let number = HeaderEntry::new("NumberOfCurves", HeaderValue::Int(stated.into()));
    let mut file = HistogramFile {
        format: form.format,
        device: Some(form.device.to_owned()),
        start,
        comment,
        curves: Vec::new(),
        bare_delays: None,
        header: texts.chain([number]).collect(),
        findings: Vec::new(),
    };
    let mut at = form.first;
    for k in 0..curves {
        let Some(description) = bytes.get(at..at + form.length) else {
            let message = format!("the file ends before the description of curve {} of {curves}", k + 1);
            let error = Error::at(Code::Truncated, bytes.len() as u64, message, "copy it again");
            file.findings.push(error.into());
            break;
        };
        let stated = form.stated(bytes, description, at);
        let bins = stated.bins.unwrap_or(0);
        if let Some(curve) = curve_of(bytes, &stated, &mut file) {
            file.curves.push(form.described(curve, description));
        }
        at += form.length;
        if form.curve.data.is_none() {
            at = at.saturating_add(usize::try_from(bins).unwrap_or(usize::MAX).saturating_mul(4));
        }
        if at >= usize::MAX / 2 {
            break;
        }
    }
    Ok(file)
}

impl Form {
    fn stated(&self, bytes: &[u8], description: &[u8], at: usize) -> Stated {
        let number = |at: usize| integer(description, at).and_then(|number| u64::try_from(number).ok());
        let (bins, offset) = match self.curve.data {
            Some((bins, offset)) => (number(bins), number(offset)),
            None => {
                let bins = integer(bytes, timeharp_bins(self)).and_then(|bins| u64::try_from(bins).ok());
                (bins, Some((at + self.length) as u64))
            }
        };
        let total = if self.curve.has_long_total {
            field(description, self.curve.total).map(i64::from_le_bytes)
        } else {
            integer(description, self.curve.total).map(i64::from)
        };
        let curve = integer(description, 0).and_then(|curve| u64::try_from(curve).ok()).unwrap_or(0);
        Stated { curve, offset, bins, total }
    }

    /// Adds the facts in the description of a curve.
    fn described(&self, curve: HistogramCurve, description: &[u8]) -> HistogramCurve {
        let positive = |number: Option<i32>| number.filter(|number| *number > 0).map(f64::from);
        let resolution = match self.curve.resolution {
            Resolution::Single(at) => {
                field(description, at).map(f32::from_le_bytes).and_then(|ns| scaled(&format!("{ns:e}"), -9))
            }
            Resolution::Double(at) => {
                field(description, at).map(f64::from_le_bytes).and_then(|ps| scaled(&format!("{ps:e}"), -12))
            }
        };
        let input = integer(description, self.curve.input).and_then(|input| u64::try_from(input).ok());
        HistogramCurve {
            input: input.map(|input| input + 1),
            resolution_s: resolution.map(Tick::seconds),
            sync_rate_hz: positive(integer(description, self.curve.sync_rate)),
            acquisition_time_s: positive(integer(description, self.curve.acquisition)).map(|ms| ms / 1000.0),
            ..curve
        }
    }
}
