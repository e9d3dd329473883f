//! Errors of encoded tags.

use tagview_core::{Code, Error};

/// `what` violates its format.
pub(crate) fn bad(what: impl std::fmt::Display) -> Error {
    Error::new(
        Code::BadEncoding,
        format!("what was encoded can't be read back ({what})"),
        "encode them again",
    )
}

/// There is no item of this number.
pub(crate) fn no_item(index: usize) -> Error {
    bad(format_args!("there is no item number {index}"))
}

/// The format cannot hold this many items.
pub(crate) fn too_many(why: impl std::fmt::Display) -> Error {
    Error::new(Code::TooLarge, format!("this does not fit into one file ({why})"), "compare fewer")
}
