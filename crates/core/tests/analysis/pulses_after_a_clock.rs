//! Light that follows a clock's pulses: whatever else is counted, no harmonic of its period is told, nor a multiple.

use tagview_core::Value;
use tagview_core::tags::Tag;

use crate::pairs::list;
use crate::period::{ask, float};
use crate::tags::tag;
use crate::ticks::Random;

#[derive(Debug, Clone, Copy)]
struct Light {
    /// Ticks.
    period: f64,
    lifetime: f64,
    /// Of so many pulses, the clock ticks at one.
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

/// The periods that are told of pairs of signals, and of signals with the clock.
fn periods(tags: &[Tag]) -> (Vec<Option<f64>>, Vec<Option<f64>>) {
    let told = ask("pairs", &[], tags);
    let (mut of_signals, mut of_clock) = (Vec::new(), Vec::new());
    for entry in list(&told, "pairs") {
        let [a, b] = ["a", "b"].map(|end| entry.get(end) == Some(&Value::UInt(0)));
        let period = float(entry, "period");
        match (a, b) {
            (false, false) => of_signals.push(period),
            (true, true) => {}
            _ => of_clock.push(period),
        }
    }
    (of_signals, of_clock)
}

/// Tags a pulse, and counts besides; of the first, 60 tags follow the clock.
const RATES: [(f64, f64); 4] = [(0.001, 0.01), (0.01, 0.0), (0.01, 0.02), (0.05, 0.1)];
/// Ticks: of 6,400 that are counted to either side, and of some for which tags far apart are looked at.
const PERIODS: [f64; 7] = [79.7, 1000.0, 1600.3, 1700.0, 2400.0, 2900.0, 40_000.0];

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
fn no_part_and_no_multiple_of_the_lights_period_is_told() {
    let (mut clear, mut told) = (0, 0);
    for (seed, light) in (1..).zip(lights()) {
        let (of_signals, of_clock) = periods(&tags_of(seed, light));
        for period in of_signals.iter().chain(&of_clock).flatten() {
            assert!((period / light.period - 1.0).abs() < 0.01, "{light:?}: {period}");
        }
        // Of few tags, wide peaks and long periods of the clock, it need not be seen.
        let is_short = light.period * f64::from(light.divider) < 6400.0;
        if light.rate > 0.005 && light.lifetime <= light.period / 12.0 && is_short {
            clear += of_clock.len();
            told += of_clock.iter().flatten().count();
        }
    }
    assert!(told == clear && clear > 100, "{told} of {clear}");
}

#[test]
fn steady_light_beside_a_clock_is_not_pulsed() {
    for (seed, period) in (1..).zip(PERIODS) {
        for divider in [1, 2, 10] {
            for rate in [0.001, 0.01, 0.1] {
                let light = Light { period, lifetime: 1.0, divider, rate: 0.0, background: rate };
                let (of_signals, of_clock) = periods(&tags_of(seed, light));
                let told: Vec<&f64> = of_signals.iter().chain(&of_clock).flatten().collect();
                assert!(told.is_empty(), "{light:?}: {told:?}");
            }
        }
    }
}
