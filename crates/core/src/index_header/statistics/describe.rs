//! The statistics as a tree of values.

use super::super::describe::text;
use super::Statistics;
use super::counts::Counts;
use crate::{Error, Value};

impl Statistics {
    /// `{series, empty_series, chunks, label_pairs, min_time, max_time, labels, churning, missed, remarks, complete,
    /// error, findings}`, the labels in the order of their names. What has a name that the index lacks is left out.
    pub fn to_value(&self) -> Value {
        let Self { counts, churning, symbols, findings } = self;
        let (min, max) = counts.times.unzip();
        let labels = counts.by_name.sorted();
        let labels = labels.iter().filter_map(|(name, label)| {
            Some(Value::map([
                ("name", text(symbols.get(*name)?)),
                ("series", Value::Count(label.series)),
                ("differ", Value::Count(label.differ)),
                ("churn", self.churn(label)),
            ]))
        });
        let churning = churning.iter().filter_map(|(label, pair)| {
            Some(Value::map([
                ("name", text(symbols.get(label.name)?)),
                ("value", text(symbols.get(label.value)?)),
                ("series", Value::Count(pair.series)),
                ("churn", self.churn(pair)),
            ]))
        });
        let error = findings.first_error().cloned().map(Error::from);
        Value::map([
            ("series", Value::Count(counts.series)),
            ("empty_series", Value::Count(counts.empty)),
            ("chunks", Value::Count(counts.chunks)),
            ("label_pairs", Value::Count(counts.pairs)),
            ("min_time", Value::time(min)),
            ("max_time", Value::time(max)),
            ("labels", Value::List(labels.collect())),
            ("churning", Value::List(churning.collect())),
            ("missed", Value::Count(counts.by_pair.missed().max(counts.by_name.missed()))),
            ("remarks", Value::List(self.remarks())),
            ("complete", Value::Bool(error.is_none())),
            ("error", error.as_ref().map_or(Value::Null, Value::from)),
            ("findings", Value::List(findings.all().iter().map(Value::from).collect())),
        ])
    }

    fn churn(&self, counts: &Counts) -> Value {
        self.counts.churn(counts).map_or(Value::Null, Value::Float)
    }

    fn remarks(&self) -> Vec<Value> {
        let counts = &self.counts;
        let mut remarks = Vec::new();
        for (about, missed) in [("labels", counts.by_name.missed()), ("churning", counts.by_pair.missed())] {
            if missed > 0 {
                let message = format!(
                    "there is not room to count each; those listed can have up to {missed} series more, and those \
                     with fewer can be missing"
                );
                remarks.push(remark(about, "too-many", message));
            }
        }
        let (min, max) = counts.times.unzip();
        if counts.series > 0 && min == max {
            let message = "the chunks span no time, so that no time can be uncovered";
            remarks.push(remark("churn", "no-time", message.to_owned()));
        }
        remarks
    }
}

fn remark(about: &str, code: &str, message: String) -> Value {
    let [about, code] = [about, code].map(|text| Value::Text(text.to_owned()));
    Value::map([("about", about), ("code", code), ("message", Value::Text(message))])
}
