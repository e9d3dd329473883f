//! The byte form of partial results, and the checks and errors that all analyses share when they merge them.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::limits::MAX_TAGS;
use crate::{Code, Error};

/// The version of the byte form of all partial results. It changes with any of them, so that bytes that were
/// written by another version are told from damaged ones; a test holds on to the bytes of each.
pub const PARTIAL_VERSION: u32 = 2;

/// [Postcard](https://postcard.jamesmunns.com/wire-format) of the analysis' name, [`PARTIAL_VERSION`] and the
/// partial result.
///
/// # Errors
/// `Mismatch` where it can't be written, which no accumulator of ours causes.
pub fn to_bytes<P: Serialize>(name: &str, partial: &P) -> Result<Vec<u8>, Error> {
    postcard::to_allocvec(&(name, PARTIAL_VERSION, partial)).map_err(|e| {
        let message = format!("the partial result of {name} can't be written ({e})");
        Error::new(Code::Mismatch, message, "choose fewer channels or wider bins")
    })
}

/// The partial result of the analysis `name` that `bytes` hold.
///
/// # Errors
/// `Mismatch` where they are of another analysis or version, or hold anything else.
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
    let (partial, rest) = postcard::take_from_bytes(rest).map_err(damaged)?;
    if !rest.is_empty() {
        return Err(not_ours(name, &format!("{} bytes are left over", rest.len())));
    }
    Ok(partial)
}

/// The error for a partial result that no run of the analysis `name` leaves.
pub fn not_ours(name: &str, why: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("these are no partial results of {name} ({why})"),
        "make them again with this version",
    )
}

/// The error for partial results whose parameter `what` differs.
pub fn differs(name: &str, what: &str, ours: &str, theirs: &str) -> Error {
    Error::new(
        Code::Mismatch,
        format!("two partial results of {name} differ in {what} ({ours} and {theirs})"),
        "make both with the same",
    )
}

/// The sum of `counts`, which may be anything in a partial result from outside.
///
/// # Errors
/// `Mismatch` where it is more than [`MAX_TAGS`].
pub fn total<'a>(name: &str, counts: impl IntoIterator<Item = &'a u64>) -> Result<u64, Error> {
    counts
        .into_iter()
        .try_fold(0_u64, |sum, n| sum.checked_add(*n))
        .filter(|sum| *sum <= MAX_TAGS)
        .ok_or_else(|| not_ours(name, "it counts more tags than there can be"))
}
