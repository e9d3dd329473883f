//! How all channels are correlated with each other.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::pair_counting::strategy::PairCounter;
use super::peak::{Histogram, Peak, describe};
use super::time_order::{ChannelTimes, TimeOrder};
use super::{Analysis, Bins, Coincidence, Correlation, differs, not_ours, total};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::tags::channels::paired;
use crate::{Code, Error, Value};

/// 1 us to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-6400, 6400);

/// Most cells (pairs times bins), so that the peaks of all pairs can be looked for ten times a
/// second: 16 MiB.
const MAX_CELLS: u64 = 1 << 21;

/// The peak of the [`super::Correlation`] of every channel `a` with every channel `b >= a`, which
/// may be `a` itself, as in [`super::Delay`].
///
/// Parameters, in ticks: `from`, `to`, `bin`. Without them, -6400 to 6400 in bins of 1; where
/// `bin` is not given, it doubles until the bins of all pairs are at most 2^21. (It depends on the
/// number of channels only, and bins that are joined hold what wider ones would have counted, so
/// runs can be joined.) Then a bin that reaches beyond `to` is not searched. Of 64 channels at
/// most.
///
/// `counts` are the pairs of tags in the range. Disorder and memory are as with
/// [`super::Correlation`].
///
/// Where `bin` is 1, the counts tell any linear correlation and any coincidences of two channels within
/// the range as well, see [`Analysis::derive`].
pub struct Pairs {
    delays: PairCounter,
    partial: PairsPartial,
    /// What is to be added to the counts; empty for nothing. In a quarter of the bytes, more of it stays in a near
    /// cache.
    fresh: Vec<u16>,
}

/// What a run was boiled down to, see [`Pairs`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PairsPartial {
    from: i64,
    to: i64,
    /// The width asked for.
    bin: Option<i64>,
    /// The width of the bins.
    width: i64,
    ordered: TimeOrder,
    /// The channels that occurred, ascending.
    channels: Vec<u64>,
    /// The bins of every two of them, `a <= b`, one pair after another.
    counts: Vec<u64>,
}

/// Every pair of one of `all` and the same or a later one.
fn pairs<T: Copy>(all: &[T]) -> impl Iterator<Item = (T, T)> {
    all.iter().enumerate().flat_map(|(k, a)| all[k..].iter().map(|b| (*a, *b)))
}

fn channels<'a>(ordered: impl IntoIterator<Item = &'a TimeOrder>) -> Vec<u64> {
    let mut all: Vec<u64> =
        ordered.into_iter().flat_map(TimeOrder::trains).map(|(channel, _)| channel).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl PairsPartial {
    fn bins(&self, width: i64) -> u64 {
        ((i128::from(self.to) - i128::from(self.from)) as u64 / width as u64).saturating_add(1)
    }

    /// The width of bins with which the pairs of so many channels can be counted.
    fn width_for(&self, channels: usize) -> Result<i64, Error> {
        paired(channels, "choose some with --channel")?;
        let pairs = (channels * (channels + 1) / 2).max(1) as u64;
        let room = MAX_CELLS / pairs;
        let Some(bin) = self.bin else {
            let mut width = 1;
            while self.bins(width) > room {
                width *= 2;
            }
            return Ok(width);
        };
        if self.bins(bin) <= room {
            return Ok(bin);
        }
        Err(Error::new(
            Code::TooManyBins,
            format!("{} bins of each pair of channels are more than {MAX_CELLS} in all", self.bins(bin)),
            format!("use --bin {} or wider, or fewer channels", (self.bins(1) - 1) / room + 1),
        ))
    }

    fn delays(&self, width: i64) -> Result<PairCounter, Error> {
        let bins = Bins::linear(Some(width), self.from, self.to)?;
        if self.bin.is_some() {
            PairCounter::new(bins)
        } else {
            PairCounter::up_to(bins, i128::from(self.to))
        }
    }

    /// Every pair of channels with its bins.
    fn rows(&self) -> impl Iterator<Item = ((u64, u64), &[u64])> {
        pairs(&self.channels).zip(self.counts.chunks(self.bins(self.width) as usize))
    }

    fn row(&self, (a, b): (u64, u64)) -> Option<&[u64]> {
        let place = |channel| self.channels.binary_search(&channel).ok();
        let (a, b) = (place(a)?, place(b)?);
        // Of each channel before `a`, one pair less than of the one before it.
        let row = a * self.channels.len() - a * a.saturating_sub(1) / 2 + b - a;
        self.counts.chunks(self.bins(self.width) as usize).nth(row)
    }

    /// Makes the bins `width` wide, which is twice theirs once or several times.
    fn widen(&mut self, width: i64) {
        while self.width < width {
            let halved = |(_, counts): (_, &[u64])| -> Vec<u64> {
                counts.chunks(2).map(|two| two.iter().sum()).collect()
            };
            self.counts = self.rows().flat_map(halved).collect();
            self.width *= 2;
        }
    }

    /// How many pairs of tags of `a` and `b` have `from <= t_b - t_a <= to`; `None` where the bins do
    /// not tell.
    pub(super) fn count(&self, (a, b): (u64, u64), (from, to): (i64, i64)) -> Option<u64> {
        let (pair, (from, to)) = if a <= b { ((a, b), (from, to)) } else { ((b, a), (-to, -from)) };
        if self.width != 1 || from < self.from || self.to < to {
            return None;
        }
        let Some(counts) = self.row(pair) else { return Some(0) };
        let bin = |delay: i64| usize::try_from(delay - self.from).ok();
        Some(counts.get(bin(from)?..=bin(to)?)?.iter().sum())
    }

    /// The tags that were counted.
    pub(super) fn ordered(&self) -> &TimeOrder {
        &self.ordered
    }

    fn add(&mut self, fresh: &[u16]) {
        for (n, more) in self.counts.iter_mut().zip(fresh) {
            *n += u64::from(*more);
        }
    }

    fn result_of(&self, (a, b): (u64, u64), counts: &[u64]) -> Value {
        let Self { from, to, bin, width, ordered, .. } = self;
        let whole = match bin {
            Some(_) => counts.len(),
            None => ((i128::from(*to) - i128::from(*from) + 1) / i128::from(*width)) as usize,
        };
        let histogram = Histogram { from: *from, bin: *width, counts: &counts[..whole] };
        let tags = |channel| Value::Count(ordered.train(channel).map_or(0, ChannelTimes::tags));
        let mut entries = vec![
            ("a", Value::UInt(a)),
            ("b", Value::UInt(b)),
            ("tags_a", tags(a)),
            ("tags_b", tags(b)),
            ("counts", Value::Count(counts.iter().sum())),
        ];
        entries.extend(describe(Peak::find(&histogram).as_ref()));
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn is_sound(&self) -> Result<bool, Error> {
        let channels = channels([&self.ordered]);
        let width = self.width_for(channels.len())?;
        Ok((self.width, &self.channels) == (width, &channels)
            && self.counts.len() as u64 == pairs(&channels).count() as u64 * self.bins(width))
    }
}

impl Pairs {
    /// Adds what is fresh to the counts.
    fn settle(&mut self) {
        self.partial.add(&self.fresh);
        self.fresh = Vec::new();
    }

    /// Everything counted.
    fn settled(&self) -> Cow<'_, PairsPartial> {
        if self.fresh.is_empty() {
            return Cow::Borrowed(&self.partial);
        }
        let mut partial = self.partial.clone();
        partial.add(&self.fresh);
        Cow::Owned(partial)
    }

    /// Makes room for the pairs of `channels`, which ascend and hold all there were.
    fn grow(&mut self, channels: Vec<u64>) -> Result<(), Error> {
        self.settle();
        if channels == self.partial.channels {
            return Ok(());
        }
        let width = self.partial.width_for(channels.len())?;
        if width != self.partial.width {
            self.delays = self.partial.delays(width)?;
            self.partial.widen(width);
        }
        let none = vec![0; self.partial.bins(width) as usize];
        let row = |pair| self.partial.row(pair).unwrap_or(&none);
        self.partial.counts = pairs(&channels).flat_map(row).copied().collect();
        self.partial.channels = channels;
        Ok(())
    }

    fn count_piece(&mut self, piece: &TagBlock) -> Result<(), Error> {
        if self.partial.ordered.channels() != self.partial.channels.len() {
            self.grow(channels([&self.partial.ordered]))?;
        }
        let PairsPartial { ordered, counts, .. } = &mut self.partial;
        let trains = ordered.trains();
        self.fresh.resize(counts.len(), 0);
        if self.delays.count_all(piece, &trains, (&mut self.fresh, counts)) {
            return Ok(());
        }
        let trains: Vec<(u64, Option<&ChannelTimes>)> =
            trains.into_iter().map(|(channel, train)| (channel, Some(train))).collect();
        for ((a, b), counts) in pairs(&trains).zip(counts.chunks_mut(self.delays.bins().bins())) {
            self.delays.count_piece(a, b, counts);
        }
        Ok(())
    }
}

impl Analysis for Pairs {
    const NAME: &'static str = "pairs";
    type Partial = PairsPartial;

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("log") {
            return Err(Error::new(Code::Usage, "`log` is not for pairs", "give `bin`"));
        }
        let from = params.time("from")?.unwrap_or(DEFAULT_RANGE.0);
        let to = params.time("to")?.unwrap_or(DEFAULT_RANGE.1);
        let bin = params.positive("bin")?;
        // Nothing was read yet: too many bins are a wrong request here.
        let usage = |error: Error| Error { code: Code::Usage, ..error };
        Bins::linear(bin, from, to).map_err(usage)?;
        let ordered = TimeOrder::new(0, Vec::new());
        let mut partial =
            PairsPartial { from, to, bin, width: 1, ordered, channels: Vec::new(), counts: Vec::new() };
        partial.width = partial.width_for(0).map_err(usage)?;
        let delays = partial.delays(partial.width)?;
        partial.ordered = TimeOrder::new(delays.reach(), Vec::new());
        Ok(Self { delays, partial, fresh: Vec::new() })
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.ordered.take(piece);
        let counted = self.count_piece(piece);
        self.partial.ordered.settle()?;
        counted?;
        taken
    }

    fn partial(&self) -> Cow<'_, PairsPartial> {
        self.settled()
    }

    fn merge(&mut self, mut later: PairsPartial) -> Result<(), Error> {
        let parameters = |p: &PairsPartial| format!("{}..{} {:?}", p.from, p.to, p.bin);
        let (ours, theirs) = (parameters(&self.partial), parameters(&later));
        if ours != theirs {
            return Err(differs(Self::NAME, "range or bin", &ours, &theirs));
        }
        self.partial.ordered.check(&later.ordered, Self::NAME)?;
        if !later.is_sound()? {
            return Err(not_ours(Self::NAME, "its bins are not those of its channels"));
        }
        total(Self::NAME, self.partial.counts.iter().chain(&later.counts))?;
        self.grow(channels([&self.partial.ordered, &later.ordered]))?;
        later.widen(self.partial.width);
        let PairsPartial { ordered, channels, counts, .. } = &mut self.partial;
        for (pair, counts) in pairs(channels).zip(counts.chunks_mut(self.delays.bins().bins())) {
            for (n, more) in counts.iter_mut().zip(later.row(pair).unwrap_or_default()) {
                *n += more;
            }
            self.delays.count_across(ordered, &later.ordered, pair, counts);
        }
        ordered.merge(later.ordered)
    }

    fn result(&self) -> Value {
        let all = self.settled();
        let PairsPartial { from, width, ordered, channels, .. } = &*all;
        let channels = channels.iter().copied().map(Value::UInt).collect();
        Value::map([
            ("bin", Value::Int(*width)),
            ("from", Value::Int(*from)),
            ("span", ordered.span().map_or(Value::Null, Value::big)),
            ("moved", Value::Count(ordered.moved())),
            ("channels", Value::List(channels)),
            ("pairs", Value::List(all.rows().map(|(pair, counts)| all.result_of(pair, counts)).collect())),
        ])
    }

    fn derive(&self, name: &str, params: &Params) -> Result<Option<Value>, Error> {
        let pairs = &*self.settled();
        Ok(match name {
            Correlation::NAME => Correlation::of_pairs(params, pairs)?.map(|all| Analysis::result(&all)),
            Coincidence::NAME => Coincidence::of_pairs(params, pairs)?.map(|all| Analysis::result(&all)),
            _ => None,
        })
    }
}
