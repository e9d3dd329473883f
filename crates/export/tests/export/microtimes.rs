//! The column of microtimes of a T3 recording, equal to those of the recording.

use std::io::Cursor;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_ipc::reader::FileReader;
use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::Int32Type as Int32;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use tagview_bridge::Value;
use tagview_core::Code;
use tagview_core::import::{TextOptions, source_of};
use tagview_export::export;

use crate::picoquant_files::{Event, KINDS, ptu};
use crate::support::with_head;

/// Photons on two inputs and markers; more tags than a chunk of HDF5 holds.
fn events() -> Vec<Event> {
    let event = |k: u64| match k % 50 {
        0 => Event::Markers { at: 3 * k, bits: 1 },
        _ => Event::Photon { at: 3 * k, input: k as u32 % 2 + 1, delay: (k * k % 700) as u32 },
    };
    (0..40_000).map(event).collect()
}

fn options(target: &str, more: &[(&'static str, Value)]) -> Value {
    let texts = [("target", target), ("import", "ptu"), ("unit", "16ps")];
    let texts = texts.map(|(key, text)| (key, Value::Text(text.to_owned())));
    let given = [("microtimes", Value::Bool(true))].into_iter().chain(more.iter().cloned());
    Value::Map(texts.into_iter().chain(given).map(|(key, value)| (key.into(), value)).collect())
}

fn exported(target: &str, more: &[(&'static str, Value)]) -> Vec<u8> {
    let mut converter = export(options(target, more)).unwrap();
    let mut out = Vec::new();
    for bytes in ptu(KINDS[5], &events()).chunks(7777) {
        converter.push(bytes, &mut out).unwrap();
    }
    converter.end(&mut out).unwrap();
    let made = converter.finish(&mut out).unwrap().unwrap();
    with_head(out, &made)
}

/// Times and channels as they are read; microtimes as in the events: a photon's follows that of its sync, -1.
fn expected() -> Vec<(i64, u64, i32)> {
    let mut source = source_of("ptu", &TextOptions::default()).unwrap();
    let mut tags = Vec::new();
    source.push(&ptu(KINDS[5], &events()), &mut |batch| tags.extend_from_slice(batch));
    source.finish(&mut |batch| tags.extend_from_slice(batch));
    let microtimes: Vec<i32> = events()
        .into_iter()
        .flat_map(|event| match event {
            Event::Photon { delay, .. } => vec![-1, delay as i32],
            _ => vec![-1],
        })
        .collect();
    assert_eq!(tags.len(), microtimes.len());
    tags.iter().zip(microtimes).map(|(tag, microtime)| (tag.time, tag.channel, microtime)).collect()
}

fn lines(rows: &[(i64, u64, i32)]) -> String {
    let lines: String =
        rows.iter().map(|(time, channel, microtime)| format!("{time},{channel},{microtime}\n")).collect();
    format!("time (16ps),channel,microtime (16ps)\n{lines}")
}

#[test]
fn every_format_has_the_microtimes_of_the_recording() {
    let rows = expected();
    assert!(rows.len() > 65_536);
    assert!(exported("csv", &[]) == lines(&rows).into_bytes());

    let mut from_arrow = Vec::new();
    for batch in FileReader::try_new(Cursor::new(exported("arrow", &[])), None).unwrap() {
        let batch = batch.unwrap();
        from_arrow.extend_from_slice(batch.column(2).as_primitive::<Int32Type>().values());
        assert_eq!(batch.column(0).as_primitive::<Int64Type>().len(), batch.num_rows());
    }
    assert!(from_arrow.iter().eq(rows.iter().map(|(.., microtime)| microtime)));

    let parquet = exported("parquet", &[("groupTags", Value::Int(9999))]);
    let parquet = SerializedFileReader::new(Bytes::from(parquet)).unwrap();
    let mut from_parquet = Vec::new();
    for group in 0..parquet.num_row_groups() {
        let group = parquet.get_row_group(group).unwrap();
        let mut reader = get_typed_column_reader::<Int32>(group.get_column_reader(2).unwrap());
        while reader.read_records(1 << 14, None, None, &mut from_parquet).unwrap().0 > 0 {}
    }
    assert!(from_parquet == from_arrow);

    // Chunks of times, channels and microtimes follow each other, from byte 48 on.
    let hdf5 = exported("h5", &[]);
    let word = |at: usize| i64::from_le_bytes(*hdf5[at..].first_chunk().unwrap());
    let chunk = 8 << 16;
    for k in [0, 1, 65_535, 65_536, rows.len() - 1] {
        let at = 48 + k / 65_536 * 3 * chunk + k % 65_536 * 8;
        let (time, channel, microtime) = rows[k];
        assert_eq!(
            [word(at), word(at + chunk), word(at + 2 * chunk)],
            [time, channel as i64, i64::from(microtime)]
        );
    }
    assert!(hdf5.windows(9).any(|bytes| bytes == b"microtime"));
}

/// The microtimes of selected photons follow from syncs that are not selected.
#[test]
fn selected_tags_keep_their_microtimes() {
    let selection =
        Value::map([("channels", Value::List(vec![Value::Int(2)])), ("to", Value::Int(9_000_000))]);
    let rows = expected();
    let first = rows[0].0;
    let selected: Vec<_> =
        rows.into_iter().filter(|(time, channel, _)| *channel == 2 && *time <= first + 9_000_000).collect();
    assert!(!selected.is_empty() && selected.iter().all(|(.., microtime)| *microtime >= 0));
    assert!(exported("csv", &[("selection", selection)]) == lines(&selected).into_bytes());
}

#[test]
fn what_has_no_microtimes_is_refused() {
    let define = Value::List(vec![Value::Text("200=1+2".to_owned())]);
    for (target, more) in [("npy", ("groupTags", Value::Null)), ("csv", ("define", define))] {
        assert_eq!(export(options(target, &[more])).map(|_| ()).unwrap_err().code, Code::Usage, "{target}");
    }
}
