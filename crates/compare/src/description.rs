//! Description of the items taken from a file.

use tagview_bridge::Value;

/// The number of items, and their kind.
pub enum Taken {
    /// Tags of a recording, with the times of the first and the last one, ticks.
    Tags { count: usize, first: Option<i64>, last: Option<i64> },
    /// References of a manifest.
    References { count: usize },
}

/// Returns `{tags, references, sampled, first, last, complete, error, findings}`: the number of items, null for the
/// other kind, and whether there are more; times of the first and the last tag; and the errors in `read`, the part of
/// the file that was read.
pub fn describe(taken: &Taken, is_partial: bool, read: &Value) -> Value {
    let of = |name: &str| read.get(name).cloned().unwrap_or(Value::Null);
    let count = |count: usize| Value::Count(count as u64);
    let (tags, references, first, last) = match *taken {
        Taken::Tags { count: tags, first, last } => (count(tags), Value::Null, first, last),
        Taken::References { count: references } => (Value::Null, count(references), None, None),
    };
    Value::map([
        ("tags", tags),
        ("references", references),
        ("sampled", Value::Bool(is_partial)),
        ("first", Value::time(first)),
        ("last", Value::time(last)),
        ("complete", of("complete")),
        ("error", of("error")),
        ("findings", of("findings")),
    ])
}
