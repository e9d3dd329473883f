//! The result of `image`.

use serde::Serialize;

use super::lines::{LineCounts, Lines};
use super::parameters::Parameters;
use super::pixels::{Pixels, Row, Shift};
use crate::estimate::statistics::{Remark, RemarkCode};
use crate::numbers::{Counts, Floats, Integers};

/// The image of a scanned sample, summed over its frames.
///
/// Images are in row-major order: pixel (x, y) has the index `y * width + x`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ImageResult {
    /// Number of pixels in a line.
    pub width: u64,
    /// Number of lines in a frame.
    pub height: u64,
    /// Share of the amplitude of a sinusoidal mirror in percent, by which columns have equal widths; `None` if the
    /// speed of lines is taken as constant.
    pub sin_correction: Option<f64>,
    /// Number of frames.
    pub frames: u64,
    /// Start time of the first line of each frame, ticks; empty if no markers divide frames.
    pub frame_starts: Integers,
    /// Number of lines of each of these frames.
    pub frame_lines: Counts,
    /// Number of lines.
    pub lines: u64,
    /// Lines without a stop, or with a stop that is not later than the start.
    pub lines_without_stop: u64,
    /// Stops that do not end a line.
    pub stops_without_start: u64,
    /// Photons of the selected channels.
    pub tags: u64,
    /// Photons in pixels.
    pub counts: u64,
    /// Photons before, between and after lines.
    pub outside: u64,
    /// Photons in lines without a stop.
    pub unfinished: u64,
    /// Photons in lines beyond the height of the image.
    pub beyond: u64,
    /// Photons without a delay after a sync, in T3 mode.
    pub without_delay: u64,
    /// Photons of each pixel.
    pub intensity: Counts,
    /// Mean delay after the sync for each pixel, ticks; `None` for pixels with too few counts. Empty without a
    /// sync period.
    pub mean: Floats,
    /// Phasor of each pixel at the sync frequency, first coordinate: the mean cosine of the delays.
    pub g: Floats,
    /// Phasor, second coordinate: the mean sine of the delays.
    pub s: Floats,
    /// Photons in the region by delay, in bins of one tick.
    pub decay: Counts,
    /// Mean delay of the photons in the region, ticks; `None` without a sync period or photons.
    pub mean_delay: Option<f64>,
    /// Sync period, ticks; `None` in T2 mode.
    pub period: Option<f64>,
    /// Reasons for missing numbers, and cautions.
    pub remarks: Vec<Remark>,
}

/// Returns the rows of a whole recording.
fn image_of(lines: &Lines, parameters: &Parameters) -> Vec<Row> {
    let mut all = Pixels::default();
    let whole = Shift { lines: 0, is_relative: false };
    all.merge(&lines.first, &whole, parameters);
    all.merge(&lines.rest, &whole, parameters);
    all.rows
}

/// Computes the result of a whole recording.
pub fn result_of(lines: &Lines, parameters: &Parameters, min_counts: u64) -> ImageResult {
    let (width, height) = (parameters.width, parameters.height);
    let rows = image_of(lines, parameters);
    let mut intensity = vec![0; width * height];
    let mut means = [const { Vec::new() }; 3];
    if parameters.has_delays() {
        means = means.map(|_| vec![f64::NAN; width * height]);
    }
    let mut decay: Vec<u64> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, pixel) in row.pixels() {
            let at = y * width + x;
            intensity[at] = pixel.counts;
            if parameters.has_delays() && pixel.counts >= min_counts {
                let (mean, g, s) = pixel.means();
                means.iter_mut().zip([mean, g, s]).for_each(|(column, value)| column[at] = value);
            }
        }
        if parameters.rows().contains(&y) {
            for (delay, n) in row.decay() {
                decay.resize(decay.len().max(delay + 1), 0);
                decay[delay] = decay[delay].saturating_add(n);
            }
        }
    }
    let in_region = decay.iter().fold(0_u64, |sum, n| sum.saturating_add(*n));
    let delays: f64 = decay.iter().enumerate().map(|(delay, n)| delay as f64 * *n as f64).sum();
    let counts = intensity.iter().sum();
    let frames = match parameters.has_frames() {
        true => lines.frames.len() as u64,
        false => lines.counts.lines.div_ceil(height as u64),
    };
    let LineCounts { lines: n, lines_without_stop, stops_without_start, .. } = lines.counts;
    let LineCounts { outside, unfinished, beyond, without_delay, .. } = lines.counts;
    let divided = if parameters.has_frames() { lines.frames.as_slice() } else { &[] };
    let [mean, g, s] = means;
    ImageResult {
        width: width as u64,
        height: height as u64,
        sin_correction: parameters.sin_correction,
        frames,
        frame_starts: Integers(divided.iter().map(|frame| frame.start).collect()),
        frame_lines: Counts(divided.iter().map(|frame| frame.lines).collect()),
        lines: n,
        lines_without_stop,
        stops_without_start,
        tags: counts + outside + unfinished + beyond + without_delay,
        counts,
        outside,
        unfinished,
        beyond,
        without_delay,
        intensity: Counts(intensity),
        mean: Floats(mean),
        g: Floats(g),
        s: Floats(s),
        decay: Counts(decay),
        mean_delay: (in_region > 0).then(|| delays / in_region as f64),
        period: parameters.period,
        remarks: remarks_of(lines, parameters),
    }
}

fn remarks_of(lines: &Lines, parameters: &Parameters) -> Vec<Remark> {
    let counts = &lines.counts;
    let height = parameters.height as u64;
    let divided = lines.frames.iter().filter(|_| parameters.has_frames());
    let beyond: u64 = divided.clone().map(|frame| frame.lines.saturating_sub(height)).sum();
    let short = divided.filter(|frame| frame.lines < height).count();
    let mut remarks = Vec::new();
    let mut remark = |about: &'static str, code: RemarkCode, is_true: bool, message: String| {
        if is_true {
            remarks.push(Remark::new(about, code, message));
        }
    };
    let channel = parameters.line_start;
    let message = format!("channel {channel}, the marker that begins a line, has no tags: there is no image");
    remark("lines", RemarkCode::NoLines, counts.lines == 0, message);
    let LineCounts { lines_without_stop, unfinished, stops_without_start, .. } = *counts;
    let message =
        format!("{lines_without_stop} lines have no stop; their {unfinished} photons are not in the image");
    remark("lines_without_stop", RemarkCode::NoStop, lines_without_stop > 0, message);
    let message = format!("{stops_without_start} line stops have no line start before them");
    remark("stops_without_start", RemarkCode::NoStart, stops_without_start > 0, message);
    let message = format!(
        "{beyond} lines are beyond the {height} lines of a frame; their {} photons are not in the image",
        counts.beyond
    );
    remark("beyond", RemarkCode::TooManyLines, beyond > 0, message);
    let message = format!("{short} of {} frames have fewer than {height} lines", lines.frames.len());
    remark("frame_lines", RemarkCode::ShortFrames, short > 0, message);
    let message =
        format!("{} photons have no delay after a sync and are not in the image", counts.without_delay);
    remark("without_delay", RemarkCode::NoDelay, counts.without_delay > 0, message);
    remarks
}
