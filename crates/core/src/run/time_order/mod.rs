//! Sorts tags by time, channel by channel, and keeps those near a run's ends, which joining two runs needs.
//!
//! [`order`] takes blocks of tags, [`merging`] joins runs. Both may end a run at a tag that cannot be counted
//! ([`crowd`]): one too late to be sorted, which [`opening`] finds when a run is continued, or one that makes a crowd.

mod channel_times;
mod crowd;
mod first_break;
mod merging;
mod opening;
mod order;

pub use channel_times::ChannelTimes;
pub use crowd::too_late;
pub use first_break::FirstBreak;
pub use merging::Move;
pub use order::TimeOrder;
