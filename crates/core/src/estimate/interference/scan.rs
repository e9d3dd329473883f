//! A scan: coincidences counted at several positions of a setting.

use crate::estimate::fit::{Fitted, Parameter, fit_of_few};
use crate::{Code, Error};

fn usage(message: &str, remedy: &str) -> Error {
    Error::new(Code::Usage, message, remedy)
}

/// Maximum number of positions of a scan.
const MOST: usize = 1 << 16;

/// Counts by position, with their exposures. Positions without exposure are omitted.
pub struct Scan {
    /// Positions, in steps from the middle of the scan.
    pub positions: Vec<f64>,
    pub counts: Vec<u64>,
    /// Exposures with the mean 1: counts without interference are proportional to them.
    pub exposure: Vec<f64>,
    /// The middle of the scan, and the mean step, in the original unit of the positions.
    pub middle: f64,
    pub step: f64,
    /// Indices of the positions in the original list, and its length.
    places: Vec<usize>,
    many: usize,
}

impl Scan {
    /// # Errors
    /// `Usage` if the lists differ in length or contain an invalid count, position or exposure.
    pub fn new(given: &[f64], counts: &[u64], exposure: &[f64]) -> Result<Self, Error> {
        if given.len() != counts.len() || exposure.len() != counts.len() || counts.len() > MOST {
            return Err(usage(
                "`positions`, `counts` and `exposure` do not have the same length, at most 2^16",
                "give one entry of each for every position",
            ));
        }
        if !given.iter().chain(exposure).all(|x| x.is_finite()) {
            return Err(usage("a position or an exposure is not finite", "give numbers"));
        }
        let many = counts.len();
        let mean = exposure.iter().sum::<f64>() / many.max(1) as f64;
        if exposure.iter().any(|e| *e < 0.0) {
            return Err(usage("an exposure is negative", "give what counts are proportional to"));
        }
        // Positions without exposure contain no information.
        let places: Vec<usize> = (0..many).filter(|k| exposure[*k] > 0.0).collect();
        let least = places.iter().map(|k| given[*k]).fold(f64::INFINITY, f64::min);
        let greatest = places.iter().map(|k| given[*k]).fold(f64::NEG_INFINITY, f64::max);
        let (middle, step) = ((least + greatest) / 2.0, (greatest - least) / (places.len() as f64 - 1.0));
        Ok(Self {
            positions: places.iter().map(|k| (given[*k] - middle) / step).collect(),
            counts: places.iter().map(|k| counts[*k]).collect(),
            exposure: places.iter().map(|k| exposure[*k] / mean).collect(),
            middle,
            step,
            places,
            many,
        })
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of steps from the first to the last position; not a number if all positions are equal.
    pub fn length(&self) -> f64 {
        if self.step > 0.0 { self.positions.len() as f64 - 1.0 } else { f64::NAN }
    }

    /// Returns the counts at the mean exposure.
    pub fn level(&self) -> f64 {
        self.total() as f64 / self.exposure.iter().sum::<f64>()
    }

    /// Returns the expected counts at every position without interference.
    pub fn flat(&self) -> Vec<f64> {
        let level = self.level();
        self.exposure.iter().map(|e| level * e).collect()
    }

    /// Fits the model `parameters[0] * exposure * relative(parameters, position)` by one search from each of `starts`.
    /// Returns the results, most likely first.
    pub fn fit(&self, starts: &[Vec<Parameter>], relative: &dyn Fn(&[f64], f64) -> f64) -> Vec<Fitted> {
        let model = |values: &[f64]| -> Vec<f64> {
            let places = self.positions.iter().zip(&self.exposure);
            places.map(|(x, e)| values[0] * e * relative(values, *x)).collect()
        };
        let mut found: Vec<Fitted> =
            starts.iter().filter_map(|start| fit_of_few(&self.counts, start, &model)).collect();
        found.sort_by(|a, b| a.deviance.total_cmp(&b.deviance));
        found
    }

    /// Returns `numbers` in the order of the original list, with 0 at positions without exposure.
    pub fn at_all_places(&self, numbers: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.many];
        self.places.iter().zip(numbers).for_each(|(place, number)| all[*place] = *number);
        all
    }
}
