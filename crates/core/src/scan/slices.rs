//! Slices of time that one pass over the tags serves.

use super::held_tags::HeldTags;
use super::request::ScanRequest;
use super::scope::Scope;
use crate::tags::{Extent, Selection, SelectionRequest, Tag, TagBlock, TagBlocks};
use crate::{Code, Error};

/// Maximum number of slices in one request.
const MAX_SLICES: usize = 4096;

/// The analyses of a slice.
pub(super) trait SliceAnalyses: Sized {
    /// Makes the analyses of a slice, with the time of its first tick.
    ///
    /// # Errors
    /// `Usage` with the reason.
    fn new(request: &ScanRequest, origin: Option<i64>) -> Result<Self, Error>;
    /// Analyses the tags of the slice that follow.
    fn push(&mut self, block: &TagBlock);
    /// Sets the time span of the recording up to now, where only selected channels are pushed.
    fn cover(&mut self, recording: Option<Extent>);
    /// Ends the analyses that have not stopped.
    fn stop(&mut self, why: &Error);
}

/// The analyses of every slice.
pub(super) struct Slices<A> {
    pub all: Vec<Slice<A>>,
    blocks: TagBlocks,
}

/// A range of time with its own analyses, as if nothing else had been requested.
pub(super) struct Slice<A> {
    selection: Selection,
    pub analyses: A,
    /// Whether the analyses got any tag.
    pub has_tags: bool,
}

impl<A: SliceAnalyses> Slices<A> {
    /// Makes the analyses of every slice of a request; `None` without slices.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn read(request: &ScanRequest) -> Result<Option<Self>, Error> {
        let Some(slices) = &request.slices else { return Ok(None) };
        if slices.len() > MAX_SLICES {
            let remedy = format!("request at most {MAX_SLICES} at once");
            return Err(Error::new(Code::Usage, "`slices` lists too many slices", remedy));
        }
        let slice = |(from, to): &(i64, i64)| -> Result<Slice<A>, Error> {
            let range = SelectionRequest { from: Some(*from), to: Some(*to), ..request.selection.clone() };
            let request = ScanRequest { selection: range, slices: None, start: None, ..request.clone() };
            let Scope { selection, start, .. } = Scope::new(&request)?;
            Ok(Slice { selection, analyses: A::new(&request, start)?, has_tags: false })
        };
        let all = slices.iter().map(slice).collect::<Result<_, _>>()?;
        Ok(Some(Self { all, blocks: TagBlocks::default() }))
    }

    /// Continues with `tags`, in file order, of a file whose first tag is at `origin`.
    pub fn take(&mut self, tags: &[Tag], origin: i64) {
        let Some(Extent { least, greatest, .. }) = Extent::of(tags) else { return };
        let Self { all, blocks } = self;
        for Slice { selection, analyses, has_tags } in all {
            let overlaps = |(from, to): (i64, i64)| from <= greatest && least <= to;
            if !selection.range(origin).is_some_and(overlaps) {
                continue;
            }
            *has_tags = true;
            selection.set_origin(origin);
            selection.apply(tags, &mut |tags| {
                let split = blocks.each(tags, |block| {
                    analyses.push(block);
                    Ok(())
                });
                if let Err(error) = split {
                    analyses.stop(&error);
                }
            });
            analyses.cover(selection.extent());
        }
    }

    /// Analyses the held tags, except for the first `after` of them.
    pub fn query(&mut self, held: &HeldTags, origin: i64, after: u64) {
        for Slice { selection, analyses, has_tags } in &mut self.all {
            let outcome = held.each(selection, origin, held.blocks_after(after), |block| {
                *has_tags = true;
                analyses.push(block);
                Ok(())
            });
            if selection.chooses_channels() {
                let extent = held.extent(selection, origin, held.blocks_after(after));
                *has_tags |= extent.is_some();
                analyses.cover(extent);
            }
            if let Err(error) = outcome {
                analyses.stop(&error);
            }
        }
    }

    /// Stops all analyses that have not stopped.
    pub fn stop(&mut self, why: &Error) {
        self.all.iter_mut().for_each(|slice| slice.analyses.stop(why));
    }

    /// The same slices with analyses that `map` returns.
    ///
    /// # Errors
    /// As `map`.
    pub fn map(&self, map: impl Fn(&A) -> Result<A, Error>) -> Result<Self, Error> {
        let slice = |slice: &Slice<A>| -> Result<Slice<A>, Error> {
            let analyses = map(&slice.analyses)?;
            Ok(Slice { selection: Selection::default(), analyses, has_tags: slice.has_tags })
        };
        let all = self.all.iter().map(slice).collect::<Result<_, _>>()?;
        Ok(Self { all, blocks: TagBlocks::default() })
    }
}
