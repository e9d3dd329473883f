//! The byte form of what was found in a part of a recording.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::analyses::Saved;
use crate::run::append;
use crate::tags::Totals;
use crate::{Code, Error};

/// The version of the byte form of [`Totals`] and of what stands around the analyses' own bytes, which have a version of
/// their own, `PARTIAL_VERSION`.
const ENVELOPE_VERSION: u32 = 9;

/// Bytes of the version and of the checksum, which the fields follow.
const VERSION_BYTES: usize = 4;
const CHECKSUM_BYTES: usize = 8;

/// Bytes that all but the analyses' partial results usually take.
const REST: usize = 1 << 10;

/// What was found in a part, and how much was read of it.
///
/// In bytes, integers little-endian: the version, 4 bytes; the XXH64 of the fields, 8 bytes; then the fields in
/// [postcard](https://postcard.jamesmunns.com/wire-format).
#[derive(Serialize, Deserialize)]
pub(super) struct PartialResult<'a> {
    pub totals: Totals,
    /// The least and the greatest time of the tags, in ticks; `None` without any.
    pub span: Option<(i64, i64)>,
    /// What the analyses of the request found.
    #[serde(borrow)]
    pub analyses: Saved<'a>,
}

impl<'a> PartialResult<'a> {
    /// What analyses found in tags whose reading is counted elsewhere.
    pub fn without_totals(analyses: Saved<'a>) -> Self {
        Self { totals: Totals::default(), span: None, analyses }
    }

    /// # Errors
    /// `Mismatch` where it can't be written, which no request of ours causes.
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

    /// # Errors
    /// `Mismatch` where the bytes are of another version, changed since they were written, or no partial result.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        let Some((version, rest)) = bytes.split_first_chunk() else {
            return Err(not_ours("they end before their version"));
        };
        let version = u32::from_le_bytes(*version);
        if version != ENVELOPE_VERSION {
            return Err(not_ours(&format!(
                "they are of version {version}, and this is version {ENVELOPE_VERSION}"
            )));
        }
        let Some((checksum, fields)) = rest.split_first_chunk() else {
            return Err(not_ours("they end before their checksum"));
        };
        if u64::from_le_bytes(*checksum) != XxHash64::oneshot(0, fields) {
            return Err(not_ours("their checksum does not match: bytes were changed or lost"));
        }
        match postcard::take_from_bytes(fields) {
            Ok((result, [])) => Ok(result),
            Ok((_, rest)) => Err(not_ours(&format!("{} bytes are left over", rest.len()))),
            Err(e) => Err(not_ours(&e.to_string())),
        }
    }
}

fn not_ours(why: &str) -> Error {
    let message = format!("these are no partial results ({why})");
    Error::new(Code::Mismatch, message, "make them again with this version")
}
