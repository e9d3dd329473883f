//! The request for `image`, its checks, the meaning of each tag, and its position in a line.

use serde::{Deserialize, Serialize};

use super::super::fields::RequestFields;
use crate::counting::limits::MAX_SYNC_PERIOD;
use crate::request::{positive, setters};
use crate::{Code, Error};

/// Maximum width and height of an image in pixels.
const MAX_SIDE: u64 = 4096;

/// Channel of the syncs in a recording in T3 mode.
const SYNC: u64 = 0;

/// Highest channel of an input; the channels of markers follow.
const LAST_INPUT: u64 = 100;

/// Bits of [`Event::Markers`].
pub const START: u8 = 1;
pub const STOP: u8 = 2;
pub const FRAME: u8 = 4;

/// Meaning of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Sync,
    Photon,
    /// One of [`START`], [`STOP`] and [`FRAME`].
    Marker(u8),
    Other,
}

/// Parameters on which a partial result depends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    pub width: usize,
    pub height: usize,
    pub line_start: u64,
    line_stop: Option<u64>,
    frame: Option<u64>,
    pub bidirectional: bool,
    /// Channels of photons, ascending.
    channels: Option<Vec<u64>>,
    /// Sync period in ticks.
    pub period: Option<f64>,
    region: ImageRegion,
    /// Share of a sinusoidal mirror's amplitude in percent, more than 0.
    pub sin_correction: Option<f64>,
}

impl Parameters {
    /// Checks a request.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    pub fn of(request: &ImageRequest) -> Result<Self, Error> {
        let usage = |message: String, remedy: &str| Error::new(Code::Usage, message, remedy);
        let ImageRequest { width, height, line_start, line_stop, frame, period, .. } = *request;
        for (name, side) in [("width", width), ("height", height)] {
            if !(1..=MAX_SIDE).contains(&side) {
                let message = format!("`{name}` is {side}, not 1 to {MAX_SIDE} pixels");
                return Err(usage(message, "give the size of the scan"));
            }
        }
        positive("period", period)?;
        if period.is_some_and(|period| !(1.0..=MAX_SYNC_PERIOD).contains(&period)) {
            return Err(usage("`period` is not between 1 and 2^40 ticks".to_owned(), "give the sync period"));
        }
        let sin_correction = request.sin_correction.filter(|percent| *percent != 0.0);
        if let Some(percent) = sin_correction.filter(|percent| !(0.0..=100.0).contains(percent)) {
            let message = format!("`sin_correction` is {percent}, not 0 to 100 percent");
            return Err(usage(
                message,
                "give the share of the mirror's amplitude, or 0 for a constant speed",
            ));
        }
        let markers = [Some(line_start), line_stop, frame];
        if line_stop == Some(line_start)
            || frame == Some(line_start)
            || (frame.is_some() && frame == line_stop)
        {
            let message = "two of `line_start`, `line_stop` and `frame` are the same channel".to_owned();
            return Err(usage(message, "give each its own"));
        }
        let mut channels = request.channels.clone();
        if let Some(channels) = &mut channels {
            channels.sort_unstable();
            channels.dedup();
            if let Some(marker) = channels.iter().find(|channel| markers.contains(&Some(**channel))) {
                return Err(usage(format!("channel {marker} is a marker, not photons"), "leave it out"));
            }
            if period.is_some() && channels.contains(&SYNC) {
                return Err(usage(format!("channel {SYNC} is the sync, not photons"), "leave it out"));
            }
        }
        let all = ImageRegion { x_from: 0, x_to: width - 1, y_from: 0, y_to: height - 1 };
        let region = request.region.unwrap_or(all);
        let ImageRegion { x_from, x_to, y_from, y_to } = region;
        if x_from > x_to || x_to >= width || y_from > y_to || y_to >= height {
            let message = format!("`region` is not within the {width} x {height} pixels of the image");
            return Err(usage(message, "give the first and the last column and line, from 0 on"));
        }
        Ok(Self {
            width: width as usize,
            height: height as usize,
            line_start,
            line_stop,
            frame,
            bidirectional: request.bidirectional.unwrap_or(false),
            channels,
            period,
            region,
            sin_correction,
        })
    }

    /// Returns the meaning of a tag of `channel`.
    #[inline]
    pub fn event(&self, channel: u64) -> Event {
        if channel == self.line_start {
            Event::Marker(START)
        } else if Some(channel) == self.line_stop {
            Event::Marker(STOP)
        } else if Some(channel) == self.frame {
            Event::Marker(FRAME)
        } else if channel == SYNC && self.period.is_some() {
            Event::Sync
        } else {
            let is_photon = match &self.channels {
                None => (1..=LAST_INPUT).contains(&channel),
                Some(channels) => channels.binary_search(&channel).is_ok(),
            };
            if is_photon { Event::Photon } else { Event::Other }
        }
    }

    /// Returns the columns of a sinusoidal scan.
    pub fn mirror(&self) -> Option<Mirror> {
        self.sin_correction.map(|percent| Mirror::new(percent / 100.0, self.width))
    }

    /// Returns whether photons have delays after syncs.
    pub fn has_delays(&self) -> bool {
        self.period.is_some()
    }

    pub fn has_stops(&self) -> bool {
        self.line_stop.is_some()
    }

    /// Returns whether markers divide frames; otherwise every `height` lines are a frame.
    pub fn has_frames(&self) -> bool {
        self.frame.is_some()
    }

    /// Returns whether the decay of column `x` depends on the direction of its line.
    pub fn has_mirrored_decay(&self) -> bool {
        let ImageRegion { x_from, x_to, .. } = self.region;
        self.bidirectional && self.has_delays() && (x_from, x_to) != (0, self.width as u64 - 1)
    }

    /// Returns whether column `x` is in the region.
    #[inline]
    pub fn holds_column(&self, x: usize) -> bool {
        (self.region.x_from..=self.region.x_to).contains(&(x as u64))
    }

    /// Returns the lines of the region.
    pub fn rows(&self) -> std::ops::RangeInclusive<usize> {
        self.region.y_from as usize..=self.region.y_to as usize
    }

    /// Returns the number of the sync at `time`, or the time without a period. Times of syncs are rounded to a tick;
    /// exact pixels follow from their numbers.
    #[inline]
    pub fn count(&self, time: i64) -> i64 {
        // A number that is out of range becomes the nearest valid one.
        self.period.map_or(time, |period| (time as f64 / period).round() as i64)
    }

    /// Returns the row of line `line` of a frame; `None` if it is outside the image.
    pub fn row(&self, line: u64) -> Option<usize> {
        let height = self.height as u64;
        let row = if self.has_frames() { line } else { line % height };
        (row < height).then_some(row as usize)
    }
}

/// The pixel columns of a line from count `from` to count `to`.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    from: i64,
    span: u64,
    width: u64,
}

impl Line {
    /// Creates a line of `width` pixels; `None` if it does not end after its start.
    pub fn new(from: i64, to: i64, width: usize) -> Option<Self> {
        let span = u64::try_from(i128::from(to) - i128::from(from)).ok().filter(|span| *span > 0)?;
        Some(Self { from, span, width: width as u64 })
    }

    /// Returns the column of `count`, with equal times without a `mirror`; `None` if it is outside the line.
    #[inline]
    pub fn column(self, count: i64, mirror: Option<&Mirror>) -> Option<usize> {
        let Self { from, span, width } = self;
        let along = if count >= from { count.wrapping_sub(from) as u64 } else { return None };
        if along >= span {
            return None;
        }
        if let Some(mirror) = mirror {
            return Some(mirror.column(along as f64 / span as f64));
        }
        let column = match along.checked_mul(width) {
            Some(product) => product / span,
            None => (u128::from(along) * u128::from(width) / u128::from(span)) as u64,
        };
        Some(column as usize)
    }
}

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

impl RequestFields for ImageRequest {
    fn set_header_period(&mut self, ticks: f64) {
        self.period.get_or_insert(ticks);
    }
}

setters! {
    /// Requests an image of `width` times `height` pixels, whose lines begin with a marker on the channel `line_start`.
    ImageRequest::of(width: u64, height: u64, line_start: u64) { line_stop: u64, frame: u64, bidirectional: bool, sin_correction: f64, channels: Vec<u64>, period: f64, region: ImageRegion, min_counts: u64 }
}

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
