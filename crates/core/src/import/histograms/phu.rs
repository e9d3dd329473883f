//! Histograms with a tagged header: PicoQuant's `.phu`.
//!
//! Source: PicoQuant, "Time Tagged File Format Demos" (`doc/apx_tagdictionary.html`, `PHU/`).

use std::collections::HashMap;

use super::{HistogramFile, MAX_CURVES, Stated, curve_of};
use crate::import::facts::HeaderValue;
use crate::import::picoquant::read_entries;
use crate::{Code, Error};

/// The first bytes of a file of histograms.
pub(super) const MAGIC: &[u8] = b"PQHISTO";

pub(super) fn read(bytes: &[u8]) -> Result<HistogramFile, Error> {
    let header = read_entries(bytes)?;
    // If several entries have the same name, the first one is used.
    let by_name: ByName = header.iter().rev().map(|entry| (entry.tag.as_str(), &entry.value)).collect();
    let integer = |name: &str| match value(&by_name, name) {
        Some(HeaderValue::Int(number)) => Some(*number),
        _ => None,
    };
    let text = |name: &str| match value(&by_name, name) {
        Some(HeaderValue::Text(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    };
    let stated = integer("HistoResult_NumberOfCurves").unwrap_or(0);
    let curves = usize::try_from(stated).ok().filter(|curves| *curves <= MAX_CURVES).ok_or_else(|| {
        Error::new(Code::BadHeader, format!("the header states {stated} curves"), "copy the file again")
    })?;
    let mut file = HistogramFile {
        format: "phu",
        device: text("HW_Type"),
        start: text("File_CreatingTime"),
        comment: text("File_Comment"),
        curves: Vec::new(),
        bare_delays: None,
        header: Vec::new(),
        findings: Vec::new(),
    };
    let unsigned = |name: &str| integer(name).and_then(|number| u64::try_from(number).ok());
    let acquisition = integer("MeasDesc_AcquisitionTime").filter(|ms| *ms > 0).map(|ms| ms as f64 / 1000.0);
    for k in 0..curves {
        let of = |name: &str| format!("HistResDscr_{name}({k})");
        let stated = Stated {
            curve: unsigned(&of("CurveIndex")).unwrap_or(k as u64),
            offset: unsigned(&of("DataOffset")),
            bins: unsigned(&of("HistogramBins")),
            total: integer(&of("IntegralCount")),
        };
        let Some(mut curve) = curve_of(bytes, &stated, &mut file) else { continue };
        curve.resolution_s = match value(&by_name, &of("MDescResolution")) {
            Some(HeaderValue::Float(seconds)) if *seconds > 0.0 => Some(*seconds),
            _ => None,
        };
        let rate = integer(&of("SyncRate")).or_else(|| integer("HistResDscr_SyncRate"));
        curve.sync_rate_hz = rate.filter(|rate| *rate > 0).map(|rate| rate as f64);
        curve.acquisition_time_s = acquisition;
        file.curves.push(curve);
    }
    file.header.clone_from(&header);
    Ok(file)
}

type ByName<'a> = HashMap<&'a str, &'a HeaderValue>;

fn value<'a>(header: &ByName<'a>, name: &str) -> Option<&'a HeaderValue> {
    header.get(name).copied()
}
