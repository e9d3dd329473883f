//! Slices of time in one pass, compared with a pass for each slice.

use proptest::prelude::*;
use tagview_bridge::Value;
use tagview_core::Code;
use tagview_core::tags::Tag;
use tagview_core::tags::writer::encode_frame;

use crate::dynamic::scan::{PartJoiner, PartReader};
use crate::tags::{device, tag};

fn int_list(numbers: &[i64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Int).collect())
}

/// A request for coincidences and a summary with `extra` entries.
fn request(extra: &[(&'static str, Value)]) -> Value {
    let coincidence = Value::map([("name", Value::Text("coincidence".into())), ("window", Value::Int(50))]);
    let summary = Value::map([("name", Value::Text("summary".into()))]);
    let analyses = ("analyses".into(), Value::List(vec![coincidence, summary]));
    let extra = extra.iter().map(|(name, value)| ((*name).into(), value.clone()));
    Value::Map([analyses].into_iter().chain(extra).collect())
}

fn selection(channels: &Option<Vec<i64>>, range: Option<(i64, i64)>) -> Value {
    let mut entries = Vec::new();
    entries.extend(channels.iter().map(|channels| ("channels".into(), int_list(channels))));
    entries.extend(
        range
            .iter()
            .flat_map(|(from, to)| [("from".into(), Value::Int(*from)), ("to".into(), Value::Int(*to))]),
    );
    Value::Map(entries)
}

/// The results of parts that are read one by one: by reading them, or in the tags that they hold.
fn results(tags: &[Tag], part_tags: usize, request: &Value, is_held: bool) -> Value {
    let origin = Value::Int(tags[0].time);
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    let with = |request: &Value, extra: Vec<(&'static str, Value)>| {
        let Value::Map(entries) = request.clone() else { panic!() };
        let extra = extra.into_iter().map(|(name, value)| (name.into(), value));
        Value::Map(entries.into_iter().chain(extra).collect())
    };
    for (k, tags) in tags.chunks(part_tags).enumerate() {
        let mut bytes = Vec::new();
        encode_frame(tags, 1, &mut bytes).unwrap();
        let place = vec![("at", Value::UInt(k as u64)), ("origin", origin.clone())];
        let read = if is_held {
            let held = vec![("analyses", Value::List(Vec::new())), ("holdBytes", Value::Int(1 << 30))];
            with(&Value::Map(Vec::new()), [place, held].concat())
        } else {
            with(request, place)
        };
        let mut reader = PartReader::new(&read).unwrap();
        reader.push(&bytes);
        reader.finish();
        let question = with(request, vec![("origin", origin.clone())]);
        let found = if is_held { reader.query(&question) } else { reader.save() };
        joiner.join(&found.unwrap()).unwrap();
    }
    joiner.conclude();
    joiner.snapshot().get("analyses").unwrap().clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn have_what_each_has_as_the_selected_range(
        tags in device(300),
        part_tags in 1..400_usize,
        edges in proptest::collection::vec((0..20_000_i64, 0..9000_i64), 0..6),
        channels in prop_oneof![Just(None), Just(Some(vec![3_i64, 15]))],
        is_defined in any::<bool>(),
    ) {
        if tags.is_empty() {
            return Ok(());
        }
        let ranges: Vec<(i64, i64)> = edges.iter().map(|(from, length)| (*from, from + length)).collect();
        let define = if is_defined { vec!["100=3+15".to_owned(), "101=16@+40".to_owned()] } else { Vec::new() };
        let define = ("define", Value::List(define.into_iter().map(Value::Text).collect()));
        let slices = Value::List(ranges.iter().map(|(from, to)| int_list(&[*from, *to])).collect());
        let sliced =
            request(&[("selection", selection(&channels, None)), ("slices", slices), define.clone()]);
        let each: Vec<Value> = ranges
            .iter()
            .map(|range| {
                let one = request(&[("selection", selection(&channels, Some(*range))), define.clone()]);
                results(&tags, part_tags, &one, false)
            })
            .collect();
        let expected = format!("{:?}", Value::map([("slices", Value::List(each))]));
        for is_held in [false, true] {
            // Held tags are those of all channels in all of the time.
            prop_assert_eq!(format!("{:?}", results(&tags, part_tags, &sliced, is_held)), expected.clone());
        }
    }
}

#[test]
fn that_are_no_ranges_or_too_many_are_refused() {
    let refused = |slices: Vec<Value>| {
        let request = request(&[("slices", Value::List(slices))]);
        PartReader::new(&request).err().map(|error| error.code)
    };
    assert_eq!(refused(vec![int_list(&[0, 9]); 4096]), None);
    assert_eq!(refused(vec![int_list(&[0, 9]); 4097]), Some(Code::Usage));
    assert_eq!(refused(vec![int_list(&[0])]), Some(Code::Usage));
    assert_eq!(refused(vec![Value::Int(0)]), Some(Code::Usage));
}

#[test]
fn of_another_request_are_not_joined() {
    let of = |slices: &[i64]| {
        let slices = Value::List(slices.iter().map(|from| int_list(&[*from, from + 9])).collect());
        request(&[("slices", slices)])
    };
    let saved = PartReader::new(&of(&[0, 10])).unwrap().save().unwrap();
    assert_eq!(PartJoiner::new(of(&[0])).unwrap().join(&saved).unwrap_err().code, Code::Mismatch);
    assert_eq!(PartJoiner::new(request(&[])).unwrap().join(&saved).unwrap_err().code, Code::Mismatch);
}

#[test]
fn messages_of_one_tag_are_held_in_few_blocks() {
    let mut bytes = Vec::new();
    for k in 0..5000 {
        encode_frame(&[tag(3, 10 * k)], 1, &mut bytes).unwrap();
    }
    let request = Value::map([("analyses", Value::List(Vec::new())), ("holdBytes", Value::Int(1 << 30))]);
    let mut reader = PartReader::new(&request).unwrap();
    reader.push(&bytes);
    reader.finish();
    let held = reader.describe();
    assert_eq!(held.get("held_tags"), Some(&Value::Count(5000)));
    let Some(Value::Count(held_bytes)) = held.get("held_bytes") else { panic!() };
    assert!(*held_bytes < 6 * 5000, "{held_bytes}");
}
