//! A fingerprint of a file's frames, to compare the frames read with those of an index, without holding either.

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use crate::tags::index::{Frame, Index};

/// A fingerprint of a file's frames in 24 bytes: their positions, numbers of tags, and first and last times.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Number of frames.
    pub frames: u64,
    /// The sum of a hash of each without its position, so that those of parts can be added.
    pub digest: u64,
    /// The sum of these hashes, each times the frame's offset: the origin of offsets can therefore be changed.
    pub places: u64,
}

impl Outline {
    /// Adds a frame; its earliest and latest time, and its channels, are ignored.
    pub fn push(&mut self, Frame { offset, length, tags, first, last, .. }: &Frame) {
        let mut bytes = [0; 32];
        let words = [*length, *tags, *first as u64, *last as u64];
        for (place, word) in bytes.chunks_exact_mut(8).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        let digest = XxHash64::oneshot(0, &bytes);
        self.add(Self { frames: 1, digest, places: offset.wrapping_mul(digest) });
    }

    /// Adds other frames.
    pub fn add(&mut self, other: Self) {
        self.frames += other.frames;
        self.digest = self.digest.wrapping_add(other.digest);
        self.places = self.places.wrapping_add(other.places);
    }

    /// The same with offsets from byte `from` of the file.
    #[must_use]
    pub fn counted_from(self, from: u64) -> Self {
        Self { places: self.places.wrapping_sub(from.wrapping_mul(self.digest)), ..self }
    }
}

impl From<&Index> for Outline {
    fn from(index: &Index) -> Self {
        let mut outline = Self::default();
        index.frames().iter().for_each(|frame| outline.push(frame));
        outline
    }
}
