//! Steadiness of the light of a channel.

mod result;

use serde::Deserialize;

use super::fields::RequestFields;
use crate::counting::slices::Slices;
use crate::request::{positive, setters};
use crate::run::accumulator::{Accumulator, Analysis};
use crate::run::partial::{from_bytes, to_bytes, total};
use crate::tags::{Extent, PerChannel, TagBlock};
use crate::{Code, Error};
use result::{NAME, StabilityPartial, automatic_bin, result};

pub use result::{StabilityChannel, StabilityResult};

/// Steadiness of the light of each channel: the Allan deviation of its rate, and Fano's factor and Mandel's Q of its
/// counts. Averaging times are `bin` ticks, doubled as long as the run has at least 8 of them.
///
/// Slices begin at multiples of `bin`. The default is the smallest power of two with at most 2^16 slices. Slices that
/// the run covers only in part are ignored. Tags may come in any order.
///
/// Allan, Proc. IEEE 54, 221 (1966); Fano, Phys. Rev. 72, 26 (1947); Mandel, Opt. Lett. 4, 205 (1979).
pub struct Stability(StabilityPartial);

/// The request for `stability`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StabilityRequest {
    /// Shortest averaging time, ticks. By default, the width doubles as needed for at most 2^16 slices.
    pub bin: Option<i64>,
}

setters! { StabilityRequest { bin: i64 } }

impl RequestFields for StabilityRequest {}

/// Maximum number of slices of one run, of all channels together: 32 MiB.
const MAX_SLICES: u64 = 1 << 22;

/// Checks that slices of `bin` between the ends, on `channels` channels, stay within [`MAX_SLICES`].
fn check_cells(bin: i64, channels: usize, ends: (i64, i64)) -> Result<(), Error> {
    let slices = ends.0.div_euclid(bin).abs_diff(ends.1.div_euclid(bin)).saturating_add(1);
    if slices.saturating_mul(channels as u64) <= MAX_SLICES {
        return Ok(());
    }
    Err(Error::new(
        Code::TooManyBins,
        format!("slices of {bin} ticks on {channels} channels are more than {MAX_SLICES} in all"),
        "use a wider `bin`, or choose some channels with `channel`",
    ))
}

impl Analysis for Stability {
    const NAME: &'static str = NAME;
    type Request = StabilityRequest;
    type Result = StabilityResult;

    fn new(request: &StabilityRequest) -> Result<Self, Error> {
        let bin = positive("bin", request.bin)?;
        let partial = StabilityPartial {
            automatic: bin.is_none(),
            bin: bin.unwrap_or(1),
            ends: (0, 0),
            channels: PerChannel::default(),
        };
        Ok(Self(partial))
    }

    fn result(&self) -> StabilityResult {
        result(&self.0)
    }
}

impl Accumulator for Stability {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let Some((least, greatest)) = block.time_range() else { return Ok(()) };
        let partial = &mut self.0;
        let ends = match partial.channels.is_empty() {
            true => (least, greatest),
            false => (partial.ends.0.min(least), partial.ends.1.max(greatest)),
        };
        if partial.automatic {
            partial.widen(automatic_bin(partial.bin, ends));
        }
        let bin = partial.bin;
        let more = block.columns().filter(|(channel, _)| partial.channels.get(*channel).is_none()).count();
        check_cells(bin, partial.channels.len() + more, ends)?;
        partial.ends = ends;
        for (channel, times) in block.columns() {
            let mut rest = times;
            while let Some(time) = rest.first() {
                let k = time.div_euclid(bin);
                let first = i128::from(k) * i128::from(bin);
                let slice = first..first + i128::from(bin);
                let run = if block.is_sorted() {
                    rest.partition_point(|time| i128::from(*time) < slice.end)
                } else {
                    rest.iter().take_while(|time| slice.contains(&i128::from(**time))).count()
                };
                // Tags that are counted one by one do not exceed the maximum.
                let state = partial.channels.get_or_make(channel, |_| Ok(Slices::default()))?;
                let _ = state.add(k, run as u64);
                rest = &rest[run..];
            }
        }
        Ok(())
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(Self::NAME, &self.0, 0)
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        self.merge(from_bytes(Self::NAME, later)?)
    }

    fn cover(&mut self, recording: Extent) {
        let partial = &mut self.0;
        if !partial.channels.is_empty() {
            let ends = (partial.ends.0.min(recording.least), partial.ends.1.max(recording.greatest));
            if partial.automatic {
                partial.widen(automatic_bin(partial.bin, ends));
            }
            partial.ends = ends;
        }
    }
}

impl Stability {
    /// Appends the partial result of the run that follows.
    fn merge(&mut self, mut later: StabilityPartial) -> Result<(), Error> {
        let mine = &mut self.0;
        later.check(mine)?;
        total(Self::NAME, [&mine.total()?, &later.total()?])?;
        if later.channels.is_empty() {
            return Ok(());
        }
        let ends = match mine.channels.is_empty() {
            true => later.ends,
            false => (mine.ends.0.min(later.ends.0), mine.ends.1.max(later.ends.1)),
        };
        let widest = mine.bin.max(later.bin);
        let bin = if mine.automatic { automatic_bin(widest, ends) } else { widest };
        check_cells(bin, mine.channels.union_len(&later.channels)?, ends)?;
        mine.widen(bin);
        later.widen(bin);
        mine.ends = ends;
        mine.channels.merge(later.channels, |mine, theirs| {
            // The number of tags was checked before.
            let _ = mine.append(&theirs);
        })
    }
}
