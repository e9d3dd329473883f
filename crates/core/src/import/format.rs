//! Another tagger's format of recordings: its name, its recognition and its reader.

use serde::Deserialize;

use super::parts::Parts;
use super::records::{Layout, Records};
use super::source::Opened;
use crate::request::setters;

/// Options for a text file with tags in columns, and for the microtimes of a recording.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TextOptions {
    /// The columns in order, such as `time,channel`; `-` stands for a column that is not read. Without a column of
    /// channels, `time=3` assigns all tags to channel 3, and `time` to channel 0.
    pub columns: Option<String>,
    /// Unit of the times: `ns`, `81ps` or `ticks`.
    pub unit: Option<String>,
    /// Length of a tick for times with a unit, such as `100ps`.
    pub tick: Option<String>,
    /// Range of microtimes of the photons to read, such as `2ns..10ns`; recordings in T3 mode only.
    pub microtime: Option<String>,
    /// Unit of the microtimes if the recording does not state it, such as `4.07ps`.
    pub delay_unit: Option<String>,
    /// Text of the settings file that another tagger's program wrote next to the recording.
    pub setup: Option<String>,
}

setters! { TextOptions {
    columns: String, unit: String, tick: String, microtime: String, delay_unit: String, setup: String,
} }

/// A format of recordings of another time tagger.
#[derive(Clone, Copy)]
pub struct Import {
    /// Stable identifier for scripts: one word in lower case, with hyphens.
    pub id: &'static str,
    /// Common name, with an article.
    pub name: &'static str,
    pub(super) fits: fn(&[u8]) -> bool,
    pub(super) open: fn(&TextOptions) -> Opened,
    /// Where files of this format can be split.
    pub(super) parts: Option<Parts>,
}

impl Import {
    /// A format of records of the layout `L`, whose files are read whole.
    pub(super) const fn of_records<L: Layout + Default + Send + 'static>(
        id: &'static str,
        name: &'static str,
        fits: fn(&[u8]) -> bool,
    ) -> Self {
        Self { id, name, fits, open: |_| Ok(Box::new(Records::<L>::default())), parts: None }
    }

    /// Whether a file that begins with `head`, at least [`MIN_HEAD_BYTES`](super::MIN_HEAD_BYTES) or all there are, is
    /// of this format.
    pub fn fits(&self, head: &[u8]) -> bool {
        (self.fits)(head)
    }
}
