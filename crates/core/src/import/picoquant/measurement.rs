//! Facts in a header about its records.

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::record_type::{Mode, RecordType};
use super::scan::Scan;
use crate::import::facts::{ImportFacts, MeasurementMeta, PicoquantFacts};
use crate::import::microtimes::{MicrotimeRange, no_microtimes};
use crate::import::sync_clock::SyncClock;
use crate::import::tick::Tick;
use crate::numbers::Large;
use crate::tags::Totals;
use crate::{Code, Error};

/// Bit of `TTResult_MDescWarningFlags`: events were dropped.
const EVENTS_DROPPED: u64 = 0x80;

/// Maximum duration of plausible times: this multiple of the acquisition time, and a margin in seconds.
const TOO_LONG: f64 = 1.5;
const MARGIN_S: f64 = 1.0;

/// Adds a finding if a header, at byte `offset`, states records of other than 32 bits. No type of record has another
/// length.
pub(super) fn check_record_bits(bits: i64, offset: u64, totals: &mut Totals) {
    if bits != 32 {
        let message = format!("the header states records of {bits} bits; records of this type have 32");
        totals.note(Error::at(Code::BadHeader, offset, message, "the records were read as 32 bits"));
    }
}

/// Fields of a header that are used, independent of its form.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Measurement {
    pub record_type: Option<RecordType>,
    /// Length of a tick: of the time in T2 mode, of the delay in T3 mode.
    pub tick: Option<Tick>,
    /// Time between two syncs in seconds, in T3 mode.
    pub sync_period: Option<f64>,
    /// Number of records; `None` if the header states 0, which it does until the measurement has ended.
    pub records: Option<u64>,
    pub device: Option<String>,
    /// Syncs per second at the start of the measurement.
    pub sync_rate: Option<i64>,
    pub stop_reason: Option<i64>,
    pub warnings: Option<u64>,
    /// Requested duration of the measurement in milliseconds.
    pub acquisition_ms: Option<i64>,
    /// Start of the measurement, in the clock of the recording computer.
    pub start: Option<String>,
    pub comment: Option<String>,
    /// Names of inputs, given by the user.
    pub input_names: Vec<String>,
    /// Scan of the sample.
    pub scan: Scan,
    /// Range of microtimes of the photons to read.
    pub microtimes: Option<MicrotimeRange>,
}

impl Measurement {
    /// Returns a decoder of the records. Adds a finding to `totals` if the length of a tick is unknown. The header ends
    /// at `offset`.
    ///
    /// # Errors
    /// If the header does not determine the times of records.
    pub fn decoder(&self, offset: u64, totals: &mut Totals) -> Result<Decoder, Error> {
        let header = |message: &str, remedy: &str| Error::at(Code::BadHeader, offset, message, remedy);
        let Some(record_type) = self.record_type else {
            return Err(header("the header does not state the type of the records", "copy the file again"));
        };
        let clock = match record_type.mode {
            Mode::T2 => {
                if self.tick.is_none() {
                    totals.note(header(
                        "the header does not state the length of a tick",
                        "set `tick`, as in `tick: \"1ps\"`",
                    ));
                }
                None
            }
            Mode::T3 => {
                let ticks = self.tick.zip(self.sync_period).map(|(tick, period)| period / tick.seconds());
                let Some(clock) = ticks.and_then(SyncClock::new) else {
                    return Err(header(
                        "the header does not state the sync period and the unit of the delay, so T3 records have no \
                         times",
                        "open it with the program that recorded it",
                    ));
                };
                Some(clock)
            }
        };
        let mut decoder = Decoder::new(record_type, clock);
        self.keep(&mut decoder)?;
        Ok(decoder)
    }

    /// Sets the range of microtimes that `decoder` keeps.
    ///
    /// # Errors
    /// `Usage` in T2 mode, and for an empty range.
    pub fn keep(&self, decoder: &mut Decoder) -> Result<(), Error> {
        let Some(range) = self.microtimes else { return Ok(()) };
        let is_t3 = self.record_type.is_some_and(|record_type| record_type.mode == Mode::T3);
        let tick = self.tick.filter(|_| is_t3).ok_or_else(|| no_microtimes("a recording in T2 mode"))?;
        decoder.keep(range.ticks(tick)?);
        Ok(())
    }

    /// Adds a finding at byte `offset`, the end of the records, if their times far exceed the acquisition time.
    pub fn check_duration(&self, decoder: &Decoder, offset: u64, totals: &mut Totals) {
        let mode = self.record_type.map(|record_type| record_type.mode);
        let unit = if mode == Some(Mode::T3) { self.sync_period } else { self.tick.map(Tick::seconds) };
        let (Some(unit), Some(requested)) = (unit, self.acquisition_ms.filter(|ms| *ms > 0)) else { return };
        let (reached, requested) = (decoder.reached() as f64 * unit, requested as f64 / 1000.0);
        if reached > TOO_LONG * requested + MARGIN_S {
            let message = format!(
                "the records reach {reached:.1} s, and the header states an acquisition of {requested} s: the header's resolution \
                 or sync rate is wrong, or overflows were lost or doubled"
            );
            let remedy = "times may be wrong by a factor: check a known rate, and export the file again";
            totals.note(Error::at(Code::BadHeader, offset, message, remedy));
        }
    }

    /// Returns the header's facts about the measurement; `None` without a type of records.
    pub fn meta(&self) -> Option<MeasurementMeta> {
        let mode = self.record_type?.mode;
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        let tick = finite(self.tick.map(Tick::seconds));
        Some(MeasurementMeta {
            device: self.device.clone(),
            mode,
            resolution_s: tick,
            delay_resolution_s: tick.filter(|_| mode == Mode::T3),
            sync_rate_hz: self.sync_rate.map(|rate| rate as f64),
            sync_period_s: finite(self.sync_period),
            acquisition_time_s: self.acquisition_ms.map(|ms| ms as f64 / 1000.0),
            start: self.start.clone(),
            comment: self.comment.clone(),
            input_names: Some(self.input_names.clone()).filter(|names| !names.is_empty()),
            image: self.scan.meta(),
        })
    }

    /// Returns the facts that the file states besides its tags.
    pub fn facts(&self, decoder: Option<&Decoder>) -> ImportFacts {
        let count = |count: fn(&Decoder) -> u64| Some(decoder.map_or(0, count));
        ImportFacts::Picoquant(PicoquantFacts {
            device: self.device.clone(),
            records_of: self.record_type.map(RecordType::device),
            mode: self.record_type.map(|record_type| record_type.mode),
            sync_rate_hz: self.sync_rate,
            sync_period_s: self.sync_period,
            overflows: count(|decoder| decoder.overflows),
            markers: count(|decoder| decoder.markers),
            undefined_records: count(|decoder| decoder.undefined),
            stop_reason: self.stop_reason,
            warnings: self.warnings.map(Large),
            events_dropped: self.warnings.map(|warnings| warnings & EVENTS_DROPPED != 0),
        })
    }
}
