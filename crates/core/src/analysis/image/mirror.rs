//! The columns of a line that a sinusoidal mirror scans.

/// The ends of all columns but the last, as shares of the time of a line.
///
/// The mirror's position is the sine of a phase that is proportional to time. A line covers the share `s` of its
/// amplitude around the centre, from the phase `-asin(s)` to `asin(s)`, and its columns have equal widths. This is the
/// definition by the Python package [ptufile](https://github.com/cgohlke/ptufile) (`sinusoidal_correction`).
#[derive(Debug, Clone)]
pub struct Mirror {
    ends: Vec<f64>,
}

impl Mirror {
    /// Creates `width` columns; `share` is more than 0 and at most 1.
    pub fn new(share: f64, width: usize) -> Self {
        let end = |column: usize| {
            let position = 2.0 * column as f64 / width as f64 - 1.0;
            0.5 + 0.5 * libm::asin(share * position) / libm::asin(share)
        };
        Self { ends: (1..width).map(end).collect() }
    }

    /// Returns the column at a share of the time of a line.
    #[inline]
    pub fn column(&self, time: f64) -> usize {
        self.ends.partition_point(|end| *end <= time)
    }
}
