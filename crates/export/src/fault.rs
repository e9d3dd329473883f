//! Errors of writing.

use tagview_core::{Code, Error};

/// The library that writes the format refuses.
pub(crate) fn refused(why: impl std::fmt::Display) -> Error {
    Error::new(Code::TooLarge, format!("the tags can't be written ({why})"), "export a shorter range of time")
}
