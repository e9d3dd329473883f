//! What was opened, as a tree of values.

use super::opened::IndexHeader;
use super::postings_offset_table::PostingsRange;
use super::report::{Culprit, LargestList, Report};
use super::section::Extent;
use super::table::{Label, Table};
use super::toc::IndexToc;
use crate::{Error, Value};

/// A name, a value or a symbol: text, or `{hex}` where its bytes are not UTF-8.
pub fn text(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => Value::Text(text.to_owned()),
        Err(_) => {
            let hex = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            Value::map([("hex", Value::Text(hex))])
        }
    }
}

/// `{bytes, lengths}` of texts one after the other.
fn texts<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Value {
    let (mut bytes, mut lengths) = (Vec::new(), Vec::new());
    for text in texts {
        bytes.extend_from_slice(text);
        lengths.push(text.len() as u64);
    }
    Value::map([("bytes", Value::Bytes(bytes)), ("lengths", Value::Counts(lengths))])
}

fn count(number: Option<u64>) -> Value {
    number.map_or(Value::Null, Value::Count)
}

fn integer(number: Option<u64>) -> Value {
    number.map_or(Value::Null, Value::UInt)
}

impl IndexHeader {
    /// Everything but labels and values: `{kind, size, version, index_version, toc, index_toc, postings_end, sections,
    /// symbols, symbols_bytes, longest_symbol, label_names, label_values, table_bytes, postings_bytes, series, all_postings_bytes,
    /// sampling, samples, memory, message_bytes, report, complete, error, findings}`.
    pub fn to_value(&self) -> Value {
        let Self { kind, size, header, toc, symbols, table, findings, .. } = self;
        let version = header.map(|header| u64::from(header.version));
        let index_version = header.map(|header| u64::from(header.index_version.number()));
        let toc = toc.map(|toc| {
            Value::map([
                ("symbols", Value::UInt(toc.symbols)),
                ("postings_offset_table", Value::UInt(toc.postings_offset_table)),
            ])
        });
        let error = findings.first_error().cloned().map(Error::from);
        let all =
            table.find(b"").and_then(|label| table.all().get(label)).filter(|_| self.values().is_some());
        let symbols_known =
            table.labels().all(|label| label.values.is_some()) && self.symbols_section.is_some();
        let known = |number: u64| count(symbols_known.then_some(number));
        Value::map([
            ("kind", kind.map_or(Value::Null, |kind| Value::Text(kind.as_str().to_owned()))),
            ("size", Value::Count(*size)),
            ("version", count(version)),
            ("index_version", count(index_version)),
            ("toc", toc.unwrap_or(Value::Null)),
            ("index_toc", self.index_toc.as_ref().map_or(Value::Null, index_toc)),
            ("postings_end", integer(header.and_then(|header| header.postings_end))),
            ("sections", Value::List(self.sections())),
            ("symbols", Value::Count(symbols.count)),
            ("symbols_bytes", known(symbols.bytes)),
            ("longest_symbol", known(symbols.longest)),
            ("label_names", Value::Count(table.labels().count() as u64)),
            ("label_values", count(self.values())),
            ("postings_bytes", count(self.postings_bytes())),
            ("series", count(self.series())),
            ("all_postings_bytes", count(all.map(|label| label.postings_bytes))),
            ("sampling", Value::Count(u64::from(table.sampling))),
            ("samples", Value::Count(table.kept.len() as u64)),
            ("memory", Value::Count(self.memory() as u64)),
            ("message_bytes", count(self.message_bytes)),
            ("report", self.report.as_ref().map_or(Value::Null, |found| report(found, table))),
            ("complete", Value::Bool(self.is_complete())),
            ("error", error.as_ref().map_or(Value::Null, Value::from)),
            ("findings", Value::List(findings.all().iter().map(Value::from).collect())),
        ])
    }

    /// The label names in the order of the table, a column for each of what is known of them: objects of half a million
    /// labels would take a gigabyte. `{label, name, first, last, values, values_least, values_most, value_bytes, table_bytes,
    /// postings_bytes, last_end}`, texts as `{bytes, lengths}`, null for counts where only samples were read.
    pub fn labels_to_value(&self) -> Value {
        let table = &self.table;
        let numbers: Vec<usize> =
            (0..table.all().len()).filter(|label| !table.name(&table.all()[*label]).is_empty()).collect();
        let labels = || numbers.iter().map(|number| &table.all()[*number]);
        let counted = |of: &dyn Fn(&Label) -> u64| {
            let is_known = labels().all(|label| label.values.is_some());
            if is_known { Value::Counts(labels().map(of).collect()) } else { Value::Null }
        };
        let between = |of: fn((u64, u64)) -> u64| {
            Value::Counts(numbers.iter().map(|number| of(table.values_between(*number))).collect())
        };
        Value::map([
            ("label", Value::Counts(numbers.iter().map(|number| *number as u64).collect())),
            ("name", texts(labels().map(|label| table.name(label)))),
            ("first", texts(numbers.iter().map(|n| table.samples(*n).next().unwrap_or_default().0))),
            ("last", texts(numbers.iter().map(|n| table.samples(*n).next_back().unwrap_or_default().0))),
            ("values", counted(&|label| label.values.unwrap_or_default())),
            ("values_least", between(|(least, _)| least)),
            ("values_most", between(|(_, most)| most)),
            ("value_bytes", counted(&|label| label.value_bytes)),
            ("table_bytes", counted(&|label| label.table_bytes)),
            ("postings_bytes", counted(&|label| label.postings_bytes)),
            ("last_end", Value::Times(labels().map(|label| label.last_end as i64).collect())),
        ])
    }

    /// The parts of the file in their order, each `{name, offset, bytes, count, checksum}`.
    fn sections(&self) -> Vec<Value> {
        let Self { symbols_section, table_section, .. } = self;
        let named = [("symbols", symbols_section), ("postings_offset_table", table_section)];
        let sections = named.into_iter().filter_map(|(name, extent)| Some((name, extent.as_ref()?)));
        sections
            .map(|(name, extent)| {
                let Extent { offset, count, checksum, .. } = *extent;
                Value::map([
                    ("name", Value::Text(name.to_owned())),
                    ("offset", Value::UInt(offset)),
                    ("bytes", Value::UInt(extent.end() - offset)),
                    ("count", Value::Count(u64::from(count))),
                    ("checksum", checksum.map_or(Value::Null, |sum| Value::Text(format!("{sum:08x}")))),
                ])
            })
            .collect()
    }
}

fn index_toc(toc: &IndexToc) -> Value {
    let IndexToc { symbols, series, label_indices, label_indices_table, postings, postings_table } = *toc;
    Value::map([
        ("symbols", Value::UInt(symbols)),
        ("series", Value::UInt(series)),
        ("label_indices", Value::UInt(label_indices)),
        ("label_indices_table", Value::UInt(label_indices_table)),
        ("postings", Value::UInt(postings)),
        ("postings_table", Value::UInt(postings_table)),
    ])
}

/// `{largest, metrics, lengths, longest, culprits}`.
fn report(report: &Report, table: &Table) -> Value {
    let name = |label: usize| table.all().get(label).map_or(Value::Null, |label| text(table.name(label)));
    let largest = |list: &LargestList| {
        Value::map([
            ("name", name(list.label)),
            ("value", text(&list.value)),
            ("start", Value::UInt(list.range.start)),
            ("end", Value::UInt(list.range.end)),
            ("series", Value::Count(PostingsRange::series_in(list.range.bytes()))),
        ])
    };
    let metric = |list: &LargestList| {
        Value::map([
            ("value", text(&list.value)),
            ("series", Value::Count(PostingsRange::series_in(list.range.bytes()))),
        ])
    };
    let culprit = |culprit: &Culprit| {
        Value::map([
            ("name", name(culprit.label)),
            ("looks_like", Value::Text(culprit.likeness.as_str().to_owned())),
            ("values", Value::Count(culprit.values)),
            ("bytes", Value::Count(culprit.bytes)),
            ("example", text(&culprit.example)),
        ])
    };
    Value::map([
        ("largest", Value::List(report.largest().iter().map(largest).collect())),
        ("metrics", Value::List(report.metrics().iter().map(metric).collect())),
        ("lengths", Value::Counts(report.lengths().to_vec())),
        ("longest", Value::Count(report.longest())),
        ("culprits", Value::List(report.culprits().iter().map(culprit).collect())),
    ])
}
