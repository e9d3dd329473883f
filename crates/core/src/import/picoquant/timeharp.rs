//! `.t3r` files of the TimeHarp 200, versions 3.0, 5.0 and 6.0: texts, numbers at fixed offsets, and records of 32 bits
//! with a time tag of a 100 ns clock and the channel of the converter.
//!
//! Sources: [phconvert](https://github.com/Photon-HDF5/phconvert) (`pqreader.py`) and
//! [libpicoquant](https://github.com/tsbischof/libpicoquant) (`th_v30.h` to `th_v60.h`).

use super::fixed_header::{field, integer, scaled, unknown};
use super::header_value::ansi;
use crate::import::facts::{
    HeaderEntry, HeaderValue, ImportFacts, MeasurementMeta, PicoquantFacts, RecordMode,
};
use crate::import::macro_time::MacroTimes;
use crate::import::microtimes::{MicrotimeRange, no_microtimes};
use crate::import::records::{Layout, Read, RecordPosition};
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

pub(in crate::import) const TIMEHARP: &[u8] = b"TimeHarp 200\0";

const NAME: &str = "TimeHarp 200";
const VERSION: std::ops::Range<usize> = 16..22;

/// Number of clock periods after which the time tag of a record restarts at 0.
const PERIOD: u64 = 1 << 16;

/// Highest channel of the converter. It counts backwards from the next sync.
const MAX_CHANNEL: u32 = 4095;

/// The measurement mode of files with records; others hold histograms.
const RECORDS_MODE: i32 = 2;

/// Bits of a record. Overflow and markers are only defined in records that are not photons.
const VALID: u32 = 1 << 30;
const OVERFLOW: u32 = 0x800;
const MARKERS: u32 = 7;

/// Byte offsets of a header's fields, by its version.
struct Places {
    /// Time of the recording, followed by the comment.
    time: usize,
    /// Offset of the first integer.
    numbers: usize,
    resolution: usize,
    /// Offset of the clock period in ns. The numbers of the measurement follow it.
    clock: usize,
    /// Whether the length of an additional header follows.
    has_further: bool,
}

impl Places {
    fn of(version: &[u8]) -> Option<Self> {
        let old = Self { time: 28, numbers: 304, resolution: 536, clock: 540, has_further: true };
        match version {
            b"3.0" => Some(Self { has_further: false, ..old }),
            b"5.0" => Some(old),
            b"6.0" => Some(Self { time: 52, numbers: 328, resolution: 584, clock: 588, ..old }),
            _ => None,
        }
    }
}

/// A `.t3r` file.
#[derive(Default)]
pub(in crate::import) struct TimeHarp {
    times: MacroTimes,
    tick: Option<Tick>,
    records: Option<u64>,
    /// Number of unread bytes of the additional header; known once the rest of the header was read.
    further: Option<u64>,
    kept: Option<MicrotimeRange>,
    /// Number of clock periods up to the last overflow.
    base: u64,
    overflows: u64,
    markers: u64,
    sync_rate: Option<i32>,
    stop_reason: Option<i32>,
    acquisition_ms: Option<i32>,
    texts: Vec<(&'static str, String)>,
    boards: Option<i32>,
    clock_ns: Option<i32>,
}

impl TimeHarp {
    /// Reads all except the additional header; `None` if more bytes are needed.
    fn numbers(&mut self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        let Some(version) = bytes.get(VERSION) else { return Ok(None) };
        let version = version.split(|&byte| byte == 0).next().unwrap_or_default();
        let Some(places) = Places::of(version) else {
            let version = String::from_utf8_lossy(version);
            let message = format!("this is a file of the {NAME} in the unknown version {version}");
            return Err(unknown(message, VERSION.start));
        };
        let end = places.clock + 48 + if places.has_further { 4 } else { 0 };
        let Some(bytes) = bytes.get(..end) else { return Ok(None) };
        let number = |at: usize| integer(bytes, at);
        if number(places.numbers + 24) != Some(RECORDS_MODE) {
            let message = format!("this is a file of histograms of the {NAME}, without tags");
            return Err(unknown(message, places.numbers + 24));
        }
        let text =
            |at: usize, length: usize| ansi(bytes.get(at..at + length).unwrap_or_default()).trim().to_owned();
        self.texts = vec![
            ("FormatVersion", text(VERSION.start, VERSION.len())),
            ("FileTime", text(places.time, 18)),
            ("Comment", text(places.time + 20, 256)),
        ];
        self.boards = number(places.numbers + 16);
        self.acquisition_ms = number(places.numbers + 40);
        self.clock_ns = number(places.clock);
        self.sync_rate = number(places.clock + 28);
        self.stop_reason = number(places.clock + 40);
        self.records =
            number(places.clock + 44).map(|count| u64::from(count as u32)).filter(|&count| count > 0);
        if self.boards != Some(1) {
            return Err(unknown(format!("this is a file of several {NAME}"), places.numbers + 16));
        }
        let resolution = field(bytes, places.resolution).map(f32::from_le_bytes);
        self.tick = resolution.filter(|ns| *ns > 0.0).and_then(|ns| scaled(&format!("{ns:e}"), -9));
        let period = self.clock_ns.and_then(|ns| Tick::new(u64::try_from(ns).ok()?, -9));
        let is_known = period.is_some_and(|period| self.times.start(period, self.tick));
        if !is_known || self.tick.is_none() {
            let message = "the header does not state the clock of the time tags and the unit of the delays";
            return Err(Error::at(Code::BadHeader, places.clock as u64, message, "copy the file again"));
        }
        self.keep()?;
        let further = if places.has_further { number(places.clock + 48) } else { None };
        self.further = Some(4 * u64::try_from(further.unwrap_or(0)).unwrap_or(0));
        Ok(Some(end))
    }

    /// Sets the range of microtimes to keep, once their unit is known.
    fn keep(&mut self) -> Result<(), Error> {
        if let Some(range) = self.kept {
            let tick = self.tick.ok_or_else(|| no_microtimes("this file"))?;
            self.times.keep(range.ticks(tick)?);
        }
        Ok(())
    }

    /// Appends the tags of a record; `None` if its time does not fit in 62 bits.
    fn record(&mut self, record: u32, tags: &mut Vec<Tag>) -> Option<()> {
        let (time, data) = (self.base + u64::from(record & 0xffff), record >> 16 & 0xfff);
        if record & VALID != 0 {
            let route = u64::from(record >> 28 & 3);
            self.times.photon(time, MAX_CHANNEL - data, route + 1, tags)
        } else if data & OVERFLOW != 0 {
            self.overflows += 1;
            self.base = self.base.checked_add(PERIOD)?;
            Some(())
        } else {
            self.markers += 1;
            self.times.markers(time, data & MARKERS, tags)
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        let (_, text) = self.texts.iter().find(|(of, text)| *of == name && !text.is_empty())?;
        Some(text.clone())
    }
}

impl Layout for TimeHarp {
    fn header(
        &mut self,
        bytes: &[u8],
        _offset: u64,
        _last: bool,
        _totals: &mut Totals,
    ) -> Result<Read, Error> {
        let Some(further) = &mut self.further else {
            let read = self.numbers(bytes)?.unwrap_or(0);
            return Ok(Read { bytes: read, ended: self.further == Some(0) });
        };
        let skipped = (*further).min(bytes.len() as u64);
        *further -= skipped;
        Ok(Read { bytes: skipped as usize, ended: *further == 0 })
    }

    fn record_bytes(&self) -> usize {
        4
    }

    fn promised(&self) -> Option<u64> {
        self.records
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        _totals: &mut Totals,
    ) -> Result<(), Error> {
        for (ordinal, bytes) in records.as_chunks::<4>().0.iter().enumerate() {
            if self.record(u32::from_le_bytes(*bytes), tags).is_none() {
                let RecordPosition { record, offset } = place.after(ordinal, 4);
                let message = format!("at record {}, the sum of overflows exceeds 62 bits", record + 1);
                let remedy = "the data before this were read; copy the file again";
                return Err(Error::at(Code::Overflow, offset, message, remedy));
            }
        }
        Ok(())
    }

    fn tick(&self) -> Option<Tick> {
        self.tick
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::Picoquant(PicoquantFacts {
            device: Some(NAME.to_owned()),
            records_of: Some(NAME),
            mode: Some(RecordMode::T3),
            sync_rate_hz: self.sync_rate.map(i64::from),
            // The time tags count an internal clock, not the syncs.
            sync_period_s: None,
            overflows: Some(self.overflows),
            markers: Some(self.markers),
            undefined_records: Some(0),
            stop_reason: self.stop_reason.map(i64::from),
            warnings: None,
            events_dropped: None,
        })
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        self.further?;
        let tick = self.tick.map(Tick::seconds);
        Some(MeasurementMeta {
            device: Some(NAME.to_owned()),
            mode: RecordMode::T3,
            resolution_s: tick,
            delay_resolution_s: tick,
            sync_rate_hz: self.sync_rate.map(f64::from),
            sync_period_s: None,
            acquisition_time_s: self.acquisition_ms.map(|ms| f64::from(ms) / 1000.0),
            start: self.text("FileTime"),
            comment: self.text("Comment"),
            input_names: None,
            image: None,
        })
    }

    fn entries(&self) -> Vec<HeaderEntry> {
        let integer = |number: Option<i32>| number.map_or(HeaderValue::Null, |n| HeaderValue::Int(n.into()));
        let numbers = [
            ("NumberOfBoards", self.boards),
            ("AcquisitionTime", self.acquisition_ms),
            ("TTTRGlobClock", self.clock_ns),
            ("SyncRate", self.sync_rate),
            ("StopReason", self.stop_reason),
        ];
        let texts =
            self.texts.iter().map(|(name, text)| HeaderEntry::new(*name, HeaderValue::Text(text.clone())));
        let numbers = numbers.map(|(name, number)| HeaderEntry::new(name, integer(number)));
        texts.chain(numbers).collect()
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        self.kept = Some(range);
        if self.tick.is_some() { self.keep() } else { Ok(()) }
    }
}
