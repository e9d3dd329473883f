//! Pure Rust, for builds without a C compiler, and for comparison in tests.

use std::io::Read as _;
use std::ops::RangeInclusive;

use ::ruzstd::decoding::errors::{DecodeBlockContentError, DecompressBlockError, FrameDecoderError};
use ::ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ::ruzstd::encoding::{CompressionLevel, compress};

use super::decode::{Decode, Step};
use super::errors;
use super::header::{self, Block, DataHeader, FrameKind, MAX_BLOCK, Parsed};
use super::intake::Intake;
use crate::{Code, Error};

/// Name and version of the library.
pub const IMPLEMENTATION: &str = "ruzstd 0.9.1";

/// The compression levels: this library has one.
pub const LEVELS: RangeInclusive<i32> = 1..=1;

/// ruzstd allocates the memory of a window at once for every frame except the first. Above this size (which RFC 8878,
/// section 3.1.1.1.2, requires of every decoder) each frame gets a new decoder, whose memory grows with the content.
const REUSED_WINDOW: u64 = 8 << 20;

/// Maximum bytes that a faulty block leaves after the good ones: the content of a block, and a sequence (literals and
/// match) that was too long for it.
const DOUBTFUL: usize = 3 * (MAX_BLOCK as usize + 2);

/// A decoder that keeps its buffers from frame to frame. ruzstd decodes whole blocks and holds a window of content
/// until the end of the frame.
pub struct Decoder {
    frames: FrameDecoder,
    state: State,
    /// The current frame's compressed bytes.
    intake: Intake,
    /// Bytes of the current frame's content returned so far.
    written: u64,
    /// Bytes of a faulty block at the end of the data that ruzstd holds.
    doubtful: usize,
    failed: Option<Error>,
}

#[derive(Clone, Copy)]
enum State {
    FrameHeader,
    Skippable { left: u64 },
    BlockHeader(DataHeader),
    Block { frame: DataHeader, header: [u8; Block::HEADER], block: Block, offset: u64 },
    End(DataHeader),
    Salvage,
}

enum Progress {
    Advanced,
    NeedsInput,
    FrameDone,
}

impl Decoder {
    /// A decoder at the start of a frame.
    pub fn new() -> Self {
        Self {
            frames: FrameDecoder::new(),
            state: State::FrameHeader,
            intake: Intake::default(),
            written: 0,
            doubtful: 0,
            failed: None,
        }
    }

    fn advance(&mut self, input: &mut &[u8]) -> Result<Progress, Error> {
        match self.state {
            State::FrameHeader => return self.frame_header(input),
            State::Skippable { left } => {
                let left = left - self.intake.skip(input, left);
                self.state = State::Skippable { left };
                return Ok(if left == 0 { Progress::FrameDone } else { Progress::NeedsInput });
            }
            State::BlockHeader(frame) => {
                let Some(header) = self.intake.chunk(input, Block::HEADER) else {
                    return Ok(Progress::NeedsInput);
                };
                let header = header.first_chunk().copied().unwrap_or_default();
                let offset = self.intake.read - Block::HEADER as u64;
                let block = Block::parse(header, frame.largest_block())
                    .map_err(|error| errors::moved(error, offset))?;
                self.state = State::Block { frame, header, block, offset };
            }
            State::Block { frame, header, block, offset } => {
                let checksum = if block.last && frame.checksum { 4 } else { 0 };
                let Some(body) = self.intake.chunk(input, block.length + checksum) else {
                    return Ok(Progress::NeedsInput);
                };
                let one = BlockDecodingStrategy::UptoBlocks(1);
                if let Err(error) = self.frames.decode_blocks(header.chain(body), one) {
                    self.doubtful = if left_content(&error) { DOUBTFUL } else { 0 };
                    return Err(errors::corrupt(offset, error));
                }
                self.state = if block.last { State::End(frame) } else { State::BlockHeader(frame) };
            }
            State::End(frame) => {
                let fits = frame.content_size.is_none_or(|size| size == self.written);
                if !fits {
                    return Err(errors::corrupt(
                        self.intake.read,
                        "the length of its content differs from its header",
                    ));
                }
                let found = self.frames.get_checksum_from_data();
                if frame.checksum && found != self.frames.get_calculated_checksum() {
                    return Err(errors::checksum(self.intake.read.saturating_sub(4)));
                }
                return Ok(Progress::FrameDone);
            }
            State::Salvage => return Ok(Progress::NeedsInput),
        }
        Ok(Progress::Advanced)
    }

    fn frame_header(&mut self, input: &mut &[u8]) -> Result<Progress, Error> {
        loop {
            let given = self.intake.gathered();
            match header::parse(given)? {
                Parsed::Needs(_) if input.is_empty() => return Ok(Progress::NeedsInput),
                Parsed::Needs(needs) => self.intake.gather(input, needs),
                Parsed::Done(kind, _) => {
                    self.state = match kind {
                        FrameKind::Skippable { length, .. } => State::Skippable { left: u64::from(length) },
                        FrameKind::Data(frame) => {
                            frame.check_demands()?;
                            if frame.window_size > REUSED_WINDOW {
                                self.frames = FrameDecoder::new();
                            }
                            self.frames.reset(given).map_err(|error| errors::corrupt(0, error))?;
                            State::BlockHeader(frame)
                        }
                    };
                    self.intake.release();
                    return Ok(Progress::Advanced);
                }
            }
        }
    }

    /// Moves content that ruzstd no longer needs to `output`.
    fn drain(&mut self, output: &mut [u8]) -> usize {
        // Reading from memory never fails.
        let count = self.frames.read(output).unwrap_or(0);
        self.written += count as u64;
        count
    }

    fn next_frame(&mut self) {
        self.state = State::FrameHeader;
        self.intake.restart();
        self.written = 0;
        self.doubtful = 0;
        self.failed = None;
    }
}

/// Whether a block that failed with `error` has added content before: only its last step, the execution of sequences,
/// does.
fn left_content(error: &FrameDecoderError) -> bool {
    matches!(
        error,
        FrameDecoderError::FailedToReadBlockBody(DecodeBlockContentError::DecompressBlockError(
            DecompressBlockError::ExecuteSequencesError(_)
        ))
    )
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decode for Decoder {
    fn decode(&mut self, input: &[u8], output: &mut [u8]) -> Result<Step, Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let mut rest = input;
        let mut step = Step { read: 0, written: 0, frame_done: false };
        loop {
            if matches!(self.state, State::BlockHeader(_) | State::Block { .. } | State::End(_)) {
                step.written += self.drain(&mut output[step.written..]);
            }
            if step.written == output.len() {
                break;
            }
            match self.advance(&mut rest) {
                Ok(Progress::Advanced) => {}
                Ok(Progress::NeedsInput) => break,
                Ok(Progress::FrameDone) => {
                    self.next_frame();
                    step.frame_done = true;
                    break;
                }
                Err(error) => {
                    self.failed = Some(error.clone());
                    if rest.len() == input.len() && step.written == 0 {
                        return Err(error);
                    }
                    break;
                }
            }
        }
        step.read = input.len() - rest.len();
        Ok(step)
    }

    fn salvage(&mut self, output: &mut [u8]) -> usize {
        if matches!(self.state, State::BlockHeader(_) | State::Block { .. } | State::End(_)) {
            // ruzstd returns its window only at the end of a frame: an empty last block and a checksum, which is not
            // compared, end it.
            let end: &[u8] = &[1, 0, 0, 0, 0, 0, 0];
            let ended = self.frames.decode_blocks(end, BlockDecodingStrategy::UptoBlocks(1));
            self.state = if ended.is_ok() { State::Salvage } else { State::FrameHeader };
        }
        if !matches!(self.state, State::Salvage) {
            return 0;
        }
        let sound = self.frames.can_collect().saturating_sub(self.doubtful);
        let count = sound.min(output.len());
        self.drain(&mut output[..count])
    }

    fn reset(&mut self) {
        self.next_frame();
    }
}

/// An encoder.
pub struct Encoder(());

impl Encoder {
    /// An encoder of one of the [`LEVELS`].
    ///
    /// # Errors
    /// `Usage` for another level.
    pub fn new(level: i32) -> Result<Self, Error> {
        if !LEVELS.contains(&level) {
            return Err(Error::new(
                Code::Usage,
                format!("there is no compression level {level} in this build"),
                "choose level 1, or use a build with libzstd",
            ));
        }
        Ok(Self(()))
    }

    /// Appends `bytes` to `out` as one frame with content size and checksum.
    ///
    /// # Errors
    /// None so far.
    pub fn compress(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        compress(bytes, &mut *out, CompressionLevel::Fastest);
        // ruzstd writes no content size. Its header is always magic number, descriptor (only
        // the checksum flag set) and window; give it a descriptor and a size of 4 or 8 bytes.
        let header = out[start..].first_chunk().copied();
        let Some([0x28, 0xB5, 0x2F, 0xFD, 0x04, window]) = header else {
            out.truncate(start);
            return Err(errors::corrupt(0, "ruzstd wrote a header of another form"));
        };
        let size = bytes.len() as u64;
        let (flag, length) = if size <= u64::from(u32::MAX) { (2, 4) } else { (3, 8) };
        let fields =
            [flag << 6 | 0x04, window].into_iter().chain(size.to_le_bytes().into_iter().take(length));
        out.splice(start + 4..start + 6, fields);
        Ok(())
    }
}
