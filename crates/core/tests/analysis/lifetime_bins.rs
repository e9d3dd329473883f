//! The lifetime in bins that are wider than the instrument response.

use crate::dynamic::{Value, make};
use crate::lifetime::{clocked, codes, number};
use crate::pairs::list;
use crate::tags::{params, tag};

/// Quantiles of a decay of 140 ticks after a pulse that is exact, without noise: the lifetime may not depend on the bins.
#[test]
fn a_narrow_response_does_not_shorten_the_lifetime() {
    const TAGS: i64 = 5000;
    // In a bin, and at the edge of one.
    for pulse in [1007.0, 1000.0] {
        let mut tags = Vec::new();
        for k in 0..TAGS {
            // In an order in which neither long nor short delays come first.
            let rank = (k * 1999 % TAGS) as f64 + 0.5;
            let delay = pulse - 140.0 * (1.0 - rank / TAGS as f64).ln();
            tags.extend([tag(3, k * 40_000), tag(15, k * 40_000 + delay.round() as i64)]);
        }
        for bin in [5, 20, 32] {
            let result = clocked(&tags, vec![("bin", Value::Int(bin))]);
            let lifetime = number(&result, "lifetime").unwrap_or(f64::NAN);
            assert!((lifetime / 140.0 - 1.0).abs() < 0.006, "pulse {pulse}, bins of {bin} ticks: {lifetime}");
            assert!(codes(&result).contains(&"narrower-than-a-bin".to_owned()), "{:?}", codes(&result));
        }
    }
}

#[test]
fn an_interim_result_has_no_fit() {
    let tags: Vec<_> =
        (0..2000).flat_map(|k| [tag(3, k * 1000), tag(15, k * 1000 + 300 + k * k % 300)]).collect();
    let mut analysis = make("lifetime", &params(&[("channel", 15), ("sync", 3)])).unwrap();
    analysis.push_tags(&tags).unwrap();
    let (interim, result) = (analysis.interim(), analysis.result());
    assert_eq!([&interim, &result].map(|result| list(result, "fits").len()), [0, 1]);
    assert_eq!(interim.get("counts"), result.get("counts"));
}
