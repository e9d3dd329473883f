//! Every case with few runs is within its limits.

use tagview_physics::cases::CASES;
use tagview_physics::runs::Effort;

fn check(name: &str) {
    let case = CASES.iter().find(|(known, _)| *known == name);
    let tables = case.map(|(_, run)| run(Effort::Short)).unwrap_or_default();
    let failures: Vec<_> = tables.iter().flat_map(|table| table.failures()).collect();
    assert!(failures.is_empty(), "out of limits: {failures:#?}");
    assert!(tables.iter().any(|table| table.passed() > 0), "the case checks nothing");
}

macro_rules! cases {
    ($($test:ident: $name:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check($name);
            }
        )*

        #[test]
        fn every_case_is_tested() {
            let known: Vec<_> = CASES.iter().map(|(name, _)| *name).collect();
            assert_eq!(known, [$($name),*]);
        }
    };
}

cases! {
    light: "light",
    intervals: "intervals",
    heralded: "heralded",
    coincidences: "coincidences",
    gaps: "gaps",
    peaks: "peaks",
    dips: "dips",
    pulsed: "pulsed",
    pulsed_coincidences: "pulsed-coincidences",
    lifetime: "lifetime",
    hom: "hom",
    stability: "stability",
    constants: "constants",
    once_wrong: "once-wrong",
}
