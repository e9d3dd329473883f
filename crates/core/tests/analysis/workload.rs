use tagview_core::Code;
use tagview_core::analysis::Workload;

use crate::tags::params;

#[test]
fn a_repeat_has_as_many_tags_as_asked_for_and_runs_every_analysis_on_them() {
    let repeat = Workload::new(100_001).unwrap();
    assert_eq!(repeat.tags(), 100_001);
    repeat.run("summary", &params(&[])).unwrap();
    repeat.run("delay", &params(&[("a", 3), ("b", 15)])).unwrap();
}

#[test]
fn a_repeat_refuses_what_a_scan_refuses() {
    let repeat = Workload::new(0).unwrap();
    assert_eq!(repeat.run("summit", &params(&[])).unwrap_err().code, Code::Usage);
    assert_eq!(repeat.run("delay", &params(&[("a", 3)])).unwrap_err().code, Code::Usage);
}
