//! How rarely a heralded photon is seen by two detectors at once.

use std::borrow::Cow;

use super::accumulator::Analysis;
use super::coincidence::{Coincidence, CoincidenceHead, CoincidencePartial, UncheckedParameters};
use super::shape::{Channel, Count, Includes, Part, Result as _, Shape, result};
use crate::request::{Field, Params, request};
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// Second-order correlation at no delay of what the channels `a` and `b` see behind a beam
/// splitter, given a tag of `herald`: 0 for single photons, 1 for light that is independent of the herald.
///
/// The coincidences are those of [`Coincidence`], every combination of one tag of each channel within the window; with
/// their numbers N,
///
/// ```text
/// g2 = N_hab * N_h / (N_ha * N_hb)
/// ```
///
/// after Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986), with the tags of the herald as their gates. `g2_error` is Poisson's, the four numbers taken as independent:
/// `g2 * sqrt(1/N_hab + 1/N_h + 1/N_ha + 1/N_hb)`; without a threefold coincidence, that of one.
///
/// Disorder, crowds and memory are as with [`super::Correlation`].
pub struct Heralded {
    herald: u64,
    a: u64,
    b: u64,
    coincidence: Coincidence,
}

request! {
    /// What `heralded` is asked for: three different channels, and what coincidences of them are.
    struct HeraldedRequest for "heralded" {
        /// Channel whose tags herald a photon.
        herald: Channel,
        /// Channel of one detector behind the beam splitter.
        a: Channel,
        /// Channel of the other.
        b: Channel,
        /// Largest time from the earliest to the latest tag of a coincidence, ticks.
        window: RequiredTicks,
        /// What is subtracted from the times of a channel, ticks.
        delays: ChannelDelays,
    }
}

result! {
    /// The channels of a heralded correlation.
    pub struct HeraldedChannels as "HeraldedChannels" {
        herald: Channel,
        a: Channel,
        b: Channel,
    }
}

result! {
    /// `heralded`: `g2 = N_hab N_h / (N_ha N_hb)` with coincidences within the window.
    pub struct HeraldedResult as "Heralded" {
        of: Includes<HeraldedChannels>,
        head: Includes<CoincidenceHead>,
        tags_herald: Count,
        tags_a: Count,
        tags_b: Count,
        /// Coincidences of the herald and `a`, and so on.
        herald_a: Count,
        herald_b: Count,
        herald_a_b: Count,
        g2: f64,
        /// Standard error of `g2`, Poisson's.
        g2_error: f64,
    }
}

impl Analysis for Heralded {
    const NAME: &'static str = "heralded";
    const REQUEST: &'static [Field] = HeraldedRequest::FIELDS;
    type Partial = CoincidencePartial;

    fn shape() -> Shape {
        HeraldedResult::shape()
    }

    fn new(params: &Params) -> Result<Self, Error> {
        if params.has("patterns") {
            return Err(Error::new(
                Code::Usage,
                "`patterns` are not for heralded correlation",
                "give `herald`, `a` and `b`",
            ));
        }
        let HeraldedRequest { herald, a, b, window, delays } = HeraldedRequest::read(params)?;
        if herald == a || herald == b || a == b {
            return Err(Error::new(
                Code::Usage,
                "`herald`, `a` and `b` are not three different channels",
                "name each once",
            ));
        }
        let patterns = [vec![herald, a], vec![herald, b], vec![herald, a, b]];
        let patterns = patterns.map(|channels| channels.into_iter().map(i128::from).collect()).to_vec();
        let coincidence = Coincidence::of(UncheckedParameters { window, patterns, delays }.checked()?);
        Ok(Self { herald, a, b, coincidence })
    }

    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        self.coincidence.push(block)
    }

    fn stopped(&self) -> Option<Error> {
        Analysis::stopped(&self.coincidence)
    }

    fn partial(&self) -> Cow<'_, CoincidencePartial> {
        self.coincidence.partial()
    }

    fn merge(&mut self, later: CoincidencePartial) -> Result<(), Error> {
        self.coincidence.merge(later)
    }

    fn result(&self) -> Value {
        let Self { herald, a, b, coincidence } = self;
        let (heralds, both) = (coincidence.tags(*herald), coincidence.counts(&[*herald, *a, *b]));
        let (with_a, with_b) = (coincidence.counts(&[*herald, *a]), coincidence.counts(&[*herald, *b]));
        let g2 = |both: f64| both * heralds as f64 / (with_a as f64 * with_b as f64);
        let variance: f64 = [both.max(1), heralds, with_a, with_b].iter().map(|n| 1.0 / *n as f64).sum();
        let all = HeraldedResult {
            of: Includes(HeraldedChannels { herald: Channel(*herald), a: Channel(*a), b: Channel(*b) }),
            head: Includes(coincidence.describe()),
            tags_herald: Count(heralds),
            tags_a: Count(coincidence.tags(*a)),
            tags_b: Count(coincidence.tags(*b)),
            herald_a: Count(with_a),
            herald_b: Count(with_b),
            herald_a_b: Count(both),
            g2: g2(both as f64),
            g2_error: g2(both.max(1) as f64) * variance.sqrt(),
        };
        all.value()
    }
}
