//! Numbers from counts: intervals, significance, peaks, periods and fits. This module is independent of tags.

pub(crate) mod fit;
pub(crate) mod interference;
pub(crate) mod models;
pub(crate) mod modulation;
pub(crate) mod peak;
pub(crate) mod period;
pub(crate) mod settings;
pub(crate) mod statistics;
pub(crate) mod steadiness;

pub use interference::{Curve, InterferenceRequest, InterferenceResult, interference};
pub use models::Model;
pub use period::PulsedResult;
pub use settings::{Outcomes, SettingCorrelation, SettingCorrelationsResult, SettingsRequest, settings};
pub use statistics::{Estimate, Hint, HintOption, Interval, Remark, RemarkCode};
