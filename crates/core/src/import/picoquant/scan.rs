//! The scan of a sample, from a tagged header.

use serde::{Deserialize, Serialize};

use crate::import::facts::ImageMeta;

/// Value of `ImgHdr_Dimensions` for a measurement at one point.
const POINT: i64 = 1;

/// Number of markers in a record.
const MARKERS: i64 = 4;

/// The tags `ImgHdr_*` that assign photons to pixels.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Scan {
    dimensions: Option<i64>,
    width: Option<i64>,
    height: Option<i64>,
    line_start: Option<i64>,
    line_stop: Option<i64>,
    frame: Option<i64>,
    bidirectional: bool,
    sin_correction: Option<f64>,
    /// Time per pixel in milliseconds.
    time_per_pixel: Option<f64>,
}

impl Scan {
    /// Stores a tag whose value is an integer or a truth value.
    pub fn integer(&mut self, name: &str, value: i64) {
        let field = match name {
            "ImgHdr_Dimensions" => &mut self.dimensions,
            "ImgHdr_PixX" => &mut self.width,
            "ImgHdr_PixY" => &mut self.height,
            "ImgHdr_LineStart" => &mut self.line_start,
            "ImgHdr_LineStop" => &mut self.line_stop,
            "ImgHdr_Frame" => &mut self.frame,
            "ImgHdr_BiDirect" => {
                self.bidirectional = value != 0;
                return;
            }
            _ => return self.float(name, value as f64),
        };
        *field = Some(value);
    }

    /// Stores a tag whose value is a floating-point number.
    pub fn float(&mut self, name: &str, value: f64) {
        let field = match name {
            "ImgHdr_SinCorrection" => &mut self.sin_correction,
            "ImgHdr_TimePerPixel" => &mut self.time_per_pixel,
            _ => return,
        };
        *field = Some(value);
    }

    /// Returns the image; `None` for a measurement at one point, and without a size.
    pub fn meta(&self) -> Option<ImageMeta> {
        let pixels =
            |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok()).filter(|pixels| *pixels > 0);
        let marker =
            |number: Option<i64>| number.filter(|n| (1..=MARKERS).contains(n)).map(i64::cast_unsigned);
        let positive = |number: Option<f64>| number.filter(|number| number.is_finite() && *number > 0.0);
        if self.dimensions == Some(POINT) {
            return None;
        }
        Some(ImageMeta {
            width: pixels(self.width)?,
            height: pixels(self.height)?,
            line_start: marker(self.line_start),
            line_stop: marker(self.line_stop),
            frame: marker(self.frame),
            bidirectional: self.bidirectional,
            sin_correction: positive(self.sin_correction).filter(|percent| *percent <= 100.0),
            time_per_pixel_s: positive(self.time_per_pixel).map(|milliseconds| milliseconds / 1000.0),
        })
    }
}
