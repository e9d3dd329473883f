//! Light that follows a clock's pulses: with any other channels, the hint is its period, not a fraction or a multiple.

use tagview_core::tags::Tag;

use crate::period::{ask, hinted};
use crate::tags::tag;
use crate::ticks::Random;

#[derive(Debug, Clone, Copy)]
struct Light {
    /// Ticks.
    period: f64,
    lifetime: f64,
    /// Number of pulses per tag of the clock.
    divider: u32,
    /// Tags a pulse of each signal, and counts besides.
    rate: f64,
    background: f64,
}

const PULSES: u32 = 60_000;

/// A clock on channel 0, and tags of channels 1 and 2 after its pulses.
fn tags_of(seed: u64, light: Light) -> Vec<Tag> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut all = Vec::new();
    for pulse in 0..PULSES {
        let at = f64::from(pulse) * light.period;
        if pulse % light.divider == 0 {
            all.push(tag(0, at as i64));
        }
        for channel in [1, 2] {
            if random.uniform() < light.rate {
                let after = -light.lifetime * (1.0 - random.uniform()).ln() + 2.0 * random.normal();
                all.push(tag(channel, (at + 20.0 + after) as i64));
            }
            if random.uniform() < light.background {
                all.push(tag(channel, (at + random.uniform() * light.period) as i64));
            }
        }
    }
    all.sort_unstable_by_key(|tag| (tag.time, tag.channel));
    all
}

/// The period of the hint, of all channels together.
fn period_of(tags: &[Tag]) -> Option<f64> {
    hinted(&ask("pairs", &[], tags))
}

/// Tags a pulse, and counts besides; of the first, 60 tags follow the clock.
const RATES: [(f64, f64); 4] = [(0.001, 0.01), (0.01, 0.0), (0.01, 0.02), (0.05, 0.1)];
/// Lengths of ticks: those with delays of up to 6,400 ticks, and some for which distant tags are searched.
const PERIODS: [f64; 4] = [79.7, 1000.0, 2400.0, 40_000.0];

fn lights() -> impl Iterator<Item = Light> {
    let of_period = |period: f64| {
        [5.0, period / 12.0, period / 3.0].into_iter().flat_map(move |lifetime| {
            [1, 2, 10].into_iter().flat_map(move |divider| {
                RATES.map(|(rate, background)| Light { period, lifetime, divider, rate, background })
            })
        })
    };
    PERIODS.into_iter().flat_map(of_period)
}

#[test]
fn no_part_and_no_multiple_of_the_lights_period_is_hinted_at() {
    let (mut clear, mut found) = (0, 0);
    for (seed, light) in (1..).zip(lights()) {
        let period = period_of(&tags_of(seed, light));
        if let Some(period) = period {
            assert!((period / light.period - 1.0).abs() < 1e-4, "{light:?}: {period}");
        }
        // Of few tags and wide peaks, it need not be seen.
        if light.rate > 0.005 && light.lifetime <= light.period / 12.0 && light.background == 0.0 {
            clear += 1;
            found += usize::from(period.is_some());
        }
    }
    assert!(found == clear && clear > 10, "{found} of {clear}");
}

#[test]
fn steady_light_beside_a_clock_is_not_pulsed() {
    for (seed, period) in (1..).zip(PERIODS) {
        for divider in [1, 2, 10] {
            for rate in [0.001, 0.01, 0.1] {
                let light = Light { period, lifetime: 1.0, divider, rate: 0.0, background: rate };
                assert_eq!(period_of(&tags_of(seed, light)), None, "{light:?}");
            }
        }
    }
}
