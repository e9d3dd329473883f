//! Description of the items taken from a file.

use tagview_core::Value;

/// The number of items, and their kind.
pub enum Taken {
    /// Of a recording, with the times of the first and the last one, ticks.
    Tags { count: usize, first: Option<i64>, last: Option<i64> },
    /// Of a manifest.
    References { count: usize },
}

/// `{tags, references, sampled, first, last, complete, error, findings}`: how many were taken, null for the kind that the
/// file has not, and whether there are more; times of the first and the last tag; and of `read`, what is wrong with as
/// much of the file as was read.
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
