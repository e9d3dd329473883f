//! The tags of virtual channels, made by a simple method from all recorded tags.

use proptest::prelude::*;
use tagview_bridge::value::Name;
use tagview_core::run::LOOK_AHEAD;
use tagview_core::scan::FanOut;
use tagview_core::tags::{Tag, sort_by_time};

use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::dynamic::{Params, Value, make};
use crate::tags::{device, late, tag};

/// Definitions, one of each kind and some that build on others, with delays of up to `LOOK_AHEAD` and beyond.
pub const DEFINED: &[&str] = &[
    "100=3+15",
    "101=15&3@2ns",
    "102 = 3 @ +4ns",
    "103=15~3:0..500",
    "104=16@-70000",
    "105=3&15&16@9us",
    "106=100~101:-40..40us",
    "107=102+104+105",
    "108=107@+3",
    "109=259@+200000",
];

/// A definition once more, written by hand.
enum Made {
    Either(&'static [u64]),
    Within(&'static [u64], i64),
    Delayed(u64, i64),
    Gated(u64, u64, i64, i64),
}

const MADE: &[(u64, Made)] = &[
    (100, Made::Either(&[3, 15])),
    (101, Made::Within(&[3, 15], 13)),
    (102, Made::Delayed(3, 26)),
    (103, Made::Gated(15, 3, 0, 500)),
    (104, Made::Delayed(16, -70000)),
    (105, Made::Within(&[3, 15, 16], 57600)),
    (106, Made::Gated(100, 101, -40, 256_000)),
    (107, Made::Either(&[102, 104, 105])),
    (108, Made::Delayed(107, 3)),
    (109, Made::Delayed(259, 200_000)),
];

/// The recorded tags that count, in order of time, and the virtual ones.
pub fn all_tags(recorded: &[Tag]) -> Vec<Tag> {
    let mut taken: Vec<Tag> = Vec::new();
    for tag in recorded {
        let latest = taken.iter().map(|tag| tag.time).max();
        if latest.is_some_and(|latest| tag.time < latest - LOOK_AHEAD) {
            break;
        }
        taken.push(*tag);
    }
    let times = taken.iter().map(|tag| tag.time);
    let Some((min, max)) = times.clone().min().zip(times.max()) else { return Vec::new() };
    let mut all = taken;
    for (channel, made) in MADE {
        let of = |wanted: u64| -> Vec<i64> {
            let mut times: Vec<i64> =
                all.iter().filter(|tag| tag.channel == wanted).map(|tag| tag.time).collect();
            times.sort_unstable();
            times
        };
        let times: Vec<i64> = match made {
            Made::Either(channels) => channels.iter().flat_map(|channel| of(*channel)).collect(),
            Made::Delayed(channel, delay) => of(*channel).iter().map(|time| time + delay).collect(),
            Made::Gated(channel, gate, from, to) => {
                let gates = of(*gate);
                let passes = |time: &i64| gates.iter().any(|gate| (*from..=*to).contains(&(time - gate)));
                of(*channel).into_iter().filter(passes).collect()
            }
            Made::Within(channels, window) => {
                // Each tag with its position within its channel, so that all of them are distinct.
                let ranked: Vec<(i64, u64, usize)> = channels
                    .iter()
                    .flat_map(|channel| {
                        of(*channel).into_iter().enumerate().map(|(n, time)| (time, *channel, n))
                    })
                    .collect();
                let completes = |last: &&(i64, u64, usize)| {
                    channels.iter().filter(|channel| **channel != last.1).all(|channel| {
                        ranked
                            .iter()
                            .any(|other| other.1 == *channel && other < *last && last.0 - other.0 <= *window)
                    })
                };
                ranked.iter().filter(completes).map(|last| last.0).collect()
            }
        };
        all.extend(times.iter().map(|time| tag(*channel, *time)));
    }
    all.retain(|tag| (min..=max).contains(&tag.time));
    all.sort_by_key(|tag| tag.channel);
    sort_by_time(&mut all);
    all
}

pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// A request for analyses `(name, parameters)` with `extra` entries.
pub fn request(analyses: &[(&str, &[(&str, i64)])], extra: &[(&str, Value)]) -> Value {
    let analysis = |(name, params): &(&str, &[(&str, i64)])| {
        let mut entries = vec![("name".into(), text(name))];
        entries.extend(params.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))));
        Value::Map(entries)
    };
    let mut entries = vec![("analyses".into(), Value::List(analyses.iter().map(analysis).collect()))];
    entries.extend(extra.iter().map(|(name, value)| ((*name).to_owned().into(), value.clone())));
    Value::Map(entries)
}

pub fn define(texts: &[&str]) -> (&'static str, Value) {
    ("define", Value::List(texts.iter().map(|definition| text(definition)).collect()))
}

/// The saved result of a reader of `tags`.
pub fn save(request: &Value, tags: &[Tag]) -> Vec<u8> {
    let mut reader = PartReader::new(request).unwrap();
    let mut fan_out = FanOut::default();
    // Blocks of few tags, so that there are many.
    for tags in tags.chunks(7) {
        fan_out.push(tags, |_, _| {});
        reader.push_tags(&fan_out.take()).unwrap();
    }
    reader.save().unwrap()
}

pub fn snapshot(request: &Value, saved: &[Vec<u8>]) -> Value {
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    for saved in saved {
        joiner.join(saved).unwrap();
    }
    joiner.conclude();
    joiner.snapshot()
}

/// The result of one analysis, of each channel separately or of several.
pub fn result(snapshot: &Value, name: &str) -> Value {
    snapshot.get("analyses").unwrap().get(name).unwrap().clone()
}

/// Analyses that relate tags to each other.
const RELATING: &[(&str, &[(&str, i64)])] = &[
    ("correlation", &[("a", 100), ("b", 107), ("from", -200), ("to", 900)]),
    ("coincidence", &[("window", 50)]),
    ("pairs", &[("from", -90), ("to", 800)]),
    ("heralded", &[("herald", 102), ("a", 103), ("b", 106), ("window", 300)]),
];
/// Analyses of each channel separately.
pub const BY_CHANNEL: &[(&str, &[(&str, i64)])] =
    &[("summary", &[]), ("rate", &[]), ("gaps", &[("log", 10)])];

/// Whether what is found with definitions is what is found in all tags, made naively.
fn check(recorded: &[Tag]) {
    let all = all_tags(recorded);
    let defined = request(&[RELATING, BY_CHANNEL].concat(), &[define(DEFINED)]);
    let found = snapshot(&defined, &[save(&defined, recorded)]);
    for (name, params) in RELATING {
        let mut entries: Vec<(Name, Value)> = Vec::new();
        entries.extend(params.iter().map(|(name, n)| ((*name).to_owned().into(), Value::Int(*n))));
        let mut plain = make(name, &Params::new(Value::Map(entries)).unwrap()).unwrap();
        plain.push_tags(&all).unwrap();
        assert_eq!(
            format!("{:?}", result(&found, name)),
            format!("{:?}", plain.result()),
            "{name} {recorded:?}"
        );
    }
    let Value::List(channels) = result(&found, "summary").get("channels").unwrap().clone() else { panic!() };
    let mut counted: Vec<(String, String)> = Vec::new();
    for channel in &channels {
        let field = |name: &str| format!("{:?}", channel.get(name).unwrap());
        counted.push((field("channel"), field("tags")));
    }
    let mut expected: Vec<(u64, u64)> = Vec::new();
    for tag in &all {
        match expected.iter_mut().find(|(channel, _)| *channel == tag.channel) {
            Some((_, tags)) => *tags += 1,
            None => expected.push((tag.channel, 1)),
        }
    }
    expected.sort_unstable();
    let expected: Vec<(String, String)> = expected
        .into_iter()
        .map(|(channel, tags)| (format!("{:?}", Value::UInt(channel)), format!("{:?}", Value::Count(tags))))
        .collect();
    assert_eq!(counted, expected, "{recorded:?}");
}

/// Times over many times `LOOK_AHEAD`, mostly ascending, with few and small steps back.
pub fn long(tags: usize) -> impl Strategy<Value = Vec<Tag>> {
    let step = prop_oneof![6 => 0..=60_i64, 4 => 0..=30_000_i64, 1 => Just(0), 1 => -500..=0_i64];
    let channel = proptest::sample::select(vec![3_u64, 15, 16, 259]);
    proptest::collection::vec((channel, step), 0..=tags).prop_map(|steps| {
        let mut time = 0;
        let next = |(channel, step): (u64, i64)| {
            time += step;
            tag(channel, time)
        };
        steps.into_iter().map(next).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn definitions_make_what_the_naive_way_makes(
        tags in prop_oneof![long(250), late(120), device(150)],
    ) {
        check(&tags);
    }
}

/// In a file whose tags are put in order, the results by channel of the recorded channels are the same with definitions
/// and without.
#[test]
fn definitions_change_nothing_about_recorded_channels() {
    let tags: Vec<Tag> =
        (0..3000_i64).map(|n| tag([3, 15, 16][n as usize % 3], n * 100 - (n % 7) * 90)).collect();
    let plain = request(BY_CHANNEL, &[]);
    let defined = request(BY_CHANNEL, &[define(&["100=3@+1us"])]);
    let (without, with) =
        (snapshot(&plain, &[save(&plain, &tags)]), snapshot(&defined, &[save(&defined, &tags)]));
    for (name, _) in BY_CHANNEL {
        let (without, with) = (result(&without, name), result(&with, name));
        let Value::Map(entries) = &without else { panic!() };
        for (key, value) in entries.iter().filter(|(key, _)| key != "channels") {
            assert_eq!(format!("{:?}", with.get(key).unwrap()), format!("{value:?}"), "{name} {key}");
        }
        let (Some(Value::List(without)), Some(Value::List(with))) =
            (without.get("channels"), with.get("channels"))
        else {
            panic!()
        };
        assert_eq!(with.len(), 4);
        assert_eq!(format!("{:?}", &with[..3]), format!("{:?}", &without[..]), "{name}");
    }
}

/// The number of tags of a virtual coincidence of light is the number of coincidences.
#[test]
fn coincidences_are_counted_alike() {
    let tags: Vec<Tag> = (0..2000_i64).flat_map(|n| [tag(3, n * 997), tag(15, n * 997 + n % 29)]).collect();
    let request =
        request(&[("summary", &[]), ("coincidence", &[("window", 13)])], &[define(&["101=3&15@2ns"])]);
    let found = snapshot(&request, &[save(&request, &tags)]);
    let counts = (0..2000).filter(|n| n % 29 <= 13).count() as u64;
    let Value::List(channels) = result(&found, "summary").get("channels").unwrap().clone() else { panic!() };
    assert_eq!(channels[2].get("tags"), Some(&Value::Count(counts)));
    let Value::List(patterns) = result(&found, "coincidence").get("patterns").unwrap().clone() else {
        panic!()
    };
    assert_eq!(patterns[0].get("counts"), Some(&Value::Count(counts)));
}
