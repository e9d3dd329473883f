//! Error messages of both implementations, which are equal for equal files.

use crate::{Code, Error};

pub(super) fn corrupt(offset: u64, why: impl std::fmt::Display) -> Error {
    Error::at(
        Code::CorruptFrame,
        offset,
        format!("this zstd frame is damaged ({why})"),
        "fetch the file again, or use what was read before",
    )
}

pub(super) fn hidden(offset: u64, frame: u64) -> Error {
    Error::at(
        Code::CorruptFrame,
        offset,
        format!(
            "this skippable frame claims bytes that look like a zstd frame, which begins at byte {frame}"
        ),
        "fetch the file again, or use what was read of its frames",
    )
}

pub(super) fn checksum(offset: u64) -> Error {
    Error::at(
        Code::Checksum,
        offset,
        "this zstd frame's content does not match its checksum",
        "fetch the file again",
    )
}

pub(super) fn window(offset: u64) -> Error {
    Error::at(
        Code::FrameTooLarge,
        offset,
        "this zstd frame needs a window of more than 128 MiB",
        "compress the file again with a shorter window",
    )
}

pub(super) fn dictionary(offset: u64) -> Error {
    Error::at(
        Code::FrameTooLarge,
        offset,
        "this zstd frame needs a dictionary, which tagview does not have",
        "decompress it with `zstd -d -D DICTIONARY` first",
    )
}

/// Returns `error` with its offset increased by `base` bytes.
pub(super) fn moved(mut error: Error, base: u64) -> Error {
    error.offset = error.offset.map(|offset| offset.saturating_add(base));
    error
}
