//! Metadata of Icechunk repositories, from files that the tests write.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod content;
mod damage;
mod exercise;
mod mutations;
mod samples;
mod user_data;
mod write;

use tagview_bridge::Value;
use tagview_core::Error;
use tagview_core::icechunk::{MetadataFile, MetadataReader};
use tagview_core::random_access::drive;

/// Opens a file.
fn open(bytes: &[u8]) -> Result<MetadataFile, Error> {
    let mut opening = MetadataReader::new(bytes.len() as u64);
    drive(&mut opening, &[bytes], 1000)?;
    opening.finish()
}

/// The value at a path of keys and numbers, as `a.0.b`.
fn at<'v>(value: &'v Value, path: &str) -> &'v Value {
    path.split('.').fold(value, |value, key| match value {
        Value::List(list) => &list[key.parse::<usize>().expect("a number")],
        _ => value.get(key).unwrap_or_else(|| panic!("{key} of {path} is not there: {value:?}")),
    })
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
