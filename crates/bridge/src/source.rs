//! The source of a simulated recording from named parameters.

use crate::Value;
use tagview_core::simulate::{Clock, Detector, Light, Pulses, Source, Statistics, Transmission};
use tagview_core::{Code, Error};

use crate::named_values::Params;

/// The keys of a source, and those of its recording.
const KEYS: [&str; 13] = [
    "seed",
    "duration",
    "tick",
    "pair_rate",
    "a",
    "b",
    "extra",
    "light",
    "pulses",
    "transmission",
    "level",
    "frameTags",
    "about",
];
const DETECTOR_KEYS: [&str; 8] = [
    "channel",
    "efficiency",
    "dark_rate",
    "delay",
    "jitter",
    "dead_time",
    "afterpulsing",
    "afterpulse_decay",
];

/// Reads a source from `{seed?, duration?, tick?, pair_rate?, a?, b?, extra?, light?, pulses?, transmission?}`; an absent key has
/// its default. Times in ticks, rates in Hz, `tick` in seconds.
///
/// - each detector is `{channel?, efficiency?, dark_rate?, delay?, jitter?, dead_time?, afterpulsing?,
///   afterpulse_decay?}`; `extra: false` leaves the third out;
/// - `light` is `{statistics: "coherent", rate}`, `{statistics: "thermal", rate, coherence_time}` or `{statistics:
///   "emitter", rate, lifetime, g2?}`, see [`Light`]; with it, `pair_rate` is 0 by default;
/// - `pulses` is `{rate, width?, clock?: {channel, divider?}}`, see [`Pulses`];
/// - `transmission` is `{start?, end?, pauses?: [[from, to], ...]}`, see [`Transmission`].
///
/// # Errors
/// `Usage` naming the unknown key or the value of a wrong type; ranges are checked by [`Simulation::new`](super::Simulation::new).
pub fn source(request: &Value) -> Result<Source, Error> {
    let params = Params::new(request.clone())?;
    params.only("a simulation", &KEYS)?;
    let default = Source::default();
    let detector = |name: &str, default: Detector| match request.get(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => detector_from(value, default),
    };
    let light = part(request, "light", light_from)?;
    let pair_rate = if light.is_some() { 0.0 } else { default.pair_rate };
    let extra = default.extra.filter(|_| request.get("extra") != Some(&Value::Bool(false)));
    Ok(Source {
        seed: params.unsigned("seed")?.unwrap_or(default.seed),
        duration: params.time("duration")?.unwrap_or(default.duration),
        tick: params.float("tick")?.unwrap_or(default.tick),
        pair_rate: params.float("pair_rate")?.unwrap_or(pair_rate),
        a: detector("a", default.a)?,
        b: detector("b", default.b)?,
        extra: extra.map(|extra| detector("extra", extra)).transpose()?,
        light,
        pulses: part(request, "pulses", pulses_from)?,
        transmission: part(request, "transmission", transmission_from)?.unwrap_or_default(),
    })
}

fn detector_from(request: &Value, default: Detector) -> Result<Detector, Error> {
    let params = Params::new(request.clone()).map_err(|_| {
        Error::new(Code::Usage, "a detector is not an object", "give an object of named values")
    })?;
    params.only("a detector", &DETECTOR_KEYS)?;
    Ok(Detector {
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

fn light_from(request: &Value, params: &Params) -> Result<Light, Error> {
    let rate = needed(params, "rate")?;
    let statistics = match request.get("statistics") {
        Some(Value::Text(name)) => name.as_str(),
        _ => "",
    };
    let (statistics, known): (_, &[&str]) = match statistics {
        "coherent" => (Statistics::Coherent, &["statistics", "rate"]),
        "thermal" => {
            let coherence_time = needed(params, "coherence_time")?;
            (Statistics::Thermal { coherence_time }, &["statistics", "rate", "coherence_time"])
        }
        "emitter" => {
            let lifetime = needed(params, "lifetime")?;
            let g2 = params.float("g2")?.unwrap_or(0.0);
            (Statistics::Emitter { lifetime, g2 }, &["statistics", "rate", "lifetime", "g2"])
        }
        other => {
            let message = format!("the simulation has no light called \"{other}\"");
            return Err(Error::new(Code::Usage, message, "choose from coherent, thermal and emitter"));
        }
    };
    params.only("such light", known)?;
    Ok(Light { rate, statistics })
}

fn pulses_from(request: &Value, params: &Params) -> Result<Pulses, Error> {
    params.only("pulses", &["rate", "width", "clock"])?;
    let clock = |_: &Value, params: &Params| {
        params.only("a clock", &["channel", "divider"])?;
        let divider = params.unsigned("divider")?.unwrap_or(1);
        Ok(Clock { channel: params.channel("channel")?, divider })
    };
    Ok(Pulses {
        rate: needed(params, "rate")?,
        width: params.float("width")?.unwrap_or(0.0),
        clock: part(request, "clock", clock)?,
    })
}

fn transmission_from(_: &Value, params: &Params) -> Result<Transmission, Error> {
    params.only("a transmission", &["start", "end", "pauses"])?;
    let (start, end) = (params.float("start")?, params.float("end")?);
    let drift = (start.is_some() || end.is_some()).then(|| (start.unwrap_or(1.0), end.unwrap_or(1.0)));
    let pause = |ends: &Vec<i128>| match ends.as_slice() {
        [from, to] => Some((i64::try_from(*from).ok()?, i64::try_from(*to).ok()?)),
        _ => None,
    };
    let pauses = params.lists("pauses")?.unwrap_or_default().iter().map(pause).collect::<Option<_>>();
    let pauses = pauses.ok_or_else(|| {
        Error::new(Code::Usage, "a pause is not two whole numbers of ticks", "give [from, to]")
    })?;
    Ok(Transmission { drift, pauses })
}

/// The part `name` of a request, if there is one, as `read` reads it.
fn part<T>(
    request: &Value,
    name: &str,
    read: impl Fn(&Value, &Params) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    match request.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value @ Value::Map(_)) => read(value, &Params::new(value.clone())?).map(Some),
        Some(_) => {
            let message = format!("the simulation's {name} is not an object");
            Err(Error::new(Code::Usage, message, "give an object of named values"))
        }
    }
}

fn needed(params: &Params, name: &str) -> Result<f64, Error> {
    params.float(name)?.ok_or_else(|| {
        Error::new(Code::Usage, format!("the simulation's {name} is missing"), "give a number")
    })
}
