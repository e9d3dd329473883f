//! The simulated source: the same everywhere, in order, and true to its parameters.

use tagview_core::Code;
use tagview_core::simulate::{Detector, Simulation, Source};
use tagview_core::tags::Tag;
use twox_hash::XxHash64;

pub fn run(source: &Source) -> Vec<Tag> {
    let mut simulation = Simulation::new(source.clone()).unwrap();
    let (mut tags, mut batch) = (Vec::new(), Vec::new());
    while simulation.next_batch(&mut batch) {
        tags.extend_from_slice(&batch);
    }
    assert!(batch.is_empty() && !simulation.next_batch(&mut batch), "it stays at its end");
    tags
}

pub fn times(tags: &[Tag], channel: u64) -> Vec<i64> {
    tags.iter().filter(|tag| tag.channel == channel).map(|tag| tag.time).collect()
}

/// The number of pairs with each delay `from <= t_b - t_a < to`, by trying every pair.
pub fn correlate(a: &[i64], b: &[i64], from: i64, to: i64) -> Vec<u64> {
    let mut counts = vec![0; (to - from) as usize];
    for &time in a {
        let near = &b[b.partition_point(|t| *t < time + from)..b.partition_point(|t| *t < time + to)];
        for t in near {
            counts[(t - time - from) as usize] += 1;
        }
    }
    counts
}

/// No afterpulsing, no dead time, one second: counts are Poisson.
fn plain() -> Source {
    let mut source = Source { duration: 6_400_000_000, ..Source::default() };
    for detector in [&mut source.a, &mut source.b].into_iter().chain(&mut source.extra) {
        detector.afterpulsing = 0.0;
        detector.dead_time = 0;
    }
    source
}

pub fn assert_poisson(count: usize, mean: f64) {
    assert!((count as f64 - mean).abs() <= 5.0 * mean.sqrt(), "{count} where {mean} are expected");
}

#[test]
fn the_same_seed_gives_the_same_tags_everywhere() {
    let tags = run(&Source { duration: 640_000_000, ..Source::default() });
    let hash = XxHash64::oneshot(0, bytemuck::cast_slice(&tags[..20_000]));
    assert_eq!((tags[0], tags[19_999], hash), GOLDEN);
}

const GOLDEN: (Tag, Tag, u64) =
    (Tag { time: 60461, channel: 15 }, Tag { time: 589_350_729, channel: 15 }, 9_787_681_311_822_855_209);

#[test]
fn another_seed_gives_other_tags() {
    let source = Source { duration: 64_000_000, ..Source::default() };
    assert_ne!(run(&source), run(&Source { seed: 2, ..source.clone() }));
}

#[test]
fn a_longer_recording_begins_like_the_shorter() {
    let short = run(&Source { duration: 64_000_000, ..Source::default() });
    let long = run(&Source { duration: 128_000_000, ..Source::default() });
    assert_eq!(short, long[..short.len()]);
    assert!(long[short.len()].time >= 64_000_000);
}

#[test]
fn tags_are_in_order_and_within_the_recording() {
    let mut source = Source { duration: 640_000_000, ..Source::default() };
    for delay in [26, -5_000_000, 5_000_000] {
        source.b.delay = delay;
        source.b.jitter = 1000.0;
        let tags = run(&source);
        assert!(tags.is_sorted_by_key(|tag| tag.time));
        assert!(tags.iter().all(|tag| (0..source.duration).contains(&tag.time)));
        assert!(tags.len() > 10_000);
    }
}

#[test]
fn rates_are_those_asked_for() {
    let source = plain();
    let tags = run(&source);
    assert_poisson(times(&tags, 3).len(), 460e3 * 0.20 + 3e3);
    assert_poisson(times(&tags, 15).len(), 460e3 * 0.23 + 3e3);
    assert_poisson(times(&tags, 16).len(), 11e3);
}

#[test]
fn light_is_steady_from_the_first_tick_whatever_the_delay() {
    let mut source = plain();
    (source.a.delay, source.b.delay) = (64_000_000, -3_200_000);
    let tags = run(&source);
    for (channel, rate) in [(3, 95e3), (15, 108.8e3)] {
        let first_tenth = times(&tags, channel).iter().filter(|time| **time < 640_000_000).count();
        assert_poisson(first_tenth, rate / 10.0);
    }
}

#[test]
fn pairs_peak_at_the_delay_with_the_jitter_of_both() {
    let source = plain();
    let tags = run(&source);
    let (from, to) = (-1000, 1000);
    let counts = correlate(&times(&tags, 3), &times(&tags, 15), from, to);
    let at = |delay: i64| counts[(delay - from) as usize];
    let peak = (from..to).max_by_key(|delay| at(*delay)).unwrap();
    assert!((peak - 26).abs() <= 1, "the peak is at {peak}");

    // True pairs on top of accidental ones, N_a N_b / T per tick.
    let accidental = 95e3 * 108.8e3 / 6.4e9;
    let near = 26 - 20..=26 + 20;
    let seen: u64 = near.clone().map(at).sum();
    assert_poisson(seen as usize, 460e3 * 0.20 * 0.23 + 41.0 * accidental);
    let away: u64 = (-1000..0).map(at).sum();
    assert_poisson(away as usize, 1000.0 * accidental);

    // sqrt(2) 2.2 ticks, and two times that are cut to whole ticks: 2 / 12.
    let total = seen as f64 - 41.0 * accidental;
    let square = |delay: i64| ((delay - 26) as f64).powi(2);
    let variance = near.map(|delay| square(delay) * (at(delay) as f64 - accidental)).sum::<f64>() / total;
    let expected = 2.0 * 2.2 * 2.2 + 2.0 / 12.0;
    assert!((variance / expected - 1.0).abs() < 0.06, "variance {variance} where {expected} is expected");
}

#[test]
fn a_detector_is_dead_after_a_click() {
    let mut source = plain();
    source.a.dead_time = 20_000;
    let a = times(&run(&source), 3);
    let least = a.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
    assert!((20_000..20_100).contains(&least), "least gap {least}");
    // Non-paralysable: m = n / (1 + n tau), with a variance below Poisson's.
    let dead = 20_000.0 * source.tick;
    assert_poisson(a.len(), 95e3 / (1.0 + 95e3 * dead));
}

#[test]
fn afterpulses_follow_soon_after_the_dead_time() {
    let mut source = plain();
    source.extra = Some(Detector {
        channel: 16,
        dark_rate: 50e3,
        dead_time: 320,
        afterpulsing: 0.1,
        afterpulse_decay: 640.0,
        ..Detector::default()
    });
    let gaps: Vec<_> = times(&run(&source), 16).windows(2).map(|pair| pair[1] - pair[0]).collect();
    // Within five decay times: the afterpulses, and dark counts of 50 kHz for 3200 ticks.
    let soon = gaps.iter().filter(|gap| **gap < 320 + 3200).count();
    let n = gaps.len() as f64;
    let dark = 1.0 - (-50e3 * 3200.0 * source.tick).exp();
    let pulses = 0.1 * (1.0 - (-5.0f64).exp());
    assert_poisson(soon, n * (dark + pulses - dark * pulses));
    assert!(gaps.iter().all(|gap| *gap >= 320));
}

#[test]
fn silence_is_empty() {
    let mut source = plain();
    source.pair_rate = 0.0;
    source.extra = None;
    source.a.dark_rate = 0.0;
    source.b.dark_rate = 0.0;
    assert_eq!(run(&source), []);
    assert_eq!(run(&Source { duration: 0, ..Source::default() }), []);
    let blind = |detector: &Detector| Detector { efficiency: 0.0, dark_rate: 0.0, ..detector.clone() };
    assert_eq!(run(&Source { a: blind(&source.a), b: blind(&source.b), pair_rate: 1e6, ..source }), []);
}

#[test]
fn a_perfect_source_sees_every_pair_twice() {
    let mut source = plain();
    source.extra = None;
    for detector in [&mut source.a, &mut source.b] {
        (detector.efficiency, detector.jitter, detector.dark_rate) = (1.0, 0.0, 0.0);
    }
    let tags = run(&source);
    let (a, b) = (times(&tags, 3), times(&tags, 15));
    assert!(b.len().abs_diff(a.len()) <= 1, "one pair may lie across the recording's ends");
    let matched = a.iter().filter(|time| b.binary_search(&(*time + 26)).is_ok()).count();
    assert!(matched + 1 >= a.len());
}

#[test]
fn parameters_out_of_range_are_refused() {
    let with = |change: fn(&mut Source)| {
        let mut source = Source::default();
        change(&mut source);
        let error = Simulation::new(source).expect_err("out of range");
        assert_eq!(error.code, Code::Usage);
        error.message
    };
    assert!(with(|s| s.duration = -1).contains("duration"));
    assert!(with(|s| s.duration = i64::MAX).contains("duration"));
    assert!(with(|s| s.tick = 0.0).contains("tick"));
    assert!(with(|s| s.pair_rate = f64::NAN).contains("pair rate"));
    assert!(with(|s| s.pair_rate = 1e12).contains("pair rate"));
    assert!(with(|s| s.a.efficiency = 1.1).contains("efficiency of channel 3"));
    assert!(with(|s| s.b.dark_rate = -1.0).contains("dark count rate of channel 15"));
    assert!(with(|s| s.b.jitter = f64::INFINITY).contains("jitter"));
    assert!(with(|s| s.b.dead_time = -1).contains("dead time"));
    assert!(with(|s| s.a.afterpulsing = 1.0).contains("afterpulsing"));
    assert!(with(|s| s.a.afterpulse_decay = 0.0).contains("decay"));
    assert!(with(|s| s.b.channel = 3).contains("channel 3"));
    assert!(with(|s| s.b.delay = 1 << 45).contains("too long"));
}
