//! Coverage: the share of runs in which errors contain the truth.

/// Accepted ranges of the 68 % and 95 % shares over many runs.
const GOAL_68: (f64, f64) = (0.64, 0.72);
const GOAL_95: (f64, f64) = (0.93, 0.97);

/// Standard deviations that a share has to be beyond its limits, or a mean from the truth, before it is called
/// wrong. With some hundred numbers in the suite, chance alone does that in one of several hundred changes of seeds.
const SIGMA: f64 = 4.0;

/// 95 % of a normal distribution lie within this number of standard deviations.
const Z_95: f64 = 1.959_963_985;

/// Values with their errors, against what they should be.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    truth: f64,
    values: Vec<f64>,
    deviations: Vec<f64>,
    within_68: Vec<bool>,
    within_95: Vec<bool>,
    missing: usize,
    at_least: bool,
}

impl Coverage {
    /// Creates an empty coverage of a number whose true value is `truth`.
    pub fn new(truth: f64) -> Self {
        Self { truth, ..Self::default() }
    }

    /// The same, of errors that may hold the truth more often than they say.
    pub fn at_least(self) -> Self {
        Self { at_least: true, ..self }
    }

    /// The truth of what is added from here on. Counts are whole numbers, so that at any one mean the share that an
    /// interval holds jumps about; means that are drawn around it show what matters.
    pub fn move_truth(&mut self, truth: f64) {
        self.truth = truth;
    }

    /// A value with its standard error.
    pub fn add(&mut self, value: f64, error: f64) {
        self.add_value(value);
        let off = (value - self.truth).abs();
        self.within_68.push(off <= error);
        self.within_95.push(off <= Z_95 * error);
    }

    /// A value with an interval of 68 %.
    pub fn add_interval(&mut self, value: f64, low: f64, high: f64) {
        self.add_value(value);
        self.within_68.push((low..=high).contains(&self.truth));
    }

    /// A value without an error.
    pub fn add_value(&mut self, value: f64) {
        self.values.push(value);
        self.deviations.push(value - self.truth);
    }

    /// A run that gives no value.
    pub fn add_none(&mut self) {
        self.missing += 1;
    }

    /// Runs with a value.
    pub fn runs(&self) -> usize {
        self.values.len()
    }

    /// Runs without one.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// Mean of the truths.
    pub fn mean_truth(&self) -> f64 {
        self.mean() - mean(&self.deviations)
    }

    /// Mean of the values.
    pub fn mean(&self) -> f64 {
        mean(&self.values)
    }

    /// Standard error of the mean of what the values are off by.
    pub fn mean_error(&self) -> f64 {
        self.spread() / (self.deviations.len() as f64).sqrt()
    }

    /// Standard deviation of what the values are off by.
    pub fn spread(&self) -> f64 {
        let m = mean(&self.deviations);
        let squares: f64 = self.deviations.iter().map(|x| (x - m).powi(2)).sum();
        (squares / (self.deviations.len() as f64 - 1.0)).sqrt()
    }

    /// Share of runs whose error or interval of 68 % contains the truth; NaN without runs.
    pub fn share_68(&self) -> f64 {
        share(&self.within_68)
    }

    /// Share of runs whose 1.96 errors contain the truth; NaN without runs.
    pub fn share_95(&self) -> f64 {
        share(&self.within_95)
    }

    /// Shares outside 64 to 72 % or 93 to 97 %, by more than the number of runs explains.
    pub fn wrong_shares(&self) -> Vec<String> {
        let all = [
            ("68 %", self.share_68(), self.within_68.len(), GOAL_68),
            ("95 %", self.share_95(), self.within_95.len(), GOAL_95),
        ];
        let wrong = |(name, share, runs, (low, high)): (&str, f64, usize, (f64, f64))| {
            let slack = |p: f64| SIGMA * (p * (1.0 - p) / runs as f64).sqrt();
            let most = if self.at_least { 1.0 } else { high + slack(high) };
            let inside = share >= low - slack(low) && share <= most;
            (runs > 0 && !inside)
                .then(|| format!("the error that should hold {name} holds {:.1} % of {runs}", 100.0 * share))
        };
        all.into_iter().filter_map(wrong).collect()
    }

    /// Means that deviate by more than their own error explains, and by more than `tolerance`, the known bias of the
    /// method.
    pub fn wrong_mean(&self, tolerance: f64) -> Vec<String> {
        let off = mean(&self.deviations);
        let wrong = off.abs() > tolerance + SIGMA * self.mean_error();
        let error = self.mean_error();
        wrong.then(|| format!("the mean is off by {off:.4} +- {error:.4}")).into_iter().collect()
    }

    /// [`wrong_shares`](Self::wrong_shares) and [`wrong_mean`](Self::wrong_mean) together.
    pub fn wrong(&self, tolerance: f64) -> Vec<String> {
        [self.wrong_mean(tolerance), self.wrong_shares()].concat()
    }

    /// Mean with its error, and both shares, as the cells of a table.
    pub fn cells(&self, digits: usize) -> [String; 3] {
        let mean = format!("{:.digits$} +- {:.digits$}", self.mean(), self.mean_error());
        [mean, percent(self.share_68()), percent(self.share_95())]
    }
}

/// A share as a cell of a table; empty for NaN.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1}", 100.0 * share) } else { String::new() }
}

fn mean(all: &[f64]) -> f64 {
    all.iter().sum::<f64>() / all.len() as f64
}

fn share(all: &[bool]) -> f64 {
    all.iter().filter(|within| **within).count() as f64 / all.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand deviations whose ranks are those of a normal distribution, by its logistic stand-in.
    fn normal(scale: f64) -> Coverage {
        let mut found = Coverage::new(5.0);
        for k in 0..1000 {
            let p = (f64::from(k) + 0.5) / 1000.0;
            found.add(5.0 + scale * (p / (1.0 - p)).ln() / 1.702, 1.0);
        }
        found
    }

    #[test]
    fn sound_errors_pass_and_others_do_not() {
        assert_eq!(normal(1.0).wrong(0.0), Vec::<String>::new());
        assert_eq!(normal(2.0).wrong(0.0).len(), 2);
        assert_eq!(normal(0.5).wrong_shares().len(), 2);
        let mut biased = normal(1.0);
        biased.deviations.iter_mut().for_each(|off| *off += 0.2);
        assert_eq!((biased.wrong_mean(0.0).len(), biased.wrong_mean(0.2).len()), (1, 0));
    }

    #[test]
    fn errors_that_may_be_too_large_are_not_too_small() {
        assert_eq!(normal(0.5).at_least().wrong_shares(), Vec::<String>::new());
        assert_eq!(normal(2.0).at_least().wrong_shares().len(), 2);
    }

    #[test]
    fn what_has_no_errors_has_no_shares() {
        let mut found = Coverage::new(1.0);
        found.add_value(1.0);
        found.add_none();
        assert_eq!((found.runs(), found.missing()), (1, 1));
        assert_eq!(found.wrong_shares(), Vec::<String>::new());
        assert_eq!(percent(found.share_68()), "");
    }
}
