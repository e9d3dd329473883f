//! Light that is not steady: a ramp over the recording, and pauses.

use super::random::Random;
use super::range::range;
use crate::{Code, Error};

/// Most pauses of a recording.
const MAX_PAUSES: usize = 10_000;

/// Share of the light that is transmitted, over time. Dark counts do not depend on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transmission {
    /// At the start and at the end of the recording, from 0 to 1; linear between them. `None`: all of it.
    pub drift: Option<(f64, f64)>,
    /// Pauses without light, from a tick (inclusive) to another (exclusive).
    pub pauses: Vec<(i64, i64)>,
}

impl Transmission {
    /// Whether every parameter is in range.
    ///
    /// # Errors
    /// `Usage` naming the parameter.
    pub fn check(&self) -> Result<(), Error> {
        let (start, end) = self.drift.unwrap_or((1.0, 1.0));
        range("transmission at the start", start, 0.0, 1.0)?;
        range("transmission at the end", end, 0.0, 1.0)?;
        range("number of pauses", self.pauses.len() as f64, 0.0, MAX_PAUSES as f64)?;
        match self.pauses.iter().find(|(from, to)| from > to) {
            None => Ok(()),
            Some((from, to)) => Err(Error::new(
                Code::Usage,
                format!("a pause of the simulation ends at {to}, before it begins at {from}"),
                "write the smaller time first",
            )),
        }
    }

    /// Whether light at `time` is transmitted, in a recording of `duration` ticks. Draws no random number if the light
    /// is steady.
    pub(super) fn passes(&self, time: f64, duration: f64, random: &mut Random) -> bool {
        if self.pauses.iter().any(|(from, to)| (*from as f64..*to as f64).contains(&time)) {
            return false;
        }
        let Some((start, end)) = self.drift else { return true };
        random.uniform() < start + (end - start) * (time / duration).clamp(0.0, 1.0)
    }
}
