//! What is known of another maker's recording besides its tags.

use super::tick::Tick;
use crate::Value;
use crate::tags::TagSource;

/// A recording of another maker's time tagger while it is read.
pub trait ImportSource: TagSource + Send {
    /// The length of a tick, in which times are; `None` until enough of the file was read to know it.
    fn tick(&self) -> Option<Tick>;

    /// What the file says besides its tags, as far as it was read: the device, how many overflows there were, which
    /// channels are markers, what its program warned of.
    fn facts(&self) -> Value;
}
