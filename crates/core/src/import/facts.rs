//! Facts that a file of another time tagger states besides its tags.

use serde::Serialize;

use crate::numbers::Large;

/// Facts about a file, by its format. Keys are printed as they are.
///
/// Counts of records are `None` unless the file was read to its end.
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
    /// An HDF5 file.
    Hdf5(Hdf5Facts),
    /// A text of tags in columns.
    Columns(ColumnFacts),
}

impl ImportFacts {
    /// Removes the counts, and what follows from them: those of a part of the file are not those of the file.
    #[must_use]
    pub fn without_counts(mut self) -> Self {
        match &mut self {
            Self::Picoquant(facts) => {
                (facts.overflows, facts.markers, facts.undefined_records) = (None, None, None);
            }
            Self::BeckerHickl(facts) => {
                (facts.overflows, facts.markers, facts.invalid_records) = (None, None, None);
                (facts.gaps, facts.events_dropped) = (None, None);
            }
            Self::Qutag(facts) => facts.overflows = None,
            Self::Swabian(facts) => (facts.events_dropped, facts.missed_events) = (None, None),
            Self::Columns(facts) => (facts.broken_lines, facts.rounded_times) = (None, None),
            Self::Npy(_) | Self::Hdf5(_) => {}
        }
        self
    }
}

/// Mode of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RecordMode {
    /// Each record has a time of its own.
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
    /// Names of the devices that write such records.
    pub records_of: Option<&'static str>,
    /// Mode of the records.
    pub mode: Option<RecordMode>,
    /// Syncs per second when the measurement began.
    pub sync_rate_hz: Option<i64>,
    /// Time between two syncs in seconds, in T3 mode.
    pub sync_period_s: Option<f64>,
    /// Overflows of the device's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflows: Option<u64>,
    /// Number of markers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<u64>,
    /// Records that the format does not define.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undefined_records: Option<u64>,
    /// Code of the reason for the end of the measurement.
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
    /// Unit of microtimes that the `.set` file states, if that of the caller replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_delay_unit_s: Option<f64>,
    /// Number of routing bits in the header.
    pub routing_bits: Option<u32>,
    /// Overflows of the macro time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflows: Option<u64>,
    /// Records of markers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<u64>,
    /// Records of events outside the range of the converter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid_records: Option<u64>,
    /// Records before which events were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaps: Option<u64>,
    /// Whether events were lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_dropped: Option<bool>,
}

/// Facts about a file of the quTAG.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct QutagFacts {
    /// Bits of a record: 40 or 80.
    pub record_bits: Option<u64>,
    /// Overflows of the times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overflows: Option<u64>,
}

/// Facts about a dump of a Swabian Time Tagger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SwabianFacts {
    /// Whether the device could not send all events.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events_dropped: Option<bool>,
    /// Number of missed events, as counted by the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed_events: Option<u64>,
}

/// Facts about a NumPy array.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NpyFacts {
    /// Bits per row.
    pub record_bits: Option<u64>,
}

/// Facts about an HDF5 file; `None` and absent for one that tagview exported.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct Hdf5Facts {
    /// Type of the measurement, such as `smFRET-nsALEX`.
    pub measurement_type: Option<String>,
    /// Number of spots in the sample. The first is read.
    pub spots: Option<u64>,
    /// Mode of the records; `None` for an exported file.
    pub mode: Option<RecordMode>,
    /// Unit of the timestamps in seconds.
    pub macro_clock_s: Option<f64>,
    /// Time between two syncs in seconds, if the timestamps count syncs and microtimes have a unit.
    pub sync_period_s: Option<f64>,
    /// Unit of microtimes in seconds; `None` if it is unknown, and absent in a file without microtimes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_unit_s: Option<Option<f64>>,
    /// Unit of microtimes that the file states, if that of the caller replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_delay_unit_s: Option<f64>,
}

/// Facts about a text file with tags in columns, or an Arrow table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnFacts {
    /// Separator of columns of a text file.
    pub separator: Option<&'static str>,
    /// Unit of the times.
    pub unit: Option<String>,
    /// Whether nobody states the unit: times with a fraction are taken as seconds. Absent if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unit_assumed: bool,
    /// Unit that the file states, if that of the caller replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_unit: Option<String>,
    /// Lines before the numbers of a text file that are skipped: no names of columns, no unit, no comment.
    pub skipped_lines: u64,
    /// Lines, or rows, that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_lines: Option<u64>,
    /// Times that were rounded to ticks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounded_times: Option<u64>,
}

/// Facts in a header about the measurement; `None` if the header does not state them.
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
    /// Requested duration of the measurement in seconds.
    pub acquisition_time_s: Option<f64>,
    /// Start of the measurement, in the clock of the recording computer.
    pub start: Option<String>,
    /// Comment by the user.
    pub comment: Option<String>,
    /// Names of inputs, given by the user.
    pub input_names: Option<Vec<String>>,
    /// Scan of the sample; `None` for a recording without an image.
    pub image: Option<ImageMeta>,
}

/// Facts in a header about a scanned image.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ImageMeta {
    /// Number of pixels in a line.
    pub width: u64,
    /// Number of lines in a frame.
    pub height: u64,
    /// Number of the marker that begins a line; markers count from 1, and marker 1 is channel 101.
    pub line_start: Option<u64>,
    /// Number of the marker that ends a line.
    pub line_stop: Option<u64>,
    /// Number of the marker between two frames.
    pub frame: Option<u64>,
    /// Whether every second line was scanned backwards.
    pub bidirectional: bool,
    /// Share of the amplitude of a sinusoidal mirror that a line covers, in percent; `None` for a constant speed.
    pub sin_correction: Option<f64>,
    /// Time per pixel in seconds.
    pub time_per_pixel_s: Option<f64>,
}

/// A tag of a header.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HeaderEntry {
    /// Name of the tag.
    pub tag: String,
    /// Value of the tag.
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
    /// Bits or a colour.
    Bits(Large),
    /// A count.
    Count(u64),
    /// A finite number.
    Float(f64),
    /// Text.
    Text(String),
    /// Numbers; `None` for those that are not finite.
    Floats(Vec<Option<f64>>),
}

impl HeaderEntry {
    /// Creates an entry.
    pub(super) fn new(tag: impl Into<String>, value: HeaderValue) -> Self {
        Self { tag: tag.into(), value }
    }
}
