//! Offset headers: their grammar, their encodings, look-ups, and realistic pastes.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bounds;
mod encodings;
mod header;
mod inspect;
mod lookup;
