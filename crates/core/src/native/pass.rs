//! One pass of analyses over a recording, on all cores.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::content::Content;
use super::file_parts::{FilePart, FileParts, LARGEST};
use super::ordered_parts::read_in_order;
use crate::scan::{PartJoiner, PartOptions, PartReader, ScanRequest};
use crate::tags::SelectionRequest;
use crate::{Code, Error};

/// Bins from which on a histogram is not counted once for each part.
const MOST_BINS: i64 = 1_000_000;

/// Called with the number of bytes read so far; breaks to cancel the pass.
pub type Watch<'a> = dyn FnMut(u64) -> ControlFlow<()> + 'a;

/// The error of a pass that its watch has broken.
pub(super) fn cancelled() -> Error {
    Error::new(Code::Cancelled, "the work was cancelled", "start it again")
}

/// A reader's results for a part.
pub(super) struct PartResult {
    pub saved: Vec<u8>,
    /// Whether the next part can be read on its own.
    pub is_sound: bool,
}

impl Content {
    /// Runs the analyses of `request` over the whole recording.
    ///
    /// # Errors
    /// `Usage`, `ReadFailed` and `Cancelled`.
    pub(super) fn pass(&self, request: &ScanRequest, watch: &mut Watch) -> Result<PartJoiner, Error> {
        let threads = if is_read_in_one_go(request) { 1 } else { self.threads };
        let mut joiner = PartJoiner::new(request.clone())?;
        let read = AtomicU64::new(0);
        let mut parts = FileParts::of(&self.bytes, &self.kind, threads, LARGEST)?.peekable();
        let has_clock = request.clock.is_some();
        let is_whole = has_clock || matches!(parts.peek(), Some(Ok(part)) if part.to.is_none());
        // The first tag of a software clock is known only once its tags are read.
        let is_shared = is_whole && !has_clock && threads > 1 && self.is_worth_sharing(request);
        let origin = if is_whole && !is_shared { None } else { self.origin()? };
        let request = match origin {
            Some(origin) => request.clone().origin(origin),
            None => request.clone(),
        };
        let mut check = |bytes: u64| if watch(bytes).is_break() { Err(cancelled()) } else { Ok(()) };
        // Without an origin, there is no tag, and nothing to gain.
        let rest = if is_shared && origin.is_some() {
            self.analyse_in_blocks(&request, &mut joiner, &mut |bytes| {
                check(read.fetch_add(bytes, Ordering::Relaxed) + bytes)
            })?;
            None
        } else if is_whole || origin.is_none() {
            Some(FilePart::WHOLE)
        } else {
            let take = &mut |part: FilePart, result: PartResult| {
                if part.to.is_some() && !result.is_sound {
                    return Ok(ControlFlow::Break(part.until_end()));
                }
                joiner.join(&result.saved).map(ControlFlow::Continue)
            };
            let read_part = |part: &FilePart, is_stopped: &AtomicBool| {
                self.read_part(part, &request, &mut |bytes| {
                    read.fetch_add(bytes, Ordering::Relaxed);
                    let is_stopped = is_stopped.load(Ordering::Relaxed);
                    if is_stopped { Err(cancelled()) } else { Ok(()) }
                })
            };
            read_in_order(parts, threads, read_part, take, &mut || check(read.load(Ordering::Relaxed)))?
        };
        if let Some(rest) = rest {
            let mut bytes = rest.from;
            let result = self.read_part(&rest, &request, &mut |more| {
                bytes += more;
                check(bytes)
            })?;
            joiner.join(&result.saved)?;
        }
        joiner.conclude();
        Ok(joiner)
    }

    pub(super) fn read_part(
        &self,
        part: &FilePart,
        request: &ScanRequest,
        check: &mut dyn FnMut(u64) -> Result<(), Error>,
    ) -> Result<PartResult, Error> {
        let mut reader = PartReader::over(self.source_of(part)?, request, &PartOptions::default())?;
        let mut checked = Ok(());
        self.bytes.each_chunk(part.from, part.to, &mut |bytes| {
            reader.push(bytes);
            checked = check(bytes.len() as u64);
            if checked.is_ok() && reader.wants_more() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        checked?;
        reader.finish();
        // A damaged record of another tagger's format does not prevent reading the records after it.
        let is_sound = self.kind.import.is_some() || reader.at_border();
        Ok(PartResult { saved: reader.save()?, is_sound })
    }
}

/// Whether parts would need to know the first selected tag, or would each have a long histogram.
fn is_read_in_one_go(request: &ScanRequest) -> bool {
    let is_selected = request.selection != SelectionRequest::default();
    request.analyses.iter().any(|one| {
        let fields = one.analysis.fields();
        fields.stated_bins() >= MOST_BINS || (is_selected && fields.starts_at_first_tag())
    })
}
