//! Facebook's C library, through the crate zstd-safe.

use std::ops::RangeInclusive;

use zstd_safe::zstd_sys::ZSTD_ErrorCode as Zstd;
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective};

use super::decode::{Decode, Step};
use super::errors;
use super::header::{self, Block, LONGEST_HEADER, MAX_WINDOW, Parsed};
use crate::{Code, Error};

/// Name and version of the library.
pub const IMPLEMENTATION: &str = "libzstd 1.5.7";
const _: () = assert!(zstd_safe::VERSION_NUMBER == 10507, "IMPLEMENTATION names another version");

/// The compression levels: higher is smaller and slower. Negative ones are zstd's `--fast`. Levels 20 to 22 (`--ultra`)
/// are left out because of their memory.
pub const LEVELS: RangeInclusive<i32> = -7..=19;

/// A decoder that keeps its buffers from frame to frame.
pub struct Decoder {
    context: DCtx<'static>,
    /// The part of the frame's header read so far. The library gets the header in one call: if it came in two, it would
    /// be mistaken for the frame that its second part resembles.
    header: [u8; LONGEST_HEADER],
    gathered: usize,
    /// Number of bytes that the library requests next, after the header.
    hint: usize,
    /// Bytes of the current frame read so far.
    read: u64,
    /// The last call filled its output, so the library may hold more.
    full: bool,
    failed: Option<Error>,
}

impl Decoder {
    /// A decoder at the start of a frame.
    pub fn new() -> Self {
        let mut context = DCtx::create();
        // Can fail only in the middle of a frame; this context is new.
        let _ = context.set_parameter(DParameter::WindowLogMax(MAX_WINDOW.ilog2()));
        Self {
            context,
            header: [0; LONGEST_HEADER],
            gathered: 0,
            hint: 0,
            read: 0,
            full: false,
            failed: None,
        }
    }

    /// Decodes one block, or the part of it in `input`. At a fault the library does not report how much it wrote; with
    /// chunks of a block, only the damaged block is lost.
    fn chunk<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        // The hint includes the header of the block after.
        let wanted = self.hint.saturating_sub(Block::HEADER).max(self.hint.min(Block::HEADER));
        &input[..input.len().min(wanted)]
    }

    /// Takes the part of the frame's header in `input`; returns its length, and whether more is needed.
    fn gather(&mut self, input: &[u8]) -> (usize, bool) {
        let mut taken = 0;
        while let Ok(Parsed::Needs(needs)) = header::parse(&self.header[..self.gathered]) {
            let more = (needs - self.gathered).min(input.len() - taken);
            if more == 0 {
                return (taken, true);
            }
            self.header[self.gathered..][..more].copy_from_slice(&input[taken..][..more]);
            self.gathered += more;
            taken += more;
        }
        (taken, false)
    }

    fn next_frame(&mut self) {
        self.gathered = 0;
        self.read = 0;
        self.full = false;
        self.failed = None;
    }
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
        let mut step = Step { read: 0, written: 0, frame_done: false };
        while step.written < output.len() {
            let is_header = self.read == 0;
            let chunk = if is_header {
                let (taken, needs_more) = self.gather(&input[step.read..]);
                step.read += taken;
                if needs_more {
                    break;
                }
                &self.header[..self.gathered]
            } else if self.full {
                &[]
            } else {
                self.chunk(&input[step.read..])
            };
            if chunk.is_empty() && !self.full {
                break;
            }
            let mut source = InBuffer::around(chunk);
            let mut target = OutBuffer::around(&mut output[step.written..]);
            match self.context.decompress_stream(&mut target, &mut source) {
                Ok(hint) => {
                    step.read += if is_header { 0 } else { source.pos() };
                    step.written += target.pos();
                    self.read += source.pos() as u64;
                    self.full = step.written == output.len();
                    self.hint = hint;
                    if hint == 0 {
                        self.next_frame();
                        step.frame_done = true;
                        break;
                    }
                }
                Err(code) => {
                    let error = failure(code, self.read);
                    self.failed = Some(error.clone());
                    if step.read == 0 && step.written == 0 {
                        return Err(error);
                    }
                    break;
                }
            }
        }
        Ok(step)
    }

    /// Always 0: the library returns each block after decoding it.
    fn salvage(&mut self, _output: &mut [u8]) -> usize {
        0
    }

    fn reset(&mut self) {
        // Resetting a session never fails.
        let _ = self.context.reset(ResetDirective::SessionOnly);
        self.next_frame();
    }
}

/// The library's error numbers are negative, in an unsigned integer.
fn failure(code: usize, offset: u64) -> Error {
    let is = |kind: Zstd| code == (kind as usize).wrapping_neg();
    if is(Zstd::ZSTD_error_checksum_wrong) {
        errors::checksum(offset)
    } else if is(Zstd::ZSTD_error_frameParameter_windowTooLarge) {
        errors::window(0)
    } else if is(Zstd::ZSTD_error_dictionary_wrong) {
        errors::dictionary(0)
    } else if is(Zstd::ZSTD_error_memory_allocation) {
        Error::at(
            Code::FrameTooLarge,
            0,
            "there is not enough memory left for this zstd frame's window",
            "close other files and try again",
        )
    } else if is(Zstd::ZSTD_error_prefix_unknown) {
        errors::corrupt(0, "no frame begins here")
    } else {
        errors::corrupt(offset, zstd_safe::get_error_name(code))
    }
}

/// An encoder that keeps its buffers from frame to frame.
pub struct Encoder {
    context: CCtx<'static>,
}

impl Encoder {
    /// An encoder of one of the [`LEVELS`].
    ///
    /// # Errors
    /// `Usage` for another level.
    pub fn new(level: i32) -> Result<Self, Error> {
        if !LEVELS.contains(&level) {
            return Err(Error::new(
                Code::Usage,
                format!("there is no compression level {level}"),
                format!("choose from {} to {}", LEVELS.start(), LEVELS.end()),
            ));
        }
        let mut context = CCtx::create();
        for parameter in [
            CParameter::CompressionLevel(level),
            CParameter::ContentSizeFlag(true),
            CParameter::ChecksumFlag(true),
        ] {
            context.set_parameter(parameter).map_err(refused)?;
        }
        Ok(Self { context })
    }

    /// Appends `bytes` to `out` as one frame with content size and checksum.
    ///
    /// # Errors
    /// `FrameTooLarge` if the library cannot allocate memory; `out` is then unchanged.
    pub fn compress(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        // Room for an incompressible frame; its unused part is never touched.
        let bound = zstd_safe::compress_bound(bytes.len());
        if out.is_empty() {
            out.reserve_exact(bound);
            return self.context.compress2(out, bytes).map(|_| ()).map_err(refused);
        }
        let mut frame = Vec::with_capacity(bound);
        self.context.compress2(&mut frame, bytes).map_err(refused)?;
        out.extend_from_slice(&frame);
        Ok(())
    }
}

fn refused(code: usize) -> Error {
    let reason = zstd_safe::get_error_name(code);
    Error::new(Code::FrameTooLarge, format!("zstd can't compress this ({reason})"), "use a lower level")
}
