//! The result of one pattern: what was counted, what is derived from it, and why a number is missing.

use super::accidentals::{Accidentals, AccidentalsFrom, PatternCounts};
use super::partial::{CoincidencePartial, couples_of};
use super::pulses::{PeriodWindows, Pulses};
use super::ratios::Compared;
use super::remarks::remarks;
use super::result::{AccidentalsBy, CoincidencePattern};
use super::surroundings::Surroundings;
use crate::analysis::peak::{Histogram, Sums};
use crate::analysis::period::{Light, Period, SharedDeadTime, clock_of};
use crate::analysis::shape::{ByChannel, Channel, Count, Counts, Finite, Text};
use crate::analysis::slices::{Slices, dispersion};
use crate::analysis::statistics::{Derived, FEW, Interval, jeffreys, upper_limit};
use crate::analysis::time_order::ChannelTimes;

/// Windows whole periods beside a pair's own that tell its accidentals where a period was looked for: of fewer, it is
/// to be given.
const LEAST_WINDOWS: usize = 6;

impl CoincidencePartial {
    /// The result of one of its patterns, of light of this period. A `likely` one is tried first where it is looked for.
    pub(super) fn pattern(&self, pattern: &[u64], period: Period, likely: Option<f64>) -> CoincidencePattern {
        let pulses = self.pulses(pattern, period, likely);
        let tags: Vec<u64> = pattern.iter().map(|channel| self.order.tags_of(*channel)).collect();
        let (nothing, no_slices) = (super::counted::Counted::default(), Slices::default());
        let slices_of = |channel: &u64| self.order.channel(*channel).map_or(&no_slices, ChannelTimes::slices);
        let slices: Vec<&Slices> = pattern.iter().map(slices_of).collect();
        let of = PatternCounts {
            window: self.window,
            displaced: self.displaced,
            shift: self.shift(pattern),
            ends: self.order.ends(),
            span: self.order.span().map_or(0.0, |span| span as f64),
            exponent: self.order.slice_exponent(),
            tags: &tags,
            slices: &slices,
            counted: self.counts.get(pattern).unwrap_or(&nothing),
            pulses: pulses.as_ref(),
        };
        let result = result(pattern, &of);
        match self.dead_times(pattern).first() {
            Some(dead) => without_ratios(result, *dead),
            None => result,
        }
    }

    /// The dead times that two channels of a pattern share and that reach into the window, unless it has coincidences.
    pub(super) fn dead_times(&self, pattern: &[u64]) -> Vec<SharedDeadTime> {
        let counts = self.counts.get(pattern).and_then(|counted| counted.counts.total());
        let window = |(a, b): (u64, u64)| {
            let shift = self.delay(b).saturating_sub(self.delay(a));
            (shift.saturating_sub(self.window), shift.saturating_add(self.window))
        };
        let reaching = |pair: (u64, u64)| {
            let dead = self.excerpts.shared_dead_time(pair)?;
            let (low, high) = window(pair);
            let lies_within = low > -dead.ticks && high < dead.ticks;
            let contradicts = lies_within && counts.is_some_and(|counts| counts > 0);
            (dead.reaches(low, high) && !contradicts).then_some(dead)
        };
        couples_of(pattern).into_iter().filter_map(reaching).collect()
    }

    /// What is known of the light of a pattern; `None` where that is not known to be pulsed.
    fn pulses(&self, pattern: &[u64], period: Period, likely: Option<f64>) -> Option<Pulses> {
        let counting = self.counting.filter(|_| period != Period::Denied)?;
        let span = self.order.span().map_or(0.0, |span| span as f64);
        let none = Surroundings::default();
        let light = |(a, b): (u64, u64)| {
            let around = self.around.get(&(a, b)).unwrap_or(&none);
            let counts = around.counts(counting);
            let histogram = Histogram {
                from: -counting.reach,
                bin: 1,
                counts: &counts,
                span: Some(span),
                tags: (self.order.tags_of(a), self.order.tags_of(b)),
                doubled: false,
            };
            let sums = Sums::new(&histogram);
            Light::of(period, (&self.order, (a, b)), &histogram, &sums, likely).or_else(|| {
                let counting = self.far_counting?;
                let far = self.far.get(&(a, b)).filter(|_| clock_of(&self.order, (a, b)).is_none());
                let found = far.and_then(|far| Light::of_far(&far.counts(counting), counting.bins(), likely));
                found.or_else(|| self.excerpts.light((a, b), likely))
            })
        };
        let couples = couples_of(pattern);
        let Some(Light { period, from, .. }) = couples.iter().copied().find_map(light) else {
            // Of light with a clock it is known that it is pulsed.
            return period.clock().map(|_| Pulses { period: None, from: "clock", by_periods: None });
        };
        let around = couples.first().filter(|_| couples.len() == 1);
        let around = around.map(|pair| self.around.get(pair).unwrap_or(&none));
        let by_periods = around
            .filter(|around| around.is_complete())
            .and_then(|around| {
                PeriodWindows::of(around, counting, self.window, self.shift(pattern), period, span)
            })
            // Of a longer period too few lie in what was counted to look for it.
            .filter(|found| !counting.thinned || found.many >= LEAST_WINDOWS);
        Some(Pulses { period: Some(period), from, by_periods })
    }
}

fn result(pattern: &[u64], of: &PatternCounts) -> CoincidencePattern {
    let counts = of.counted.counts.total().unwrap_or(u64::MAX);
    let measured = of.measured();
    let accidentals = of.accidentals(measured);
    let dispersion = dispersion_of(counts, accidentals.as_ref(), of);
    let compared =
        accidentals.as_ref().map(|accidentals| Compared { counts, dispersion, tags: of.tags, accidentals });
    let car = compared.map_or(Derived::Unknown, |compared| compared.car());
    let efficiencies = match (pattern, of.tags) {
        ([a, b], [tags_a, tags_b]) => {
            let of = |tags| compared.map_or(Derived::Unknown, |compared| compared.efficiency(tags));
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
        accidentals: accidentals.as_ref().map(|found| found.total.value),
        accidentals_error: accidentals.as_ref().map(|found| found.total.error),
        accidentals_from: accidentals.as_ref().map(|all| Text(all.from.name().into())),
        displaced_by: accidentals.as_ref().and_then(|all| displaced_by(all.from, of)),
        period: of.pulses.and_then(|pulses| pulses.period),
        period_from: of.pulses.map(|pulses| Text(pulses.from.into())),
        accidentals_by: accidentals.as_ref().filter(|_| pattern.len() > 2).map(|all| by(pattern, all)),
        accidentals_measured: measured.map(|found| found.per_window().value),
        accidentals_measured_error: measured
            .filter(|found| many(found.counts))
            .map(|found| found.per_window().error),
        accidentals_measured_interval: measured_counts
            .filter(|n| !many(*n))
            .map(|n| jeffreys(n).times(1.0 / windows)),
        car: car.value(),
        car_error: car.error(),
        car_interval: car.interval(),
        car_upper: car.upper(),
        efficiency: efficiencies.map(|each| by_channel(each, Derived::value)),
        efficiency_error: efficiencies.map(|each| by_channel(each, Derived::error)),
        efficiency_interval: efficiencies.map(|each| by_channel(each, Derived::interval)),
        remarks: remarks(counts, measured, accidentals.as_ref(), of),
        tags: Counts(of.tags.to_vec()),
    }
}

/// The same without CAR and efficiencies: a shared dead time hides coincidences.
fn without_ratios(mut result: CoincidencePattern, dead: SharedDeadTime) -> CoincidencePattern {
    (result.car, result.car_error, result.car_interval, result.car_upper) = (None, None, None, None);
    result.remarks.retain(|remark| {
        !["car", "car_error", "efficiency", "efficiency_error"].contains(&remark.about.0.as_ref())
    });
    result.remarks.push(dead.remark("car"));
    if let Some(ByChannel(each)) = &mut result.efficiency {
        each.iter_mut().for_each(|(_, value)| *value = None);
        result.remarks.push(dead.remark("efficiency"));
    }
    if let Some(ByChannel(each)) = &mut result.efficiency_error {
        each.iter_mut().for_each(|(_, value)| *value = None);
    }
    if let Some(ByChannel(each)) = &mut result.efficiency_interval {
        each.iter_mut().for_each(|(_, value)| *value = None);
    }
    result
}

/// Where the windows lie that accidentals are measured in.
fn displaced_by(from: AccidentalsFrom, of: &PatternCounts) -> Option<Interval> {
    match from {
        AccidentalsFrom::Rates | AccidentalsFrom::Slices => None,
        AccidentalsFrom::Displaced if of.tags.len() > 2 => None,
        AccidentalsFrom::Displaced => {
            Some(Interval { low: of.displaced.from as f64, high: of.displaced.to() as f64 })
        }
        AccidentalsFrom::Periods => of.pulses?.by_periods.as_ref().map(|by_periods| by_periods.by),
    }
}

/// How much more the coincidences vary over time than chance makes them.
fn dispersion_of(counts: u64, accidentals: Option<&Accidentals>, of: &PatternCounts) -> f64 {
    let Some(accidentals) = accidentals else { return 1.0 };
    let by_chance = accidentals.total.value.min(counts as f64);
    let (chance, light) = (of.chance_over_time(), of.light_over_time());
    let expected = |group| by_chance * chance.of(group) + (counts as f64 - by_chance) * light.of(group);
    let seen = dispersion(&of.counted.counts, of.groups(), expected);
    match of.tags {
        // Of all pairs that there are, fewer are free to vary.
        [a, b] if of.is_wide() => (of.shared_within() - by_chance / (*a as f64 * *b as f64)).max(0.0),
        [_, _] => seen.max(of.shared_within()),
        _ => seen,
    }
}

fn by_channel<T>(each: [(u64, Derived); 2], part: impl Fn(Derived) -> T) -> ByChannel<T> {
    ByChannel(each.into_iter().map(|(channel, of)| (channel, part(of))).collect())
}

/// The channels of a set, by its bits.
fn channels(pattern: &[u64], set: usize) -> Vec<Channel> {
    let within = pattern.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
    within.map(|(_, channel)| Channel(*channel)).collect()
}

fn by(pattern: &[u64], accidentals: &Accidentals) -> Vec<AccidentalsBy> {
    let one = |(groups, accidentals): &(Vec<usize>, f64)| AccidentalsBy {
        groups: groups.iter().map(|set| channels(pattern, *set)).collect(),
        counts: Finite(*accidentals),
    };
    accidentals.by.iter().map(one).collect()
}
