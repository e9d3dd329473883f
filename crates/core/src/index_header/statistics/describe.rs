//! The statistics as a tree of values.

use super::super::describe::text;
use super::Statistics;
use super::counts::Counts;
use crate::{Error, Value};

impl Statistics {
    /// `{series, empty_series, chunks, label_pairs, min_time, max_time, labels, churning, remarks, complete, error,
    /// findings}`, the labels in the order of their names.
    pub fn to_value(&self) -> Value {
        let Self { counts, churning, findings, .. } = self;
        let (min, max) = counts.times.unzip();
        let labels = counts.by_name.sorted();
        let mut remarks = Vec::new();
        if labels.is_none() {
            remarks.push(remark("labels", "too-many", "there are too many label names to count each"));
        }
        if churning.is_none() {
            remarks.push(remark("churning", "too-many", "there are too many label pairs to count each"));
        }
        if counts.series > 0 && min == max {
            remarks.push(remark("churn", "no-time", "the chunks span no time, so none is left uncovered"));
        }
        let labels = labels.map(|labels| {
            let of = |(name, label): (u32, Counts)| self.label(name, &label);
            Value::List(labels.into_iter().map(of).collect())
        });
        let churning = churning.as_ref().map(|pairs| {
            let of = |(label, pair): &(super::LabelRef, Counts)| {
                Value::map([
                    ("name", self.symbol(label.name)),
                    ("value", self.symbol(label.value)),
                    ("series", Value::Count(pair.series)),
                    ("churn", churn(self.counts.churn(pair))),
                ])
            };
            Value::List(pairs.iter().map(of).collect())
        });
        let error = findings.first_error().cloned().map(Error::from);
        Value::map([
            ("series", Value::Count(counts.series)),
            ("empty_series", Value::Count(counts.empty)),
            ("chunks", Value::Count(counts.chunks)),
            ("label_pairs", Value::Count(counts.pairs)),
            ("min_time", Value::time(min)),
            ("max_time", Value::time(max)),
            ("labels", labels.unwrap_or(Value::Null)),
            ("churning", churning.unwrap_or(Value::Null)),
            ("remarks", Value::List(remarks)),
            ("complete", Value::Bool(error.is_none())),
            ("error", error.as_ref().map_or(Value::Null, Value::from)),
            ("findings", Value::List(findings.all().iter().map(Value::from).collect())),
        ])
    }

    fn label(&self, name: u32, label: &Counts) -> Value {
        Value::map([
            ("name", self.symbol(name)),
            ("series", Value::Count(label.series)),
            ("differ", Value::Count(label.differ)),
            ("churn", churn(self.counts.churn(label))),
        ])
    }

    /// The text that a reference stands for; null where the index has no such symbol.
    fn symbol(&self, reference: u32) -> Value {
        self.symbols.get(reference).map_or(Value::Null, text)
    }
}

fn churn(churn: Option<f64>) -> Value {
    churn.map_or(Value::Null, Value::Float)
}

fn remark(about: &str, code: &str, message: &str) -> Value {
    let texts = [("about", about), ("code", code), ("message", message)];
    Value::map(texts.map(|(key, text)| (key, Value::Text(text.to_owned()))))
}
