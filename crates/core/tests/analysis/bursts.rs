//! `bursts` compared with a direct search, and for simulated molecules.

use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::run;
use crate::tags::{device, tag};

/// First and last time, and tags of the donor and the acceptor.
type Burst = (i64, i64, u64, u64);

fn found(result: &Value) -> Vec<Burst> {
    let times = |name| match result.get(name) {
        Some(Value::Times(times)) => times.clone(),
        other => panic!("{name}: {other:?}"),
    };
    let counts = |name| match result.get(name) {
        Some(Value::Counts(counts)) => counts.clone(),
        other => panic!("{name}: {other:?}"),
    };
    let ends = times("start").into_iter().zip(times("duration"));
    let tags = counts("donor_counts").into_iter().zip(counts("acceptor_counts"));
    ends.zip(tags)
        .map(|((start, duration), (donor, acceptor))| (start, start + duration, donor, acceptor))
        .collect()
}

/// Every window, joined with the one before if both share a time.
fn naive(tags: &[Tag], (donor, acceptor): (u64, u64), photons: usize, within: i64, least: u64) -> Vec<Burst> {
    let mut times: Vec<i64> =
        tags.iter().filter(|tag| [donor, acceptor].contains(&tag.channel)).map(|tag| tag.time).collect();
    times.sort_unstable();
    let mut bursts: Vec<(i64, i64)> = Vec::new();
    for first in 0..times.len().saturating_sub(photons - 1) {
        let (begin, end) = (times[first], times[first + photons - 1]);
        if end - begin <= within {
            match bursts.last_mut() {
                Some(last) if begin <= last.1 => last.1 = end,
                _ => bursts.push((begin, end)),
            }
        }
    }
    let of = |channel, (begin, end)| {
        tags.iter().filter(|tag| tag.channel == channel && (begin..=end).contains(&tag.time)).count() as u64
    };
    let bursts = bursts.into_iter().map(|ends| (ends.0, ends.1, of(donor, ends), of(acceptor, ends)));
    bursts.filter(|(_, _, a, b)| a + b >= least).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bursts_are_unions_of_windows(
        tags in device(300),
        photons in 2..6_i64,
        within in 1..2000_i64,
        least in 1..12_i64,
        cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..5),
    ) {
        let entries =
            [("donor", 3), ("acceptor", 15), ("photons", photons), ("within", within), ("least", least)];
        let result = run("bursts", &entries, &tags, &cuts).unwrap();
        prop_assert_eq!(found(&result), naive(&tags, (3, 15), photons as usize, within, least as u64));
    }
}

/// Molecules that shine for a while over a background, a third of whose photons are the acceptor's.
#[test]
fn each_molecule_is_a_burst_with_its_proximity_ratio() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut uniform = move || ((random.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    let mut tags = Vec::new();
    let mut light = |rate: f64, (from, to): (f64, f64), acceptor: f64, tags: &mut Vec<Tag>| {
        let mut time = from - uniform().ln() / rate;
        while time < to {
            tags.push(tag(if uniform() < acceptor { 15 } else { 3 }, time as i64));
            time -= uniform().ln() / rate;
        }
    };
    // A photon in 10,000 ticks beside one in 100 while a molecule shines, for 20,000 ticks.
    light(1e-4, (0.0, 5e7), 0.5, &mut tags);
    let molecules = 200;
    for k in 0..molecules {
        let begin = f64::from(k) * 250_000.0 + 50_000.0;
        light(1e-2, (begin, begin + 20_000.0), 1.0 / 3.0, &mut tags);
    }
    tags.sort_by_key(|tag| (tag.time, tag.channel));
    let entries = [("donor", 3), ("acceptor", 15), ("photons", 10), ("within", 5000), ("least", 30)];
    let bursts = found(&run("bursts", &entries, &tags, &[]).unwrap());
    assert_eq!(bursts.len(), molecules as usize);
    let (mut donor, mut acceptor) = (0, 0);
    for (k, (start, end, a, b)) in bursts.into_iter().enumerate() {
        let begin = k as i64 * 250_000 + 50_000;
        // Up to a few photons of the background are within a window of the molecule.
        assert!((begin - 5000..begin + 1500).contains(&start), "{k}: {start}");
        assert!((begin + 18_500..begin + 25_000).contains(&end), "{k}: {end}");
        (donor, acceptor) = (donor + a, acceptor + b);
    }
    let ratio = acceptor as f64 / (donor + acceptor) as f64;
    // 40,000 photons, and a hundredth of them of the background.
    assert!((ratio - 1.0 / 3.0).abs() < 3.5 * (2.0 / 9.0 / 40_000_f64).sqrt() + 0.002, "{ratio}");
}
