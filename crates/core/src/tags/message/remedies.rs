//! Remedies for unreadable messages.

/// For a message that violates the rules of Cap'n Proto.
pub(super) const DAMAGED: &str = "take an intact copy, or what was read before the damage";

/// For a message of another schema.
pub(super) const NOT_TAGS: &str =
    "open a recording of time tags; if this file is one, open an intact copy of it";
