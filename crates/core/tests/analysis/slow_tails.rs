//! `lifetime` of one decay with a slow tail, as afterpulses of a detector make it: remarks by the deviance of the fit.

use std::collections::BTreeSet;

use crate::lifetime::{Random, codes, number};
use crate::pairs::{list, run};
use crate::tags::tag;

#[test]
fn a_deviance_above_3_errors_has_a_remark_and_above_5_no_lifetime() {
    let mut random = Random::new(1);
    let mut seen = BTreeSet::new();
    for step in 0..40 {
        let photons = (3000.0 * 1.1_f64.powi(step)) as i64;
        let mut tags: Vec<_> = (0..photons)
            .map(|k| {
                let late = if k % 8 == 0 { random.exponential(90.0) } else { 0.0 };
                let time = 50.0 + 3.0 * random.gauss() + random.exponential(30.0) + late;
                tag(15, 4000 * k + time.floor() as i64)
            })
            .collect();
        tags.sort_by_key(|tag| tag.time);
        let result = run("lifetime", &[("channel", 15), ("period", 400)], &tags, &[]).unwrap();
        let fit = &list(&result, "fits")[0];
        let of = |name| number(fit, name).unwrap();
        let excess = (of("deviance") - of("true_deviance")) / of("true_deviance_spread");
        let expected = if excess > 5.0 { "fit-poor" } else { "fit-doubtful" };
        let found: Vec<_> = codes(&result).into_iter().filter(|code| code.starts_with("fit-")).collect();
        assert_eq!(found, if excess > 3.0 { vec![expected] } else { vec![] }, "{excess}");
        assert_eq!(number(&result, "lifetime").is_some(), excess <= 5.0, "{excess}");
        seen.insert(found);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}
