//! The header of files older than `.ptu`, which have a [`tagged_header`](super::tagged_header): texts, followed by
//! numbers at fixed offsets. `.pt2` and `.pt3` of the PicoHarp 300 in version 2.0, `.ht2` and `.ht3` of the HydraHarp
//! in versions 1.0 and 2.0.
//!
//! Sources: PicoQuant's `pt2demo.c`, `pt3demo.c` and `ht3demo.c`; libpicoquant (`hh_v10.h`) for the HydraHarp of
//! version 1.0, whose T2 counts half picoseconds.

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::header_value::ansi;
use super::measurement::{Measurement, check_record_bits};
use super::record_type::{Mode, RecordType};
use crate::import::facts::{HeaderEntry, HeaderValue, ImportFacts, MeasurementMeta};
use crate::import::microtimes::MicrotimeRange;
use crate::import::parts::Splits;
use crate::import::records::{Layout, Read, RecordPosition};
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

pub(in crate::import) const PICOHARP: &[u8] = b"PicoHarp 300\0";
pub(in crate::import) const HYDRAHARP: &[u8] = b"HydraHarp\0";

/// Version of the format, after the device's name.
const VERSION: std::ops::Range<usize> = 16..22;

/// Offsets in both forms: bits of a record; mode, which is 2 or 3 for T2 and T3, and 0 for histograms.
const RECORD_BITS: usize = 332;
const PICOHARP_MODE: usize = 348;
const HYDRAHARP_MODE: usize = 340;

/// Offsets of the PicoHarp: number of boards, unit of the delay in ns, syncs per second.
const PICOHARP_BOARDS: usize = 340;
const PICOHARP_RESOLUTION: usize = 584;
const PICOHARP_SYNC_RATE: usize = 704;

/// Offsets of the HydraHarp: unit of the delay in ps, number of inputs, first input. Each input has 20 bytes. Syncs per
/// second follow.
const HYDRAHARP_RESOLUTION: usize = 352;
const HYDRAHARP_INPUTS: usize = 664;
const HYDRAHARP_FIRST_INPUT: usize = 696;
const INPUT_BYTES: usize = 20;
/// Maximum number of inputs in a record.
const MAX_INPUTS: i32 = 64;

/// Whether a file that begins with `head` has such a header. Files of histograms have, too.
pub(super) fn is_fixed_header(head: &[u8]) -> bool {
    head.starts_with(PICOHARP) || head.starts_with(HYDRAHARP)
}

/// A file with such a header.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(in crate::import) struct FixedHeader {
    measurement: Measurement,
    decoder: Option<Decoder>,
    /// Number of unread bytes of the image's header; known once the rest of the header was read.
    image: Option<u64>,
    /// Fields with their values; only in the reader that reads the header.
    #[serde(skip)]
    entries: Vec<HeaderEntry>,
}

/// Texts at the beginning of all these headers: name, first byte and number of bytes.
const TEXTS: [(&str, usize, usize); 6] = [
    ("Ident", 0, 16),
    ("FormatVersion", 16, 6),
    ("CreatorName", 22, 18),
    ("CreatorVersion", 40, 12),
    ("FileTime", 52, 18),
    ("CommentField", 72, 256),
];

/// Offset of the requested duration of the measurement in milliseconds.
const ACQUISITION_TIME: usize = 364;

impl FixedHeader {
    /// Reads all except the image's header; `None` if more bytes are needed.
    fn numbers(&mut self, bytes: &[u8], totals: &mut Totals) -> Result<Option<usize>, Error> {
        let Some(device) = Device::of(bytes)? else { return Ok(None) };
        let Some(mode) = device.mode(bytes)? else { return Ok(None) };
        let measurement = &mut self.measurement;
        measurement.record_type = device.record_type(mode);
        measurement.device = Some(device.name().to_owned());
        let fields = match device {
            Device::PicoHarp => {
                check_boards(bytes)?;
                Fields::of_picoharp(bytes, mode)
            }
            Device::HydraHarpV1 | Device::HydraHarpV2 => {
                let Some(inputs) = inputs(bytes)? else { return Ok(None) };
                Fields::of_hydraharp(bytes, mode, device, inputs)
            }
        };
        let Some(Fields { tick, sync_rate, stop_reason, records, image_words, end }) = fields else {
            return Ok(None);
        };
        measurement.tick = tick;
        measurement.sync_rate = Some(i64::from(sync_rate));
        measurement.stop_reason = stop_reason.map(i64::from);
        if mode == Mode::T3 {
            measurement.sync_period = Some(1.0 / f64::from(sync_rate));
        }
        measurement.records = Some(records).filter(|&records| records > 0);
        if let Some(bits) = integer(bytes, RECORD_BITS) {
            check_record_bits(bits.into(), RECORD_BITS as u64, totals);
        }
        measurement.acquisition_ms = integer(bytes, ACQUISITION_TIME).map(i64::from);
        self.decoder = Some(measurement.decoder(end as u64, totals)?);
        self.note(bytes, mode);
        self.image = Some(4 * u64::try_from(image_words).unwrap_or(0));
        Ok(Some(end))
    }
}

impl FixedHeader {
    /// Stores the fields whose meaning is known.
    fn note(&mut self, bytes: &[u8], mode: Mode) {
        let texts = TEXTS.map(|(name, from, length)| {
            let text = ansi(bytes.get(from..from + length).unwrap_or_default());
            (name.to_owned(), text.trim().to_owned())
        });
        let measurement = &mut self.measurement;
        let text = |name: &str| texts.iter().find(|(of, text)| of == name && !text.is_empty());
        measurement.start = text("FileTime").map(|(_, text)| text.clone());
        measurement.comment = text("CommentField").map(|(_, text)| text.clone());
        let count = |count: Option<u64>| count.map_or(HeaderValue::Null, HeaderValue::Count);
        let integer = |number: Option<i64>| number.map_or(HeaderValue::Null, HeaderValue::Int);
        let numbers = [
            ("MeasurementMode", HeaderValue::Int(mode.number())),
            ("AcquisitionTime", integer(measurement.acquisition_ms)),
            ("SyncRate", integer(measurement.sync_rate)),
            ("StopReason", integer(measurement.stop_reason)),
            ("Records", count(measurement.records)),
        ];
        self.entries =
            texts.into_iter().map(|(name, text)| HeaderEntry::new(name, HeaderValue::Text(text))).collect();
        self.entries.extend(numbers.map(|(name, value)| HeaderEntry::new(name, value)));
    }
}

/// The device whose program wrote a file, and the form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Device {
    PicoHarp,
    HydraHarpV1,
    HydraHarpV2,
}

impl Device {
    /// Reads the name and the version at the beginning of a file; `None` if more bytes are needed.
    fn of(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let is_picoharp = bytes.starts_with(PICOHARP);
        let Some(version) = bytes.get(VERSION) else { return Ok(None) };
        let version = version.split(|&byte| byte == 0).next().unwrap_or_default();
        match (is_picoharp, version) {
            (true, b"2.0") => Ok(Some(Self::PicoHarp)),
            (false, b"1.0") => Ok(Some(Self::HydraHarpV1)),
            (false, b"2.0") => Ok(Some(Self::HydraHarpV2)),
            _ => {
                let name = if is_picoharp { Self::PicoHarp } else { Self::HydraHarpV1 }.name();
                let version = String::from_utf8_lossy(version);
                let message = format!("this is a file of the {name} in the unknown version {version}");
                Err(unknown(message, VERSION.start))
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::PicoHarp => "PicoHarp 300",
            Self::HydraHarpV1 | Self::HydraHarpV2 => "HydraHarp",
        }
    }

    /// Reads the mode of the records; `None` if more bytes are needed.
    fn mode(self, bytes: &[u8]) -> Result<Option<Mode>, Error> {
        let place = match self {
            Self::PicoHarp => PICOHARP_MODE,
            Self::HydraHarpV1 | Self::HydraHarpV2 => HYDRAHARP_MODE,
        };
        match integer(bytes, place) {
            None => Ok(None),
            Some(2) => Ok(Some(Mode::T2)),
            Some(3) => Ok(Some(Mode::T3)),
            Some(_) => {
                let name = self.name();
                Err(unknown(format!("this is a file of histograms of the {name}, without tags"), place))
            }
        }
    }

    fn record_type(self, mode: Mode) -> Option<RecordType> {
        let hardware = match self {
            Self::PicoHarp => 0x0001_0003,
            Self::HydraHarpV1 => 0x0001_0004,
            Self::HydraHarpV2 => 0x0101_0004,
        };
        RecordType::of(hardware | mode.number() << 8)
    }
}

/// Fields at fixed offsets of a header.
struct Fields {
    /// See [`Measurement::tick`].
    tick: Option<Tick>,
    /// Syncs per second.
    sync_rate: i32,
    stop_reason: Option<i32>,
    records: u64,
    /// Length of the image's header, which follows, in words of 4 bytes.
    image_words: i32,
    /// Offset of the image's header.
    end: usize,
}

impl Fields {
    /// Reads the fields of a PicoHarp; `None` if more bytes are needed.
    fn of_picoharp(bytes: &[u8], mode: Mode) -> Option<Self> {
        let resolution = f32::from_le_bytes(field(bytes, PICOHARP_RESOLUTION)?);
        Some(Self {
            tick: match mode {
                Mode::T2 => Tick::new(4, -12),
                Mode::T3 => scaled(&format!("{resolution:e}"), -9),
            },
            sync_rate: integer(bytes, PICOHARP_SYNC_RATE)?,
            stop_reason: integer(bytes, PICOHARP_SYNC_RATE + 12),
            records: u64::from(integer(bytes, PICOHARP_SYNC_RATE + 16)? as u32),
            image_words: integer(bytes, PICOHARP_SYNC_RATE + 20)?,
            end: PICOHARP_SYNC_RATE + 24,
        })
    }

    /// Reads the fields of a header with `inputs` inputs; `None` if more bytes are needed.
    fn of_hydraharp(bytes: &[u8], mode: Mode, device: Device, inputs: usize) -> Option<Self> {
        let resolution = f64::from_le_bytes(field(bytes, HYDRAHARP_RESOLUTION)?);
        let sync_rate = HYDRAHARP_FIRST_INPUT + INPUT_BYTES * inputs;
        Some(Self {
            tick: match (mode, device) {
                (Mode::T2, Device::HydraHarpV1) => Tick::new(5, -13),
                (Mode::T2, _) => Some(Tick::PICOSECOND),
                (Mode::T3, _) => scaled(&format!("{resolution:e}"), -12),
            },
            sync_rate: integer(bytes, sync_rate)?,
            stop_reason: integer(bytes, sync_rate + 8),
            records: u64::from_le_bytes(field(bytes, sync_rate + 16)?),
            image_words: integer(bytes, sync_rate + 12)?,
            end: sync_rate + 24,
        })
    }
}

fn check_boards(bytes: &[u8]) -> Result<(), Error> {
    if integer(bytes, PICOHARP_BOARDS).is_some_and(|boards| boards != 1) {
        return Err(unknown("this is a file of several PicoHarps".to_owned(), PICOHARP_BOARDS));
    }
    Ok(())
}

/// Reads the number of inputs of a HydraHarp; `None` if more bytes are needed.
fn inputs(bytes: &[u8]) -> Result<Option<usize>, Error> {
    let Some(inputs) = integer(bytes, HYDRAHARP_INPUTS) else { return Ok(None) };
    if !(0..=MAX_INPUTS).contains(&inputs) {
        let message = format!("the header states {inputs} inputs");
        return Err(Error::at(Code::BadHeader, HYDRAHARP_INPUTS as u64, message, "copy the file again"));
    }
    Ok(Some(inputs as usize))
}

pub(super) fn unknown(message: String, place: usize) -> Error {
    Error::at(Code::UnknownFormat, place as u64, message, "open it with PicoQuant's program")
}

pub(in crate::import) fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

pub(in crate::import) fn integer(bytes: &[u8], at: usize) -> Option<i32> {
    field(bytes, at).map(i32::from_le_bytes)
}

/// Returns the tick of a decimal number times a power of ten.
pub(in crate::import) fn scaled(number: &str, power: i32) -> Option<Tick> {
    let (mantissa, exponent) = number.split_once('e')?;
    let exponent = exponent.parse::<i32>().ok()?.checked_add(power)?;
    Tick::from_seconds(format!("{mantissa}e{exponent}").parse().ok()?)
}

impl Splits for FixedHeader {
    fn skip(&mut self, records: &[u8]) -> Option<()> {
        self.decoder.as_mut().map_or(Some(()), |decoder| decoder.skip(records))
    }

    fn split(&self) -> Option<Self> {
        Some(Self { decoder: Some(self.decoder.as_ref()?.split()?), ..self.clone() })
    }
}

impl Layout for FixedHeader {
    fn header(
        &mut self,
        bytes: &[u8],
        _offset: u64,
        _last: bool,
        totals: &mut Totals,
    ) -> Result<Read, Error> {
        let Some(image) = &mut self.image else {
            let read = self.numbers(bytes, totals)?.unwrap_or(0);
            return Ok(Read { bytes: read, ended: self.image == Some(0) });
        };
        let skipped = (*image).min(bytes.len() as u64);
        *image -= skipped;
        Ok(Read { bytes: skipped as usize, ended: *image == 0 })
    }

    fn record_bytes(&self) -> usize {
        4
    }

    fn promised(&self) -> Option<u64> {
        self.measurement.records
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        self.decoder.as_mut().map_or(Ok(()), |decoder| decoder.decode(records, place, tags, totals))
    }

    fn end(&mut self, place: RecordPosition, totals: &mut Totals) {
        if let Some(decoder) = &self.decoder {
            decoder.end(totals);
            self.measurement.check_duration(decoder, place.offset, totals);
        }
    }

    fn tick(&self) -> Option<Tick> {
        self.measurement.tick
    }

    fn facts(&self) -> ImportFacts {
        self.measurement.facts(self.decoder.as_ref())
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        self.measurement.meta()
    }

    fn entries(&self) -> Vec<HeaderEntry> {
        self.entries.clone()
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        self.measurement.microtimes = Some(range);
        match &mut self.decoder {
            Some(decoder) => self.measurement.keep(decoder),
            None => Ok(()),
        }
    }
}
