//! What a file of another maker's time tagger states besides its tags.

use serde::Serialize;

use crate::numbers::Large;

/// Facts about a file, by its format. Their keys are those that are printed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ImportFacts {
    /// A file of PicoQuant's programs.
    Picoquant(PicoquantFacts),
    /// A FIFO file of Becker & Hickl's counting cards.
    BeckerHickl(BeckerHicklFacts),
    /// A file of the quTAG.
    Qutag(QutagFacts),
    /// A dump of a Swabian Time Tagger.
    Swabian(SwabianFacts),
    /// A NumPy array.
    Npy(NpyFacts),
    /// A text of tags in columns.
    Columns(ColumnFacts),
}

/// Whether records have times of their own, or syncs and delays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RecordMode {
    /// Each record has a time.
    T2,
    /// Each record has the number of the last sync and the delay after it.
    T3,
}

/// Facts about a file of PicoQuant's programs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PicoquantFacts {
    /// Name of the device.
    pub device: Option<String>,
    /// Devices that write such records.
    pub records_of: Option<&'static str>,
    /// Mode of the records.
    pub mode: Option<RecordMode>,
    /// Syncs per second when the measurement began.
    pub sync_rate_hz: Option<i64>,
    /// Time between two syncs in seconds, in T3 mode.
    pub sync_period_s: Option<f64>,
    /// Overflows of the device's clock.
    pub overflows: u64,
    /// Number of markers.
    pub markers: u64,
    /// Records that the format does not define.
    pub undefined_records: u64,
    /// Why the measurement ended.
    pub stop_reason: Option<i64>,
    /// Bits of warnings of the recording program.
    pub warnings: Option<Large>,
    /// Whether the device dropped events.
    pub events_dropped: Option<bool>,
}

/// Facts about a FIFO file of Becker & Hickl's counting cards.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BeckerHicklFacts {
    /// Name of the card, from the `.set` file.
    pub device: Option<String>,
    /// Mode of the records.
    pub mode: RecordMode,
    /// Period of the macro time's clock in seconds.
    pub macro_clock_s: Option<f64>,
    /// Time between two syncs in seconds, if the macro time counts syncs and microtimes have a unit.
    pub sync_period_s: Option<f64>,
    /// Unit of microtimes in seconds; `None` if neither a `.set` file nor the caller states it.
    pub delay_unit_s: Option<f64>,
    /// Number of routing bits in the header.
    pub routing_bits: Option<u32>,
    /// Overflows of the macro time.
    pub overflows: u64,
    /// Records of markers.
    pub markers: u64,
    /// Records of events outside the range of the converter.
    pub invalid_records: u64,
    /// Records before which events were lost.
    pub gaps: u64,
    /// Whether events were lost.
    pub events_dropped: bool,
}

/// Facts about a file of the quTAG.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QutagFacts {
    /// Bits of a record: 40 or 80.
    pub record_bits: Option<u64>,
    /// Overflows of the times.
    pub overflows: u64,
}

/// Facts about a dump of a Swabian Time Tagger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SwabianFacts {
    /// Whether the device could not send all events.
    pub events_dropped: bool,
    /// How many of these it counted.
    pub missed_events: u64,
}

/// Facts about a NumPy array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NpyFacts {
    /// Bits of a row.
    pub record_bits: Option<u64>,
}

/// Facts about a text of tags in columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnFacts {
    /// What separates columns.
    pub separator: Option<&'static str>,
    /// Unit of the times.
    pub unit: Option<String>,
    /// Lines that could not be read.
    pub broken_lines: u64,
    /// Times that were rounded to ticks.
    pub rounded_times: u64,
}

/// What a header states about the measurement; null for what it does not state.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RecordingMeta"))]
#[non_exhaustive]
pub struct MeasurementMeta {
    /// Name of the device.
    pub device: Option<String>,
    /// Mode of the records.
    pub mode: RecordMode,
    /// Length of a tick in seconds.
    pub resolution_s: Option<f64>,
    /// Unit of the delays of records in seconds, in T3 mode.
    pub delay_resolution_s: Option<f64>,
    /// Syncs per second when the measurement began.
    pub sync_rate_hz: Option<f64>,
    /// Time between two syncs in seconds, in T3 mode.
    pub sync_period_s: Option<f64>,
    /// Duration in seconds, as requested when the measurement began.
    pub acquisition_time_s: Option<f64>,
    /// Start in the clock of the computer that recorded.
    pub start: Option<String>,
    /// Comment of the user.
    pub comment: Option<String>,
    /// Names that the user gave to inputs.
    pub input_names: Option<Vec<String>>,
    /// How the sample was scanned; null for a recording that is no image.
    pub image: Option<ImageMeta>,
}

/// What a header states about a scanned image.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ImageMeta {
    /// Pixels of a line.
    pub width: u64,
    /// Lines of a frame.
    pub height: u64,
    /// Number of the marker that begins a line, from 1 on: marker 1 is channel 101.
    pub line_start: Option<u64>,
    /// Number of the marker that ends a line.
    pub line_stop: Option<u64>,
    /// Number of the marker between two frames.
    pub frame: Option<u64>,
    /// Whether every second line was scanned backwards.
    pub bidirectional: bool,
    /// Part of the scanner's sine that is a line, in percent; null for a scan of constant speed.
    pub sin_correction: Option<f64>,
    /// Time in a pixel in seconds.
    pub time_per_pixel_s: Option<f64>,
}

/// A tag of a header.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeaderEntry {
    /// Name of the tag.
    pub tag: String,
    /// Its value.
    pub value: HeaderValue,
}

/// The value of a header's tag.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum HeaderValue {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Bits, or a colour.
    Bits(Large),
    /// A count.
    Count(u64),
    /// A finite number.
    Float(f64),
    /// Text.
    Text(String),
    /// Numbers, null where they are not finite.
    Floats(Vec<Option<f64>>),
}

impl HeaderEntry {
    /// An entry of a header.
    pub(super) fn new(tag: impl Into<String>, value: HeaderValue) -> Self {
        Self { tag: tag.into(), value }
    }
}
