//! The header of `.ptu` files: tags with a name, a type and a value, in any order. (In this file, a tag is a field of
//! the header, as in PicoQuant's documentation.)
//!
//! Older files have a [`fixed_header`](super::fixed_header).

use serde::{Deserialize, Serialize};

use super::decode::Decoder;
use super::header_value::{
    ANSI_STRING, BINARY_BLOB, BIT_SET64, BOOL8, COLOR8, DATE_TIME, FLOAT8, FLOAT8_ARRAY, INT8, WIDE_STRING,
    ansi, value_of,
};
use super::measurement::{Measurement, check_record_bits};
use super::record_type::{Mode, RecordType};
use crate::import::facts::{HeaderEntry, HeaderValue, ImportFacts, MeasurementMeta};
use crate::import::microtimes::MicrotimeRange;
use crate::import::parts::Splits;
use crate::import::records::{Layout, Read, RecordPosition};
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// The first bytes of a file of records.
pub(super) const MAGIC: &[u8] = b"PQTTTR";

/// Length in bytes of the magic and the version of the format.
const PREAMBLE_BYTES: usize = 16;

/// Length of a tag in bytes: its name, index, type and value.
const TAG_BYTES: usize = 48;

const NAME_BYTES: usize = 32;

/// Maximum length in bytes of a stored text, array or blob.
const MAX_TEXT: u64 = 4096;

const EMPTY8: u32 = 0xffff_0008;

/// A file with such a header.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(in crate::import) struct TaggedHeader {
    begun: bool,
    /// Number of unread bytes of the current value that are not stored.
    skipped: u64,
    measurement: Measurement,
    /// Value of `Measurement_Mode`, and its offset.
    mode: Option<(i64, u64)>,
    /// Value of `TTResultFormat_BitsPerRecord`, and its offset.
    bits: Option<(i64, u64)>,
    resolution: Option<f64>,
    global_resolution: Option<f64>,
    decoder: Option<Decoder>,
    /// All tags with their values; only in the reader that reads the header.
    #[serde(skip)]
    entries: Vec<HeaderEntry>,
}

impl TaggedHeader {
    /// Reads the tag at the beginning of `bytes`, at byte `offset`. Returns the number of bytes used, 0 if more are
    /// needed, and whether the header has ended.
    fn tag(&mut self, bytes: &[u8], offset: u64) -> Result<(usize, bool), Error> {
        let Some((head, behind)) = bytes.split_at_checked(TAG_BYTES) else { return Ok((0, false)) };
        let name = ansi(&head[..NAME_BYTES]);
        let index = i32::from_le_bytes(array(&head[NAME_BYTES..36]));
        let kind = u32::from_le_bytes(array(&head[36..40]));
        let value = i64::from_le_bytes(array(&head[40..48]));
        match kind {
            EMPTY8 | COLOR8 | DATE_TIME => {}
            BOOL8 => self.measurement.scan.integer(&name, i64::from(value != 0)),
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
                    _ => self.measurement.scan.float(&name, value),
                }
            }
            FLOAT8_ARRAY | ANSI_STRING | WIDE_STRING | BINARY_BLOB => {
                let Ok(length) = u64::try_from(value) else {
                    let message = format!("the header's tag {name} claims to be {value} bytes long");
                    return Err(Error::at(Code::BadHeader, offset, message, "copy the file again"));
                };
                if length <= MAX_TEXT {
                    let Some(bytes) = behind.get(..length as usize) else { return Ok((0, false)) };
                    self.note(&name, index, value_of(kind, value, bytes));
                    return Ok((TAG_BYTES + bytes.len(), false));
                }
                self.skipped = length;
                self.note(&name, index, HeaderValue::Text(format!("{length} bytes")));
                return Ok((TAG_BYTES, false));
            }
            _ => {
                let message = format!("the header's tag {name} has the unknown type {kind:#010x}");
                return Err(Error::at(Code::BadHeader, offset, message, "copy the file again"));
            }
        }
        let is_end = name == "Header_End";
        if !is_end {
            self.note(&name, index, value_of(kind, value, &[]));
        }
        Ok((TAG_BYTES, is_end))
    }

    /// Stores a tag with its value. For repeated tags, the index becomes part of the name.
    fn note(&mut self, name: &str, index: i32, value: HeaderValue) {
        let measurement = &mut self.measurement;
        if let HeaderValue::Text(text) = &value
            && !text.is_empty()
        {
            match name {
                "HW_Type" => measurement.device = Some(text.clone()),
                "File_Comment" => measurement.comment = Some(text.trim().to_owned()),
                "File_CreatingTime" => measurement.start = Some(text.clone()),
                // Names of inputs, given by the user.
                _ if index >= 0 && name.starts_with("HWInp") && name.contains("Name") => {
                    measurement.input_names.push(text.clone());
                }
                _ => {}
            }
        }
        let name = if index < 0 { name.to_owned() } else { format!("{name}({index})") };
        self.entries.push(HeaderEntry::new(name, value));
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
            "MeasDesc_AcquisitionTime" => measurement.acquisition_ms = Some(value),
            "TTResult_SyncRate" => measurement.sync_rate = Some(value),
            "TTResult_StopReason" => measurement.stop_reason = Some(value),
            _ => measurement.scan.integer(name, value),
        }
        Ok(())
    }

    /// Ends the header at byte `offset`.
    fn finish(&mut self, offset: u64, totals: &mut Totals) -> Result<(), Error> {
        let Self { measurement, resolution, global_resolution, .. } = self;
        let mode = measurement.record_type.map(|record_type| record_type.mode);
        if mode == Some(Mode::T3) {
            measurement.tick = resolution.and_then(Tick::from_seconds);
            measurement.sync_period = *global_resolution;
        } else {
            measurement.tick = global_resolution.and_then(Tick::from_seconds);
        }
        if let (Some(mode), Some((stated, place))) = (mode, self.mode)
            && mode.number() != stated
        {
            let message = format!("the header states mode T{stated}, but records of T{}", mode.number());
            totals.note(Error::at(Code::BadHeader, place, message, "read by the type of the records"));
        }
        if let Some((bits, place)) = self.bits {
            check_record_bits(bits, place, totals);
        }
        self.decoder = Some(self.measurement.decoder(offset, totals)?);
        Ok(())
    }
}

/// Reads all tags of the header of a file, after its preamble.
///
/// # Errors
/// `Truncated` if the header has no end, and `BadHeader`.
pub(in crate::import) fn read_entries(file: &[u8]) -> Result<Vec<HeaderEntry>, Error> {
    let mut header = TaggedHeader::default();
    let mut at = PREAMBLE_BYTES;
    loop {
        let (bytes, ended) = header.tag(file.get(at..).unwrap_or_default(), at as u64)?;
        if ended {
            return Ok(header.entries);
        }
        if bytes == 0 {
            let message = "the file ends in its header";
            return Err(Error::at(Code::Truncated, file.len() as u64, message, "copy it again"));
        }
        at += bytes;
        let skipped = usize::try_from(std::mem::take(&mut header.skipped)).unwrap_or(usize::MAX);
        at = at.saturating_add(skipped);
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
        if self.measurement.records.is_none() && place.record > 0 {
            let message = format!("the header states no records, but {} were read", place.record);
            let remedy = "the recording program did not end properly; check the length of the recording";
            totals.note(Error::at(Code::BadHeader, place.offset, message, remedy));
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

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}
