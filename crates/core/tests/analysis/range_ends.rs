//! Peaks at an end of the searched range.

use tagview_core::tags::Tag;

use crate::dynamic::Value;
use crate::pairs::{list, run};
use crate::tags::tag;

fn number(value: Option<&Value>) -> Option<f64> {
    match value {
        Some(Value::Float(x)) => Some(*x),
        _ => None,
    }
}

/// A peak of 4000 pairs with a standard deviation of 4 bins on 50 pairs a bin, in 200 bins of one tick from 0 on.
fn near_the_end(centre: f64) -> Value {
    let peak =
        |d: i64| 4000.0 / (4.0 * std::f64::consts::TAU.sqrt()) * (-(d as f64 - centre).powi(2) / 32.0).exp();
    let delays = (0..200_i64).flat_map(|d| std::iter::repeat_n(d, 50 + peak(d) as usize)).enumerate();
    let tags: Vec<Tag> =
        delays.flat_map(|(k, d)| [tag(3, 1000 * k as i64), tag(15, 1000 * k as i64 + d)]).collect();
    run("delay", &[("a", 3), ("b", 15), ("from", 0), ("to", 199), ("period", 0)], &tags, &[]).unwrap()
}

/// A peak that the end of the range cuts has a highest bin, but no width.
#[test]
fn peak_that_the_range_cuts_is_reported_as_cut() {
    for (centre, highest) in
        [(150.0, 150), (195.0, 195), (196.0, 196), (198.0, 198), (199.0, 199), (203.0, 199)]
    {
        let answer = near_the_end(centre);
        assert_eq!(answer.get("highest"), Some(&Value::Int(highest)), "{centre}: {answer:?}");
        let codes: Vec<_> = list(&answer, "remarks").iter().map(|remark| remark.get("code")).collect();
        let has = |code: &str| codes.contains(&Some(&Value::Text(code.into())));
        let width = number(answer.get("fwhm"));
        if centre < 190.0 {
            assert!(width.is_some_and(|width| (width - 9.42).abs() < 0.3) && codes.is_empty(), "{answer:?}");
        } else {
            assert!(width.is_none() && (has("cut-by-range") || has("at-the-end")), "{centre}: {answer:?}");
        }
    }
}
