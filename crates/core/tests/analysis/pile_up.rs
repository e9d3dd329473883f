//! `lifetime` with `pile_up`: decays of bright light on a detector that misses tags, with a known lifetime.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::lifetime::{Random, clocked, codes, lifetime, number};
use crate::tags::tag;

/// Short enough that the next pulse comes when no light is left.
const LIFETIME: f64 = 30.0;
const PERIOD: f64 = 400.3;

/// Tags of `seen` photons per pulse on average. The detector misses photons less than `dead` ticks after a tag of the
/// same pulse.
fn bright(pulses: u32, seen: f64, dead: f64, seed: u64) -> Vec<Tag> {
    recorded(pulses, seen, |time, next| (time + dead).min(next), seed)
}

/// Tags of a detector that is ready again at the time `ready(tag, next pulse)` after a tag.
fn recorded(pulses: u32, seen: f64, ready: impl Fn(f64, f64) -> f64, seed: u64) -> Vec<Tag> {
    let mut random = Random::new(seed);
    let mut tags = Vec::new();
    let mut live = f64::MIN;
    for k in 0..pulses {
        let pulse = f64::from(k) * PERIOD;
        tags.push(tag(3, pulse.floor() as i64));
        let mut photons = Vec::new();
        // Poisson's number of photons: those of a process of the rate 1 up to the time `seen`.
        let mut sum = random.exponential(1.0);
        while sum < seen {
            photons.push(pulse + 50.0 + 3.0 * random.gauss() + random.exponential(LIFETIME));
            sum += random.exponential(1.0);
        }
        photons.sort_by(f64::total_cmp);
        for time in photons {
            if time >= live {
                tags.push(tag(15, time.floor() as i64));
                live = ready(time, pulse + PERIOD);
            }
        }
    }
    tags.sort_by_key(|tag| (tag.time, tag.channel));
    tags
}

fn corrected(tags: &[Tag]) -> Value {
    clocked(tags, vec![("pile_up", Value::Bool(true))])
}

#[test]
fn the_lifetime_of_piled_up_tags_is_too_short_and_corrected() {
    for (seed, seen, dead) in [(1, 1.0, 1e9), (2, 0.3, 1e9), (3, 1.0, 100.0), (4, 2.0, 1e9)] {
        let tags = bright(20_000, seen, dead, seed);
        let without = clocked(&tags, vec![]);
        assert!(codes(&without).contains(&"pile-up".to_owned()), "{:?}", codes(&without));
        assert_eq!(without.get("pile_up_corrected"), Some(&Value::Bool(false)));
        let (value, error) = number(&without, "lifetime").map_or((0.0, 1.0), |_| lifetime(&without));
        assert!(value < LIFETIME - 2.0 * error, "{value} +- {error}");
        let with = corrected(&tags);
        assert_eq!(with.get("pile_up_corrected"), Some(&Value::Bool(true)));
        assert!(!codes(&with).contains(&"pile-up".to_owned()));
        let (value, error) = lifetime(&with);
        assert!((value - LIFETIME).abs() < 4.0 * error, "{seen}, {dead}: {value} +- {error}");
        assert!(error < 0.02 * LIFETIME);
    }
}

#[test]
fn errors_of_corrected_lifetimes_are_as_large_as_these_scatter() {
    let runs: u64 = 60;
    let pulls: Vec<f64> = (0..runs)
        .map(|seed| {
            let (value, error) = lifetime(&corrected(&bright(3000, 1.0, 1e9, 100 + seed)));
            (value - LIFETIME) / error
        })
        .collect();
    let within = pulls.iter().filter(|pull| pull.abs() < 1.0).count() as f64 / runs as f64;
    // 3 standard deviations of a binomial distribution, and of a mean.
    assert!((within - 0.683).abs() < 3.0 * (0.683 * 0.317 / runs as f64).sqrt(), "{within}");
    let mean = pulls.iter().sum::<f64>() / runs as f64;
    assert!(mean.abs() < 3.0 / (runs as f64).sqrt(), "{mean}");
}

#[test]
fn without_the_first_tag_of_every_pulse_there_is_no_correction() {
    let tags = bright(2000, 1.0, 1e9, 5);
    for more in [vec![("period", Value::Float(400.3 / 2.0))], vec![("period", Value::Float(150.0))]] {
        let result = clocked(&tags, [more, vec![("pile_up", Value::Bool(true))]].concat());
        assert_eq!(number(&result, "lifetime"), None);
        assert!(codes(&result).contains(&"no-fit".to_owned()), "{:?}", codes(&result));
    }
}

#[test]
fn a_detector_that_is_dead_at_the_next_pulse_has_no_corrected_lifetime() {
    for (dead, is_refused) in [(200.0, false), (1.2 * PERIOD, true), (3.4 * PERIOD, true)] {
        let tags = recorded(20_000, 0.5, |time, _| time + dead, 9);
        let result = corrected(&tags);
        assert_eq!(number(&result, "lifetime").is_none(), is_refused, "{dead}");
        assert_eq!(codes(&result).contains(&"no-fit".to_owned()), is_refused, "{dead}: {:?}", codes(&result));
        if !is_refused {
            let (value, error) = lifetime(&result);
            assert!((value - LIFETIME).abs() < 4.0 * error, "{dead}: {value} +- {error}");
        }
    }
}
