//! Reads the `.set` file beside a `.spc` file: texts in a block `*IDENTIFICATION`, and parameters in lines such as
//! `#SP [SP_TAC_R,F,5.0033574e-08]`.

use crate::import::facts::{HeaderEntry, HeaderValue};
use crate::import::tick::Tick;

/// Maximum number of stored parameters.
const MAX_PARAMETERS: usize = 1000;
/// Maximum length of a stored value in characters.
const MAX_VALUE: usize = 300;

/// Number of values of the converter in the range of the time-to-amplitude converter.
const CONVERTER_VALUES: f64 = 4096.0;

/// Contents of a `.set` file.
#[derive(Debug, Default)]
pub(super) struct Setup {
    /// Names and values, in the order of the file.
    parameters: Vec<(String, String)>,
    /// The card, such as `SPC-150`.
    pub module: Option<String>,
    /// Date and time at which the file was written.
    pub start: Option<String>,
}

impl Setup {
    /// Reads the text of a `.set` file. Lines of unknown form are ignored.
    pub fn of(text: &str) -> Self {
        let mut setup = Self::default();
        let (mut date, mut time) = (None, None);
        for line in text.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix('#') {
                setup.parameter(rest);
            } else if let Some(rest) = line.split("module ").nth(1).filter(|_| setup.module.is_none()) {
                let name: String = rest
                    .chars()
                    .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
                    .collect();
                setup.module = Some(name).filter(|name| !name.is_empty());
            } else if let Some((name, value)) = line.split_once(':') {
                match name.trim() {
                    "Date" => date = Some(shortened(value)),
                    "Time" => time = Some(shortened(value)),
                    _ => {}
                }
            }
        }
        setup.start = date.zip(time).map(|(date, time)| format!("{date}T{time}"));
        setup
    }

    /// Stores the parameter of a line `SP [NAME,TYPE,VALUE]`.
    fn parameter(&mut self, line: &str) {
        let inner = line.split_once('[').and_then(|(_, rest)| rest.rsplit_once(']'));
        let mut fields = inner.map_or("", |(inner, _)| inner).splitn(3, ',');
        if let (Some(name), Some(_), Some(value)) = (fields.next(), fields.next(), fields.next())
            && self.parameters.len() < MAX_PARAMETERS
        {
            self.parameters.push((shortened(name), shortened(value)));
        }
    }

    fn number(&self, wanted: &str) -> Option<f64> {
        let (_, value) = self.parameters.iter().find(|(name, _)| name == wanted)?;
        value.parse().ok().filter(|number: &f64| number.is_finite())
    }

    /// Returns the unit of microtimes if there are `microtimes` of them: the range of the time-to-amplitude converter
    /// divided by its gain and by `microtimes`, to the eight digits in the file.
    pub fn delay_unit(&self, microtimes: u32) -> Option<Tick> {
        let (range, gain) = (self.number("SP_TAC_R")?, self.number("SP_TAC_G")?);
        if range <= 0.0 || gain < 1.0 {
            return None;
        }
        let unit = range / gain / CONVERTER_VALUES * (CONVERTER_VALUES / f64::from(microtimes));
        Tick::from_seconds(format!("{unit:.7e}").parse().ok()?)
    }

    /// Returns whether the macro time's clock is the undivided sync.
    pub fn counts_syncs(&self) -> bool {
        self.number("SP_MTCLK") == Some(1.0) && self.number("SP_SYN_FD") == Some(1.0)
    }

    /// Returns the requested length of the measurement in seconds.
    pub fn acquisition_s(&self) -> Option<f64> {
        self.number("SP_COL_T").filter(|seconds| *seconds > 0.0)
    }

    /// Returns all parameters.
    pub fn entries(&self) -> impl Iterator<Item = HeaderEntry> {
        self.parameters
            .iter()
            .map(|(name, value)| HeaderEntry::new(name.clone(), HeaderValue::Text(value.clone())))
    }
}

fn shortened(text: &str) -> String {
    text.trim().chars().take(MAX_VALUE).collect()
}
