//! How rarely a heralded photon is seen by two detectors at once.

use std::borrow::Cow;

use super::Analysis;
use super::coincidence::{Coincidence, CoincidencePartial};
use crate::request::Params;
use crate::tags::TagBlock;
use crate::{Code, Error, Value};

/// Second-order correlation at no delay of what the channels `a` and `b` see behind a beam
/// splitter, given a tag of `herald`: 0 for single photons, 1 for light that knows nothing of the
/// herald.
///
/// Parameters, in ticks: `herald`, `a`, `b`, three different channels; `window`; `delays`, a list
/// of `[channel, delay]`. The coincidences are those of [`Coincidence`], every combination of one
/// tag of each channel within the window; with their numbers N,
///
/// ```text
/// g2 = N_hab * N_h / (N_ha * N_hb)
/// ```
///
/// after Grangier, Roger, Aspect, Europhys. Lett. 1, 173 (1986), whose 2 w f are tags of the
/// herald. `g2_error` is Poisson's, the four numbers taken as independent:
/// `g2 * sqrt(1/N_hab + 1/N_h + 1/N_ha + 1/N_hb)`; without a threefold coincidence, that of one.
///
/// Disorder and memory are as with [`super::Correlation`].
pub struct Heralded {
    herald: u64,
    a: u64,
    b: u64,
    coincidence: Coincidence,
}

impl Analysis for Heralded {
    const NAME: &'static str = "heralded";
    type Partial = CoincidencePartial;

    fn new(params: &Params) -> Result<Self, Error> {
        let channel = |name: &str| {
            params.unsigned(name)?.ok_or_else(|| {
                Error::new(Code::Usage, format!("`{name}` is missing"), "give the number of a channel")
            })
        };
        let (herald, a, b) = (channel("herald")?, channel("a")?, channel("b")?);
        if herald == a || herald == b || a == b {
            return Err(Error::new(
                Code::Usage,
                "`herald`, `a` and `b` are not three different channels",
                "name each once",
            ));
        }
        if params.has("patterns") {
            return Err(Error::new(
                Code::Usage,
                "`patterns` are not for heralded correlation",
                "give `herald`, `a` and `b`",
            ));
        }
        let pattern = |channels: &[u64]| Value::List(channels.iter().copied().map(Value::UInt).collect());
        let patterns =
            Value::List(vec![pattern(&[herald, a]), pattern(&[herald, b]), pattern(&[herald, a, b])]);
        let coincidence = Coincidence::new(&params.clone().or("patterns", patterns))?;
        Ok(Self { herald, a, b, coincidence })
    }

    fn push(&mut self, piece: &TagBlock) -> Result<(), Error> {
        self.coincidence.push(piece)
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
        let mut entries =
            vec![("herald", Value::UInt(*herald)), ("a", Value::UInt(*a)), ("b", Value::UInt(*b))];
        entries.extend(coincidence.describe());
        entries.extend([
            ("tags_herald", Value::Count(heralds)),
            ("tags_a", Value::Count(coincidence.tags(*a))),
            ("tags_b", Value::Count(coincidence.tags(*b))),
            ("herald_a", Value::Count(with_a)),
            ("herald_b", Value::Count(with_b)),
            ("herald_a_b", Value::Count(both)),
            ("g2", Value::Float(g2(both as f64))),
            ("g2_error", Value::Float(g2(both.max(1) as f64) * variance.sqrt())),
        ]);
        Value::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}
