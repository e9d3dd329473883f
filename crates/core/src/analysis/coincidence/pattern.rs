//! The result of one pattern: counts, derived numbers, and reasons for missing numbers.

use super::accidentals::{AccidentalsFrom, MeasuredAccidentals, PatternCounts, chosen};
use super::count::{Coincidence, CoincidenceCounts};
use super::counted::Counted;
use super::parameters::CountingParameters;
use super::ratios::Compared;
use super::remarks::{Hidden, remarks};
use super::report::couples_of;
use super::result::{AccidentalsBy, CoincidencePattern};
use crate::counting::slices::Slices;
use crate::estimate::period::{LongDeadTime, SharedDeadTime};
use crate::estimate::statistics::{Derived, Estimate, FEW, Interval, jeffreys, upper_limit};
use crate::numbers::{ByChannel, Channel, Counts};
use crate::run::time_order::{ChannelTimes, TimeOrder};

impl Coincidence {
    /// Returns the result of one pattern. `hidden`: the reason for null numbers.
    pub(super) fn pattern(
        &self,
        order: &TimeOrder,
        counts: &CoincidenceCounts,
        pattern: &[u64],
        hidden: Option<Hidden>,
    ) -> CoincidencePattern {
        let parameters = &self.parameters;
        let tags: Vec<u64> = pattern.iter().map(|channel| order.tags_of(*channel)).collect();
        let (nothing, no_slices) = (Counted::default(), Slices::default());
        let slices_of = |channel: &u64| order.channel(*channel).map_or(&no_slices, ChannelTimes::slices);
        let slices: Vec<&Slices> = pattern.iter().map(slices_of).collect();
        let of = PatternCounts {
            window: parameters.window,
            displaced: parameters.displaced,
            shift: parameters.shift(pattern),
            ends: order.ends(),
            span: order.span().map_or(0.0, |span| span as f64),
            exponent: order.slice_exponent(),
            tags: &tags,
            slices: &slices,
            counted: counts.patterns.get(pattern).unwrap_or(&nothing),
        };
        result(pattern, &of, parameters.from, hidden)
    }

    /// Returns the dead times of channels of these patterns that reach into the displaced windows; none if accidentals
    /// are those from rates.
    pub(super) fn long_dead_times(&self, patterns: &[Vec<u64>]) -> Vec<LongDeadTime> {
        let CountingParameters { displaced, period, from, .. } = &self.parameters;
        if *from == AccidentalsFrom::Rates {
            return Vec::new();
        }
        // Pulses that are a period apart have no tags closer than that, without any dead time.
        let reach = displaced.ends().0 as f64 + period.ticks().unwrap_or(0.0) / 2.0;
        let mut channels = patterns.concat();
        channels.sort_unstable();
        channels.dedup();
        let of = |channel: &u64| self.counts.excerpts.long_dead_time(*channel, reach);
        channels.iter().filter_map(of).collect()
    }

    /// Returns the dead times that two channels of a pattern share and that reach into the window. A dead time longer
    /// than the window is ignored if the pattern has coincidences.
    pub(super) fn dead_times(&self, pattern: &[u64]) -> Vec<SharedDeadTime> {
        let parameters = &self.parameters;
        let counts = self.counts.patterns.get(pattern).and_then(|counted| counted.counts.total());
        let window = |(a, b): (u64, u64)| {
            let shift = parameters.delay(b).saturating_sub(parameters.delay(a));
            (shift.saturating_sub(parameters.window), shift.saturating_add(parameters.window))
        };
        let reaching = |pair: (u64, u64)| {
            let dead = self.counts.excerpts.shared_dead_time(pair)?;
            let (low, high) = window(pair);
            let lies_within = low > -dead.ticks && high < dead.ticks;
            let contradicts = lies_within && counts.is_some_and(|counts| counts > 0);
            (dead.reaches(low, high) && !contradicts).then_some(dead)
        };
        couples_of(pattern).into_iter().filter_map(reaching).collect()
    }
}

fn result(
    pattern: &[u64],
    of: &PatternCounts,
    from: AccidentalsFrom,
    hidden: Option<Hidden>,
) -> CoincidencePattern {
    let counts = of.counted.counts.total().unwrap_or(u64::MAX);
    let rates = of.by_rates();
    let measured = of.measured();
    let by_chance = measured.as_ref().map(|found| found.mean.value).or(rates.map(|rates| rates.value));
    let dispersion = of.dispersion(counts, by_chance.unwrap_or(0.0));
    let is_shown = hidden != Some(Hidden::Pulsed);
    let is_measured = is_shown && !matches!(hidden, Some(Hidden::LongDeadTime(..)));
    let (rates, measured) = (rates.filter(|_| is_shown), measured.filter(|_| is_measured));
    let chosen = chosen(from, rates, measured.as_ref());
    let compared = chosen.filter(|(accidentals, _)| hidden.is_none() && accidentals.value > 0.0);
    let compared = compared.map(|(accidentals, interval)| Compared {
        counts,
        dispersion,
        tags: of.tags,
        accidentals,
        interval,
    });
    let car = compared.map_or(Derived::Unknown, |compared| compared.car());
    let efficiencies = match (pattern, of.tags) {
        ([a, b], [tags_a, tags_b]) => {
            let of = |tags| compared.map_or(Derived::Unknown, |compared| compared.efficiency(tags));
            Some([(*a, of(*tags_b)), (*b, of(*tags_a))])
        }
        _ => None,
    };
    let many = |n: u64| n >= FEW;
    let error = |from: AccidentalsFrom| {
        move |(accidentals, interval): (Estimate, Option<Interval>)| {
            interval.is_none().then(|| of.error(accidentals, from))
        }
    };
    let measured_mean = measured.as_ref().map(|found| (found.mean, found.interval));
    CoincidencePattern {
        channels: channels(pattern, (1 << pattern.len()) - 1),
        counts,
        counts_error: many(counts).then(|| (dispersion * counts as f64).sqrt()),
        counts_interval: (!many(counts)).then(|| jeffreys(counts)),
        counts_upper: (!many(counts)).then(|| upper_limit(counts)),
        dispersion,
        accidentals: chosen.map(|(accidentals, _)| accidentals.value),
        accidentals_error: chosen.and_then(error(from)),
        accidentals_by: measured.as_ref().filter(|_| pattern.len() > 2).map(|all| by(pattern, all)),
        accidentals_rates: rates.map(|rates| rates.value),
        accidentals_rates_error: rates.map(|rates| of.error(rates, AccidentalsFrom::Rates)),
        accidentals_measured: measured_mean.map(|(mean, _)| mean.value),
        accidentals_measured_error: measured_mean.and_then(error(AccidentalsFrom::Measured)),
        accidentals_measured_interval: measured_mean.and_then(|(_, interval)| interval),
        car: car.value(),
        car_error: car.error(),
        car_interval: car.interval(),
        car_upper: car.upper(),
        efficiency: efficiencies.map(|each| by_channel(each, Derived::value)),
        efficiency_error: efficiencies.map(|each| by_channel(each, Derived::error)),
        efficiency_interval: efficiencies.map(|each| by_channel(each, Derived::interval)),
        remarks: remarks(pattern, counts, (rates, measured.as_ref()), (from, hidden), of),
        tags: Counts(of.tags.to_vec()),
    }
}

fn by_channel<T>(each: [(u64, Derived); 2], part: impl Fn(Derived) -> T) -> ByChannel<T> {
    ByChannel(each.into_iter().map(|(channel, of)| (channel, part(of))).collect())
}

/// Returns the channels of a set, by its bits.
fn channels(pattern: &[u64], set: usize) -> Vec<Channel> {
    let within = pattern.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1);
    within.map(|(_, channel)| Channel(*channel)).collect()
}

fn by(pattern: &[u64], accidentals: &MeasuredAccidentals) -> Vec<AccidentalsBy> {
    let one = |(groups, counts): &(Vec<usize>, f64)| AccidentalsBy {
        groups: groups.iter().map(|set| channels(pattern, *set)).collect(),
        counts: *counts,
    };
    accidentals.by.iter().map(one).collect()
}
