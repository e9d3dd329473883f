//! One pass over a recording: bytes in, analyses fed, a snapshot at any time.

use crate::analysis::{self, AnyAnalysis, Params, Piece};
use crate::selection::Selection;
use crate::tags::{Recording, Tag};
use crate::{Code, Error, Value};

/// More analyses in one request than this is a mistake, not a wish.
const MAX_ANALYSES: usize = 1000;

/// A set of analyses on the selected tags of one recording.
pub struct Scan {
    recording: Recording,
    feed: Feed,
}

struct Feed {
    selection: Selection,
    piece: Piece,
    analyses: Vec<Running>,
}

struct Running {
    id: String,
    analysis: Box<dyn AnyAnalysis>,
    /// Set once the analysis met a bound; it gets no more tags.
    stopped: Option<Error>,
}

impl Scan {
    /// From `{analyses: [{name, id?, ...parameters}], selection?}`.
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn new(request: Value) -> Result<Self, Error> {
        let Some(Value::List(wanted)) = request.get("analyses") else {
            return Err(Error::new(
                Code::Usage,
                "`analyses` is not a list",
                "give a list of {name, ...} objects",
            ));
        };
        if wanted.len() > MAX_ANALYSES {
            return Err(Error::new(
                Code::Usage,
                format!("`analyses` lists {} analyses", wanted.len()),
                format!("ask for at most {MAX_ANALYSES} at once"),
            ));
        }
        let analyses = wanted.iter().map(Running::new).collect::<Result<_, _>>()?;
        let selection = Selection::new(request.get("selection").cloned().unwrap_or(Value::Null))?;
        Ok(Self {
            recording: Recording::default(),
            feed: Feed { selection, piece: Piece::default(), analyses },
        })
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

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        self.recording.wants_more()
    }

    /// What is known so far: `{bytes, frames, messages, tags, done, complete, error, findings, analyses}`.
    pub fn snapshot(&self) -> Value {
        let stopped = self.feed.analyses.iter().filter_map(|running| running.stopped.as_ref());
        let mut entries = self.recording.describe(stopped);
        entries.push((
            "analyses".to_owned(),
            Value::Map(self.feed.analyses.iter().map(Running::entry).collect()),
        ));
        Value::Map(entries)
    }
}

impl Feed {
    fn push(&mut self, tags: &[Tag]) {
        let Self { selection, piece, analyses } = self;
        selection.apply(tags, &mut |tags| {
            let split = piece.each(tags, |piece| {
                each_running(analyses, |analysis| analysis.push(piece));
                Ok(())
            });
            each_running(analyses, |_| split.clone());
        });
    }
}

/// Calls `work` for every analysis that has not stopped; where it fails, that one has.
fn each_running(analyses: &mut [Running], mut work: impl FnMut(&mut dyn AnyAnalysis) -> Result<(), Error>) {
    for running in analyses.iter_mut().filter(|running| running.stopped.is_none()) {
        running.stopped = work(running.analysis.as_mut()).err();
    }
}

impl Running {
    fn new(request: &Value) -> Result<Self, Error> {
        let Some(Value::Text(name)) = request.get("name") else {
            return Err(Error::new(Code::Usage, "an analysis has no `name`", "name every one"));
        };
        let id = match request.get("id") {
            Some(Value::Text(id)) => id.clone(),
            _ => name.clone(),
        };
        let analysis = analysis::make(name, &Params::new(request.clone())?)?;
        Ok(Self { id, analysis, stopped: None })
    }

    fn entry(&self) -> (String, Value) {
        (self.id.clone(), self.analysis.result())
    }
}
