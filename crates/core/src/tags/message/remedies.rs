//! Remedies for unreadable messages.

/// For a message that violates the rules of Cap'n Proto.
pub(super) const DAMAGED: &str = "take an intact copy, or what was read before the damage";

/// For a message of another schema.
pub(super) const NOT_TAGS: &str = "open a recording of time tags, or an intact copy if this is one";
