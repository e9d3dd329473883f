//! Tags held in memory in compact form, so that a further query needs no second decoding.

mod block;
mod query;
mod store;

pub use query::HeldQuery;
pub use store::HeldTags;
