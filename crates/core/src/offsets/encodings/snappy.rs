//! Snappy's block format
//! ([format description](https://github.com/google/snappy/blob/main/format_description.txt)).
//!
//! Sound data go through the `snap` crate. It gives nothing back for damaged data, so those are
//! decoded here, up to the damage.

use super::base64::Payload;
use crate::offsets::finding::Findings;
use crate::{Code, Error};

/// As many entries as are read of a header fit in their longest form. Larger ones are decoded up to here.
const MAX_DECOMPRESSED: usize = 16 << 20;

/// No element yields more than 64 bytes from 3, so a longer length in front is a lie.
const fn most_from(compressed: usize) -> usize {
    let most = compressed.saturating_mul(22);
    if most < MAX_DECOMPRESSED { most } else { MAX_DECOMPRESSED }
}

pub(super) fn compress(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    snap::raw::Encoder::new().compress_vec(bytes).map_err(|error| {
        let message = format!("Snappy can't hold these offsets ({error})");
        Error::new(Code::BadHeader, message, "choose an encoding without Snappy")
    })
}

pub(super) fn decompress(payload: &Payload, findings: &mut Findings) -> Vec<u8> {
    let compressed = &payload.bytes;
    let claimed = snap::raw::decompress_len(compressed);
    if claimed.is_ok_and(|length| length <= most_from(compressed.len()))
        && let Ok(bytes) = snap::raw::Decoder::new().decompress_vec(compressed)
    {
        return bytes;
    }
    salvage(payload, findings)
}

/// Decodes up to the first invalid element, regardless of the declared length.
fn salvage(payload: &Payload, findings: &mut Findings) -> Vec<u8> {
    let compressed = &payload.bytes;
    let mut out = Vec::new();
    let mut at = 0;
    let mut claimed = 0u64;
    loop {
        let Some(&byte) = compressed.get(at) else {
            findings.at(Code::SnappyLength, payload.position(at), 0, || {
                "The data end inside the uncompressed length.".to_owned()
            });
            return out;
        };
        claimed |= u64::from(byte & 0x7f) << (7 * at);
        at += 1;
        if byte < 0x80 {
            break;
        }
        if at == 5 {
            findings.at(Code::SnappyLength, 0, payload.position(at), || {
                "The uncompressed length has more than five bytes; this is not snappy data.".to_owned()
            });
            return out;
        }
    }
    let length_end = payload.position(at);
    out.reserve_exact(most_from(compressed.len()).min(usize::try_from(claimed).unwrap_or(usize::MAX)) + 64);
    while at < compressed.len() {
        match element(compressed, at, &mut out) {
            Ok(_) if out.len() > MAX_DECOMPRESSED => {
                findings.at(Code::TooLarge, payload.position(at), 0, || {
                    format!("The data inflate to more than {MAX_DECOMPRESSED} bytes, more than any header; the rest is ignored.")
                });
                return out;
            }
            Ok(next) => at = next,
            Err(why) => {
                let place = payload.position(at);
                let rest = payload.position(compressed.len()).saturating_sub(place);
                findings.at(Code::SnappyCorrupt, place, rest, || {
                    format!("{why}; {} of {claimed} bytes were decompressed before it.", out.len())
                });
                return out;
            }
        }
    }
    if out.len() as u64 != claimed {
        findings.at(Code::SnappyLength, 0, length_end, || {
            format!("The stated length is {claimed} bytes, but the data decompress to {}.", out.len())
        });
    }
    out
}

/// Decodes the element at `at` onto `out`; returns the position of the next one.
fn element(compressed: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, &'static str> {
    const ENDS: &str = "The data end inside an element";
    let rest = compressed.get(at..).ok_or(ENDS)?;
    let number = |from: usize, bytes: usize| -> Result<usize, &'static str> {
        let bytes = rest.get(from..from + bytes).ok_or(ENDS)?;
        Ok(bytes.iter().rev().fold(0, |n, byte| n << 8 | usize::from(*byte)))
    };
    let tag = number(0, 1)?;
    let high = tag >> 2;
    let (length, distance, size) = match tag & 3 {
        0 => {
            let extra = high.saturating_sub(59);
            let length = if extra == 0 { high } else { number(1, extra)? }.checked_add(1).ok_or(ENDS)?;
            let available = rest.get(1 + extra..).ok_or(ENDS)?;
            // The part of a literal that is there counts.
            out.extend_from_slice(available.get(..length).unwrap_or(available));
            return if available.len() < length { Err(ENDS) } else { Ok(at + 1 + extra + length) };
        }
        1 => (4 + (high & 7), tag >> 5 << 8 | number(1, 1)?, 2),
        2 => (high + 1, number(1, 2)?, 3),
        _ => (high + 1, number(1, 4)?, 5),
    };
    let from = out.len().checked_sub(distance).filter(|_| distance > 0);
    let from = from.ok_or("An element copies from before the start of the data")?;
    for at in from..from + length {
        let byte = out.get(at).copied().unwrap_or_default();
        out.push(byte);
    }
    Ok(at + size)
}
