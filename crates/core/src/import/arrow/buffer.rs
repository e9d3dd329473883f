//! A buffer of a record batch, whose bytes are decompressed in order.

use std::io::{Cursor, Read};

use lz4_flex::frame::FrameDecoder;

use super::message::Compression;
use crate::zstd::{Decode, Decoder};

/// Bytes in front of compressed ones: their length when decompressed.
const LENGTH: usize = 8;
/// Length that marks bytes which are not compressed.
const NOT_COMPRESSED: [u8; LENGTH] = [0xff; LENGTH];

/// A buffer.
pub enum Buffer {
    Plain(Cursor<Vec<u8>>),
    Lz4(Box<FrameDecoder<Cursor<Vec<u8>>>>),
    Zstd { decoder: Box<Decoder>, bytes: Vec<u8>, next: usize },
}

impl Buffer {
    /// The buffer with these bytes of a body.
    pub fn new(bytes: Vec<u8>, compression: Compression) -> Self {
        let is_plain = compression == Compression::None || bytes.starts_with(&NOT_COMPRESSED);
        let start = if compression == Compression::None { 0 } else { LENGTH };
        let mut cursor = Cursor::new(bytes);
        cursor.set_position(start as u64);
        match compression {
            _ if is_plain => Self::Plain(cursor),
            Compression::Zstd => {
                Self::Zstd { decoder: Box::default(), bytes: cursor.into_inner(), next: start }
            }
            Compression::Lz4 | Compression::None => Self::Lz4(Box::new(FrameDecoder::new(cursor))),
        }
    }

    /// Fills `room` with the next bytes; `None` if the buffer ends before, or is damaged.
    pub fn fill(&mut self, mut room: &mut [u8]) -> Option<()> {
        match self {
            Self::Plain(bytes) => bytes.read_exact(room).ok(),
            Self::Lz4(decoder) => decoder.read_exact(room).ok(),
            Self::Zstd { decoder, bytes, next } => {
                while !room.is_empty() {
                    let step = decoder.decode(bytes.get(*next..)?, room).ok()?;
                    if step.read == 0 && step.written == 0 {
                        return None;
                    }
                    *next += step.read;
                    room = &mut room[step.written..];
                }
                Some(())
            }
        }
    }
}
