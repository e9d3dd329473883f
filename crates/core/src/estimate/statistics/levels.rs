//! Levels that several estimates share, each with its source.

/// Maximum probability that chance makes a peak, a line or a shape: the strictest level of Fisher, Yates, Statistical
/// Tables (1938).
pub const FALSE_POSITIVE: f64 = 1e-3;

/// Number of standard deviations of a contradiction: an effect that is expected by no model, or counts that exclude a
/// model. Lyons, arXiv:1310.1284.
pub const DISCOVERY: f64 = 5.0;

/// Number of standard deviations at which a number differs from another one. Lyons, arXiv:1310.1284.
pub const EVIDENCE: f64 = 3.0;

/// Number of standard deviations up to which two numbers agree: 95 % of all differences are smaller. Fisher, Statistical
/// Methods for Research Workers (1925).
pub const AGREEMENT: f64 = 2.0;

/// Relative difference that no number shows: the error of a million counts.
pub const NEGLIGIBLE: f64 = 1e-3;

/// Share from which a correction to first order is wrong by a hundredth, its square.
pub const CONSIDERABLE: f64 = 0.1;

/// Minimum number of counts whose sum has an error of a tenth, `1 / sqrt(100)`.
pub const MANY_COUNTS: f64 = 100.0;

/// Minimum number of expected counts with a nearly normal distribution: Cochran, Biometrics 10, 417 (1954).
pub const NORMAL_COUNTS: f64 = 5.0;

/// Minimum number of bins of a period or a stretch. Two for each cycle of the fundamental frequency and of its first
/// harmonic: Shannon, Proc. IRE 37, 10 (1949).
pub const RESOLVED_BINS: f64 = 4.0;

/// Expected counts of a bin without any, whose logarithm exists: a millionth of a negligible share of a count.
pub const NO_COUNTS: f64 = 1e-9;

/// Median of chi squared with one degree of freedom: Abramowitz, Stegun, Handbook of Mathematical Functions (1964), 26.8.
pub const CHI2_MEDIAN: f64 = 0.4549;

/// The 90th percentile of chi squared with one degree of freedom: Abramowitz, Stegun, 26.8.
pub const CHI2_NINE_TENTHS: f64 = 2.706;
