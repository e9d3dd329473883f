//! The results of patterns, with remarks and hints.

use super::AccidentalsFrom;
use super::accidentals::{MeasuredAccidentals, PatternCounts, chosen};
use super::count::{Coincidence, CoincidenceCounts};
use super::counted::{Counted, MAX_GROUPED};
use super::delay_hint::delay_hint;
use super::parameters::CountingParameters;
use super::ratios::Compared;
use super::{AccidentalsBy, ChannelDelay, CoincidenceHead, CoincidencePattern, CoincidenceResult};
use crate::counting::slices::Slices;
use crate::estimate::period::{LongDeadTime, Period, SharedDeadTime, pulsed_hint};
use crate::estimate::statistics::{
    Derived, Estimate, FEW, Hint, Interval, Remark, RemarkCode, jeffreys, upper_limit,
};
use crate::estimate::steadiness::Steadiness;
use crate::numbers::{ByChannel, Channel, Counts};
use crate::run::ordered_analysis::Run;
use crate::run::time_order::{ChannelTimes, TimeOrder};

impl Coincidence {
    /// Returns the result.
    pub(super) fn describe(&self, Run { order, is_interim }: Run) -> CoincidenceResult {
        let Self { parameters, .. } = self;
        let period = parameters.period;
        let channels = order.channel_numbers();
        // With too many channels, nothing was counted.
        let patterns = match parameters.check_channels(channels.len()) {
            Ok(()) => parameters.patterns(&channels),
            Err(_) => Vec::new(),
        };
        let counts = self.counts.over(order);
        // The search for a period is too slow for a snapshot.
        let is_searched = !is_interim && period != Period::Steady;
        let recurrence = is_searched.then(|| counts.excerpts.recurrence(&channels));
        let period_of = |pattern: &Vec<u64>| recurrence.as_ref()?.period(pattern);
        let is_pulsed = |pattern: &Vec<u64>| period == Period::NotGiven && period_of(pattern).is_some();
        let dead: Vec<Vec<SharedDeadTime>> =
            patterns.iter().map(|pattern| self.dead_times(pattern)).collect();
        let mut hints: Vec<Hint> = SharedDeadTime::hint(dead.iter().flatten().copied()).into_iter().collect();
        let shortest = recurrence.as_ref().and_then(|all| all.shortest(patterns.iter().map(Vec::as_slice)));
        hints.extend(pulsed_hint(shortest, period));
        // The edges of a shared dead time look like peaks.
        if is_searched && hints.is_empty() && period == Period::NotGiven {
            let couples = patterns.iter().flat_map(|pattern| couples_of(pattern));
            hints.extend(delay_hint(parameters.window, &parameters.delays, &counts.excerpts, couples));
        }
        hints.extend(self.drift_hint(order, &patterns));
        let long = self.long_dead_times(&patterns);
        hints.extend(long.iter().max_by_key(|long| long.ticks).map(|long| long.hint()));
        let result = |(pattern, dead): (&Vec<u64>, &Vec<SharedDeadTime>)| {
            let sync = self.counts.sync.filter(|sync| pattern.contains(sync)).map(Hidden::Sync);
            let dead = || dead.first().copied().map(Hidden::SharedDeadTime);
            let pulsed = || is_pulsed(pattern).then_some(Hidden::Pulsed);
            let of = |long: &&LongDeadTime| pattern.contains(&long.channel);
            let long = || long.iter().filter(of).max_by_key(|long| long.ticks).copied();
            let hidden = sync.or_else(dead).or_else(pulsed).or_else(|| long().map(Hidden::LongDeadTime));
            self.pattern(order, &counts, pattern, hidden)
        };
        let patterns = patterns.iter().zip(&dead).map(result).collect();
        CoincidenceResult { head: self.head(order), patterns, hints: Hint::worst_first(hints) }
    }

    /// Returns the common part of the result.
    fn head(&self, order: &TimeOrder) -> CoincidenceHead {
        let CountingParameters { window, displaced, period, from, delays, .. } = &self.parameters;
        CoincidenceHead {
            window: *window,
            delays: delays.iter().copied().map(ChannelDelay::of).collect(),
            displaced_from: displaced.ends().0,
            displaced_to: displaced.ends().1,
            period: period.ticks(),
            accidentals_from: from.name().into(),
            span: order.span(),
            reordered: order.reordered(),
            channels: order.channel_numbers().into_iter().map(Channel).collect(),
        }
    }

    /// Returns the hint that rates were not steady over the displacement of windows that measure accidentals.
    fn drift_hint(&self, order: &TimeOrder, patterns: &[Vec<u64>]) -> Option<Hint> {
        let reach = |pattern: &Vec<u64>| self.parameters.displaced.reach(pattern.len());
        let is_long = |pattern: &&Vec<u64>| reach(pattern) >> order.slice_exponent() > 0;
        let is_measured = self.parameters.from == AccidentalsFrom::Measured;
        let compared = patterns.iter().filter(|pattern| is_measured && is_long(pattern));
        let slices = |channel: u64| order.channel(channel).map(ChannelTimes::slices);
        let drifts = |(a, b): &(u64, u64)| {
            let found = Steadiness::of(slices(*a)?, slices(*b)?, order.ends())?;
            found.is_unsteady().then_some((*a, *b, found.excess))
        };
        let (a, b, excess) =
            compared.flat_map(|pattern| couples_of(pattern)).find_map(|pair| drifts(&pair))?;
        let message = format!(
            "the rates of channels {a} and {b} were not steady: independent light has {:.3} times the accidentals of steady rates",
            1.0 + excess
        );
        Some(Hint::new(RemarkCode::Drift, message))
    }
}

/// Returns every pair of a pattern's channels, the lower one first.
pub fn couples_of(pattern: &[u64]) -> Vec<(u64, u64)> {
    let pairs = (0..pattern.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
    pairs.map(|(j, k)| (pattern[j].min(pattern[k]), pattern[j].max(pattern[k]))).collect()
}

impl Coincidence {
    /// Returns the result of one pattern. `hidden`: the reason for missing numbers.
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

/// The reason for missing numbers that could be computed, but would be wrong.
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

/// Returns the reasons for missing numbers, and cautions about the others.
pub fn remarks(
    pattern: &[u64],
    counts: u64,
    (rates, measured): (Option<Estimate>, Option<&MeasuredAccidentals>),
    (from, hidden): (AccidentalsFrom, Option<Hidden>),
    of: &PatternCounts,
) -> Vec<Remark> {
    let mut all = Vec::new();
    let is_pair = of.tags.len() == 2;
    let mut add = |about: &'static str, code: RemarkCode, why: &str| all.push(Remark::new(about, code, why));
    let missing = if let Some(Hidden::LongDeadTime(long)) = hidden {
        Some((RemarkCode::LongDeadTime, long.message()))
    } else if of.tags.len() > MAX_GROUPED {
        let why = format!("accidentals are measured for up to {MAX_GROUPED} channels");
        Some((RemarkCode::TooManyChannels, why))
    } else if !of.displaced.fits(of.tags.len(), of.span) {
        Some((
            RemarkCode::RangeTooShort,
            "the recording is shorter than twice the displacement of the windows".to_owned(),
        ))
    } else if measured.is_none() {
        Some((
            RemarkCode::RangeTooShort,
            "the delay between the channels is longer than the recording".to_owned(),
        ))
    } else {
        None
    };
    let pulsed = (RemarkCode::Pulsed, "the light is pulsed, and no period is given".to_owned());
    if hidden == Some(Hidden::Pulsed) {
        add("accidentals", pulsed.0, &pulsed.1);
    } else {
        if let (None, Some((code, why))) = (measured, &missing) {
            add("accidentals_measured", *code, why);
        }
        if rates.is_none() {
            let none = pattern.iter().zip(of.tags).find(|(_, tags)| **tags == 0);
            let why = match none {
                Some((channel, _)) => format!("channel {channel} has no tags"),
                None => "all tags have the same time".to_owned(),
            };
            add("accidentals_rates", RemarkCode::NoAccidentals, &why);
        }
    }
    let none = match (hidden, from, chosen(from, rates, measured)) {
        (Some(Hidden::Sync(channel)), ..) => {
            Some((RemarkCode::Sync, format!("channel {channel} has the syncs before photons, and a sync is not a photon")))
        }
        (Some(Hidden::SharedDeadTime(dead)), ..) => Some((RemarkCode::SharedDeadTime, dead.message())),
        (Some(Hidden::Pulsed), ..) => Some(pulsed),
        (Some(Hidden::LongDeadTime(..)), ..) => missing,
        (None, AccidentalsFrom::Measured, None) => missing,
        (None, AccidentalsFrom::Measured, Some((mean, _))) if mean.value <= 0.0 => Some((
            RemarkCode::NoAccidentals,
            "no coincidences were counted in the displaced windows: record for longer, or use accidentals from rates"
                .to_owned(),
        )),
        (None, AccidentalsFrom::Rates, None) => Some((RemarkCode::NoAccidentals, "there are no accidentals to compare with".to_owned())),
        (None, ..) => None,
    };
    if let Some((code, why)) = &none {
        add("car", *code, why);
        if is_pair {
            add("efficiency", *code, why);
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
            add(about, RemarkCode::TooFewCounts, &few_counts);
        });
    } else if few_measured && none.is_none() && from == AccidentalsFrom::Measured {
        add("car_error", RemarkCode::TooFewCounts, &few_displaced);
    }
    let near = measured
        .filter(|_| is_pair && !matches!(hidden, Some(Hidden::Sync(..) | Hidden::SharedDeadTime(..))));
    if let Some((near, far)) = near.and_then(|far| of.neighbours_beyond(far).zip(Some(far.mean.value))) {
        let car = counts as f64 / near.value - 1.0;
        let why = format!(
            "the {} neighbouring pulses have {:.3} accidentals each, where windows from {} ticks on have {far:.3}: the \
             light bunches or blinks. CAR and efficiencies use the latter; with the former CAR is {car:.3}",
            of.displaced.neighbours().len(),
            near.value,
            of.displaced.ends().0,
        );
        add("accidentals_measured", RemarkCode::NeighboursDiffer, &why);
    }
    if few_measured {
        add("accidentals_measured_error", RemarkCode::TooFewCounts, &few_displaced);
    }
    all
}
