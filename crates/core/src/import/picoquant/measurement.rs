//! What a header says of its records.

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::record_type::{Mode, RecordType};
use super::sync_clock::SyncClock;
use crate::import::tick::Tick;
use crate::tags::Totals;
use crate::{Code, Error, Value};

/// Bit of `TTResult_MDescWarningFlags`: events were dropped.
const EVENTS_DROPPED: u64 = 0x80;

/// Notes where a header, at byte `offset`, says that a record has other than 32 bits, as all types of records have.
pub(super) fn check_record_bits(bits: i64, offset: u64, totals: &mut Totals) {
    if bits != 32 {
        let message = format!("the header states records of {bits} bits; records of this type have 32");
        totals.note(Error::at(Code::BadHeader, offset, message, "read as records of 32 bits"));
    }
}

/// A header's fields that matter, whatever its form.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Measurement {
    pub record_type: Option<RecordType>,
    /// The length of a tick: of the time in T2, of the delay in T3.
    pub tick: Option<Tick>,
    /// Between two syncs, in seconds; in T3.
    pub sync_period: Option<f64>,
    /// How many records there are; `None` where the header says none, as it does until the measurement has ended.
    pub records: Option<u64>,
    pub device: Option<String>,
    /// Syncs a second, when the measurement began.
    pub sync_rate: Option<i64>,
    pub stop_reason: Option<i64>,
    pub warnings: Option<u64>,
}

impl Measurement {
    /// What decodes the records. That times have no known length goes to `totals`; the header ends at `offset`.
    ///
    /// # Errors
    /// Where no record can be given a time.
    pub fn decoder(&self, offset: u64, totals: &mut Totals) -> Result<Decoder, Error> {
        let header = |message: &str, remedy: &str| Error::at(Code::BadHeader, offset, message, remedy);
        let Some(record_type) = self.record_type else {
            return Err(header("the header does not state the type of the records", "copy the file again"));
        };
        let clock = match record_type.mode {
            Mode::T2 => {
                if self.tick.is_none() {
                    totals.note(header(
                        "the header does not say how long a tick is",
                        "set `tick`, as in `tick` 1ps",
                    ));
                }
                None
            }
            Mode::T3 => {
                let ticks = self.tick.zip(self.sync_period).map(|(tick, period)| period / tick.seconds());
                let Some(clock) = ticks.and_then(SyncClock::new) else {
                    return Err(header(
                        "the header does not say how long a sync's period and the delay's unit are, so that records of \
                         T3 have no times",
                        "open it with the program that recorded it",
                    ));
                };
                Some(clock)
            }
        };
        Ok(Decoder::new(record_type, clock))
    }

    /// What the file says besides its tags.
    pub fn facts(&self, decoder: Option<&Decoder>) -> Value {
        let text = |text: Option<&str>| text.map_or(Value::Null, |text| Value::Text(text.to_owned()));
        let mode = self.record_type.map(|record_type| match record_type.mode {
            Mode::T2 => "T2",
            Mode::T3 => "T3",
        });
        let count = |count: fn(&Decoder) -> u64| Value::Count(decoder.map_or(0, count));
        let dropped = self.warnings.map(|warnings| warnings & EVENTS_DROPPED != 0);
        Value::map([
            ("device", text(self.device.as_deref())),
            ("records_of", text(self.record_type.map(|record_type| record_type.device()))),
            ("mode", text(mode)),
            ("sync_rate_hz", self.sync_rate.map_or(Value::Null, Value::Int)),
            ("sync_period_s", self.sync_period.map_or(Value::Null, Value::Float)),
            ("overflows", count(|decoder| decoder.overflows)),
            ("markers", count(|decoder| decoder.markers)),
            ("undefined_records", count(|decoder| decoder.undefined)),
            ("stop_reason", self.stop_reason.map_or(Value::Null, Value::Int)),
            ("warnings", self.warnings.map_or(Value::Null, Value::UInt)),
            ("events_dropped", dropped.map_or(Value::Null, Value::Bool)),
        ])
    }
}
