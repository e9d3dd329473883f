//! A text of two columns: delays in equal steps, and counts.

use super::{BareDelays, HistogramCurve, HistogramFile};
use crate::Error;
use crate::import::columns::{HistogramColumns, histogram_columns};

pub(super) fn read(bytes: &[u8], unit: Option<&str>) -> Result<HistogramFile, Error> {
    let HistogramColumns { delays, unit_s, counts, broken } = histogram_columns(bytes, unit)?;
    let unit = unit_s.unwrap_or(1.0);
    let scaled = delays.map(|(start, width)| (rounded(start * unit), rounded(width * unit)));
    let (known, bare) = if unit_s.is_some() { (scaled, None) } else { (None, scaled) };
    let mut curve = HistogramCurve::new(0, counts);
    (curve.start_s, curve.resolution_s) = known.unzip();
    Ok(HistogramFile {
        format: "text",
        device: None,
        start: None,
        comment: None,
        curves: vec![curve],
        bare_delays: bare.map(|(start, width)| BareDelays { start, width }),
        header: Vec::new(),
        findings: broken.into_iter().map(Into::into).collect(),
    })
}

/// Rounds to nine digits, because the delays in a text file are rounded to their last digit.
fn rounded(number: f64) -> f64 {
    format!("{number:.8e}").parse().unwrap_or(number)
}
