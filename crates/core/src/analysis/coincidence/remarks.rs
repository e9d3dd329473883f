//! Remarks on the result of one pattern.

use super::accidentals::{AccidentalsFrom, MeasuredAccidentals, PatternCounts, chosen};
use super::groupings::MAX_GROUPED;
use crate::estimate::period::{LongDeadTime, SharedDeadTime};
use crate::estimate::statistics::{Estimate, FEW, Hint, Remark};

/// The reason for null numbers that could be computed, but would be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// A channel has syncs, which are not photons.
    Sync(u64),
    /// Two channels share a dead time that reaches into the window.
    SharedDeadTime(SharedDeadTime),
    /// The light is pulsed and the request has no period.
    Pulsed,
    /// A channel has a dead time that reaches into the displaced windows.
    LongDeadTime(LongDeadTime),
}

/// Returns the reasons for null numbers, and cautions about the others.
pub fn remarks(
    pattern: &[u64],
    counts: u64,
    (rates, measured): (Option<Estimate>, Option<&MeasuredAccidentals>),
    (from, hidden): (AccidentalsFrom, Option<Hidden>),
    of: &PatternCounts,
) -> Vec<Remark> {
    let mut all = Vec::new();
    let is_pair = of.tags.len() == 2;
    let mut add =
        |about: &'static str, code: &'static str, why: &str| all.push(Remark::new(about, code, why));
    let missing = if let Some(Hidden::LongDeadTime(long)) = hidden {
        Some((Hint::LONG_DEAD_TIME, long.message()))
    } else if of.tags.len() > MAX_GROUPED {
        let why = format!("accidentals are measured for up to {MAX_GROUPED} channels");
        Some(("too-many-channels", why))
    } else if !of.displaced.fits(of.tags.len(), of.span) {
        Some((
            "range-too-short",
            "the recording is shorter than twice the displacement of the windows".to_owned(),
        ))
    } else if measured.is_none() {
        Some(("range-too-short", "the delay between the channels is longer than the recording".to_owned()))
    } else {
        None
    };
    let pulsed = (Hint::PULSED, "the light is pulsed, and the request has no period".to_owned());
    if hidden == Some(Hidden::Pulsed) {
        add("accidentals", pulsed.0, &pulsed.1);
    } else {
        if let (None, Some((code, why))) = (measured, &missing) {
            add("accidentals_measured", code, why);
        }
        if rates.is_none() {
            let none = pattern.iter().zip(of.tags).find(|(_, tags)| **tags == 0);
            let why = match none {
                Some((channel, _)) => format!("channel {channel} has no tags"),
                None => "all tags have the same time".to_owned(),
            };
            add("accidentals_rates", "no-accidentals", &why);
        }
    }
    let none = match (hidden, from, chosen(from, rates, measured)) {
        (Some(Hidden::Sync(channel)), ..) => {
            Some(("sync", format!("channel {channel} has the syncs before photons, and a sync is not a photon")))
        }
        (Some(Hidden::SharedDeadTime(dead)), ..) => Some((Hint::SHARED_DEAD_TIME, dead.message())),
        (Some(Hidden::Pulsed), ..) => Some(pulsed),
        (Some(Hidden::LongDeadTime(..)), ..) => missing,
        (None, AccidentalsFrom::Measured, None) => missing,
        (None, AccidentalsFrom::Measured, Some((mean, _))) if mean.value <= 0.0 => Some((
            "no-accidentals",
            "no coincidences were counted in the displaced windows: record for longer, or use accidentals from rates"
                .to_owned(),
        )),
        (None, AccidentalsFrom::Rates, None) => Some(("no-accidentals", "there are no accidentals to compare with".to_owned())),
        (None, ..) => None,
    };
    if let Some((code, why)) = &none {
        add("car", code, why);
        if is_pair {
            add("efficiency", code, why);
        }
    }
    let few_counts = format!("{counts} counted, fewer than {FEW}: see the interval");
    let few_displaced = format!("fewer than {FEW} counted in all displaced windows: see the interval");
    let few_measured = measured.is_some_and(|found| found.interval.is_some());
    if counts < FEW {
        let about = ["counts_error", "car_error", "efficiency_error"];
        let present = match (&none, is_pair) {
            (Some(_), _) => 1,
            (None, false) => 2,
            (None, true) => 3,
        };
        about[..present].iter().for_each(|about| {
            add(about, "too-few-counts", &few_counts);
        });
    } else if few_measured && none.is_none() && from == AccidentalsFrom::Measured {
        add("car_error", "too-few-counts", &few_displaced);
    }
    if few_measured {
        add("accidentals_measured_error", "too-few-counts", &few_displaced);
    }
    all
}
