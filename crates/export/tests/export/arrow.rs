//! Arrow IPC files.

use std::io::Cursor;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt64Type};
use arrow_ipc::reader::FileReader;
use tagview_core::import::{TextOptions, import_of, source_of};
use tagview_core::tags::Tag;
use tagview_export::Target;

use crate::support::{device, extremes, file_of};

fn read(file: Vec<u8>) -> (Vec<Tag>, usize) {
    let reader = FileReader::try_new(Cursor::new(file), None).unwrap();
    let schema = reader.schema();
    assert_eq!(schema.metadata()["tagview.tick_s"], "1.5625e-10");
    assert_eq!(schema.metadata()["tagview.source"], "a \"name\", \u{e9}");
    let batches = reader.num_batches();
    let mut tags = Vec::new();
    for batch in reader {
        let batch = batch.unwrap();
        let times = batch.column_by_name("time").unwrap().as_primitive::<Int64Type>();
        let channels = batch.column_by_name("channel").unwrap().as_primitive::<UInt64Type>();
        let pairs = times.values().iter().zip(channels.values());
        tags.extend(pairs.map(|(&time, &channel)| Tag { time, channel }));
    }
    (tags, batches)
}

#[test]
fn extremes_come_back_as_they_are() {
    assert_eq!(read(file_of(Target::Arrow, &extremes(), 2, 1)), (extremes(), 1));
}

#[test]
fn tags_of_several_batches_keep_their_order() {
    let tags = device(150_000);
    assert_eq!(read(file_of(Target::Arrow, &tags, 4097, 1)), (tags, 3));
}

#[test]
fn recording_without_tags_is_a_file_without_batches() {
    assert_eq!(read(file_of(Target::Arrow, &[], 1, 1)), (vec![], 0));
}

/// The reader of Arrow tables reads the tags and their tick back.
#[test]
fn a_file_is_a_recording_again() {
    let tags: Vec<Tag> = device(150_000).into_iter().chain(extremes()).collect();
    let file = file_of(Target::Arrow, &tags, 4097, 1);
    let mut source = source_of(import_of(&file[..64]).unwrap().id, &TextOptions::default()).unwrap();
    let mut again = Vec::new();
    file.chunks(10_000).for_each(|bytes| source.push(bytes, &mut |tags| again.extend_from_slice(tags)));
    source.finish(&mut |tags| again.extend_from_slice(tags));
    assert_eq!((again == tags, source.totals().findings.len()), (true, 0));
    assert_eq!(source.tick().unwrap().to_string(), "156.25ps");
}
