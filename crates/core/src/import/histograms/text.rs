//! A text of two columns: delays in equal steps, and counts.

use super::{HistogramCurve, HistogramFile};
use crate::Error;
use crate::import::columns::{HistogramColumns, histogram_columns};

pub(super) fn read(bytes: &[u8], unit: Option<&str>) -> Result<HistogramFile, Error> {
    let HistogramColumns { first_s, step_s, counts, broken } = histogram_columns(bytes, unit)?;
    let mut curve = HistogramCurve::new(0, counts);
    (curve.start_s, curve.resolution_s) = (first_s, step_s);
    Ok(HistogramFile {
        format: "text",
        device: None,
        start: None,
        comment: None,
        curves: vec![curve],
        header: Vec::new(),
        findings: broken.into_iter().map(Into::into).collect(),
    })
}
