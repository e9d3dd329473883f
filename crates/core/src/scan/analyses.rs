//! The analyses of one request, which all get the same tags.

use serde::{Deserialize, Serialize};

use crate::analysis::{self, AnyAnalysis};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// More analyses in one request than this is a mistake, not a wish.
const MAX_ANALYSES: usize = 1000;

/// The analyses of a request, with what each has found.
pub(super) struct Analyses(Vec<Running>);

struct Running {
    name: String,
    id: String,
    analysis: Box<dyn AnyAnalysis>,
    /// Set once the analysis met a bound; it gets no more tags.
    stopped: Option<Error>,
}

/// The byte form of what one analysis has found, and why it stopped.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    name: String,
    /// As of [`AnyAnalysis::save`].
    partial: Vec<u8>,
    stopped: Option<Error>,
}

impl Analyses {
    /// From `{analyses: [{name, id?, ...parameters}]}`. Where the tags are part of a file whose first
    /// tag is at `origin`, what counts from the first tag counts from there.
    ///
    /// # Errors
    /// `Usage` naming what is wrong with the request.
    pub fn new(request: &Value, origin: Option<i64>) -> Result<Self, Error> {
        wanted(request)?.iter().map(|wanted| Running::new(wanted, origin)).collect::<Result<_, _>>().map(Self)
    }

    /// Gives `block` to all that have not stopped.
    pub fn push(&mut self, block: &TagBlock) {
        self.each_running(|running| running.analysis.push(block));
    }

    /// Stops all that have not.
    pub fn stop(&mut self, why: &Error) {
        self.each_running(|_| Err(why.clone()));
    }

    fn each_running(&mut self, mut work: impl FnMut(&mut Running) -> Result<(), Error>) {
        for running in self.0.iter_mut().filter(|running| running.stopped.is_none()) {
            running.stopped = work(running).err();
        }
    }

    /// Why analyses stopped.
    pub fn stopped(&self) -> impl Iterator<Item = &Error> {
        self.0.iter().filter_map(|running| running.stopped.as_ref())
    }

    /// What has been found, by the ids of the request.
    pub fn results(&self) -> Value {
        self.by_id(|analysis| analysis.result())
    }

    /// What has been found so far, without what takes long to tell.
    pub fn interim(&self) -> Value {
        self.by_id(|analysis| analysis.interim())
    }

    fn by_id(&self, result_of: impl Fn(&dyn AnyAnalysis) -> Value) -> Value {
        Value::Map(self.0.iter().map(|running| (running.id.clone(), result_of(&*running.analysis))).collect())
    }

    /// What other analyses, those of `request`, find in the same tags, where the only one there is
    /// tells it: see [`Analysis::derive`](crate::analysis::Analysis::derive).
    ///
    /// # Errors
    /// As [`Analyses::new`].
    pub fn derive(&self, request: &Value) -> Result<Option<Value>, Error> {
        let [Running { analysis, stopped: None, .. }] = self.0.as_slice() else { return Ok(None) };
        let mut results = Vec::new();
        for wanted in wanted(request)? {
            let (name, id) = named(wanted)?;
            let Some(result) = analysis.derive(name, &Params::new(wanted.clone())?)? else { return Ok(None) };
            results.push((id, result));
        }
        Ok(Some(Value::Map(results)))
    }

    /// The partial results in the order of the request.
    ///
    /// # Errors
    /// As [`AnyAnalysis::save`].
    pub fn save(&self) -> Result<Vec<Saved>, Error> {
        let save = |running: &Running| {
            let (name, stopped) = (running.name.clone(), running.stopped.clone());
            Ok(Saved { name, partial: running.analysis.save()?, stopped })
        };
        self.0.iter().map(save).collect()
    }

    /// Appends the partial results, of the same request, of the tags that follow. What can't be
    /// appended to one analysis, for its bounds or its parameters, stops that one.
    ///
    /// # Errors
    /// `Mismatch` where the request was of other analyses; nothing was changed then.
    pub fn join(&mut self, later: Vec<Saved>) -> Result<(), Error> {
        if later.len() != self.0.len() {
            return Err(Error::new(
                Code::Mismatch,
                format!("these are partial results of {} analyses, not of {}", later.len(), self.0.len()),
                "make both with the same request",
            ));
        }
        for (running, later) in self.0.iter().zip(&later) {
            if running.name != later.name {
                return Err(Error::new(
                    Code::Mismatch,
                    format!("these are partial results of {}, not of {}", later.name, running.name),
                    "make both with the same request",
                ));
            }
        }
        for (running, later) in self.0.iter_mut().zip(later) {
            if running.stopped.is_none() {
                let joined = running.analysis.join(&later.partial).err();
                running.stopped = joined.or_else(|| running.analysis.stopped()).or(later.stopped);
            }
        }
        Ok(())
    }
}

impl Running {
    fn new(request: &Value, origin: Option<i64>) -> Result<Self, Error> {
        let (name, id) = named(request)?;
        let mut params = Params::new(request.clone())?;
        if let Some(origin) = origin {
            params = params.or("start", Value::Int(origin));
        }
        let analysis = analysis::make(name, &params)?;
        Ok(Self { name: name.to_owned(), id, analysis, stopped: None })
    }
}

/// The analyses that are asked for.
fn wanted(request: &Value) -> Result<&[Value], Error> {
    let Some(Value::List(wanted)) = request.get("analyses") else {
        let message = "`analyses` is not a list";
        return Err(Error::new(Code::Usage, message, "give a list of {name, ...} objects"));
    };
    if wanted.len() > MAX_ANALYSES {
        return Err(Error::new(
            Code::Usage,
            format!("`analyses` lists {} analyses", wanted.len()),
            format!("ask for at most {MAX_ANALYSES} at once"),
        ));
    }
    Ok(wanted)
}

/// The name of a wanted analysis, and the id its result is found under.
fn named(wanted: &Value) -> Result<(&str, String), Error> {
    let Some(Value::Text(name)) = wanted.get("name") else {
        return Err(Error::new(Code::Usage, "an analysis has no `name`", "name every one"));
    };
    let id = match wanted.get("id") {
        Some(Value::Text(id)) => id,
        _ => name,
    };
    Ok((name, id.clone()))
}
