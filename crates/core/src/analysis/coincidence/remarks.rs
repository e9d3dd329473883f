//! Remarks on the result of one pattern.

use super::accidentals::{Accidentals, AccidentalsFrom, MeasuredAccidentals, PatternCounts};
use super::pulses::Pulses;
use crate::analysis::pair_counting::windows::MOST_CHANNELS;
use crate::analysis::statistics::{FEW, Remark};

/// Why numbers are missing, and what to know of those that are there.
pub fn remarks(
    counts: u64,
    measured: Option<MeasuredAccidentals>,
    accidentals: Option<&Accidentals>,
    of: &PatternCounts,
) -> Vec<Remark> {
    let mut all = Vec::new();
    let several = of.tags.len();
    match accidentals.map(|all| all.from) {
        None | Some(AccidentalsFrom::Periods) if of.pulses.is_some() => {
            all.extend(of.pulses.and_then(|pulses| {
                pulsed(pulses, of).map(|(code, why)| Remark::new("accidentals", code, why))
            }))
        }
        None if several > MOST_CHANNELS => {
            let why = format!(
                "of more than {MOST_CHANNELS} channels there are too many ways to come together by chance"
            );
            all.push(Remark::new("accidentals", "too-many-channels", why));
        }
        None if of.is_unsteady_within() => {
            let why = "rates were not steady over delays as long as those in the window: what chance gives is not known";
            all.push(Remark::new("accidentals", "rates-not-steady", why));
        }
        None if of.is_too_short() => {
            let why = "the recording is shorter than 100 windows, which its ends cut: of three and more channels, what \
                       chance gives is not known";
            all.push(Remark::new("accidentals", "range-too-short", why));
        }
        None => {
            let why = "a channel has no tags, or there is no time between them: chance gives none";
            all.push(Remark::new("accidentals", "no-accidentals", why));
        }
        Some(AccidentalsFrom::Rates | AccidentalsFrom::Periods) => {}
        Some(AccidentalsFrom::Slices) => {
            let what = "rates were not steady: accidentals are computed in slices of time";
            all.push(Remark::new("accidentals", "rates-not-steady", what));
        }
        Some(AccidentalsFrom::Displaced) => {
            let what = "displaced windows do not agree with the rates, which were not steady: those measured are used";
            all.push(Remark::new("accidentals", "rates-not-steady", what));
        }
    }
    if accidentals.is_none() {
        let (code, why) = match of.pulses {
            Some(Pulses { by_periods: None, .. }) => {
                ("pulsed", "the light is pulsed, and its accidentals are not known")
            }
            _ => ("no-accidentals", "there are no accidentals to compare with"),
        };
        all.push(Remark::new("car", code, why));
        if several == 2 {
            all.push(Remark::new("efficiency", code, why));
        }
    }
    if let Some(pulses) = of.pulses {
        all.extend(of_pulses(pulses, of.window));
    }
    let few = |n: u64| format!("{n} counted, fewer than {FEW}: see the interval");
    if counts < FEW {
        let about = ["counts_error", "car_error", "efficiency_error"];
        let there = about.len() - usize::from(several > 2);
        let there = if accidentals.is_some() { there } else { 1 };
        all.extend(about[..there].iter().map(|about| Remark::new(about, "too-few-counts", few(counts))));
    }
    match measured {
        None if of.pulses.is_some() => {
            let why = "what lies whole periods beside the window is not known";
            all.push(Remark::new("accidentals_measured", "pulsed", why));
        }
        None if of.displaced.fits(several, of.span) && of.is_unsteady_displaced() => {
            let why = "rates were not steady over delays as long as those of the displaced windows";
            all.push(Remark::new("accidentals_measured", "rates-not-steady", why));
        }
        None => {
            let why = "the recording is too short for windows displaced so far";
            all.push(Remark::new("accidentals_measured", "range-too-short", why));
        }
        Some(found) if found.counts < FEW => {
            all.push(Remark::new("accidentals_measured_error", "too-few-counts", few(found.counts)));
        }
        Some(_) => {}
    }
    all
}

/// Why accidentals of pulsed light are not there; `None` where they are.
fn pulsed(pulses: &Pulses, of: &PatternCounts) -> Option<(&'static str, String)> {
    let Some(period) = pulses.period else {
        return Some(("pulsed", "the clock does not tell the period of the light".into()));
    };
    match &pulses.by_periods {
        Some(by_periods) if by_periods.counts > 0 => None,
        Some(_) => Some(("no-accidentals", "no window displaced by whole periods has a coincidence".into())),
        None => {
            let what = if of.tags.len() > 2 {
                "of three and more channels chance is not known then"
            } else if pulses.from == "correlation" {
                "with this period given, what lies whole periods beside the window can be counted"
            } else {
                "no window displaced by whole periods lies near enough"
            };
            Some(("pulsed", format!("the light is pulsed, with a period of {period:.4} ticks: {what}")))
        }
    }
}

/// What to know of accidentals of pulsed light, and why there is no period.
fn of_pulses(Pulses { period, by_periods, .. }: &Pulses, window: i64) -> Vec<Remark> {
    let mut all = Vec::new();
    let Some(period) = period else {
        all.push(Remark::new("period", "too-few-gaps", "the clock has too few tags to tell a period"));
        return all;
    };
    if window as f64 > period / 2.0 {
        let what = "the window is longer than half a period: coincidences of neighbouring pulses count";
        all.push(Remark::new("accidentals", "windows-overlap", what));
    }
    if by_periods.as_ref().is_some_and(|by_periods| !by_periods.is_level()) {
        let what = "windows displaced by whole periods differ by more than chance: light blinks, or pairs come later than the window";
        all.push(Remark::new("accidentals", "side-peaks-not-level", what));
    }
    all
}
