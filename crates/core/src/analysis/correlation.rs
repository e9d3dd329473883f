//! How many tags of one channel follow how long after those of another.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::bins::Shape;
use super::pair_counting::strategy::PairCounter;
use super::pairs::PairsPartial;
use super::peak::Histogram;
use super::time_order::TimeOrder;
use super::{Analysis, Bins, differs, not_ours, total};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// 10 ns to either side at the usual 156.25 ps per tick.
const DEFAULT_RANGE: (i64, i64) = (-64, 64);

/// Where logarithmic bins end unless said: 1 ms at the usual 156.25 ps per tick.
const DEFAULT_LOG_END: i64 = 6_400_000;

/// Second-order correlation of channel `a` with channel `b`: every pair of their tags, by the
/// delay `d = t_b - t_a`. Where `a` is `b`, no tag is paired with itself.
///
/// Parameters, in ticks: `a`, `b`; `from`, `to`, `bin`, or `log` bins per decade of positive
/// delay; see [`Bins::new`]. Without them, -64 to 64 in bins of 1, logarithmic ones up to
/// 6,400,000.
///
/// Counts are exact; with `T` the time from the first to the last tag of whatever channel, `N_a`
/// and `N_b` the channels' tags and `w` a bin's width, linear bins are normalised as
///
/// ```text
/// g2[k] = counts[k] * T / (w * N_a * N_b)
/// ```
///
/// (the same as Swabian Instruments' Time Tagger and PicoQuant's snAPI), logarithmic ones, which
/// may be a good part of the run long, after Laurence, Fore, Huser, Opt. Lett. 31, 829 (2006):
///
/// ```text
/// g2[k] = counts[k] * (T - d) / (w * N_a(t <= last - d) * N_b(t >= first + d))
/// ```
///
/// with `d` the middle of the bin, which makes the expected value of independent steady light 1
/// (the printed formula omits the bin's width). `g2_error` is Poisson's: `g2 / sqrt(counts)`.
///
/// Tags out of order by up to [`super::LOOK_AHEAD`] are put in order, `moved` counts them. Memory
/// follows the tags of `a` and `b` within the range and look-ahead of the run's two ends, at most
/// [`super::MAX_HELD`].
pub struct Correlation {
    delays: PairCounter,
    partial: CorrelationPartial,
}

/// What a run was boiled down to, see [`Correlation`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CorrelationPartial {
    shape: Shape,
    a: u64,
    b: u64,
    ordered: TimeOrder,
    counts: Vec<u64>,
}

impl Correlation {
    /// What it finds in the tags of which all pairs were counted; `None` where that does not tell.
    ///
    /// # Errors
    /// As [`Analysis::new`].
    pub(super) fn of_pairs(params: &Params, pairs: &PairsPartial) -> Result<Option<Self>, Error> {
        let mut all = Self::new(params)?;
        let bins = all.delays.bins();
        if matches!(bins.shape(), Shape::Log { .. }) {
            return Ok(None);
        }
        let edge = |k| i64::try_from(bins.edge(k)).ok();
        let CorrelationPartial { a, b, .. } = all.partial;
        let count = |k| pairs.count((a, b), (edge(k)?, edge(k + 1)? - 1));
        let Some(counts) = (0..bins.bins()).map(count).collect() else { return Ok(None) };
        all.partial.counts = counts;
        all.partial.ordered = pairs.ordered().clone();
        Ok(Some(all))
    }

    /// Counts the piece that was taken: pairs within it, and with what went before.
    fn count_piece(&mut self) {
        let CorrelationPartial { a, b, ordered, counts, .. } = &mut self.partial;
        self.delays.count_piece((*a, ordered.train(*a)), (*b, ordered.train(*b)), counts);
    }

    /// `counts` of linear bins.
    pub(super) fn histogram(&self) -> Option<Histogram<'_>> {
        match *self.delays.bins().shape() {
            Shape::Linear { from, bin, .. } => Some(Histogram { from, bin, counts: &self.partial.counts }),
            Shape::Log { .. } => None,
        }
    }

    /// What every result with a pair of channels names.
    pub(super) fn describe(&self) -> [(&'static str, Value); 7] {
        let CorrelationPartial { a, b, ordered, .. } = &self.partial;
        let channels = ordered.trains().into_iter().map(|(channel, _)| Value::UInt(channel)).collect();
        [
            ("a", Value::UInt(*a)),
            ("b", Value::UInt(*b)),
            ("span", ordered.span().map_or(Value::Null, Value::big)),
            ("tags_a", Value::Count(self.tags(*a))),
            ("tags_b", Value::Count(self.tags(*b))),
            ("moved", Value::Count(ordered.moved())),
            ("channels", Value::List(channels)),
        ]
    }

    fn tags(&self, channel: u64) -> u64 {
        self.partial.ordered.train(channel).map_or(0, |train| train.tags())
    }

    /// What bin `k` is multiplied with to be normalised; not finite where it can't be.
    fn norm(&self, k: usize) -> f64 {
        let CorrelationPartial { a, b, ordered, .. } = &self.partial;
        let Some(span) = ordered.span() else { return f64::NAN };
        let (low, high) = (self.delays.bins().edge(k), self.delays.bins().edge(k + 1));
        let (mut tags_a, mut tags_b) = (self.tags(*a), self.tags(*b));
        let mut time = span;
        if matches!(self.delays.bins().shape(), Shape::Log { .. }) {
            let d = (low + high - 1) / 2;
            let (first, last) = ordered.ends();
            let (first, last) = (i128::from(first), i128::from(last));
            if let Some(train) = ordered.train(*a) {
                let paired = train.tail().partition_point(|t| i128::from(*t) <= last - d);
                tags_a -= (train.tail().len() - paired) as u64;
            }
            if let Some(train) = ordered.train(*b) {
                tags_b -= train.head().partition_point(|t| i128::from(*t) < first + d) as u64;
            }
            time = span - d;
        }
        if time <= 0 || tags_a == 0 || tags_b == 0 {
            return f64::NAN;
        }
        time as f64 / ((high - low) as f64 * tags_a as f64 * tags_b as f64)
    }
}

impl Analysis for Correlation {
    const NAME: &'static str = "correlation";
    type Partial = CorrelationPartial;

    fn new(params: &Params) -> Result<Self, Error> {
        let channel = |name: &str| {
            params.unsigned(name)?.ok_or_else(|| {
                Error::new(Code::Usage, format!("`{name}` is missing"), "give the number of a channel")
            })
        };
        let (a, b) = (channel("a")?, channel("b")?);
        let bins = match params.has("log") {
            true => Bins::new(&params.clone().or("to", Value::Int(DEFAULT_LOG_END)), DEFAULT_RANGE),
            false => Bins::new(params, DEFAULT_RANGE),
        };
        // Nothing was read yet: too many bins are a wrong request here.
        let bins = bins.map_err(|error| Error { code: Code::Usage, ..error })?;
        let delays = PairCounter::new(bins)?;
        let partial = CorrelationPartial {
            shape: delays.bins().shape().clone(),
            a,
            b,
            ordered: TimeOrder::new(delays.reach(), vec![a, b]),
            counts: vec![0; delays.bins().bins()],
        };
        Ok(Self { delays, partial })
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        let taken = self.partial.ordered.take(piece);
        self.count_piece();
        self.partial.ordered.settle()?;
        taken
    }

    fn partial(&self) -> Cow<'_, CorrelationPartial> {
        Cow::Borrowed(&self.partial)
    }

    fn merge(&mut self, later: CorrelationPartial) -> Result<(), Error> {
        let mine = &mut self.partial;
        if (&later.shape, later.a, later.b) != (&mine.shape, mine.a, mine.b) {
            let name = |p: &CorrelationPartial| format!("{} -> {} {:?}", p.a, p.b, p.shape);
            return Err(differs(Self::NAME, "channels or bins", &name(mine), &name(&later)));
        }
        if later.counts.len() != mine.counts.len() {
            return Err(not_ours(Self::NAME, "its bins are not those it names"));
        }
        mine.ordered.check(&later.ordered, Self::NAME)?;
        total(Self::NAME, mine.counts.iter().chain(&later.counts))?;
        for (n, more) in mine.counts.iter_mut().zip(&later.counts) {
            *n += more;
        }
        self.delays.count_across(&mine.ordered, &later.ordered, (mine.a, mine.b), &mut mine.counts);
        mine.ordered.merge(later.ordered)
    }

    fn result(&self) -> Value {
        let counts = &self.partial.counts;
        let norms = (0..counts.len()).map(|k| self.norm(k));
        let (g2, errors) =
            counts.iter().zip(norms).map(|(n, norm)| (*n as f64 * norm, (*n as f64).sqrt() * norm)).unzip();
        let [bin, from, edges] = self.delays.bins().describe(counts.len());
        let mut entries = Vec::from(self.describe());
        entries.extend([bin, from, edges]);
        entries.extend([
            ("counts", Value::Counts(counts.clone())),
            ("g2", Value::Floats(g2)),
            ("g2_error", Value::Floats(errors)),
        ]);
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}
