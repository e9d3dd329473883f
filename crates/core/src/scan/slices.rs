//! The analyses of one request over several slices of time, in one pass.

use std::borrow::Cow;

use super::analyses::{Analyses, Saved, SavedAnalysis, mismatch};
use super::held_tags::HeldTags;
use super::scope::Scope;
use crate::analysis::append;
use crate::request::Params;
use crate::tags::{Extent, Selection, Tag, TagBlocks};
use crate::{Code, Error, Value};

/// Maximum number of slices in one request.
const MAX_SLICES: usize = 4096;

/// The name of a slice among saved analyses, which no analysis has.
const NAME: &str = "slice";

/// The analyses of every slice.
pub(super) struct Slices {
    all: Vec<Slice>,
    blocks: TagBlocks,
}

/// A range of time with its own analyses, as if nothing else had been asked.
struct Slice {
    selection: Selection,
    analyses: Analyses,
    /// Whether the analyses got any tag.
    has_tags: bool,
}

impl Slices {
    /// From `{slices: [[from, to], ...]}`, both inclusive, in ticks after the file's first tag, of a request with
    /// analyses; `None` without `slices`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn read(request: &Value) -> Result<Option<Self>, Error> {
        let Some(slices) = Params::new(request.clone())?.lists("slices")? else { return Ok(None) };
        let usage = |what: &str, remedy: String| Error::new(Code::Usage, what, remedy);
        if slices.len() > MAX_SLICES {
            return Err(usage("`slices` lists too many", format!("ask for at most {MAX_SLICES} at once")));
        }
        let selection = request.get("selection").cloned().unwrap_or(Value::Null);
        let channels = selection.get("channels").cloned().unwrap_or(Value::Null);
        let slice = |ends: &Vec<i128>| -> Result<Slice, Error> {
            let [from, to] = ends.as_slice() else {
                return Err(usage("an entry of `slices` is no range of time", "give [from, to] each".into()));
            };
            let time = |time: &i128| i64::try_from(*time).map_or(Value::Null, Value::Int);
            let range = [("channels", channels.clone()), ("from", time(from)), ("to", time(to))];
            let key = |name: &'static str| (name, request.get(name).cloned().unwrap_or(Value::Null));
            let request = Value::map([
                key("analyses"),
                key("define"),
                key("tick"),
                key("origin"),
                ("selection", Value::map(range)),
            ]);
            let Scope { selection, start, .. } = Scope::new(&request)?;
            Ok(Slice { selection, analyses: Analyses::new(&request, start)?, has_tags: false })
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

    /// Analyses the tags that are held, but for the first `after` of them.
    pub fn query(&mut self, held: &HeldTags, origin: i64, after: u64) {
        for Slice { selection, analyses, has_tags } in &mut self.all {
            let outcome = held.each(selection, origin, after, |block| {
                *has_tags = true;
                analyses.push(block);
                Ok(())
            });
            if selection.chooses_channels() {
                let extent = held.extent(selection, origin, after);
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

    /// The errors that stopped analyses.
    pub fn stopped(&self) -> Vec<&Error> {
        self.all.iter().flat_map(|slice| slice.analyses.stopped()).collect()
    }

    /// See [`Analyses::completed`].
    ///
    /// # Errors
    /// As there.
    pub fn completed(&self) -> Result<Self, Error> {
        let slice = |Slice { analyses, has_tags, .. }: &Slice| -> Result<Slice, Error> {
            let (selection, has_tags) = (Selection::default(), *has_tags);
            Ok(Slice { selection, analyses: analyses.completed_copy()?, has_tags })
        };
        let all = self.all.iter().map(slice).collect::<Result<_, _>>()?;
        Ok(Self { all, blocks: TagBlocks::default() })
    }

    /// Results by the ids of the request, for each slice.
    pub fn results(&self, results_of: impl Fn(&Analyses) -> Value) -> Value {
        Value::List(self.all.iter().map(|slice| results_of(&slice.analyses)).collect())
    }

    /// The partial result of each slice.
    ///
    /// # Errors
    /// As [`Analyses::save`].
    pub fn save(&self) -> Result<Vec<SavedAnalysis<'static>>, Error> {
        let slice = |slice: &Slice| -> Result<SavedAnalysis<'static>, Error> {
            let partial = if slice.has_tags { to_bytes(&slice.analyses.save()?)? } else { Vec::new() };
            Ok(SavedAnalysis { name: NAME.to_owned(), partial: Cow::Owned(partial), stopped: None })
        };
        self.all.iter().map(slice).collect()
    }

    /// Appends the partial results of the tags that follow.
    ///
    /// # Errors
    /// `Mismatch` where they are of other slices or other analyses; slices before the wrong one were joined then.
    pub fn join(&mut self, later: &[SavedAnalysis]) -> Result<(), Error> {
        if later.len() != self.all.len() || later.iter().any(|saved| saved.name != NAME) {
            return Err(mismatch("these are partial results of other slices of time".to_owned()));
        }
        for (slice, later) in self.all.iter_mut().zip(later).filter(|(_, later)| !later.partial.is_empty()) {
            let saved: Saved = postcard::from_bytes(&later.partial)
                .map_err(|error| mismatch(format!("a slice of time has no partial result ({error})")))?;
            slice.has_tags = true;
            slice.analyses.join(saved)?;
        }
        Ok(())
    }
}

fn to_bytes(saved: &Saved) -> Result<Vec<u8>, Error> {
    append(saved, Vec::with_capacity(saved.size()))
        .map_err(|error| mismatch(format!("a slice's partial result can't be written ({error})")))
}
