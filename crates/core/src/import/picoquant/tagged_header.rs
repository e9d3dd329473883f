//! The header of `.ptu` files: tags with a name, a type and a value, in any order. (Here alone, a tag is a field of the
//! header, as PicoQuant calls it.)
//!
//! Older files have a [`fixed_header`](super::fixed_header).

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::measurement::{Measurement, check_record_bits};
use super::record_type::{Mode, RecordType};
use crate::import::parts::Splits;
use crate::import::records::{Layout, Place, Read};
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error, Value};

/// The first bytes of a file of records.
pub(in crate::import) const MAGIC: &[u8] = b"PQTTTR";

/// The magic and the version of the format.
const PREAMBLE_BYTES: usize = 16;

/// Bytes of a tag: its name, index, type and value.
const TAG_BYTES: usize = 48;

const NAME_BYTES: usize = 32;

/// The longest text that is kept.
const MAX_TEXT: u64 = 4096;

const EMPTY8: u32 = 0xffff_0008;
const BOOL8: u32 = 0x0000_0008;
const INT8: u32 = 0x1000_0008;
const BIT_SET64: u32 = 0x1100_0008;
const COLOR8: u32 = 0x1200_0008;
const FLOAT8: u32 = 0x2000_0008;
const DATE_TIME: u32 = 0x2100_0008;
const FLOAT8_ARRAY: u32 = 0x2001_ffff;
const ANSI_STRING: u32 = 0x4001_ffff;
const WIDE_STRING: u32 = 0x4002_ffff;
const BINARY_BLOB: u32 = 0xffff_ffff;

/// A file with such a header.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(in crate::import) struct TaggedHeader {
    begun: bool,
    /// Bytes of the value under way that are not kept, and were not read yet.
    skipped: u64,
    measurement: Measurement,
    /// The value of `Measurement_Mode`, and where it is.
    mode: Option<(i64, u64)>,
    /// As `mode`, of `TTResultFormat_BitsPerRecord`.
    bits: Option<(i64, u64)>,
    resolution: Option<f64>,
    global_resolution: Option<f64>,
    decoder: Option<Decoder>,
}

impl TaggedHeader {
    /// Reads the tag at the front of `bytes`, at byte `offset`; answers how many bytes of it were used, 0 where that
    /// takes more bytes.
    fn tag(&mut self, bytes: &[u8], offset: u64) -> Result<(usize, bool), Error> {
        let Some((head, behind)) = bytes.split_at_checked(TAG_BYTES) else { return Ok((0, false)) };
        let name = text(&head[..NAME_BYTES]);
        let kind = u32::from_le_bytes(array(&head[36..40]));
        let value = i64::from_le_bytes(array(&head[40..48]));
        match kind {
            EMPTY8 | BOOL8 | COLOR8 | DATE_TIME => {}
            INT8 => self.integer(&name, value, offset)?,
            BIT_SET64 => {
                if name == "TTResult_MDescWarningFlags" {
                    self.measurement.warnings = Some(value as u64);
                }
            }
            FLOAT8 => {
                let value = f64::from_bits(value as u64);
                match name.as_str() {
                    "MeasDesc_Resolution" => self.resolution = Some(value),
                    "MeasDesc_GlobalResolution" => self.global_resolution = Some(value),
                    _ => {}
                }
            }
            FLOAT8_ARRAY | ANSI_STRING | WIDE_STRING | BINARY_BLOB => {
                let Ok(length) = u64::try_from(value) else {
                    let message = format!("the header's tag {name} claims to be {value} bytes long");
                    return Err(Error::at(Code::BadHeader, offset, message, "copy the file again"));
                };
                if kind == ANSI_STRING && name == "HW_Type" && length <= MAX_TEXT {
                    let Some(value) = behind.get(..length as usize) else { return Ok((0, false)) };
                    self.measurement.device = Some(text(value));
                    return Ok((TAG_BYTES + value.len(), false));
                }
                self.skipped = length;
            }
            _ => {
                let message =
                    format!("the header's tag {name} has the type {kind:#010x}, which there is not");
                return Err(Error::at(Code::BadHeader, offset, message, "copy the file again"));
            }
        }
        Ok((TAG_BYTES, name == "Header_End"))
    }

    fn integer(&mut self, name: &str, value: i64, offset: u64) -> Result<(), Error> {
        let measurement = &mut self.measurement;
        match name {
            "TTResultFormat_TTTRRecType" => {
                measurement.record_type = RecordType::of(value);
                if measurement.record_type.is_none() {
                    let message = format!("the header states the unknown record type {value:#010x}");
                    let remedy = "open it with the program that recorded it";
                    return Err(Error::at(Code::UnknownFormat, offset, message, remedy));
                }
            }
            "TTResultFormat_BitsPerRecord" => self.bits = Some((value, offset)),
            "TTResult_NumberOfRecords" => {
                measurement.records = u64::try_from(value).ok().filter(|&records| records > 0);
            }
            "Measurement_Mode" => self.mode = Some((value, offset)),
            "TTResult_SyncRate" => measurement.sync_rate = Some(value),
            "TTResult_StopReason" => measurement.stop_reason = Some(value),
            _ => {}
        }
        Ok(())
    }

    /// The header has ended at byte `offset`.
    fn finish(&mut self, offset: u64, totals: &mut Totals) -> Result<(), Error> {
        let Self { measurement, resolution, global_resolution, .. } = self;
        let mode = measurement.record_type.map(|record_type| record_type.mode);
        if mode == Some(Mode::T3) {
            measurement.tick = resolution.and_then(Tick::from_seconds);
            measurement.sync_period = *global_resolution;
        } else {
            measurement.tick = global_resolution.and_then(Tick::from_seconds);
        }
        if let (Some(mode), Some((said, place))) = (mode, self.mode)
            && mode.number() != said
        {
            let message = format!("the header states mode T{said} and records of T{}", mode.number());
            totals.note(Error::at(Code::BadHeader, place, message, "read by the type of the records"));
        }
        if let Some((bits, place)) = self.bits {
            check_record_bits(bits, place, totals);
        }
        self.decoder = Some(self.measurement.decoder(offset, totals)?);
        Ok(())
    }
}

impl Splits for TaggedHeader {
    fn skip(&mut self, records: &[u8]) -> Option<()> {
        self.decoder.as_mut().map_or(Some(()), |decoder| decoder.skip(records))
    }

    fn split(&self) -> Option<Self> {
        Some(Self { decoder: Some(self.decoder.as_ref()?.split()?), ..self.clone() })
    }
}

impl Layout for TaggedHeader {
    fn header(&mut self, bytes: &[u8], offset: u64, _last: bool, totals: &mut Totals) -> Result<Read, Error> {
        if !self.begun {
            self.begun = bytes.len() >= PREAMBLE_BYTES;
            return Ok(Read { bytes: if self.begun { PREAMBLE_BYTES } else { 0 }, ended: false });
        }
        if self.skipped > 0 {
            let skipped = self.skipped.min(bytes.len() as u64);
            self.skipped -= skipped;
            return Ok(Read { bytes: skipped as usize, ended: false });
        }
        let (bytes, ended) = self.tag(bytes, offset)?;
        if ended {
            self.finish(offset + bytes as u64, totals)?;
        }
        Ok(Read { bytes, ended })
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

    fn end(&mut self, place: Place, totals: &mut Totals) {
        if let Some(decoder) = &self.decoder {
            decoder.end(totals);
        }
        if self.measurement.records.is_none() && place.record > 0 {
            let message = format!("the header promises no records, and {} were read", place.record);
            let remedy = "the program that recorded it did not end well; check how long it is";
            totals.note(Error::at(Code::BadHeader, place.offset, message, remedy));
        }
    }

    fn tick(&self) -> Option<Tick> {
        self.measurement.tick
    }

    fn facts(&self) -> Value {
        self.measurement.facts(self.decoder.as_ref())
    }
}

/// What is before the first zero.
fn text(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}
