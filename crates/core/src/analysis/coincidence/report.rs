//! The result of all patterns, with hints.

use super::accidentals::AccidentalsFrom;
use super::count::Coincidence;
use super::delay_hint::delay_hint;
use super::parameters::CountingParameters;
use super::remarks::Hidden;
use super::result::{ChannelDelay, CoincidenceHead, CoincidenceResult};
use crate::estimate::period::{LongDeadTime, Period, SharedDeadTime, pulsed_hint};
use crate::estimate::statistics::Hint;
use crate::estimate::steadiness::Steadiness;
use crate::numbers::Channel;
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

    /// Returns the hint that rates were not steady over the compared times: the whole recording for accidentals from
    /// rates, the displacement of windows for measured ones.
    fn drift_hint(&self, order: &TimeOrder, patterns: &[Vec<u64>]) -> Option<Hint> {
        let reach = |pattern: &Vec<u64>| self.parameters.displaced.reach(pattern.len());
        let is_long = |pattern: &&Vec<u64>| reach(pattern) >> order.slice_exponent() > 0;
        let compared = patterns
            .iter()
            .filter(|pattern| self.parameters.from == AccidentalsFrom::Rates || is_long(pattern));
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
        Some(Hint::new(Hint::DRIFT, message))
    }
}

/// Returns every pair of a pattern's channels, the lower one first.
pub fn couples_of(pattern: &[u64]) -> Vec<(u64, u64)> {
    let pairs = (0..pattern.len()).flat_map(|k| (0..k).map(move |j| (j, k)));
    pairs.map(|(j, k)| (pattern[j].min(pattern[k]), pattern[j].max(pattern[k]))).collect()
}
