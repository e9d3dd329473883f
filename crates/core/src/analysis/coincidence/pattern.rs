//! The result of one pattern: what was counted, what is derived from it, and why a number is missing.

use super::accidentals::{Accidentals, Counts as Counted, From, Measured};
use super::partial::CoincidencePartial;
use super::ratios::{Compared, Ratio};
use super::result::{AccidentalsBy, CoincidencePattern};
use crate::analysis::pair_counting::windows::MOST_CHANNELS;
use crate::analysis::shape::{ByChannel, Channel, Count, Counts, Finite, Text};
use crate::analysis::slices::{Slices, dispersion};
use crate::analysis::statistics::{FEW, Remark, jeffreys, upper_limit};
use crate::analysis::time_order::ChannelTimes;

impl CoincidencePartial {
    /// The result of one of its patterns.
    pub(super) fn pattern(&self, pattern: &[u64]) -> CoincidencePattern {
        let tags: Vec<u64> = pattern.iter().map(|channel| self.order.tags_of(*channel)).collect();
        let (nothing, no_slices) = (super::counted::Counted::default(), Slices::default());
        let slices_of = |channel: &u64| self.order.channel(*channel).map_or(&no_slices, ChannelTimes::slices);
        let slices: Vec<&Slices> = pattern.iter().map(slices_of).collect();
        let of = Counted {
            window: self.window,
            displaced: self.displaced,
            ends: self.order.ends(),
            span: self.order.span().map_or(0.0, |span| span as f64),
            exponent: self.order.slice_exponent(),
            tags: &tags,
            slices: &slices,
            counted: self.counts.get(pattern).unwrap_or(&nothing),
        };
        result(pattern, &of)
    }
}

fn result(pattern: &[u64], of: &Counted) -> CoincidencePattern {
    let counts = of.counted.counts.total().unwrap_or(u64::MAX);
    let measured = of.measured();
    let accidentals = of.accidentals(measured);
    let dispersion = dispersion_of(counts, accidentals.as_ref(), of);
    let compared =
        accidentals.as_ref().map(|accidentals| Compared { counts, dispersion, tags: of.tags, accidentals });
    let car = compared.map_or(Ratio::default(), |compared| compared.car());
    let efficiencies = match (pattern, of.tags) {
        ([a, b], [tags_a, tags_b]) => {
            let of = |tags| compared.map_or(Ratio::default(), |compared| compared.efficiency(tags));
            Some([(*a, of(*tags_b)), (*b, of(*tags_a))])
        }
        _ => None,
    };
    let many = |n: u64| n >= FEW;
    let measured_counts = measured.map(|found| found.counts);
    let windows = measured.map_or(f64::NAN, |found| found.windows);
    CoincidencePattern {
        channels: channels(pattern, (1 << pattern.len()) - 1),
        counts: Count(counts),
        counts_error: many(counts).then(|| (dispersion * counts as f64).sqrt()),
        counts_interval: (!many(counts)).then(|| jeffreys(counts)),
        counts_upper: (!many(counts)).then(|| upper_limit(counts)),
        dispersion: Finite(dispersion),
        accidentals: accidentals.as_ref().map(|all| all.all),
        accidentals_error: accidentals.as_ref().map(|all| all.error),
        accidentals_from: accidentals.as_ref().map(|all| Text(all.from.name().into())),
        accidentals_by: accidentals.as_ref().filter(|_| pattern.len() > 2).map(|all| by(pattern, all)),
        accidentals_measured: measured_counts.map(|n| n as f64 / windows),
        accidentals_measured_error: measured
            .filter(|found| many(found.counts))
            .map(|found| (found.dispersion * found.counts as f64).sqrt() / windows),
        accidentals_measured_interval: measured_counts
            .filter(|n| !many(*n))
            .map(|n| jeffreys(n).times(1.0 / windows)),
        car: car.value,
        car_error: car.error,
        car_interval: car.interval,
        car_upper: car.upper,
        efficiency: efficiencies.map(|each| by_channel(each, |ratio| ratio.value)),
        efficiency_error: efficiencies.map(|each| by_channel(each, |ratio| ratio.error)),
        efficiency_interval: efficiencies.map(|each| by_channel(each, |ratio| ratio.interval)),
        remarks: remarks(counts, measured, accidentals.as_ref(), of),
        tags: Counts(of.tags.to_vec()),
    }
}

/// How much more the coincidences vary over time than chance makes them.
fn dispersion_of(counts: u64, accidentals: Option<&Accidentals>, of: &Counted) -> f64 {
    let Some(accidentals) = accidentals else { return 1.0 };
    let by_chance = accidentals.all.min(counts as f64);
    let (chance, light) = (of.chance_over_time(), of.light_over_time());
    let expected = |group| by_chance * chance.of(group) + (counts as f64 - by_chance) * light.of(group);
    dispersion(&of.counted.counts, of.groups(), expected)
}

fn by_channel<T>(each: [(u64, Ratio); 2], part: impl Fn(Ratio) -> T) -> ByChannel<T> {
    ByChannel(each.into_iter().map(|(channel, ratio)| (channel, part(ratio))).collect())
}

/// The channels of a set, by its bits.
fn channels(pattern: &[u64], set: usize) -> Vec<Channel> {
    let within = pattern.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
    within.map(|(_, channel)| Channel(*channel)).collect()
}

fn by(pattern: &[u64], accidentals: &Accidentals) -> Vec<AccidentalsBy> {
    let one = |(groups, accidentals): &(Vec<usize>, f64)| AccidentalsBy {
        groups: groups.iter().map(|set| channels(pattern, *set)).collect(),
        accidentals: Finite(*accidentals),
    };
    accidentals.by.iter().map(one).collect()
}

/// Why numbers are missing, and what to know of those that are there.
fn remarks(
    counts: u64,
    measured: Option<Measured>,
    accidentals: Option<&Accidentals>,
    of: &Counted,
) -> Vec<Remark> {
    let mut all = Vec::new();
    let several = of.tags.len();
    match accidentals.map(|all| all.from) {
        None if several > MOST_CHANNELS => {
            let why = format!(
                "of more than {MOST_CHANNELS} channels there are too many ways to come together by chance"
            );
            all.push(Remark::new("accidentals", "too-many-channels", why));
        }
        None => {
            let why = "a channel has no tags, or there is no time between them: chance gives none";
            all.push(Remark::new("accidentals", "no-accidentals", why));
        }
        Some(From::Rates) => {}
        Some(From::Slices) => {
            let what = "rates were not steady: accidentals are computed in slices of time";
            all.push(Remark::new("accidentals", "rates-not-steady", what));
        }
        Some(From::Displaced) => {
            let what = "displaced windows do not agree with the rates, which were not steady: those measured are used";
            all.push(Remark::new("accidentals", "rates-not-steady", what));
        }
    }
    if accidentals.is_none() {
        let why = "there are no accidentals to compare with";
        all.push(Remark::new("car", "no-accidentals", why));
        if several == 2 {
            all.push(Remark::new("efficiency", "no-accidentals", why));
        }
    }
    let few = |n: u64| format!("{n} counted, fewer than {FEW}: see the interval");
    if counts < FEW {
        let about = ["counts_error", "car_error", "efficiency_error"];
        let there = about.len() - usize::from(several > 2);
        let there = if accidentals.is_some() { there } else { 1 };
        all.extend(about[..there].iter().map(|about| Remark::new(about, "too-few-counts", few(counts))));
    }
    match measured {
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
