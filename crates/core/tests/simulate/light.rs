//! Beams, pulses and unsteady light, compared with closed forms.

use tagview_core::simulate::{Clock, Detector, Light, Pulses, Source, Statistics, Transmission};
use tagview_core::tags::Tag;

use crate::source::{assert_poisson, correlate, run, times};

const DURATION: i64 = 64_000_000;
const TICK: f64 = 156.25e-12;

/// Two perfect detectors, 1 and 2, behind a beam of `per_tick` photons, and nothing else.
pub fn beam(per_tick: f64, statistics: Statistics) -> Source {
    let perfect = |channel| Detector {
        channel,
        efficiency: 1.0,
        dark_rate: 0.0,
        jitter: 0.0,
        dead_time: 0,
        afterpulsing: 0.0,
        ..Detector::default()
    };
    Source {
        duration: DURATION,
        pair_rate: 0.0,
        a: perfect(1),
        b: perfect(2),
        extra: None,
        light: Some(Light { rate: per_tick / TICK, statistics }),
        ..Source::default()
    }
}

fn pulses(width: f64) -> Pulses {
    Pulses { rate: 80e6, width, clock: Some(Clock { channel: 9, divider: 100 }) }
}

/// Counts in windows of `width` ticks: the number of windows, their mean, and variance over mean (the Fano factor).
fn windows(times: impl Iterator<Item = i64>, width: i64) -> (f64, f64, f64) {
    let mut counts = vec![0.0; (DURATION / width) as usize];
    for time in times {
        if let Some(count) = counts.get_mut((time / width) as usize) {
            *count += 1.0;
        }
    }
    let k = counts.len() as f64;
    let mean = counts.iter().sum::<f64>() / k;
    let variance = counts.iter().map(|n| (n - mean).powi(2)).sum::<f64>() / (k - 1.0);
    (k, mean, variance / mean)
}

fn all_times(tags: &[Tag]) -> impl Iterator<Item = i64> {
    tags.iter().map(|tag| tag.time)
}

#[test]
fn coherent_light_is_poissons_on_both_detectors() {
    let tags = run(&beam(0.01, Statistics::Coherent));
    let (a, b) = (times(&tags, 1), times(&tags, 2));
    for n in [a.len(), b.len()] {
        assert_poisson(n, 0.005 * DURATION as f64);
    }
    let (k, _, fano) = windows(all_times(&tags), 1000);
    assert!((fano - 1.0).abs() < 5.0 * (2.0 / k).sqrt(), "{fano}");
    let near: u64 = correlate(&a, &b, -500, 500).iter().sum();
    assert_poisson(near as usize, 1000.0 * a.len() as f64 * b.len() as f64 / DURATION as f64);
}

#[test]
fn what_is_seen_of_a_beam_is_the_efficiencys_share() {
    for statistics in [
        Statistics::Coherent,
        Statistics::Thermal { coherence_time: 20.0 },
        Statistics::Emitter { lifetime: 20.0, g2: 0.0 },
    ] {
        let mut source = beam(0.01, statistics);
        (source.a.efficiency, source.b.efficiency) = (0.3, 0.1);
        let tags = run(&source);
        for (channel, share) in [(1, 0.15), (2, 0.05)] {
            let (n, mean) = (times(&tags, channel).len() as f64, share * 0.01 * DURATION as f64);
            // Thermal light has a Fano factor of 1 + rate * coherence time.
            assert!(
                (n - mean).abs() < 5.0 * (1.2 * mean).sqrt(),
                "{statistics:?}: {n} where {mean} are expected"
            );
        }
    }
}

#[test]
fn thermal_light_bunches_within_its_coherence_time() {
    let coherence_time = 1000.0;
    let tags = run(&beam(0.0016, Statistics::Thermal { coherence_time }));
    let (a, b) = (times(&tags, 1), times(&tags, 2));
    let level = a.len() as f64 * b.len() as f64 / DURATION as f64;
    for from in [0, 200, 500, 1000, 4000] {
        let counts: u64 = correlate(&a, &b, from, from + 200).iter().sum();
        let integral = |d: f64| -coherence_time / 2.0 * (-2.0 * d / coherence_time).exp();
        let expected = 1.0 + (integral(from as f64 + 200.0) - integral(from as f64)) / 200.0;
        let g2 = counts as f64 / (200.0 * level);
        assert!((g2 / expected - 1.0).abs() < 0.04, "{from}: {g2} where {expected} is expected");
    }
    for width in [500, 2000, 16_000] {
        let (_, mean, fano) = windows(all_times(&tags), width);
        let u = 2.0 * width as f64 / coherence_time;
        let q = mean * 2.0 * (u - 1.0 + (-u).exp()) / (u * u);
        assert!(((fano - 1.0) / q - 1.0).abs() < 0.12, "{width}: {fano} where {} is expected", 1.0 + q);
    }
}

#[test]
fn an_emitter_is_empty_after_a_photon() {
    let (rate, lifetime) = (0.003, 100.0);
    let tags = run(&beam(rate, Statistics::Emitter { lifetime, g2: 0.0 }));
    let (a, b) = (times(&tags, 1), times(&tags, 2));
    let level = a.len() as f64 * b.len() as f64 / DURATION as f64;
    let fall = 1.0 / lifetime + 1.0 / (1.0 / rate - lifetime);
    for from in [1, 10, 50, 100, 400, 2000] {
        let to = from + from.clamp(4, 100);
        let counts: u64 = correlate(&a, &b, from, to).iter().sum();
        // Times are whole ticks, so a difference represents values within half a tick of it.
        let integral = |d: f64| d + (-fall * d).exp() / fall;
        let expected = level * (integral(to as f64 - 0.5) - integral(from as f64 - 0.5));
        assert_poisson(counts as usize, expected);
    }
}

#[test]
fn pulses_come_with_their_clock_and_have_poissons_number() {
    let source = Source { pulses: Some(pulses(2.0)), ..beam(0.02, Statistics::Coherent) };
    let tags = run(&source);
    let clock = times(&tags, 9);
    assert_eq!(clock, (0..DURATION / 8000).map(|k| 8000 * k).collect::<Vec<_>>());
    let light = || tags.iter().filter(|tag| tag.channel != 9).map(|tag| tag.time);
    let phases: Vec<f64> = light().map(|time| ((time + 40).rem_euclid(80) - 40) as f64 + 0.5).collect();
    let n = phases.len() as f64;
    assert_poisson(phases.len(), 0.02 * DURATION as f64);
    let (mean, square) = (phases.iter().sum::<f64>() / n, phases.iter().map(|x| x * x).sum::<f64>() / n);
    assert!(mean.abs() < 5.0 * 2.0 / n.sqrt(), "{mean}");
    assert!((square / (4.0 + 1.0 / 12.0) - 1.0).abs() < 5.0 * (2.0 / n).sqrt(), "{square}");
    let (k, mean, fano) = windows(light().map(|time| time + 40), 80);
    assert!((mean / 1.6 - 1.0).abs() < 0.01 && (fano - 1.0).abs() < 5.0 * (2.0 / k).sqrt(), "{mean} {fano}");
}

#[test]
fn pairs_in_pulses_stay_together() {
    let mut source = Source { pulses: Some(pulses(0.0)), light: None, ..beam(0.0, Statistics::Coherent) };
    source.pair_rate = 1e6;
    let tags = run(&source);
    assert_eq!(times(&tags, 1), times(&tags, 2));
    assert!(times(&tags, 1).iter().all(|time| time % 80 == 0));
    assert_poisson(times(&tags, 1).len(), 1e6 * TICK * DURATION as f64);
}

#[test]
fn a_pulsed_emitter_has_the_lifetime_and_the_g2_it_is_given() {
    for g2 in [0.0, 0.25] {
        let lifetime = 12.0;
        let emitter = Statistics::Emitter { lifetime, g2 };
        let source = Source { pulses: Some(pulses(0.0)), ..beam(0.2 / 80.0, emitter) };
        let tags = run(&source);
        let (a, b) = (times(&tags, 1), times(&tags, 2));
        assert_poisson(a.len() + b.len(), 0.2 / 80.0 * DURATION as f64);
        let area = |m: i64| correlate(&a, &b, 80 * m - 40, 80 * m + 40).iter().sum::<u64>() as f64;
        let side = (2..22).map(area).sum::<f64>() / 20.0;
        let all: f64 = [-1, 0, 1].into_iter().map(area).sum();
        // Photons of neighbours come into the central area and its own leave it, so the three are taken together.
        let expected = (2.0 + g2) * side;
        assert!(
            (all - expected).abs() < 5.0 * (expected * 1.2).sqrt(),
            "{g2}: {all} where {expected} is expected"
        );
        // The mean of the exponential folded by the period.
        let phases: Vec<f64> = a.iter().map(|time| (time % 80) as f64 + 0.5).collect();
        let mean = phases.iter().sum::<f64>() / phases.len() as f64;
        let folded = lifetime - 80.0 / ((80.0 / lifetime).exp() - 1.0);
        assert!((mean - folded).abs() < 5.0 * lifetime / (phases.len() as f64).sqrt(), "{mean} {folded}");
    }
}

#[test]
fn a_drift_and_a_pause_are_where_they_should_be() {
    let pause = (3 * DURATION / 10, DURATION / 2);
    let transmission = Transmission { drift: Some((0.0, 0.5)), pauses: vec![pause] };
    let mut source = Source { transmission, ..beam(0.01, Statistics::Coherent) };
    (source.pair_rate, source.a.dark_rate) = (0.002 / TICK, 0.001 / TICK);
    let tags = run(&source);
    for tenth in 0..10 {
        let part = DURATION / 10 * tenth..DURATION / 10 * (tenth + 1);
        let count = |channel| times(&tags, channel).iter().filter(|time| part.contains(time)).count();
        let passes = if (3..5).contains(&tenth) { 0.0 } else { 0.05 * (tenth as f64 + 0.5) };
        let ticks = DURATION as f64 / 10.0;
        assert_poisson(count(1), ticks * (passes * 0.007 + 0.001));
        assert_poisson(count(2), ticks * passes * 0.007);
    }
}

#[test]
fn dead_time_makes_counts_regular() {
    let mut source = beam(0.004, Statistics::Coherent);
    source.a.dead_time = 200;
    let tags = run(&source);
    // A click's whole tick is where the dead time begins: on average it is half a tick shorter.
    let slowed = 1.0 + 0.002 * 199.5;
    let (k, mean, fano) = windows(times(&tags, 1).into_iter(), 100_000);
    assert!((mean / (200.0 / slowed) - 1.0).abs() < 0.01, "{mean}");
    assert!((fano * slowed * slowed - 1.0).abs() < 5.0 * (2.0 / k).sqrt(), "{fano}");
}

#[test]
fn a_beam_with_almost_no_detections_ends() {
    let mut source = beam(0.5, Statistics::Emitter { lifetime: 1.0, g2: 0.0 });
    (source.a.efficiency, source.b.efficiency) = (1e-5, 0.0);
    assert_poisson(run(&source).len(), 0.25e-5 * DURATION as f64);
    source.a.efficiency = 0.0;
    assert_eq!(run(&source), []);
}
