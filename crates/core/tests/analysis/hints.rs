//! Hints that name an option: applying the option makes the number right and the hint disappear.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::analysis::RemarkCode;
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::list;
use crate::tags::tag;

/// Pairs of tags of channels 1 and 2, the second one `delay` ticks later, and as many single tags of either.
fn pairs_at(delay: i64, seed: u64) -> Vec<Tag> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: u64| (random.next_u64() % n) as i64;
    let mut tags = Vec::new();
    for _ in 0..3000 {
        let [pair, one, other] = [(); 3].map(|()| below(1 << 30));
        tags.extend([tag(1, pair), tag(2, pair + delay + below(3) - 1), tag(1, one), tag(2, other)]);
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

fn ask(name: &str, tags: &[Tag], entries: Vec<(&'static str, Value)>) -> Value {
    let entries = entries.into_iter().map(|(name, value)| (name.into(), value)).collect();
    let mut run = make(name, &Params::new(Value::Map(entries)).unwrap()).unwrap();
    run.push_tags(tags).unwrap();
    run.result()
}

/// Name, channel and ticks of an option.
type HintOption = (String, Value, f64);

/// Code and option of each hint.
fn hints(value: &Value) -> Vec<(String, Option<HintOption>)> {
    let text = |value: Option<&Value>| match value {
        Some(Value::Text(text)) => text.clone(),
        other => panic!("{other:?}"),
    };
    let option = |option: &Value| match option.get("ticks") {
        Some(Value::Float(ticks)) => {
            Some((text(option.get("name")), option.get("channel").unwrap().clone(), *ticks))
        }
        _ => None,
    };
    let hint = |hint: &Value| (text(hint.get("code")), option(hint.get("option").unwrap()));
    list(value, "hints").iter().map(hint).collect()
}

fn counts_of(value: &Value) -> u64 {
    match list(value, "patterns")[0].get("counts") {
        Some(Value::Count(n)) => *n,
        other => panic!("{other:?}"),
    }
}

fn coincidences(tags: &[Tag], delay: Option<i64>) -> Value {
    let entry = |delay| Value::List(vec![Value::Int(2), Value::Int(delay)]);
    let mut entries = vec![("window", Value::Int(10))];
    entries.extend(delay.map(|delay| ("delays", Value::List(vec![entry(delay)]))));
    ask("coincidence", tags, entries)
}

#[test]
fn a_peak_outside_the_window_is_a_hint_whose_option_brings_it_into_the_window() {
    for (delay, seed) in [(-4700, 1), (-13, 2), (60, 3), (9000, 4)] {
        let tags = pairs_at(delay, seed);
        let without = coincidences(&tags, None);
        assert!(counts_of(&without) < 20, "{without:?}");
        let found = hints(&without);
        let [(code, Some((name, Value::UInt(2), ticks)))] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((code.as_str(), name.as_str()), ("delay-found", "delay"));
        assert!((ticks - delay as f64).abs() <= 1.0, "{ticks} {delay}");
        let with = coincidences(&tags, Some(*ticks as i64));
        assert!(counts_of(&with) >= 3000, "{with:?}");
        assert!(hints(&with).is_empty(), "{with:?}");
    }
}

#[test]
fn no_delay_is_found_of_pairs_within_the_window_and_of_independent_channels() {
    for seed in 1..=5 {
        assert!(hints(&coincidences(&pairs_at(4, seed), None)).is_empty());
        // Beyond the thousand windows that are searched.
        assert!(hints(&coincidences(&pairs_at(1 << 20, seed), None)).is_empty());
    }
}

/// Heralds on channel 1 whose photon is detected by channel 2 or 3, some ticks later; and as many single tags of each.
fn heralded_photons([to_2, to_3]: [i64; 2], seed: u64) -> Vec<Tag> {
    let mut tags = pairs_at(0, seed);
    for (k, tag) in tags.iter_mut().filter(|tag| tag.channel == 2).enumerate() {
        let (channel, delay) = if k % 2 == 0 { (2, to_2) } else { (3, to_3) };
        *tag = Tag { channel, time: tag.time + delay };
    }
    tags.sort_by_key(|tag| tag.time);
    tags
}

fn heralded(tags: &[Tag], delays: &[(u64, i64)]) -> Value {
    let delay = |(channel, ticks): &(u64, i64)| Value::List(vec![Value::UInt(*channel), Value::Int(*ticks)]);
    let channels = [("herald", 1), ("a", 2), ("b", 3)].map(|(name, channel)| (name, Value::UInt(channel)));
    let delays = Value::List(delays.iter().map(delay).collect());
    let mut entries = channels.to_vec();
    entries.extend([("window", Value::Int(10)), ("delays", delays)]);
    ask("heralded", tags, entries)
}

/// The delay of each hint, which are all `delay-found`.
fn found_delays(value: &Value) -> Vec<(u64, i64)> {
    let delay = |hint: (String, Option<HintOption>)| match hint {
        (code, Some((name, Value::UInt(channel), ticks))) if code == "delay-found" && name == "delay" => {
            (channel, ticks as i64)
        }
        other => panic!("{other:?}"),
    };
    hints(value).into_iter().map(delay).collect()
}

#[test]
fn heralded_photons_outside_the_window_are_a_hint_for_each_channel() {
    for (delays, seed) in [([400, -900], 11), ([-5000, 3], 12), ([25, 25], 13)] {
        let tags = heralded_photons(delays, seed);
        let missed = heralded(&tags, &[]);
        let found = found_delays(&missed);
        let outside = [(2, delays[0]), (3, delays[1])].into_iter().filter(|(_, delay)| delay.abs() > 10);
        let is_near = |((channel, ticks), (of, delay)): (&(u64, i64), (u64, i64))| {
            *channel == of && (ticks - delay).abs() <= 1
        };
        assert_eq!(found.len(), outside.clone().count(), "{missed:?}");
        assert!(found.iter().zip(outside).all(is_near), "{found:?}");
        let fired = |value: &Value| {
            ["herald_a", "herald_b"].map(|name| match value.get(name) {
                Some(Value::Count(n)) => *n,
                other => panic!("{other:?}"),
            })
        };
        assert!(fired(&missed).iter().any(|n| *n < 20), "{missed:?}");
        let right = heralded(&tags, &found);
        assert!(fired(&right).iter().all(|n| *n >= 1400), "{right:?}");
        assert!(hints(&right).is_empty(), "{right:?}");
    }
}

#[test]
fn bins_with_few_pairs_are_a_hint_with_a_wider_bin() {
    let mut tags: Vec<Tag> = pairs_at(0, 7).into_iter().filter(|tag| tag.channel == 1).collect();
    let other = pairs_at(0, 8).into_iter().filter(|tag| tag.channel == 2);
    tags.extend(other);
    tags.sort_by_key(|tag| tag.time);
    let g2 = |bin: i64| {
        let entries = [("a", 1), ("b", 2), ("from", -1_000_000), ("to", 1_000_000), ("bin", bin)];
        ask("correlation", &tags, entries.map(|(name, value)| (name, Value::Int(value))).to_vec())
    };
    let found = hints(&g2(20));
    let [(code, Some((name, Value::Null, ticks)))] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((code.as_str(), name.as_str()), ("few-counts", "bin"));
    assert!(hints(&g2(*ticks as i64)).is_empty(), "{ticks}");
}

/// Tags of steady light on channel 1, on average one in `mean` ticks, none less than `dead` ticks after the one before.
fn steady(mean: u64, dead: i64, seed: u64) -> Vec<Tag> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut time, mut last) = (0, i64::MIN / 2);
    let times = (0..20_000).filter_map(|_| {
        let unit = ((random.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        time += (-unit.ln() * mean as f64) as i64;
        (time - last >= dead).then(|| {
            last = time;
            tag(1, time)
        })
    });
    times.collect()
}

/// The codes of the hints of a channel with itself.
fn own_hints(tags: &[Tag], bins: &[(&'static str, i64)]) -> Vec<String> {
    let entries = [("a", 1), ("b", 1)].into_iter().chain(bins.iter().copied());
    let value = ask("correlation", tags, entries.map(|(name, value)| (name, Value::Int(value))).collect());
    hints(&value).into_iter().map(|(code, _)| code).collect()
}

#[test]
fn the_dead_time_of_a_channel_with_itself_is_a_hint() {
    let (linear, one_sided) =
        ([("from", -1000), ("to", 1000), ("bin", 50)], [("from", 0), ("to", 1000), ("bin", 20)]);
    let log = [("log", 5), ("from", 1), ("to", 10_000)];
    let dead = steady(1000, 300, 21);
    for bins in [&linear[..], &one_sided, &log] {
        assert_eq!(own_hints(&dead, bins), ["dead-time"], "{bins:?}");
        // No dead time, and one within which steady light would have few pairs.
        assert!(own_hints(&steady(1000, 0, 22), bins).is_empty(), "{bins:?}");
        assert!(!own_hints(&steady(100_000, 50, 23), bins).contains(&"dead-time".to_owned()), "{bins:?}");
    }
    // The gaps of a clock are its period, and the delays between other channels are not those of one detector.
    let clock: Vec<Tag> = (0..20_000).map(|k| tag(1, 5000 * k)).collect();
    assert!(!own_hints(&clock, &linear).contains(&"dead-time".to_owned()));
}

#[test]
fn codes_serialise_to_words_with_hyphens() {
    for (code, word) in [
        (RemarkCode::Sync, "sync"),
        (RemarkCode::SharedDeadTime, "shared-dead-time"),
        (RemarkCode::NarrowerThanABin, "narrower-than-a-bin"),
    ] {
        assert_eq!(tagview_bridge::to_value(&code), Value::Text(word.into()));
    }
}

/// Pairs whose delays scatter by 10 ticks: the window of 5 ticks holds 42 % of their peak.
#[test]
fn a_window_that_is_narrower_than_the_peak_is_a_hint_whose_option_widens_it() {
    for seed in 1..=4 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |n: u64| (random.next_u64() % n) as i64;
        let mut tags = Vec::new();
        for _ in 0..5000 {
            // The sum of twelve equal distributions has a standard deviation of the width of one.
            let delay = (0..12).map(|_| below(1000)).sum::<i64>() as f64 / 100.0 - 60.0;
            let pair = below(1 << 30);
            tags.extend([tag(1, pair), tag(2, pair + delay.round() as i64), tag(1, below(1 << 30))]);
        }
        tags.sort_by_key(|tag| tag.time);
        let of = |window: i64| ask("coincidence", &tags, vec![("window", Value::Int(window))]);
        let narrow = of(5);
        let found = hints(&narrow);
        let [(code, Some((name, Value::Null, ticks)))] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((code.as_str(), name.as_str()), ("narrow-window", "window"));
        let Some(Value::Text(message)) = list(&narrow, "hints")[0].get("message") else { panic!() };
        let share: f64 = message.split(' ').find_map(|word| word.parse().ok()).unwrap();
        let truth = 100.0 * counts_of(&narrow) as f64 / 5000.0;
        assert!((share - truth).abs() < 4.0, "{message}, true {truth}");
        // The centre of the peak is a fraction of a tick from 0.
        let single = hints(&of(0));
        assert_eq!(single.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>(), ["narrow-window"]);
        let wide = of(*ticks as i64);
        assert!(hints(&wide).is_empty() && counts_of(&wide) > 4750, "{wide:?}");
    }
}
