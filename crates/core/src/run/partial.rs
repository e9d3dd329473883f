//! The byte form of partial results, and the checks and errors of merging shared by all analyses.

use std::borrow::Borrow;

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;
use twox_hash::XxHash64;

use crate::counting::limits::MAX_TAGS;
use crate::{Code, Error};

/// Version of the byte form of all partial results. It changes with any of them, so that bytes of another version are
/// distinguished from damaged ones; a test pins the bytes of each.
pub const PARTIAL_VERSION: u32 = 14;

/// Bytes of the checksum.
const CHECKSUM: usize = 8;

/// Returns the byte form of a partial result: the analysis' name and [`PARTIAL_VERSION`] in
/// [postcard](https://postcard.jamesmunns.com/wire-format); the XXH64 of the rest, little-endian; the partial result in
/// postcard. `room` is the expected number of bytes.
///
/// # Errors
/// `Mismatch` if it cannot be written, which no accumulator causes.
pub fn to_bytes<P: Serialize>(name: &str, partial: &P, room: usize) -> Result<Vec<u8>, Error> {
    let written = |e: postcard::Error| {
        let message = format!("the partial result of {name} can't be written ({e})");
        Error::new(Code::Mismatch, message, "choose fewer channels or wider bins")
    };
    // A growing list would take three times the size.
    let mut bytes = append(&(name, PARTIAL_VERSION), Vec::with_capacity(room)).map_err(written)?;
    let head = bytes.len();
    bytes.extend([0; CHECKSUM]);
    let mut bytes = append(partial, bytes).map_err(written)?;
    let (checksum, partial) = bytes[head..].split_at_mut(CHECKSUM);
    checksum.copy_from_slice(&XxHash64::oneshot(0, partial).to_le_bytes());
    Ok(bytes)
}

/// Appends the postcard of `value` to `bytes`.
///
/// # Errors
/// The error of postcard.
pub fn append<T: Serialize>(value: &T, bytes: Vec<u8>) -> postcard::Result<Vec<u8>> {
    postcard::serialize_with_flavor(value, Appended(bytes))
}

struct Appended(Vec<u8>);

impl Flavor for Appended {
    type Output = Vec<u8>;

    #[inline(always)]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline(always)]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

/// Returns the partial result of the analysis `name` in `bytes`.
///
/// # Errors
/// `Mismatch` if they are of another analysis or version, or contain anything else.
pub fn from_bytes<P: DeserializeOwned>(name: &str, bytes: &[u8]) -> Result<P, Error> {
    let damaged = |e: postcard::Error| not_ours(name, &e.to_string());
    let (found, rest) = postcard::take_from_bytes::<&str>(bytes).map_err(damaged)?;
    if found != name {
        return Err(not_ours(name, "they begin with another name"));
    }
    let (version, rest) = postcard::take_from_bytes::<u32>(rest).map_err(damaged)?;
    if version != PARTIAL_VERSION {
        return Err(Error::new(
            Code::Mismatch,
            format!("these partial results of {name} have version {version}, not {PARTIAL_VERSION}"),
            "make them again with this version",
        ));
    }
    let Some((checksum, rest)) = rest.split_first_chunk() else {
        return Err(not_ours(name, "they end before their checksum"));
    };
    if u64::from_le_bytes(*checksum) != XxHash64::oneshot(0, rest) {
        return Err(not_ours(name, "their checksum does not match: bytes were changed or lost"));
    }
    let (partial, rest) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if !rest.is_empty() {
        return Err(not_ours(name, &format!("{} bytes are left over", rest.len())));
    }
    Ok(partial)
}

/// The error for a partial result that no run of the analysis `name` has.
pub fn not_ours(name: &str, why: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("these are not partial results of {name} ({why})"),
        "make them again with this version",
    )
}

/// The error for partial results that differ in the parameter `what`.
pub fn differs(name: &str, what: &str, ours: &str, theirs: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("two partial results of {name} differ in {what} ({ours} and {theirs})"),
        "make both with the same request",
    )
}

/// The sum of `counts`, which may be arbitrary in an external partial result.
///
/// # Errors
/// `Mismatch` if it exceeds [`MAX_TAGS`].
pub fn total(name: &str, counts: impl IntoIterator<Item = impl Borrow<u64>>) -> Result<u64, Error> {
    counts
        .into_iter()
        .try_fold(0_u64, |sum, n| sum.checked_add(*n.borrow()))
        .filter(|sum| *sum <= MAX_TAGS)
        .ok_or_else(|| not_ours(name, "it counts more tags than possible"))
}
