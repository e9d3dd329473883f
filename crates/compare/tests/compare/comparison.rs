//! The rows of a comparison, and their times by a test clock.

use std::cell::Cell;

use tagview_bridge::Value;
use tagview_compare::timing::time;
use tagview_compare::{Clock, Comparison, Compression, Format, Layout, Sample};
use tagview_core::tags::writer::encode_frame;

use crate::support::device;

/// A clock that advances by a step at each call.
struct Steps(Cell<f64>, f64);

impl Steps {
    fn of(ms: f64) -> Self {
        Self(Cell::new(0.0), ms)
    }
}

impl Clock for Steps {
    fn now(&self) -> f64 {
        self.0.set(self.0.get() + self.1);
        self.0.get()
    }
}

/// Ticks in whole milliseconds.
struct Coarse<'c>(&'c Cell<f64>);

impl Clock for Coarse<'_> {
    fn now(&self) -> f64 {
        self.0.get().floor()
    }
}

#[test]
fn there_is_a_row_for_each_format_and_compression() {
    let tags = device(1000);
    let mut comparison = Comparison::new(tags.clone()).unwrap();
    assert_eq!(comparison.rows(), Format::ALL.len() * Compression::all().count());
    let clock = Steps::of(10.0);
    let rows: Vec<_> = std::iter::from_fn(|| comparison.next(&clock).unwrap()).collect();
    assert_eq!(rows.len(), comparison.rows());
    for &format in Format::ALL {
        for compression in Compression::all() {
            let of =
                |row: &&tagview_compare::Row<Format>| row.format == format && row.compression == compression;
            assert_eq!(rows.iter().filter(of).count(), 1, "{format:?} {compression:?}");
        }
    }
    let reference = Format::CsvWindows.encode(&tags).unwrap().len();
    assert_eq!((rows[0].bytes, rows[0].ratio), (reference, 1.0));
    let custom = rows.iter().find(|row| row.format == Format::Custom).unwrap();
    assert_eq!((custom.bytes, custom.compression), (9000, Compression::None));
    assert_eq!(custom.ratio, reference as f64 / 9000.0);
    assert!(rows.iter().all(|row| row.encode_ms > 0.0 && row.decode_ms > 0.0 && row.access_ms > 0.0));
    // Decompression is added.
    assert!(rows.iter().all(|row| row.compression == Compression::None || row.decode_ms > 10.0));
}

#[test]
fn there_are_no_rows_of_no_tags() {
    let mut comparison = Comparison::<Format>::new(Vec::new()).unwrap();
    assert_eq!(comparison.rows(), 0);
    assert_eq!(comparison.next(&Steps::of(1.0)).unwrap(), None);
}

#[test]
fn a_time_is_the_median_of_several_runs_after_the_first() {
    let now = Cell::new(0.0);
    struct Of<'c>(&'c Cell<f64>);
    impl Clock for Of<'_> {
        fn now(&self) -> f64 {
            self.0.get()
        }
    }
    let took = [90.0, 30.0, 50.0, 200.0, 40.0];
    let timed = time(&Of(&now), |round| {
        now.set(now.get() + took[round.min(4)]);
        Ok(round)
    });
    let timed = timed.unwrap();
    assert_eq!((timed.result, timed.ms), (0, 50.0));
}

#[test]
fn short_work_is_timed_in_batches() {
    let now = Cell::new(0.0);
    let timed = time(&Coarse(&now), |_| {
        now.set(now.get() + 0.001);
        Ok(())
    });
    let ms = timed.unwrap().ms;
    assert!((0.0007..0.0013).contains(&ms), "{ms}");
}

#[test]
fn interruptions_do_not_make_short_work_take_no_time() {
    let now = Cell::new(0.0);
    let timed = time(&Coarse(&now), |round| {
        let interruption = if round < 2 { 5.0 } else { 0.0 };
        now.set(now.get() + 0.001 + interruption);
        Ok(())
    });
    let ms = timed.unwrap().ms;
    assert!((0.0007..0.0013).contains(&ms), "{ms}");
}

#[test]
fn a_sample_ends_where_there_are_enough_tags() {
    let tags = device(5000);
    let mut file = Vec::new();
    encode_frame(&tags, 1, &mut file).unwrap();
    for (most, taken, sampled) in
        [(2000, 2000, true), (4999, 4999, true), (5000, 5000, false), (9000, 5000, false)]
    {
        let mut sample = Sample::new(Value::map([("tags", Value::Count(most))])).unwrap();
        sample.push(&file);
        assert_eq!(sample.wants_more(), !sampled);
        sample.finish();
        let read = sample.describe();
        assert_eq!(read.get("tags"), Some(&Value::Count(taken)));
        assert_eq!(read.get("sampled"), Some(&Value::Bool(sampled)));
        assert_eq!(read.get("complete"), Some(&Value::Bool(true)));
        assert_eq!(sample.into_tags(), tags[..taken as usize]);
    }
}

#[test]
fn a_sample_of_a_cut_file_says_so() {
    let mut file = Vec::new();
    encode_frame(&device(5000), 1, &mut file).unwrap();
    let mut sample = Sample::new(Value::map([])).unwrap();
    sample.push(&file[..file.len() / 2]);
    sample.finish();
    assert_eq!(sample.describe().get("complete"), Some(&Value::Bool(false)));
    assert!(matches!(sample.describe().get("error"), Some(Value::Map(_))));
}
