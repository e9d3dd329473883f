//! What can be wrong with encoded tags.

use tagview_core::{Code, Error};

/// `what` breaks its format.
pub(crate) fn bad(what: impl std::fmt::Display) -> Error {
    Error::new(Code::BadEncoding, format!("these tags can't be read back ({what})"), "encode them again")
}

/// There is no tag of that number.
pub(crate) fn no_tag(index: usize) -> Error {
    bad(format_args!("there is no tag number {index}"))
}

/// The format has no room for so many tags.
pub(crate) fn too_many(why: impl std::fmt::Display) -> Error {
    Error::new(Code::TooLarge, format!("these tags don't fit into one file ({why})"), "compare fewer tags")
}
