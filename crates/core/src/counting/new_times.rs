//! The times of one channel that a count has not seen, with those before them.

/// The times of one channel, ascending, in ticks.
#[derive(Debug, Clone, Copy)]
pub struct NewTimes<'a> {
    pub channel: u64,
    /// Times before the new ones, from as long ago as related tags can be.
    pub before: &'a [i64],
    /// Times that were not counted yet.
    pub new: &'a [i64],
}
