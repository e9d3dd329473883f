//! What was found, in the shape of the command line's `--json`.

use super::companions::{duration, is_level};
use super::encoding::Encoding;
use super::entries::Entries;
use super::input::{Field, Name};
use super::inspect::{Inspected, open};
use super::recognise::Recognised;
use crate::Value;

/// Duplicates whose entries are listed one by one; a header that was damaged in one place has a few.
const MAX_DUPLICATES_LISTED: usize = 1000;

fn text(text: impl Into<String>) -> Value {
    Value::Text(text.into())
}

fn place(offset: Option<u64>) -> Value {
    offset.map_or(Value::Null, Value::UInt)
}

/// What is asked of [`inspect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// How the value is encoded; none to have it recognised.
    pub encoding: Option<Encoding>,
    /// Whether the result lists a row per partition beside the columns.
    pub rows: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { encoding: None, rows: true }
    }
}

/// Everything about a paste as one value; see [`Inspected::to_value`] for its shape.
pub fn inspect(text: &str, options: &Options) -> Value {
    open(text, options.encoding).to_value(options.rows)
}

impl Inspected<'_> {
    /// `{header, encoding, version, partitions, count, empty, duplicates, min_offset, max_offset,
    /// total, complete, error}`, then `entries` (how many stand in the text), `header_offset`,
    /// `columns` `{partition, offset}` (for compartments also `compartment` and `cluster`, a row
    /// per offset), `duplicate_entries` (of the first 1,000 duplicates), `not_found`, `findings`, `recognised`, `companions`.
    ///
    /// `partitions` is null where `rows` is false. Empty partitions (-1) count in `empty` and in
    /// none of `min_offset`, `max_offset` and `total`. Positions are bytes of the paste.
    pub fn to_value(&self, rows: bool) -> Value {
        let offsets: Vec<i64> = match &self.offsets.entries {
            Entries::Partitions(_) => self.map.offsets.clone(),
            Entries::Compartments(_) => self.clusters().map(|(.., offset)| offset).collect(),
        };
        let produced = || offsets.iter().copied().filter(|offset| *offset != -1);
        let total: i128 = produced().map(i128::from).sum();
        let error = self.error().map(|error| {
            Value::map([
                ("code", text(error.code.as_str())),
                ("message", text(error.message.as_str())),
                ("offset", place(error.offset)),
            ])
        });
        Value::map([
            ("header", text(self.value())),
            ("encoding", text(self.offsets.encoding.name())),
            ("version", self.offsets.version.map_or(Value::Null, |v| Value::Count(u64::from(v)))),
            ("partitions", if rows { self.rows() } else { Value::Null }),
            ("count", Value::Count((self.map.partitions.len() + self.compartments.len()) as u64)),
            ("empty", Value::Count(offsets.iter().filter(|offset| **offset == -1).count() as u64)),
            ("duplicates", self.duplicates()),
            ("min_offset", Value::time(produced().min())),
            ("max_offset", Value::time(produced().max())),
            ("total", Value::big(total)),
            ("complete", Value::Bool(self.is_complete())),
            ("error", error.unwrap_or(Value::Null)),
            ("entries", Value::Count(self.offsets.entries.len() as u64)),
            (
                "header_offset",
                place(self.chosen.and_then(|i| self.fields.get(i)).map(|field| field.offset as u64)),
            ),
            ("columns", self.columns()),
            ("duplicate_entries", self.duplicate_entries()),
            (
                "not_found",
                Value::List(self.map.not_found.iter().map(|p| Value::Int(i64::from(*p))).collect()),
            ),
            ("findings", Value::List(self.findings.iter().map(Value::from).collect())),
            ("recognised", self.recognised.as_ref().map_or(Value::Null, recognised)),
            ("companions", self.companions()),
        ])
    }

    /// `[{encoding, bytes, error}]`, the seven in the order of the published table. Where an encoding
    /// can't hold these partitions, `bytes` is null and `error` says why.
    pub fn sizes_to_value(&self) -> Value {
        let sizes = Encoding::ALL.map(|encoding| {
            let (bytes, error) = match self.encode(encoding) {
                Ok(encoded) => (Value::Count(encoded.len() as u64), Value::Null),
                Err(error) => (Value::Null, Value::from(&error)),
            };
            Value::map([("encoding", text(encoding.name())), ("bytes", bytes), ("error", error)])
        });
        Value::List(sizes.into())
    }

    /// Compartment, partition, cluster and offset, one after another.
    fn clusters(&self) -> impl Iterator<Item = (i64, i32, u32, i64)> {
        self.compartments.iter().flat_map(|entry| {
            let offsets = (0u32..).zip(&entry.offsets);
            offsets.filter_map(|(cluster, offset)| {
                Some((entry.compartment, entry.partition, cluster, (*offset)?))
            })
        })
    }

    fn rows(&self) -> Value {
        if let Entries::Compartments(_) = self.offsets.entries {
            let offset = |offset: &Option<i64>| Value::time(*offset);
            let entries = self.compartments.iter().map(|entry| {
                Value::map([
                    ("compartment", Value::Int(entry.compartment)),
                    ("partition", Value::Int(i64::from(entry.partition))),
                    ("offsets", Value::List(entry.offsets.iter().map(offset).collect())),
                ])
            });
            return Value::List(entries.collect());
        }
        let rows = self.map.partitions.iter().zip(&self.map.offsets).map(|(partition, offset)| {
            Value::map([("partition", Value::Int(i64::from(*partition))), ("offset", Value::Int(*offset))])
        });
        Value::List(rows.collect())
    }

    fn columns(&self) -> Value {
        if let Entries::Compartments(_) = self.offsets.entries {
            return Value::map([
                ("compartment", Value::Times(self.clusters().map(|(compartment, ..)| compartment).collect())),
                ("partition", Value::Times(self.clusters().map(|(_, p, ..)| i64::from(p)).collect())),
                (
                    "cluster",
                    Value::Times(self.clusters().map(|(_, _, cluster, _)| i64::from(cluster)).collect()),
                ),
                ("offset", Value::Times(self.clusters().map(|(.., offset)| offset).collect())),
            ]);
        }
        Value::map([
            ("partition", Value::Times(self.map.partitions.iter().map(|p| i64::from(*p)).collect())),
            ("offset", Value::Times(self.map.offsets.clone())),
        ])
    }

    fn duplicates(&self) -> Value {
        let doubled = self.doubled.iter().map(|(compartment, partition)| {
            Value::map([
                ("compartment", Value::Int(*compartment)),
                ("partition", Value::Int(i64::from(*partition))),
            ])
        });
        let partitions = self.map.duplicates.iter().map(|d| Value::Int(i64::from(d.partition)));
        Value::List(partitions.chain(doubled).collect())
    }

    fn duplicate_entries(&self) -> Value {
        let answered = self.offsets.searched || self.offsets.encoding != Encoding::Text;
        let entries = self.map.duplicates.iter().take(MAX_DUPLICATES_LISTED).map(|duplicate| {
            Value::map([
                ("partition", Value::Int(i64::from(duplicate.partition))),
                ("offsets", Value::Times(duplicate.offsets.clone())),
                ("answer", Value::time(duplicate.answer.filter(|_| answered))),
            ])
        });
        Value::List(entries.collect())
    }

    /// `{level, level_valid, max_delay, max_delay_ns, max_delay_honoured}`, null where absent.
    fn companions(&self) -> Value {
        let find = |name| self.fields.iter().find(move |field: &&Field<'_>| field.name == name);
        let value = |field: Option<&Field<'_>>| field.map_or(Value::Null, |field| text(&*field.value));
        let (level, delay) = (find(Name::Level), find(Name::MaxDelay));
        let parsed = delay.map(|field| duration(&field.value));
        let strong = level.is_some_and(|field| field.value == "strong");
        let honoured = parsed.as_ref().map(|parsed| matches!(parsed, Ok(1..)) && !strong);
        let nanoseconds = parsed.and_then(Result::ok);
        Value::map([
            ("level", value(level)),
            ("level_valid", level.map_or(Value::Null, |field| Value::Bool(is_level(&field.value)))),
            ("max_delay", value(delay)),
            ("max_delay_ns", Value::time(nanoseconds)),
            ("max_delay_honoured", honoured.map_or(Value::Null, Value::Bool)),
        ])
    }
}

/// `{sureness, candidates: [{encoding, share, entries, reasons}]}`, the most plausible first.
fn recognised(recognised: &Recognised) -> Value {
    let candidates = recognised.candidates.iter().map(|candidate| {
        Value::map([
            ("encoding", text(candidate.encoding.name())),
            ("share", Value::Float(candidate.share)),
            ("entries", Value::Count(candidate.entries as u64)),
            ("reasons", Value::List(candidate.reasons.iter().map(text).collect())),
        ])
    });
    Value::map([
        ("sureness", text(recognised.sureness.as_str())),
        ("candidates", Value::List(candidates.collect())),
    ])
}
