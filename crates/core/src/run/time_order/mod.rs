//! Tags put into order of time, channel by channel, with what is near a run's ends, which joining two runs needs.
//!
//! [`order`] takes blocks of tags, [`merging`] joins runs, [`summing`] adds independent ones. Both may end a run at a tag that can't be taken
//! ([`stop`]): one that comes too late to be put in order, which [`opening`] finds where a run is continued, or one
//! that makes a [`crowd`].

mod channel_times;
mod crowd;
mod first_break;
mod merging;
mod opening;
mod order;
mod stop;
mod summing;

pub use channel_times::ChannelTimes;
pub use first_break::FirstBreak;
pub use order::TimeOrder;
pub use stop::too_late;
pub use summing::Move;
