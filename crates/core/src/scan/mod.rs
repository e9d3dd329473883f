//! One pass over a recording: bytes in, analyses fed, a snapshot at any time.
//!
//! A pass can be over a part of a file. The parts' saved results, joined in the order of the file,
//! are those of the whole; and tags that were kept answer further requests.

mod analyses;
mod fan_out;
mod held_tags;

use crate::request::Params;
use crate::tags::{Recording, Selection, Tag, TagBlocks, Totals};
use crate::{Code, Error, Value};

use analyses::{Analyses, Saved};
pub use fan_out::FanOut;
pub use held_tags::HeldTags;

/// Bytes of a tag that is given away: twice the usual ones.
const MUCH_ROOM: u64 = 8;

/// A set of analyses on the selected tags of one recording, or of a part of one.
pub struct Scan {
    request: Value,
    recording: Recording,
    feed: Feed,
    /// Of the parts that were joined.
    joined: Totals,
    /// Tags that another scan gave away.
    held: u64,
    /// All parts were joined.
    concluded: bool,
}

struct Feed {
    selection: Selection,
    pieces: TagBlocks,
    analyses: Analyses,
    /// `None` where none are to be kept, or it would be in vain.
    kept: Option<HeldTags>,
    /// Those whose results are wanted apart.
    standing: Option<Analyses>,
    /// Tags that are to be handed over.
    relayed: Option<FanOut>,
    /// Time of the file's first tag.
    origin: Option<i64>,
    /// Time of the first selected tag.
    start: Option<i64>,
    /// Least and greatest time of all tags that were read.
    reach: Option<(i64, i64)>,
}

impl Scan {
    /// From `{analyses: [{name, id?, ...parameters}], selection?, verify?, at?, origin?, start?, keep?, standing?,
    /// relay?}`. With `verify`, the file's index is compared with what is decoded. For a part of a file, `at` is the
    /// offset of its first frame, `origin` the time of the file's first tag and `start` of the first one selected.
    /// With `keep`, all tags are kept for [`Scan::ask`], or none where they take more bytes than that. `standing` is
    /// `{analyses}`, see [`Scan::standing`]. With `relay`, tags are not analysed here: see [`Scan::hand_over`].
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn new(request: Value) -> Result<Self, Error> {
        let params = Params::new(request.clone())?;
        let origin = params.time("origin")?;
        let mut selection = Selection::new(request.get("selection").cloned().unwrap_or(Value::Null))?;
        if let Some(origin) = origin {
            selection.set_origin(origin);
        }
        let kept = params.unsigned("keep")?.map(|budget| usize::try_from(budget).unwrap_or(usize::MAX));
        let relays = request.get("relay") == Some(&Value::Bool(true));
        if (kept.is_some() || relays) && !selection.is_everything() {
            return Err(Error::new(
                Code::Usage,
                "a part of the tags is to be kept or sent on",
                "keep all, and select when you ask",
            ));
        }
        let start = params.time("start")?.or(origin.filter(|_| selection.is_everything()));
        let analyses = Analyses::new(&request, start)?;
        let standing = request.get("standing").map(|standing| Analyses::new(standing, start)).transpose()?;
        let recording = match params.unsigned("at")? {
            Some(at) if at > 0 => Recording::part(at),
            _ if request.get("verify") == Some(&Value::Bool(true)) => Recording::checked(),
            _ => Recording::default(),
        };
        let feed = Feed {
            selection,
            pieces: TagBlocks::default(),
            analyses,
            kept: kept.map(HeldTags::new),
            standing,
            relayed: relays.then(FanOut::default),
            origin,
            start: None,
            reach: None,
        };
        Ok(Self { request, recording, feed, joined: Totals::default(), held: 0, concluded: false })
    }

    /// Continues with the next bytes of the file. Damage is recorded, not returned.
    pub fn push(&mut self, bytes: &[u8]) {
        let feed = &mut self.feed;
        self.recording.push(bytes, &mut |tags| feed.push(tags));
    }

    /// The file ends here.
    pub fn finish(&mut self) {
        let feed = &mut self.feed;
        self.recording.finish(&mut |tags| feed.push(tags));
    }

    /// Whether tags are kept for questions.
    pub fn keeps(&self) -> bool {
        self.feed.kept.is_some()
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        self.recording.wants_more()
    }

    /// What is known so far: `{bytes, frames, messages, tags, done, complete, error, findings, analyses}`.
    pub fn snapshot(&self) -> Value {
        self.snapshot_with(self.feed.analyses.results())
    }

    fn snapshot_with(&self, analyses: Value) -> Value {
        let done = self.concluded || self.recording.is_done();
        let mut entries = self.totals().describe(done, self.feed.analyses.stopped());
        entries.push(("analyses".to_owned(), analyses));
        Value::Map(entries)
    }

    /// What whoever joins parts needs to know of this one: `{origin, start, min, max, sound, tags, kept_tags,
    /// kept_bytes}`: the first tag's time, and that of the first one selected; the least and the greatest; whether it
    /// ends so that what follows could be read on its own; how many tags were read; what [`Scan::ask`] can answer
    /// from (null: it can't).
    pub fn describe_part(&self) -> Value {
        let Feed { origin, start, reach, kept, .. } = &self.feed;
        let kept = kept.as_ref();
        Value::map([
            ("origin", Value::time(*origin)),
            ("start", Value::time(*start)),
            ("min", Value::time(reach.map(|(min, _)| min))),
            ("max", Value::time(reach.map(|(_, max)| max))),
            ("sound", Value::Bool(self.recording.at_border())),
            ("tags", Value::Count(self.recording.totals().tags + self.held)),
            ("kept_tags", kept.map_or(Value::Null, |kept| Value::Count(kept.tags()))),
            ("kept_bytes", kept.map_or(Value::Null, |kept| Value::Count(kept.bytes() as u64))),
        ])
    }

    /// Everything found so far in the byte form that [`Scan::join`] takes.
    ///
    /// # Errors
    /// `Mismatch` where it can't be written, which no request of ours causes.
    pub fn save(&self) -> Result<Vec<u8>, Error> {
        write(&(self.totals(), self.feed.analyses.save()?))
    }

    /// Appends what was found, by the same request, in the part that follows. Whoever joins parts
    /// pushes no bytes.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no such thing.
    pub fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let (totals, saved): (Totals, Vec<Saved>) = postcard::from_bytes(later).map_err(|e| {
            Error::new(
                Code::Mismatch,
                format!("these are no partial results ({e})"),
                "make them again with this version",
            )
        })?;
        self.feed.analyses.join(saved)?;
        self.joined.add(totals);
        Ok(())
    }

    /// All parts were joined.
    pub fn conclude(&mut self) {
        self.concluded = true;
    }

    /// The snapshot there would be after joining `later`.
    ///
    /// # Errors
    /// As [`Scan::join`].
    pub fn preview(&self, later: &[u8]) -> Result<Value, Error> {
        let mut copy = Self::new(self.request.clone())?;
        copy.join(&self.save()?)?;
        copy.join(later)?;
        Ok(copy.snapshot())
    }

    /// What `request`, as for [`Scan::new`] and with `origin`, finds in the tags that were kept, in
    /// the form of [`Scan::save`]; its totals are nothing. With `after`, the first so many tags were
    /// asked before.
    ///
    /// # Errors
    /// As [`Scan::new`], and `Usage` where none were kept.
    pub fn ask(&self, request: Value) -> Result<Vec<u8>, Error> {
        let Some(kept) = &self.feed.kept else {
            return Err(Error::new(Code::Usage, "the tags were not kept", "read the file again"));
        };
        let after = Params::new(request.clone())?.unsigned("after")?.unwrap_or(0);
        let Self { feed: Feed { selection, mut analyses, origin, .. }, .. } = Self::new(request)?;
        let Some(origin) = origin.or(self.feed.origin) else {
            return write(&(Totals::default(), analyses.save()?));
        };
        let outcome = kept.each(&selection, origin, after, |piece| {
            analyses.push(piece);
            Ok(())
        });
        if let Err(error) = outcome {
            analyses.stop(&error);
        }
        write(&(Totals::default(), analyses.save()?))
    }

    /// What the standing analyses have found, in the form of [`Scan::save`]; its totals are nothing. `None` where
    /// there are no such analyses.
    ///
    /// # Errors
    /// As [`Scan::save`].
    pub fn standing(&self) -> Result<Option<Vec<u8>>, Error> {
        let Some(standing) = &self.feed.standing else { return Ok(None) };
        write(&(Totals::default(), standing.save()?)).map(Some)
    }

    /// The snapshot that a scan with the analyses of `request`, which selects the same, would have by
    /// now, where what was found tells it; `None` where the tags would have to be gone through.
    ///
    /// # Errors
    /// As [`Scan::new`].
    pub fn derive(&self, request: &Value) -> Result<Option<Value>, Error> {
        let Some(analyses) = self.feed.analyses.derive(request)? else { return Ok(None) };
        Ok(Some(self.snapshot_with(analyses)))
    }

    /// Gives the tags away that are to be relayed, for [`Scan::hold`] of another scan, once there are `least` of
    /// them, or they take much more room than usual; `None` before.
    pub fn hand_over(&mut self, least: u64) -> Option<Vec<u8>> {
        let relayed = self.feed.relayed.as_mut().filter(|relayed| relayed.tags() > 0)?;
        let enough = relayed.tags() >= least || relayed.bytes() as u64 / MUCH_ROOM >= least;
        enough.then(|| relayed.hand_over())
    }

    /// Continues with tags that another scan gave away. The request has their file's `origin`.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no such thing.
    pub fn hold(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Self { feed, held, .. } = self;
        FanOut::read(bytes, |tags| {
            *held += tags.len() as u64;
            feed.push(tags);
        })
    }

    fn totals(&self) -> Totals {
        let mut totals = self.joined.clone();
        totals.add(self.recording.totals());
        totals
    }
}

impl Feed {
    fn push(&mut self, tags: &[Tag]) {
        let Self { selection, pieces, analyses, kept, standing, relayed, origin, start, reach } = self;
        let Some(first) = tags.first() else { return };
        origin.get_or_insert(first.time);
        let mut extend = |from, to| {
            let (min, max) = reach.unwrap_or((from, to));
            *reach = Some((min.min(from), max.max(to)));
        };
        if let Some(relayed) = relayed {
            start.get_or_insert(first.time);
            return relayed.push(tags, extend);
        }
        selection.apply(tags, &mut |tags| {
            *start = start.or(tags.first().map(|tag| tag.time));
            let split = pieces.each(tags, |piece| {
                if let Some((from, to)) = piece.time_range() {
                    extend(from, to);
                }
                if !kept.as_mut().is_some_and(|kept| kept.push(piece)) {
                    *kept = None;
                }
                if let Some(standing) = standing {
                    standing.push(piece);
                }
                analyses.push(piece);
                Ok(())
            });
            if let Err(error) = split {
                analyses.stop(&error);
                // Without the tags that are lost, neither what is kept nor what was found is worth anything.
                (*kept, *standing) = (None, None);
            }
        });
    }
}

fn write<T: serde::Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    postcard::to_allocvec(value).map_err(|e| {
        let message = format!("the partial results can't be written ({e})");
        Error::new(Code::Mismatch, message, "choose fewer channels or wider bins")
    })
}
