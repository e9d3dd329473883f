//! The fit of molecules that diffuse, to simulated molecules that walk through a Gaussian focus.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tagview_core::tags::Tag;

use crate::dynamic::{Params, Value, make};
use crate::pairs::list;
use crate::tags::tag;

/// Length of the focus over its width, which is 1.
const STRUCTURE: f64 = 3.0;

/// The molecules walk in a box with these sides, which they leave on one side to enter on the other.
const BOX: [f64; 3] = [8.0, 8.0, 24.0];
const MOLECULES: usize = 20;

/// Ticks of a step, and steps of the diffusion time `1 / 4 D`.
const STEP: i64 = 100;
const DIFFUSION_STEPS: f64 = 10.0;

/// Mean tags of a channel in a step, of a molecule in the middle of the focus.
const BRIGHT: f64 = 0.5;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    /// A sum of uniform numbers with the mean 0 and the variance 1: of many steps, the sum is normal.
    fn step(&mut self) -> f64 {
        (self.uniform() + self.uniform() - 1.0) * 6.0_f64.sqrt()
    }
}

/// Tags of channels 1 and 2 in a number of steps.
fn walk(steps: i64, seed: u64) -> Vec<Tag> {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut molecules: Vec<[f64; 3]> =
        (0..MOLECULES).map(|_| BOX.map(|side| (random.uniform() - 0.5) * side)).collect();
    // <x^2> = 2 D t, and the diffusion time is w^2 / 4 D.
    let far = (0.5 / DIFFUSION_STEPS).sqrt();
    let mut tags = Vec::new();
    for k in 0..steps {
        let mut rate = 0.0;
        for at in &mut molecules {
            for (x, side) in at.iter_mut().zip(BOX) {
                *x += far * random.step();
                *x -= (*x / side).round() * side;
            }
            let [x, y, z] = *at;
            rate += BRIGHT * (-2.0 * (x * x + y * y + z * z / STRUCTURE.powi(2))).exp();
        }
        for channel in [1, 2] {
            let mut sum = -random.uniform().ln();
            while sum < rate {
                tags.push(tag(channel, k * STEP + (random.uniform() * STEP as f64) as i64));
                sum -= random.uniform().ln();
            }
        }
    }
    tags.sort_by_key(|tag| (tag.time, tag.channel));
    tags
}

fn value(fit: &Value, name: &str) -> f64 {
    let parameters = list(fit, "parameters");
    let named = |one: &&Value| one.get("name") == Some(&Value::Text(name.into()));
    match parameters.iter().find(named).and_then(|one| one.get("value")) {
        Some(Value::Float(value)) => *value,
        other => panic!("{name}: {other:?}"),
    }
}

fn fitted(tags: &[Tag], model: &str) -> Value {
    correlated(tags, model, ("log", 10)).get("fit").unwrap().clone()
}

/// The correlation with bins of a kind and size.
fn correlated(tags: &[Tag], model: &str, (bins, size): (&'static str, i64)) -> Value {
    let entries = [
        ("a", Value::UInt(1)),
        ("b", Value::UInt(2)),
        (bins, Value::Int(size)),
        ("from", Value::Int(2 * STEP)),
        ("to", Value::Int(300 * STEP)),
        ("fit", Value::Text(model.into())),
        ("structure", Value::Float(STRUCTURE)),
    ];
    let entries = entries.into_iter().map(|(name, value)| (name.to_owned().into(), value)).collect();
    let mut run = make("correlation", &Params::new(Value::Map(entries)).unwrap()).unwrap();
    run.push_tags(tags).unwrap();
    run.result()
}

#[test]
fn bins_of_one_width_have_no_errors_either_and_no_false_doubt() {
    let found = correlated(&walk(100_000, 1), "diffusion", ("bin", 4 * STEP));
    let fit = found.get("fit").unwrap();
    assert!(list(fit, "parameters").iter().all(|one| one.get("error") == Some(&Value::Null)), "{fit:?}");
    assert_eq!(fit.get("true_deviance"), Some(&Value::Null));
    let codes: Vec<_> = list(&found, "remarks").iter().map(|one| one.get("code").cloned()).collect();
    assert!(codes.contains(&Some(Value::Text("errors-not-known".into()))), "{codes:?}");
    assert!(!codes.contains(&Some(Value::Text("fit-poor".into()))), "{codes:?}");
    // Molecules come and go: that is no drift.
    let hints = format!("{:?}", list(&found, "hints"));
    assert!(!hints.contains("drift"), "{hints}");
}

#[test]
fn the_number_of_molecules_and_their_diffusion_time_are_those_of_the_walk() {
    let focus = std::f64::consts::PI.powf(1.5) * STRUCTURE;
    let particles = MOLECULES as f64 * focus / BOX.iter().product::<f64>();
    let tau = DIFFUSION_STEPS * STEP as f64;
    let fits: Vec<Value> = (1..=8).map(|seed| fitted(&walk(100_000, seed), "diffusion")).collect();
    for (name, truth) in [("particles", particles), ("tau_diffusion", tau)] {
        let values: Vec<f64> = fits.iter().map(|fit| value(fit, name)).collect();
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let error = (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        // The steps of the walk are a tenth of the diffusion time long.
        assert!((mean - truth).abs() < 3.5 * error + 0.03 * truth, "{name}: {mean} +- {error}, not {truth}");
        assert!(error < 0.1 * truth, "{name}: {mean} +- {error}");
    }
    let structure = value(&fits[0], "structure");
    assert_eq!(structure, STRUCTURE);
    // Counts at delays in common are not independent: their deviance is no measure.
    assert_eq!(fits[0].get("true_deviance"), Some(&Value::Null));
}
