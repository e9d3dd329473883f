use tagview_core::workload::TagWorkload;

use crate::tags::params;

#[test]
fn a_workload_has_as_many_tags_as_asked_for_and_runs_every_analysis_on_them() {
    let workload = TagWorkload::new(100_001).unwrap();
    assert_eq!(workload.tags().len(), 100_001);
    workload.run(&params(&[]).request("summary").unwrap()).unwrap();
    workload.run(&params(&[("a", 3), ("b", 15)]).request("delay").unwrap()).unwrap();
}
