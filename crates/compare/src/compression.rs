//! The compressions, each of a whole file.

use bytes::Bytes;
use tagview_core::zstd::{Decode, Decoder, Encoder, LEVELS};
use tagview_core::{Code, Error};

use crate::fault::bad;
use crate::lz4;

/// A way to make a file smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Uncompressed.
    None,
    /// One Zstandard frame at a level; a negative one is zstd's `--fast`.
    Zstd(i32),
    /// One LZ4 block, like LZ4's own fast compressor on 64-bit machines.
    Lz4,
    /// One Snappy block.
    Snappy,
}

/// All compressions, in listed order.
const ALL: [Compression; 7] = [
    Compression::None,
    Compression::Lz4,
    Compression::Snappy,
    Compression::Zstd(-5),
    Compression::Zstd(1),
    Compression::Zstd(3),
    Compression::Zstd(19),
];

impl Compression {
    /// The compressions of this build, in listed order.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.into_iter().filter(|compression| compression.level().is_none_or(|level| LEVELS.contains(&level)))
    }

    /// Stable name for scripts; `None` without compression.
    pub fn id(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Zstd(_) => Some("zstd"),
            Self::Lz4 => Some("lz4"),
            Self::Snappy => Some("snappy"),
        }
    }

    /// Level, for a compression with levels.
    pub fn level(self) -> Option<i32> {
        match self {
            Self::Zstd(level) => Some(level),
            _ => None,
        }
    }

    /// Whether it is so slow that it is measured after all others.
    pub fn is_slow(self) -> bool {
        self.level().is_some_and(|level| level > 9)
    }

    /// Compresses `bytes`.
    ///
    /// # Errors
    /// `FrameTooLarge` or `TooLarge` if there is not enough room.
    pub fn compress(self, bytes: &Bytes) -> Result<Bytes, Error> {
        match self {
            Self::None => Ok(bytes.clone()),
            Self::Zstd(level) => {
                let mut out = Vec::new();
                Encoder::new(level)?.compress(bytes, &mut out)?;
                Ok(out.into())
            }
            Self::Lz4 => Ok(lz4::compress(bytes).into()),
            Self::Snappy => snap::raw::Encoder::new().compress_vec(bytes).map(Bytes::from).map_err(|error| {
                Error::new(
                    Code::TooLarge,
                    format!("snappy can't compress this ({error})"),
                    "compare fewer tags",
                )
            }),
        }
    }

    /// Decompresses `length` bytes compressed by [`Compression::compress`].
    ///
    /// # Errors
    /// `BadEncoding`, or an error of the zstd decoder, if the data is damaged or has another length.
    pub fn decompress(self, bytes: &Bytes, length: usize) -> Result<Bytes, Error> {
        let other_length = || bad("it decompresses to another length");
        let out = match self {
            Self::None => return Ok(bytes.clone()),
            Self::Zstd(_) => {
                // The decoder continues while there is room: one extra byte lets it reach the end of the frame.
                let mut out = vec![0; length + 1];
                let step = Decoder::new().decode(bytes, &mut out)?;
                if !step.frame_done || step.read != bytes.len() {
                    return Err(bad("it does not end with its frame"));
                }
                out.truncate(step.written);
                out
            }
            Self::Lz4 => {
                let mut out = vec![0; length];
                let written = lz4_flex::block::decompress_into(bytes, &mut out).map_err(bad)?;
                out.truncate(written);
                out
            }
            Self::Snappy => {
                if snap::raw::decompress_len(bytes).map_err(bad)? != length {
                    return Err(other_length());
                }
                snap::raw::Decoder::new().decompress_vec(bytes).map_err(bad)?
            }
        };
        if out.len() == length { Ok(out.into()) } else { Err(other_length()) }
    }
}
