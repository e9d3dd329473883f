//! What the bindings to JavaScript and Python share: dynamic values, typed requests from them and typed results as them.
//!
//! ```text
//!  a binding's objects -> Value -> from_value, requests -> request struct -> tagview-core
//!  a binding's objects <- Value <- to_value             <- result struct  <-
//! ```

mod from_value;
pub mod named_values;
pub mod requests;
mod source;
mod to_value;
pub mod value;

pub use from_value::from_value;
pub use source::source;
pub use to_value::{snapshot, to_value};
pub use value::Value;
