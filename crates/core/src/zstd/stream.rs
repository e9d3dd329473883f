//! The decoded content of every frame of a file, one after another, also after damage.
//!
//! ```text
//! between frames -- header --> in a data frame -- end --> between frames
//!                      |
//!                      +-----> in a skippable frame -- end --> between frames
//!
//! any -- damage, or a frame in a skippable one --> lost -- a frame was found --> between frames
//! ```

use super::data_frame::{Content, DataFrame};
use super::decode::Decode;
use super::errors;
use super::event::{Event, Sink};
use super::frame_search::{ChunkSearch, Found};
use super::frames::{FIND_OVERLAP, FramePart, FrameScanner, SWALLOWED};
use super::header::FrameKind;
use super::hidden::{Hidden, IsKnown};
use super::implementation::Decoder;
use crate::{Code, Error};

/// Bytes of the buffer for decoded content: a block of 128 KiB, which fits the processor's cache until it is read, and
/// room for the word begun before it.
const BUFFER: usize = 129 << 10;

/// Maximum bytes scanned again after damage, beyond the bytes pushed: a file of false frame beginnings costs little
/// more than twice its length.
const AGAIN_FREE: u64 = 1 << 20;

/// Decodes a file of frames, in chunks of any size.
pub struct FrameStream {
    scanner: FrameScanner,
    position: Position,
    /// Bytes of earlier chunks from [`FrameStream::border`], and at most as many before it.
    tail: Vec<u8>,
    /// Offset in the file of the first pushed byte.
    first: u64,
    /// Number of bytes scanned again after damage.
    again: u64,
    is_known: IsKnown,
    /// The border when the last frame was skipped, until the next one begins.
    passed: Option<u64>,
    decoder: Decoder,
    buffer: Vec<u64>,
    /// Bytes of content emitted since the last damage; keeps words aligned.
    content: u64,
    /// Bytes of content emitted in all.
    given: u64,
    /// Whether data was lost since the last frame began.
    after_damage: bool,
}

/// Reason for a stop of reading.
enum Stop {
    /// At a border between headers, blocks and frames; there may be more bytes.
    Border,
    NeedsInput,
    /// At damage: from the border, the ends of blocks and frames in headers are not reliable.
    Corrupt,
    /// At a frame inside a skippable frame, at this offset in the file.
    HiddenFrame(u64),
}

/// Position of reading.
enum Position {
    /// Between two frames, or in the header of the next one.
    Between,
    Data(DataFrame),
    Skippable(Hidden),
    /// Searching for the next frame.
    Lost(Lost),
}

struct Lost {
    search: ChunkSearch,
    /// Offset in the file of the next byte.
    offset: u64,
}

impl Default for FrameStream {
    fn default() -> Self {
        Self {
            scanner: FrameScanner::new(),
            position: Position::Between,
            tail: Vec::new(),
            first: 0,
            again: 0,
            is_known: |_| false,
            passed: None,
            decoder: Decoder::default(),
            buffer: vec![0; BUFFER / 8],
            content: 0,
            given: 0,
            after_damage: false,
        }
    }
}

impl FrameStream {
    /// For a part of a file that begins with the frame at byte `offset`.
    pub fn at(offset: u64) -> Self {
        Self { scanner: FrameScanner::at(offset), first: offset, ..Self::default() }
    }

    /// Also searches unknown skippable frames for frames: one with a forged length hides those after it.
    pub fn searching(self, is_known: IsKnown) -> Self {
        Self { is_known, ..self }
    }

    /// Whether the bytes so far end with the end of a frame.
    pub fn at_border(&self) -> bool {
        !matches!(self.position, Position::Lost(_)) && self.scanner.finish().is_ok()
    }

    /// Continues with the next bytes of the file.
    pub fn push(&mut self, chunk: &[u8], sink: &mut Sink<'_>) {
        self.push_some(chunk, u64::MAX, sink);
    }

    /// Continues with the next bytes of the file, up to the first border between blocks at which more than `most` bytes
    /// of content were emitted; returns the number of bytes taken, at least one of a nonempty `chunk`. If a chunk is
    /// taken whole, all its events are emitted: a caller without more bytes need not call again.
    pub fn push_some(&mut self, chunk: &[u8], most: u64, sink: &mut Sink<'_>) -> usize {
        let mut bytes = chunk;
        let before = self.given;
        loop {
            if matches!(self.position, Position::Lost(_)) {
                if bytes.is_empty() {
                    return chunk.len();
                }
                bytes = self.look_for_frame(bytes, sink);
                continue;
            }
            match self.advance(&mut bytes, sink) {
                Stop::Border if self.given - before <= most || bytes.is_empty() => {}
                Stop::Border | Stop::NeedsInput => {
                    return self.keep_tail(&chunk[..chunk.len() - bytes.len()]);
                }
                Stop::Corrupt => bytes = self.rewind(self.border(), chunk, bytes, sink),
                Stop::HiddenFrame(at) => bytes = self.rewind(at, chunk, bytes, sink),
            }
        }
    }

    /// Starts the search for the next frame at `offset`.
    fn lose(&mut self, offset: u64) {
        self.position = Position::Lost(Lost { search: ChunkSearch::default(), offset });
    }

    /// Returns the search for the next frame; reading is then between two frames.
    fn take_lost(&mut self) -> Option<Lost> {
        match std::mem::replace(&mut self.position, Position::Between) {
            Position::Lost(lost) => Some(lost),
            position => {
                self.position = position;
                None
            }
        }
    }

    fn is_decoding(&self) -> bool {
        matches!(self.position, Position::Data(DataFrame { content: Content::Decoded, .. }))
    }

    /// See [`FrameScanner::border`]: skipped blocks prove nothing. Never decreases, because the bytes before it are
    /// dropped.
    fn border(&self) -> u64 {
        let passed = self.passed.map(|from| from.max(self.scanner.offset().saturating_sub(SWALLOWED)));
        let border = passed.unwrap_or_else(|| self.scanner.border());
        if matches!(&self.position, Position::Skippable(hidden) if hidden.is_searched()) {
            let kept = self.scanner.offset().saturating_sub(FIND_OVERLAP as u64);
            return border.min(kept.max(self.scanner.frame() + 1));
        }
        border
    }

    /// Keeps the bytes of `chunk`, which ends at the scanner, from the border; returns their length.
    fn keep_tail(&mut self, chunk: &[u8]) -> usize {
        let wanted = (self.scanner.offset() - self.border()) as usize;
        if wanted <= chunk.len() {
            self.tail.clear();
        }
        self.tail.extend_from_slice(&chunk[chunk.len().saturating_sub(wanted)..]);
        // For many small chunks, this would take longer than decoding.
        if self.tail.len() > 2 * wanted {
            self.tail.drain(..self.tail.len() - wanted);
        }
        chunk.len()
    }

    /// Searches for the next frame from offset `from`. Returns the rest of `chunk`, where `rest` was not scanned yet.
    fn rewind<'b>(&mut self, from: u64, chunk: &'b [u8], rest: &'b [u8], sink: &mut Sink<'_>) -> &'b [u8] {
        let end = self.scanner.offset();
        let start = end - (chunk.len() - rest.len()) as u64;
        let tail = std::mem::take(&mut self.tail);
        self.passed = None;
        let again = self.again + (end - from);
        if again > end - self.first + AGAIN_FREE {
            self.lose(end);
            return rest;
        }
        self.again = again;
        self.lose(from);
        if from >= start {
            return &chunk[(from - start) as usize..];
        }
        self.push(&tail[tail.len() - (start - from) as usize..], sink);
        chunk
    }

    /// Ends the file.
    pub fn finish(&mut self, sink: &mut Sink<'_>) {
        loop {
            if let Some(Lost { search, offset }) = self.take_lost() {
                // No more bytes will come to judge this position.
                let Some(begun) = search.finish() else { return };
                self.scanner = FrameScanner::at(offset - begun.len() as u64);
                self.push(&begun, sink);
                continue;
            }
            self.salvage(sink);
            let is_reported = matches!(self.position, Position::Data(_)) && !self.is_decoding();
            match self.scanner.finish() {
                Ok(()) => return,
                Err(_) if is_reported => {}
                Err(error) => self.damage(error, sink),
            }
            // A block that claims more than exists may have swallowed a frame.
            let from = self.border().max(self.scanner.frame() + 1);
            self.rewind(from, &[], &[], sink);
        }
    }

    /// Reads up to the next border of the structure.
    fn advance(&mut self, bytes: &mut &[u8], sink: &mut Sink<'_>) -> Stop {
        match self.scanner.next(bytes) {
            Ok(None) => return Stop::NeedsInput,
            Ok(Some(FramePart::Start(header))) => {
                if let FrameKind::Data(data) = header.kind {
                    self.begin(header.offset, data.content_size, sink);
                    self.decode(header.bytes(), sink);
                } else {
                    self.position = Position::Skippable(Hidden::new(header.bytes()));
                    self.report(Event::Skippable { offset: header.offset, bytes: header.bytes() }, sink);
                }
            }
            Ok(Some(FramePart::Body(bytes))) => {
                let Position::Skippable(hidden) = &mut self.position else {
                    self.decode(bytes, sink);
                    return self.stop();
                };
                let offset = self.scanner.frame();
                let found = hidden.push(bytes, self.is_known);
                self.report(Event::Skippable { offset, bytes }, sink);
                if let Some(before) = found {
                    self.damage(errors::hidden(offset, offset + before), sink);
                    return Stop::HiddenFrame(offset + before);
                }
            }
            Ok(Some(FramePart::End(_))) => self.end(sink),
            Err(error) => {
                self.salvage(sink);
                self.damage(error, sink);
                return Stop::Corrupt;
            }
        }
        self.stop()
    }

    /// Returns the reason for a stop after a part.
    fn stop(&self) -> Stop {
        match &self.position {
            Position::Data(DataFrame { content: Content::Corrupt, .. }) => Stop::Corrupt,
            _ => Stop::Border,
        }
    }

    fn begin(&mut self, offset: u64, content_size: Option<u64>, sink: &mut Sink<'_>) {
        self.decoder.reset();
        self.passed = None;
        self.position = Position::Data(DataFrame::at(offset));
        let after_damage = std::mem::take(&mut self.after_damage);
        if after_damage {
            self.content = 0;
        }
        self.report(Event::Start { offset, after_damage, content_size }, sink);
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        match &self.position {
            Position::Data(DataFrame { offset, content: Content::Decoded, .. }) => {
                let error = errors::corrupt(*offset, "its blocks end before its content does");
                self.damage(error, sink);
            }
            Position::Data(DataFrame { content: Content::Complete, .. }) => {
                self.position = Position::Between;
                self.report(Event::End { offset: self.scanner.offset() }, sink);
            }
            _ => self.position = Position::Between,
        }
    }

    /// Decodes bytes of the current frame, if its content is used.
    fn decode(&mut self, mut bytes: &[u8], sink: &mut Sink<'_>) {
        while let Position::Data(frame) = &mut self.position
            && frame.content == Content::Decoded
        {
            let phase = (self.content % 8) as usize;
            let buffer = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut self.buffer)[phase..];
            let step = match self.decoder.decode(bytes, buffer) {
                Ok(step) => step,
                Err(error) => {
                    let error = self.scanner.placed(error);
                    self.salvage(sink);
                    return self.damage(error, sink);
                }
            };
            bytes = &bytes[step.read..];
            frame.add(step.read, step.written);
            if step.frame_done {
                frame.content = Content::Complete;
            }
            let sound = frame.check_inflation();
            if step.written > 0 {
                self.give(phase, step.written, sink);
            }
            if let Err(error) = sound {
                return self.damage(error, sink);
            }
            // A fault after some progress is reported only by the next call.
            if step.read == 0 && step.written == 0 {
                return;
            }
        }
    }

    fn report(&mut self, event: Event<'_>, sink: &mut Sink<'_>) {
        if let Err(error) = sink(event) {
            self.damage(error, sink);
        }
    }

    fn damage(&mut self, error: Error, sink: &mut Sink<'_>) {
        self.after_damage = true;
        let border = self.border();
        if let Position::Data(frame) = &mut self.position {
            if matches!(error.code, Code::CorruptFrame | Code::Checksum) {
                frame.content = Content::Corrupt;
            } else {
                frame.content = Content::Passed;
                self.passed = Some(border);
            }
        }
        // The sink's result for a finding changes nothing.
        let _ = sink(Event::Damage(&error));
    }

    /// Searches the kept bytes and `bytes` for a frame; returns the rest of `bytes`.
    fn look_for_frame<'b>(&mut self, bytes: &'b [u8], sink: &mut Sink<'_>) -> &'b [u8] {
        let Position::Lost(Lost { search, offset }) = &mut self.position else { return bytes };
        let chunk_at = *offset;
        *offset += bytes.len() as u64;
        let Some(found) = search.push(bytes) else { return &[] };
        self.position = Position::Between;
        self.scanner = FrameScanner::at(found.offset(chunk_at));
        match found {
            Found::Before(begun) => {
                self.push(&begun, sink);
                bytes
            }
            Found::At(at) => &bytes[at..],
        }
    }

    /// Emits the content that the decoder still holds of an incomplete frame.
    fn salvage(&mut self, sink: &mut Sink<'_>) {
        while self.is_decoding() {
            let phase = (self.content % 8) as usize;
            let written =
                self.decoder.salvage(&mut bytemuck::cast_slice_mut::<u64, u8>(&mut self.buffer)[phase..]);
            if written == 0 {
                return;
            }
            self.give(phase, written, sink);
        }
    }

    /// Emits decoded content.
    fn give(&mut self, phase: usize, written: usize, sink: &mut Sink<'_>) {
        self.content += written as u64;
        self.given += written as u64;
        let content = &bytemuck::cast_slice::<u64, u8>(&self.buffer)[phase..phase + written];
        if let Err(error) = sink(Event::Content(content)) {
            self.damage(error, sink);
        }
    }
}
