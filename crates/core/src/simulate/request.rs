//! A [`Source`] from named parameters.

use super::source::{Detector, Source};
use crate::request::Params;
use crate::{Code, Error, Value};

impl Source {
    /// From `{seed?, duration?, tick?, pair_rate?, a?, b?, extra?}`, each detector being
    /// `{channel?, efficiency?, dark_rate?, delay?, jitter?, dead_time?, afterpulsing?,
    /// afterpulse_decay?}`; what is absent has its default. Times in ticks, rates in Hz, `tick` in
    /// seconds.
    ///
    /// # Errors
    /// `Usage` naming what is of the wrong type; ranges are checked by [`Simulation::new`](super::Simulation::new).
    pub fn from_value(request: &Value) -> Result<Self, Error> {
        let params = Params::new(request.clone())?;
        let default = Self::default();
        let detector = |name: &str, default: Detector| match request.get(name) {
            None | Some(Value::Null) => Ok(default),
            Some(value) => Detector::from_value(value, default),
        };
        Ok(Self {
            seed: params.unsigned("seed")?.unwrap_or(default.seed),
            duration: params.time("duration")?.unwrap_or(default.duration),
            tick: params.float("tick")?.unwrap_or(default.tick),
            pair_rate: params.float("pair_rate")?.unwrap_or(default.pair_rate),
            a: detector("a", default.a)?,
            b: detector("b", default.b)?,
            extra: default.extra.map(|extra| detector("extra", extra)).transpose()?,
        })
    }
}

impl Detector {
    fn from_value(request: &Value, default: Self) -> Result<Self, Error> {
        let params = Params::new(request.clone()).map_err(|_| {
            Error::new(Code::Usage, "a detector is no object", "give an object of named values")
        })?;
        Ok(Self {
            channel: params.unsigned("channel")?.unwrap_or(default.channel),
            efficiency: params.float("efficiency")?.unwrap_or(default.efficiency),
            dark_rate: params.float("dark_rate")?.unwrap_or(default.dark_rate),
            delay: params.time("delay")?.unwrap_or(default.delay),
            jitter: params.float("jitter")?.unwrap_or(default.jitter),
            dead_time: params.time("dead_time")?.unwrap_or(default.dead_time),
            afterpulsing: params.float("afterpulsing")?.unwrap_or(default.afterpulsing),
            afterpulse_decay: params.float("afterpulse_decay")?.unwrap_or(default.afterpulse_decay),
        })
    }
}
