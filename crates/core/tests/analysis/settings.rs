//! Correlations of two analysers for simulated counts of known correlation.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::Code;
use tagview_core::estimate::{Outcomes, SettingCorrelationsResult, SettingsRequest, settings};

/// Angles of a CHSH inequality in degrees.
const ANGLES: [(f64, f64); 4] = [(0.0, 22.5), (0.0, 67.5), (45.0, 22.5), (45.0, 67.5)];

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    fn poisson(&mut self, mean: f64) -> u64 {
        let (mut time, mut n) = (0.0, 0);
        loop {
            time -= (1.0 - (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64).ln();
            if time > mean {
                return n;
            }
            n += 1;
        }
    }
}

fn correlation((a, b): (f64, f64), visibility: f64) -> f64 {
    visibility * (2.0 * (a - b)).to_radians().cos()
}

/// Counts of `pairs` pairs with the correlation `e`, each outcome with `accidentals`, measured in 32 windows.
fn measured(e: f64, pairs: f64, accidentals: f64, random: &mut Random) -> Outcomes {
    let shares = [1.0 + e, 1.0 - e, 1.0 - e, 1.0 + e];
    let windows = [(); 4].map(|()| random.poisson(32.0 * accidentals) as f64);
    Outcomes {
        counts: shares.map(|share| random.poisson(pairs * share / 4.0 + accidentals)),
        time: [1.0; 4],
        accidentals: windows.map(|n| Some(n / 32.0)),
        accidentals_error: windows.map(|n| Some(n.sqrt() / 32.0)),
    }
}

fn of(settings_: Vec<Outcomes>) -> SettingCorrelationsResult {
    settings(&SettingsRequest::new(settings_, 2)).unwrap()
}

#[test]
fn a_correlation_by_hand() {
    let outcomes = Outcomes {
        counts: [90, 10, 20, 80],
        time: [1.0; 4],
        accidentals: [Some(5.0); 4],
        accidentals_error: [Some(1.0); 4],
    };
    let result = of(vec![outcomes]);
    let [found] = &result.settings[..] else { panic!() };
    let near = |value: Option<f64>, truth: f64| (value.unwrap() - truth).abs() < 1e-12;
    assert!(near(found.correlation, 0.7) && near(found.qber, 0.15), "{found:?}");
    // ((1 - E)^2 (n_++ + n_--) + (1 + E)^2 (n_+- + n_-+)) / n^2, each n with 1/2 more.
    let variance = (0.09 * 171.0 + 2.89 * 31.0) / 40_000.0_f64;
    assert!((found.correlation_error.unwrap() - variance.sqrt()).abs() < 1e-12);
    assert!((found.correlation_corrected.unwrap() - 140.0 / 180.0).abs() < 1e-12);
    assert!(found.correlation_corrected_error > found.correlation_error);
    assert_eq!((result.s, result.remarks.len()), (None, 0));
}

#[test]
fn s_of_an_entangled_state_holds_the_truth_as_often_as_its_error_says() {
    let (visibility, pairs, accidentals) = (0.97, 4000.0, 30.0);
    let truth = 2.0 * 2.0_f64.sqrt() * visibility;
    let runs = 400;
    let (mut within, mut diluted, mut wide) = (0, 0.0, 0.0);
    for seed in 0..runs {
        let mut random = Random::new(seed);
        let result = of(ANGLES
            .map(|at| measured(correlation(at, visibility), pairs, accidentals, &mut random))
            .to_vec());
        let (s, error) = (result.s_corrected.unwrap(), result.s_corrected_error.unwrap());
        within += u64::from((s - truth).abs() < error);
        wide += (s - truth).powi(2) / (runs as f64 * error.powi(2));
        diluted += result.s.unwrap() / runs as f64;
    }
    let share = within as f64 / runs as f64;
    // 3 standard deviations of a binomial distribution, and of the mean of squares.
    assert!((share - 0.683).abs() < 3.0 * (0.683 * 0.317 / runs as f64).sqrt(), "{share}");
    assert!((wide - 1.0).abs() < 3.0 * (2.0 / runs as f64).sqrt(), "{wide}");
    let expected = truth * pairs / (pairs + 4.0 * accidentals);
    assert!((diluted - expected).abs() < 0.005, "{diluted}, not {expected}");
}

#[test]
fn an_outcome_without_counts_has_an_error() {
    let outcomes = |counts: [u64; 4]| Outcomes {
        counts,
        time: [1.0; 4],
        accidentals: [None; 4],
        accidentals_error: [None; 4],
    };
    let result = of(vec![outcomes([500, 0, 0, 500]), outcomes([4, 0, 0, 3])]);
    let [sure, few] = &result.settings[..] else { panic!() };
    assert_eq!((sure.correlation, sure.qber), (Some(1.0), Some(0.0)));
    assert!(sure.qber_error.unwrap() > 0.0005 && sure.correlation_corrected.is_none());
    assert_eq!((few.correlation, few.qber_error), (None, None));
    assert_eq!(result.remarks.len(), 1);
    assert_eq!(result.remarks[0].code.as_str(), "too-few-counts");
}

#[test]
fn outcomes_that_were_counted_one_after_the_other_are_scaled_to_one_time() {
    let outcomes = |time: [f64; 4]| Outcomes {
        counts: [800, 100, 200, 400],
        time,
        accidentals: [Some(0.0); 4],
        accidentals_error: [None; 4],
    };
    let result = of(vec![outcomes([2.0, 1.0, 2.0, 1.0]), outcomes([1.0, 0.0, 1.0, 1.0])]);
    let e = (400.0 - 100.0 - 100.0 + 400.0) / 1000.0;
    assert!((result.settings[0].correlation.unwrap() - e).abs() < 1e-12);
    assert_eq!(result.settings[1].correlation, None);
    assert_eq!(result.remarks[0].code.as_str(), "no-time");
}

#[test]
fn accidentals_alone_have_no_corrected_correlation() {
    let mut random = Random::new(7);
    let result = of(vec![measured(0.9, 0.0, 200.0, &mut random)]);
    assert_eq!(result.settings[0].correlation_corrected, None);
    assert!(result.settings[0].correlation.unwrap().abs() < 0.2);
    assert_eq!(result.remarks[0].code.as_str(), "accidentals-only");
}

#[test]
fn a_minus_sign_that_no_setting_can_have_is_refused() {
    for minus in [0, 5] {
        let error = settings(&SettingsRequest::new(Vec::new(), minus)).unwrap_err();
        assert_eq!(error.code, Code::Usage);
    }
}
