//! HDF5 files, whose parts are in any order: the tick may be anywhere.

use std::ops::ControlFlow;

use tagview_core::{Code, open};

use super::TemporaryFile;
use super::hdf5_files::{DataLocation, Node, group, integers, old_file, real};

fn photons() -> Node {
    let times: Vec<i64> = (0..200_000).collect();
    integers(&times, 8, true, DataLocation::Contiguous)
}

fn unit() -> Node {
    group([("timestamps_unit", real(12.5e-9))])
}

#[test]
fn a_tick_behind_the_first_megabyte_is_found() {
    let photons = group([("timestamps", photons()), ("timestamps_specs", unit())]);
    let file = old_file(&group([("photon_data", photons), ("acquisition_duration", real(30.5))]));
    let file = TemporaryFile::new("late-tick.h5", &file);
    let recording = open(file.path()).unwrap();
    assert_eq!(recording.own_tick(), Some("12500ps"));
    assert_eq!(recording.meta().unwrap().acquisition_time_s, Some(30.5));
}

#[test]
fn a_file_whose_groups_are_behind_a_cut_has_no_tags() {
    let photons = group([("timestamps_specs", unit()), ("timestamps", photons())]);
    let file = old_file(&group([("photon_data", photons)]));
    let file = TemporaryFile::new("cut.h5", &file[..1_000_000]);
    let recording = open(file.path()).unwrap();
    let read = recording.summary(&mut |_| ControlFlow::Continue(())).unwrap();
    let codes: Vec<_> = read.findings.iter().map(|finding| finding.code).collect();
    assert_eq!((recording.own_tick(), read.totals.tags, codes), (None, 0, vec![Code::Truncated]));
}
