use tagview_core::Code;
use tagview_core::workload::Workload;

use crate::tags::params;

#[test]
fn a_workload_has_as_many_tags_as_asked_for_and_runs_every_analysis_on_them() {
    let workload = Workload::new(100_001).unwrap();
    assert_eq!(workload.tags().len(), 100_001);
    workload.run("summary", &params(&[])).unwrap();
    workload.run("delay", &params(&[("a", 3), ("b", 15)])).unwrap();
}

#[test]
fn a_workload_refuses_what_a_scan_refuses() {
    let workload = Workload::new(0).unwrap();
    assert_eq!(workload.run("summit", &params(&[])).unwrap_err().code, Code::Usage);
    assert_eq!(workload.run("delay", &params(&[("a", 3)])).unwrap_err().code, Code::Usage);
}
