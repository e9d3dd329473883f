//! Skippable frames: an announcement or an index of tagview, or skipped ones.

use crate::tags::index::{AFFECTED, ANNOUNCEMENT, Index, MAX_BYTES, SKIPPABLE_MAGIC, locate};
use crate::tags::{Borders, Ticks, about};
use crate::zstd::SKIPPABLE_HEADER;
use crate::{Code, Error};

/// The first bytes of an index's payload.
const INDEX_MAGIC: &[u8] = b"tagv.idx";

/// Maximum number of bytes kept of an index and of any other tagview frame. A longer frame keeps one byte too many, so
/// that it is not recognised.
const MAX_INDEX: usize = MAX_BYTES as usize + SKIPPABLE_HEADER + 1;
const MAX_OTHER: usize = about::MAX_FRAME + 1;

/// Contents of the skippable frames of a file.
#[derive(Debug, Default)]
pub(super) struct Skippables {
    /// Bytes of foreign frames.
    pub passed_over: u64,
    /// Whether the index at the end is sound although [`Skippables::finish`] reports that it does not describe the
    /// file: it is that of the last of several concatenated recordings, or of one with missing data.
    pub joined: bool,
    /// Borders of recordings.
    pub borders: Borders,
    /// Ticks of recordings.
    pub ticks: Ticks,
    current: Option<Current>,
}

/// The current skippable frame, or the last one until another frame follows it.
#[derive(Debug)]
struct Current {
    offset: u64,
    length: u64,
    /// Its bytes, if it may be tagview's.
    bytes: Option<Vec<u8>>,
}

/// Kind of a skippable frame.
enum Kind {
    Announcement,
    Index(Index),
    /// The metadata of the recording, with the length of its tick.
    About(Option<String>),
    /// A foreign frame.
    Other,
}

impl Skippables {
    /// Adds bytes of the skippable frame at byte `offset`, its whole header among the first.
    ///
    /// # Errors
    /// Like [`Skippables::leave`], about the previous one.
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        if let Some(current) = self.current.as_mut().filter(|current| current.offset == offset) {
            current.length += bytes.len() as u64;
            if let Some(kept) = &mut current.bytes {
                keep(kept, bytes);
            }
            return Ok(());
        }
        let left = self.leave(offset);
        let ours = bytes.starts_with(&SKIPPABLE_MAGIC.to_le_bytes());
        let bytes_kept = ours.then(|| {
            let mut kept = Vec::new();
            keep(&mut kept, bytes);
            kept
        });
        self.current = Some(Current { offset, length: bytes.len() as u64, bytes: bytes_kept });
        left
    }

    /// Starts another frame at byte `next`, possibly in the middle of this one, whose length is then forged.
    ///
    /// # Errors
    /// `BadIndex` if the last skippable frame begins like an index but is none.
    pub fn leave(&mut self, next: u64) -> Result<(), Error> {
        let Some(Current { offset, length, bytes }) = self.current.take() else { return Ok(()) };
        match bytes.map_or(Ok(Kind::Other), |bytes| kind(offset, &bytes))? {
            Kind::Announcement => {
                self.borders.announce(offset);
                self.ticks.announce(offset);
            }
            Kind::About(tick) => self.ticks.announce_tick(offset, tick.as_deref()),
            Kind::Index(index) => {
                self.borders.end(&index, offset, offset + length);
                self.ticks.end();
            }
            Kind::Other => self.passed_over += length.min(next.saturating_sub(offset)),
        }
        Ok(())
    }

    /// Ends the file at `size` bytes; returns its index, if it has one.
    ///
    /// # Errors
    /// `BadIndex` if that does not describe the file; like [`Skippables::leave`].
    pub fn finish(&mut self, size: u64) -> Result<Option<Index>, Error> {
        let bytes = self.current.as_ref().and_then(|current| current.bytes.as_deref());
        if let Some(bytes) = bytes
            && let Some(located) = locate(bytes, size)?
        {
            self.ticks.end();
            let parsed = located.parse(bytes);
            if parsed.is_err()
                && let Ok(index) = Index::parse(payload_of(bytes))
            {
                self.borders.end(&index, located.offset, size);
                self.joined = true;
            }
            let index = parsed?;
            self.borders.end(&index, located.offset, size);
            self.current = None;
            return Ok(Some(index));
        }
        self.leave(size)?;
        Ok(None)
    }
}

/// Appends `bytes` to the frame's bytes in `kept`, up to the maximum of a tagview frame.
fn keep(kept: &mut Vec<u8>, bytes: &[u8]) {
    let (head, rest) = bytes.split_at(bytes.len().min(MAX_OTHER.saturating_sub(kept.len())));
    kept.extend_from_slice(head);
    if payload_of(kept).starts_with(INDEX_MAGIC) {
        kept.extend_from_slice(&rest[..rest.len().min(MAX_INDEX.saturating_sub(kept.len()))]);
    }
}

/// The bytes after the header of a skippable frame.
fn payload_of(bytes: &[u8]) -> &[u8] {
    bytes.get(SKIPPABLE_HEADER..).unwrap_or_default()
}

fn kind(offset: u64, bytes: &[u8]) -> Result<Kind, Error> {
    if *bytes == ANNOUNCEMENT {
        return Ok(Kind::Announcement);
    }
    if let Some(about) = about::read(bytes) {
        return Ok(Kind::About(about.get(about::TICK).map(str::to_owned)));
    }
    let payload = payload_of(bytes);
    if !payload.starts_with(INDEX_MAGIC) {
        return Ok(Kind::Other);
    }
    Index::parse(payload).map(Kind::Index).map_err(|error| {
        let message = format!(
            "a skippable frame begins like an index but is not one, and may hide frames: {}",
            error.message
        );
        Error { code: Code::BadIndex, offset: Some(offset), message, remedy: AFFECTED.into() }
    })
}
