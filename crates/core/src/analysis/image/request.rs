//! The request for `image`.

use serde::{Deserialize, Serialize};

use crate::request::setters;

/// Key of this analysis in requests and results.
pub const NAME: &str = "image";

/// A rectangle of pixels. All ends are inclusive, and count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageRegion {
    /// First column.
    pub x_from: u64,
    /// Last column.
    pub x_to: u64,
    /// First line.
    pub y_from: u64,
    /// Last line.
    pub y_to: u64,
}

/// The request for `image`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ImageRequest {
    /// Number of pixels in a line, at most 4096.
    pub width: u64,
    /// Number of lines in a frame, at most 4096.
    pub height: u64,
    /// Channel of the marker that begins a line.
    pub line_start: u64,
    /// Channel of the marker that ends a line; without it, a line ends where the next one begins.
    pub line_stop: Option<u64>,
    /// Channel of the marker between two frames; without it, every `height` lines are a frame.
    pub frame: Option<u64>,
    /// Whether every second line of a frame was scanned backwards.
    pub bidirectional: Option<bool>,
    /// Share of the amplitude of a sinusoidal mirror that a line covers, in percent. Columns then have equal widths. By
    /// default, or with 0, the speed is constant.
    pub sin_correction: Option<f64>,
    /// Channels of the photons; by default 1 to 100 without those of markers.
    pub channels: Option<Vec<u64>>,
    /// Sync period of a recording in T3 mode, ticks; needed for delays of photons. By default that of the header.
    pub period: Option<f64>,
    /// Pixels whose delays are in `decay`; by default all.
    pub region: Option<ImageRegion>,
    /// Minimum counts of a pixel for a mean delay and a phasor; default 1.
    pub min_counts: Option<u64>,
}

impl ImageRequest {
    /// Requests an image of `width` times `height` pixels, whose lines begin with a marker on the channel `line_start`.
    pub fn of(width: u64, height: u64, line_start: u64) -> Self {
        Self {
            width,
            height,
            line_start,
            line_stop: None,
            frame: None,
            bidirectional: None,
            sin_correction: None,
            channels: None,
            period: None,
            region: None,
            min_counts: None,
        }
    }
}

setters! { ImageRequest { line_stop: u64, frame: u64, bidirectional: bool, sin_correction: f64, channels: Vec<u64>, period: f64, region: ImageRegion, min_counts: u64 } }
