//! Dips and fringes fitted to counts of known visibility.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::Code;

use crate::dynamic::{Value, interference};
use crate::pairs::list;

fn number(value: &Value, name: &str) -> Option<f64> {
    match value.get(name) {
        Some(Value::Float(x)) => Some(*x),
        Some(Value::Null) => None,
        other => panic!("{name}: {other:?}"),
    }
}

fn with_error(value: &Value, name: &str) -> (f64, f64) {
    (number(value, name).unwrap(), number(value, &format!("{name}_error")).unwrap())
}

fn assert_near((value, error): (f64, f64), truth: f64) {
    assert!(error > 0.0 && (value - truth).abs() < 4.0 * error, "{value} +- {error}, not {truth}");
}

/// Poisson counts with these means, drawn from their intervals.
fn counted(means: &[f64], seed: u64) -> Vec<i64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut one = |mean: f64| {
        let mut time = 0.0;
        let mut n = -1;
        while time < mean {
            time -= (1.0 - (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64).ln();
            n += 1;
        }
        n
    };
    means.iter().map(|mean| one(*mean)).collect()
}

fn floats(all: &[f64]) -> Value {
    Value::List(all.iter().map(|x| Value::Float(*x)).collect())
}

fn fit(shape: &str, positions: &[f64], counts: &[i64], exposure: &[f64]) -> Value {
    let counts = Value::List(counts.iter().map(|n| Value::Int(*n)).collect());
    let request = [
        ("shape", Value::Text(shape.to_owned())),
        ("positions", floats(positions)),
        ("counts", counts),
        ("exposure", floats(exposure)),
    ];
    interference(Value::map(request)).unwrap()
}

fn positions() -> Vec<f64> {
    (0..41).map(|k| f64::from(k) / 2.0 - 10.0).collect()
}

#[test]
fn a_dip_of_light_that_fades() {
    let positions = positions();
    let exposure: Vec<f64> = (0..41).map(|k| 2.0 - f64::from(k) / 40.0).collect();
    let mean = |(x, e): (&f64, &f64)| 300.0 * e * (1.0 - 0.9 * (-(x - 0.7).powi(2) / 8.0).exp());
    let means: Vec<f64> = positions.iter().zip(&exposure).map(mean).collect();
    let result = fit("dip", &positions, &counted(&means, 1), &exposure);
    assert_near(with_error(&result, "visibility"), 0.9);
    assert_near(with_error(&result, "centre"), 0.7);
    assert_near(with_error(&result, "fwhm"), 2.354_82 * 2.0);
    assert_near(with_error(&result, "level"), 450.0);
    assert_eq!((number(&result, "period"), list(&result, "remarks").len()), (None, 0));
    // As if the light had been steady, no dip describes it.
    let wrong = fit("dip", &positions, &counted(&means, 1), &[1.0; 41]);
    assert_eq!(list(&wrong, "remarks")[0].get("code"), Some(&Value::Text("fit-poor".to_owned())));
}

#[test]
fn a_fringe_of_few_counts() {
    let positions = positions();
    let phase = |x: f64| std::f64::consts::TAU * x / 6.5 + 0.4;
    let means: Vec<f64> = positions.iter().map(|x| 20.0 * (1.0 + 0.8 * phase(*x).cos())).collect();
    let result = fit("fringe", &positions, &counted(&means, 2), &[7.0; 41]);
    assert_near(with_error(&result, "visibility"), 0.8);
    assert_near(with_error(&result, "period"), 6.5);
    assert_near(with_error(&result, "phase"), 0.4);
    assert_eq!(number(&result, "fwhm"), None);
}

#[test]
fn errors_of_visibilities_hold_the_truth_as_often_as_they_say() {
    let positions = positions();
    let means: Vec<f64> =
        positions.iter().map(|x| 200.0 * (1.0 - 0.8 * (-(x - 0.7).powi(2) / 8.0).exp())).collect();
    let runs = 200;
    let within = (0..runs).filter(|seed| {
        let result = fit("dip", &positions, &counted(&means, 100 + seed), &[1.0; 41]);
        let (value, error) = with_error(&result, "visibility");
        (value - 0.8).abs() < error
    });
    // 3 standard deviations of a binomial distribution.
    let share = within.count() as f64 / runs as f64;
    assert!((share - 0.683).abs() < 3.0 * (0.683 * 0.317 / runs as f64).sqrt(), "{share}");
}

#[test]
fn what_is_no_dip_has_no_visibility_and_no_errors() {
    // A step in the middle of the scan, as where a fibre slips.
    let positions = positions();
    let means: Vec<f64> = positions.iter().map(|x| if *x < 0.3 { 400.0 } else { 900.0 }).collect();
    let result = fit("dip", &positions, &counted(&means, 5), &[1.0; 41]);
    for name in ["visibility", "visibility_error", "centre_error", "fwhm_error", "level_error"] {
        assert_eq!(number(&result, name), None, "{name}");
    }
    assert_eq!(list(&result, "remarks")[0].get("code"), Some(&Value::Text("fit-poor".to_owned())));
    assert!(number(&result, "deviance") > number(&result, "true_deviance"));
}

#[test]
fn counts_that_cannot_be_fitted_are_reported() {
    let few = fit("dip", &[0.0, 1.0, 2.0, 3.0, 4.0], &[9, 8, 1, 9, 9], &[1.0; 5]);
    assert_eq!(number(&few, "visibility"), None);
    assert_eq!(list(&few, "remarks")[0].get("code"), Some(&Value::Text("too-few-counts".to_owned())));
    assert_eq!(number(&fit("fringe", &[], &[], &[]), "visibility"), None);
    let many = fit("fringe", &[1.0, 2.0], &[900, 1000], &[1.0; 2]);
    assert_eq!(list(&many, "remarks")[0].get("code"), Some(&Value::Text("no-fit".to_owned())));
    // All at one position.
    assert_eq!(number(&fit("dip", &[1.0; 9], &[50; 9], &[1.0; 9]), "visibility"), None);
    let unequal =
        Value::map([("shape", Value::Text("dip".to_owned())), ("counts", Value::List(vec![Value::Int(5)]))]);
    assert_eq!(interference(unequal).unwrap_err().code, Code::Usage);
    let shape = Value::map([("shape", Value::Text("bump".to_owned()))]);
    assert_eq!(interference(shape).unwrap_err().code, Code::Usage);
}

/// Returns the codes of the remarks on the visibility.
fn codes(result: &Value) -> Vec<Value> {
    list(result, "remarks").iter().map(|remark| remark.get("code").unwrap().clone()).collect()
}

#[test]
fn counts_without_interference_have_no_visibility() {
    for shape in ["dip", "fringe"] {
        let with_visibility = (0..300).filter(|seed| {
            let level = [20.0, 200.0, 2000.0][*seed as usize % 3];
            let result = fit(shape, &positions(), &counted(&[level; 41], 7000 + seed), &[1.0; 41]);
            number(&result, "visibility").is_some()
        });
        // One of a thousand may be.
        let count = with_visibility.count();
        assert!(count <= 2, "{shape}: {count} of 300");
    }
}

#[test]
fn errors_of_visibilities_near_1_hold_the_truth_too() {
    let dip = |v: f64| move |x: &f64| 200.0 * (1.0 - v * (-(x - 0.7).powi(2) / 2.0).exp());
    let fringe = |v: f64| move |x: &f64| 200.0 * (1.0 + v * (std::f64::consts::TAU * x / 4.0 + 0.4).cos());
    for v in [0.995, 1.0] {
        let means = [
            ("dip", positions().iter().map(dip(v)).collect::<Vec<f64>>()),
            ("fringe", positions().iter().map(fringe(v)).collect()),
        ];
        for (shape, means) in means {
            let (mut fitted, mut within, mut far) = (0, 0, 0);
            for seed in 0..200 {
                let result = fit(shape, &positions(), &counted(&means, 300 + seed), &[1.0; 41]);
                let Some(value) = number(&result, "visibility") else { continue };
                let error = number(&result, "visibility_error").unwrap();
                fitted += 1;
                within += usize::from((value - v).abs() < error);
                far += usize::from((value - v).abs() > 4.0 * error);
            }
            // 0.58 is 3 standard deviations of a binomial distribution below 0.683.
            let enough = fitted > 180 && within as f64 > 0.58 * fitted as f64 && far <= 1;
            assert!(enough, "{shape} {v}: {fitted} fitted, {within} within an error, {far} far off");
        }
    }
}

#[test]
fn the_unit_of_positions_and_where_they_begin_change_nothing() {
    let mean = |x: &f64| 60.0 * (1.0 + 0.8 * (std::f64::consts::TAU * x / 6.5 + 0.4).cos());
    let counts = counted(&positions().iter().map(mean).collect::<Vec<_>>(), 8);
    let expected = fit("fringe", &positions(), &counts, &[1.0; 41]);
    let (visibility, _) = with_error(&expected, "visibility");
    for (unit, begin) in [(1e-12, 0.0), (1e-9, 0.0), (1e9, 0.0), (1.0, 30.0), (1.0, 1e6)] {
        let moved: Vec<f64> = positions().iter().map(|x| (x + begin) * unit).collect();
        let found = fit("fringe", &moved, &counts, &[1.0; 41]);
        assert!((with_error(&found, "visibility").0 - visibility).abs() < 1e-4, "{unit} {begin}");
        assert_near((with_error(&found, "period").0 / unit, with_error(&found, "period").1 / unit), 6.5);
        if begin < 1e6 {
            let phase = 0.4 - std::f64::consts::TAU * begin / 6.5;
            let (value, error) = with_error(&found, "phase");
            let off = (value - phase + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU);
            assert!((off - std::f64::consts::PI).abs() < 4.0 * error && value.abs() <= std::f64::consts::PI);
        } else {
            assert_eq!((number(&found, "phase"), codes(&found).len()), (None, 1), "{found:?}");
        }
    }
    let mean = |x: &f64| 300.0 * (1.0 - 0.9 * (-(x - 0.7).powi(2) / 8.0).exp());
    let counts = counted(&positions().iter().map(mean).collect::<Vec<_>>(), 9);
    let moved: Vec<f64> = positions().iter().map(|x| (x + 40.0) * 1e-15).collect();
    let found = fit("dip", &moved, &counts, &[1.0; 41]);
    assert_near(with_error(&found, "visibility"), 0.9);
    let (centre, error) = with_error(&found, "centre");
    assert_near((centre / 1e-15, error / 1e-15), 40.7);
}

#[test]
fn fringes_of_hardly_more_than_two_steps_and_dips_of_less_than_one_are_found() {
    let fringe = |x: &f64| 100.0 * (1.0 + 0.3 * (std::f64::consts::TAU * x / 1.2 + 0.4).cos());
    let found = fit(
        "fringe",
        &positions(),
        &counted(&positions().iter().map(fringe).collect::<Vec<_>>(), 3),
        &[1.0; 41],
    );
    assert_near(with_error(&found, "visibility"), 0.3);
    assert_near(with_error(&found, "period"), 1.2);
    let mean = |x: &f64| 100.0 * (1.0 - 0.8 * (-(x - 0.6).powi(2) / 2.0 / 0.09).exp());
    let found =
        fit("dip", &positions(), &counted(&positions().iter().map(mean).collect::<Vec<_>>(), 4), &[1.0; 41]);
    assert_near(with_error(&found, "visibility"), 0.8);
}

#[test]
fn a_dip_beyond_the_scan_has_no_visibility() {
    let mean = |x: &f64| 200.0 * (1.0 - 0.8 * (-(x - 11.5).powi(2) / 8.0).exp());
    let counts = counted(&positions().iter().map(mean).collect::<Vec<_>>(), 6);
    let found = fit("dip", &positions(), &counts, &[1.0; 41]);
    assert_eq!(
        (number(&found, "visibility"), codes(&found)),
        (None, vec![Value::Text("cut-by-range".to_owned())])
    );
}

#[test]
fn what_is_expected_stands_at_its_position_where_another_has_no_exposure() {
    let mean = |x: &f64| 200.0 * (1.0 - 0.8 * (-(x - 0.7).powi(2) / 8.0).exp());
    let means: Vec<f64> = positions().iter().map(mean).collect();
    let (mut counts, mut exposure) = (counted(&means, 10), [1.0; 41]);
    (counts[3], exposure[3]) = (0, 0.0);
    let found = fit("dip", &positions(), &counts, &exposure);
    let Some(Value::Floats(expected)) = found.get("expected") else { panic!("{found:?}") };
    assert_eq!((expected.len(), expected[3]), (41, 0.0));
    for (k, (m, mean)) in expected.iter().zip(&means).enumerate() {
        assert!(k == 3 || (m - mean).abs() < 4.0 * mean.sqrt(), "{k}: {m}, not {mean}");
    }
}
