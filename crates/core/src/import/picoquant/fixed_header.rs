//! The header of files before `.ptu`: texts, then numbers at fixed places. `.pt2` and `.pt3` of the PicoHarp 300 in
//! version 2.0, `.ht2` and `.ht3` of the HydraHarp in versions 1.0 and 2.0.
//!
//! Sources: PicoQuant's `pt2demo.c`, `pt3demo.c` and `ht3demo.c`; libpicoquant (`hh_v10.h`) for the HydraHarp of
//! version 1.0, whose T2 counts half picoseconds.

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::measurement::Measurement;
use super::record_type::RecordType;
use crate::import::parts::Splits;
use crate::import::records::{Layout, Place, Read};
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error, Value};

const PICOHARP: &[u8] = b"PicoHarp 300\0";
const HYDRAHARP: &[u8] = b"HydraHarp\0";

/// The device's name and the version of the format.
const VERSION: std::ops::Range<usize> = 16..22;

/// In both forms: bits of a record, and 2 or 3 for T2 and T3, 0 for histograms.
const RECORD_BITS: usize = 332;
const PICOHARP_MODE: usize = 348;
const HYDRAHARP_MODE: usize = 340;

/// The PicoHarp's: the delay's unit in ns, syncs a second, why it stopped, records, words of an image's header.
const PICOHARP_BOARDS: usize = 340;
const PICOHARP_RESOLUTION: usize = 584;
const PICOHARP_SYNC_RATE: usize = 704;
const PICOHARP_END: usize = 728;

/// The HydraHarp's: the delay's unit in ps, how many inputs there are, which have 20 bytes each.
const HYDRAHARP_RESOLUTION: usize = 352;
const HYDRAHARP_INPUTS: usize = 664;
const HYDRAHARP_FIRST_INPUT: usize = 696;
const INPUT_BYTES: usize = 20;
/// Most inputs that a record can name.
const MAX_INPUTS: i32 = 64;

/// Whether a file that begins with `head` has such a header. Files of histograms have, too.
pub(in crate::import) fn is_fixed_header(head: &[u8]) -> bool {
    head.starts_with(PICOHARP) || head.starts_with(HYDRAHARP)
}

/// A file with such a header.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(in crate::import) struct FixedHeader {
    measurement: Measurement,
    decoder: Option<Decoder>,
    /// Bytes of an image's header that were not read yet; known once the rest of the header was.
    image: Option<u64>,
}

impl FixedHeader {
    /// Reads all but the image's header; `None` where that takes more bytes.
    fn numbers(&mut self, bytes: &[u8], totals: &mut Totals) -> Result<Option<usize>, Error> {
        let picoharp = bytes.starts_with(PICOHARP);
        let Some(version) = bytes.get(VERSION) else { return Ok(None) };
        let version = version.split(|&byte| byte == 0).next().unwrap_or_default();
        let name = if picoharp { "PicoHarp 300" } else { "HydraHarp" };
        let first = match (picoharp, version) {
            (false, b"1.0") => true,
            (_, b"2.0") => false,
            _ => {
                let version = String::from_utf8_lossy(version);
                let message =
                    format!("this is a file of the {name} in version {version}, which is not known");
                return Err(unknown(message, VERSION.start));
            }
        };
        let place = if picoharp { PICOHARP_MODE } else { HYDRAHARP_MODE };
        let Some(mode) = integer(bytes, place) else { return Ok(None) };
        if !matches!(mode, 2 | 3) {
            return Err(unknown(format!("this is a file of histograms of the {name}, without tags"), place));
        }
        let hardware = match (picoharp, first) {
            (true, _) => 0x0001_0003,
            (false, true) => 0x0001_0004,
            (false, false) => 0x0101_0004,
        };
        let measurement = &mut self.measurement;
        measurement.record_type = RecordType::of(hardware | i64::from(mode) << 8);
        measurement.device = Some(name.to_owned());
        let (end, sync_rate, records, image) = if picoharp {
            if integer(bytes, PICOHARP_BOARDS).is_some_and(|boards| boards != 1) {
                return Err(unknown("this is a file of several PicoHarps".to_owned(), PICOHARP_BOARDS));
            }
            let Some(unit) = field(bytes, PICOHARP_RESOLUTION).map(f32::from_le_bytes) else {
                return Ok(None);
            };
            measurement.tick = if mode == 2 { Tick::new(4, -12) } else { scaled(&format!("{unit:e}"), -9) };
            let Some(records) = integer(bytes, PICOHARP_END - 8) else { return Ok(None) };
            (PICOHARP_END, PICOHARP_SYNC_RATE, u64::from(records as u32), PICOHARP_END - 4)
        } else {
            let Some(unit) = field(bytes, HYDRAHARP_RESOLUTION).map(f64::from_le_bytes) else {
                return Ok(None);
            };
            let Some(inputs) = integer(bytes, HYDRAHARP_INPUTS) else { return Ok(None) };
            if !(0..=MAX_INPUTS).contains(&inputs) {
                let message = format!("the header says that there are {inputs} inputs");
                return Err(Error::at(
                    Code::BadHeader,
                    HYDRAHARP_INPUTS as u64,
                    message,
                    "copy the file again",
                ));
            }
            measurement.tick = match (mode, first) {
                (2, true) => Tick::new(5, -13),
                (2, false) => Some(Tick::PICOSECOND),
                _ => scaled(&format!("{unit:e}"), -12),
            };
            let rate = HYDRAHARP_FIRST_INPUT + INPUT_BYTES * inputs as usize;
            let Some(records) = field(bytes, rate + 16).map(u64::from_le_bytes) else { return Ok(None) };
            (rate + 24, rate, records, rate + 12)
        };
        let Some((rate, image)) = integer(bytes, sync_rate).zip(integer(bytes, image)) else {
            return Ok(None);
        };
        measurement.sync_rate = Some(i64::from(rate));
        measurement.stop_reason = integer(bytes, sync_rate + if picoharp { 12 } else { 8 }).map(i64::from);
        if mode == 3 {
            measurement.sync_period = Some(1.0 / f64::from(rate));
        }
        measurement.records = Some(records).filter(|&records| records > 0);
        if let Some(bits) = integer(bytes, RECORD_BITS)
            && bits != 32
        {
            let message =
                format!("the header says that a record has {bits} bits; records of this type have 32");
            totals.note(Error::at(
                Code::BadHeader,
                RECORD_BITS as u64,
                message,
                "read as records of 32 bits",
            ));
        }
        self.decoder = Some(measurement.decoder(end as u64, totals)?);
        self.image = Some(4 * u64::try_from(image).unwrap_or(0));
        Ok(Some(end))
    }
}

fn unknown(message: String, place: usize) -> Error {
    Error::at(Code::UnknownFormat, place as u64, message, "open it with PicoQuant's program")
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

fn integer(bytes: &[u8], at: usize) -> Option<i32> {
    field(bytes, at).map(i32::from_le_bytes)
}

/// The tick of a decimal number times a power of ten.
fn scaled(number: &str, power: i32) -> Option<Tick> {
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
        place: Place,
        tags: &mut Vec<Tag>,
        totals: &mut Totals,
    ) -> Result<(), Error> {
        self.decoder.as_mut().map_or(Ok(()), |decoder| decoder.decode(records, place, tags, totals))
    }

    fn end(&mut self, _place: Place, totals: &mut Totals) {
        if let Some(decoder) = &self.decoder {
            decoder.end(totals);
        }
    }

    fn tick(&self) -> Option<Tick> {
        self.measurement.tick
    }

    fn facts(&self) -> Value {
        self.measurement.facts(self.decoder.as_ref())
    }
}
