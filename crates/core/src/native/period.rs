//! The period of pulsed light in requests: that of a T3 header, or that of a clock.

use super::kind::RecordingKind;
use crate::value::Name;
use crate::{Code, Error, Value};

/// Channel of the syncs in a recording in T3 mode. Only syncs before a photon have a tag.
const SYNC_CHANNEL: u64 = 0;

/// Logarithmic bins per decade of the gaps; only their period is used.
const GAP_BINS: i64 = 20;

const PERIOD_AS_TIME: &str = "give the period as a time";

/// Analyses with a period, which may be that of a clock.
const PULSED: [&str; 4] = ["correlation", "delay", "pairs", "coincidence"];

/// Returns the request with periods in place of clocks, and with the header's period in analyses that state neither.
///
/// `measure` runs a request over the recording and returns its results.
///
/// # Errors
/// `Usage`, `NoChannel` for a clock without tags, `NoClock` for a channel that is none, and what `measure` returns.
pub(super) fn with_periods(
    request: Value,
    kind: &RecordingKind,
    measure: &mut dyn FnMut(Value) -> Result<Value, Error>,
) -> Result<Value, Error> {
    let header = kind.sync_period();
    let Some(Value::List(analyses)) = request.get("analyses") else { return Ok(request) };
    let mut resolved = Vec::new();
    for analysis in analyses {
        check_clock(analysis)?;
        resolved.push(match given(analysis, "clock") {
            None => with_header_period(analysis.clone(), header),
            Some(clock) => {
                let channel = whole(clock).ok_or_else(|| usage("`clock` is no channel", "name a channel"))?;
                let divider = given(analysis, "divider").and_then(whole).unwrap_or(1) as f64;
                let period = match header.filter(|_| channel == SYNC_CHANNEL) {
                    Some(period) => period,
                    None => measured(channel, &request, measure)?,
                };
                let analysis = without(without(analysis.clone(), "clock"), "divider");
                with(analysis, "period", Value::Float(period / divider))
            }
        });
    }
    Ok(with(request, "analyses", Value::List(resolved)))
}

fn with_header_period(analysis: Value, header: Option<f64>) -> Value {
    let (Some(period), Some(Value::Text(name))) = (header, analysis.get("name")) else { return analysis };
    if given(&analysis, "period").is_some() {
        return analysis;
    }
    match name.as_str() {
        "lifetime" => match given(&analysis, "sync") {
            Some(sync) if whole(sync) != Some(SYNC_CHANNEL) => analysis,
            _ => with(without(analysis, "sync"), "header_period", Value::Float(period)),
        },
        name if PULSED.contains(&name) => with(analysis, "period", Value::Float(period)),
        _ => analysis,
    }
}

/// Mean time between the tags of a clock, in ticks.
fn measured(
    channel: u64,
    request: &Value,
    measure: &mut dyn FnMut(Value) -> Result<Value, Error>,
) -> Result<f64, Error> {
    let name = ("name".into(), Value::Text("gaps".to_owned()));
    let gaps = Value::Map(vec![name, ("log".into(), Value::Int(GAP_BINS))]);
    let mut wanted = Value::map([
        ("analyses", Value::List(vec![gaps])),
        ("selection", Value::map([("channels", Value::List(vec![Value::UInt(channel)]))])),
    ]);
    for key in ["define", "tick"] {
        if let Some(value) = given(request, key) {
            wanted = with(wanted, key, value.clone());
        }
    }
    let results = measure(wanted)?;
    let channels = match results.get("gaps").and_then(|gaps| gaps.get("channels")) {
        Some(Value::List(channels)) => channels.as_slice(),
        _ => &[],
    };
    let clock = channels.iter().find(|one| one.get("channel").and_then(whole) == Some(channel));
    let Some(clock) = clock else {
        let message = format!("channel {channel} of `clock` has no tags here");
        return Err(Error::new(Code::NoChannel, message, "name another one"));
    };
    match clock.get("period") {
        Some(Value::Float(period)) if period.is_finite() => Ok(*period),
        _ => {
            let message = format!(
                "channel {channel} is no clock: its gaps are not whole multiples of one period, or there is a long pause"
            );
            Err(Error::new(Code::NoClock, message, PERIOD_AS_TIME))
        }
    }
}

fn check_clock(analysis: &Value) -> Result<(), Error> {
    let has = |key| given(analysis, key).is_some();
    if has("clock") && has("period") {
        return Err(usage("`clock` and `period` exclude each other", "leave one of them out"));
    }
    let is_lifetime = analysis.get("name") == Some(&Value::Text("lifetime".to_owned()));
    if has("divider") && (!has("clock") || is_lifetime) {
        return Err(usage("`divider` needs a `clock`", "name the clock's channel"));
    }
    if given(analysis, "divider").is_some_and(|divider| whole(divider).is_none_or(|divider| divider < 1)) {
        return Err(usage("`divider` is below 1", "give the number of pulses for each tag of the clock"));
    }
    Ok(())
}

fn usage(message: &str, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

fn given<'a>(map: &'a Value, key: &str) -> Option<&'a Value> {
    map.get(key).filter(|value| **value != Value::Null)
}

fn whole(value: &Value) -> Option<u64> {
    match value {
        Value::UInt(n) | Value::Count(n) => Some(*n),
        Value::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    }
}

fn without(map: Value, key: &str) -> Value {
    let Value::Map(mut entries) = map else { return map };
    entries.retain(|(name, _)| name != key);
    Value::Map(entries)
}

/// Returns the map with `key` set to `value`.
pub(super) fn with(map: Value, key: impl Into<Name>, value: Value) -> Value {
    let key = key.into();
    let Value::Map(mut entries) = without(map, &key) else { return value };
    entries.push((key, value));
    Value::Map(entries)
}
