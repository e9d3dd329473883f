//! The byte form of the results of a part of a recording.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::analyses::Saved;
use super::file_order::FileOrder;
use crate::run::append;
use crate::tags::Totals;
use crate::{Code, Error};

/// The version of the byte form of [`Totals`] and of the envelope of the analyses' bytes, which have their own version,
/// `PARTIAL_VERSION`.
const ENVELOPE_VERSION: u32 = 12;

/// Bytes of the version, at the beginning.
const VERSION_BYTES: usize = 4;
/// Bytes of the checksum, between the version and the fields.
const CHECKSUM_BYTES: usize = 8;

/// Usual number of bytes besides the analyses' partial results.
const REST: usize = 1 << 10;

/// The results of a part and the numbers of tags and bytes read.
///
/// In bytes, integers little-endian: the version, 4 bytes; the XXH64 of the fields, 8 bytes; then the fields in
/// [postcard](https://postcard.jamesmunns.com/wire-format).
#[derive(Serialize, Deserialize)]
pub(super) struct PartialResult<'a> {
    pub totals: Totals,
    /// The least and the largest time of the tags, in ticks; `None` without any.
    pub span: Option<(i64, i64)>,
    /// The order of the tags.
    pub order: FileOrder,
    /// The results of the request's analyses.
    #[serde(borrow)]
    pub analyses: Saved<'a>,
}

impl<'a> PartialResult<'a> {
    /// Creates a result without totals, for tags that another reader decoded and counted.
    pub fn without_totals(order: FileOrder, analyses: Saved<'a>) -> Self {
        Self { totals: Totals::default(), span: None, order, analyses }
    }

    /// Writes the result as bytes.
    ///
    /// # Errors
    /// `Mismatch` if the serializer fails, which no known result causes.
    pub fn write(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::with_capacity(self.analyses.size() + REST);
        bytes.extend(ENVELOPE_VERSION.to_le_bytes());
        bytes.extend([0; CHECKSUM_BYTES]);
        let mut bytes = append(self, bytes).map_err(|e| {
            let message = format!("the partial results can't be written ({e})");
            Error::new(Code::Mismatch, message, "choose fewer channels or wider bins")
        })?;
        let (head, fields) = bytes.split_at_mut(VERSION_BYTES + CHECKSUM_BYTES);
        head[VERSION_BYTES..].copy_from_slice(&XxHash64::oneshot(0, fields).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a result from its bytes.
    ///
    /// # Errors
    /// `Mismatch` if the bytes are not a partial result, have another version, or were changed.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let Some((version, rest)) = bytes.split_first_chunk() else {
            return Err(not_ours("they end before their version"));
        };
        let version = u32::from_le_bytes(*version);
        if version != ENVELOPE_VERSION {
            return Err(not_ours(&format!("they have version {version}, not {ENVELOPE_VERSION}")));
        }
        let Some((checksum, fields)) = rest.split_first_chunk() else {
            return Err(not_ours("they end before their checksum"));
        };
        if u64::from_le_bytes(*checksum) != XxHash64::oneshot(0, fields) {
            return Err(not_ours("their checksum does not match: bytes were changed or lost"));
        }
        match postcard::take_from_bytes(fields) {
            Ok((Self { order, .. }, _)) if !order.is_sound() => {
                Err(not_ours("the order of their tags contradicts itself"))
            }
            Ok((result, [])) => Ok(result),
            Ok((_, rest)) => Err(not_ours(&format!("{} bytes are left over", rest.len()))),
            Err(e) => Err(not_ours(&e.to_string())),
        }
    }
}

fn not_ours(why: &str) -> Error {
    let message = format!("these are not partial results ({why})");
    Error::new(Code::Mismatch, message, "make them again with this version")
}
