//! The times of one channel that are not counted yet, with the times before them.

/// The times of one channel, ascending, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct NewTimes<'a> {
    pub channel: u64,
    /// Times before the new ones, back to the largest distance of related tags.
    pub before: &'a [i64],
    /// Times not counted yet.
    pub new: &'a [i64],
}
