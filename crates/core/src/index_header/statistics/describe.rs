//! The statistics as a report.

use super::super::results::{ByteText, LabelPairSeries, LabelSeries, SeriesStatistics, StatisticsRemark};
use super::Statistics;
use crate::Error;

impl Statistics {
    /// Returns the statistics, with labels in the order of their names. Labels whose name is missing in the index are
    /// omitted.
    pub fn report(&self) -> SeriesStatistics {
        let Self { counts, churning, symbols, findings } = self;
        let (min_time, max_time) = counts.times.unzip();
        let labels = counts.by_name.sorted();
        let labels = labels.iter().filter_map(|(name, label)| {
            Some(LabelSeries {
                name: ByteText::from(symbols.get(*name)?),
                series: label.series,
                differ: label.differ,
                churn: counts.churn(label),
            })
        });
        let churning = churning.iter().filter_map(|(label, pair)| {
            Some(LabelPairSeries {
                name: ByteText::from(symbols.get(label.name)?),
                value: ByteText::from(symbols.get(label.value)?),
                series: pair.series,
                churn: counts.churn(pair),
            })
        });
        let error = findings.first_error().cloned().map(Error::from);
        SeriesStatistics {
            series: counts.series,
            empty_series: counts.empty,
            chunks: counts.chunks,
            label_pairs: counts.pairs,
            min_time,
            max_time,
            labels: labels.collect(),
            churning: churning.collect(),
            missed: counts.by_pair.missed().max(counts.by_name.missed()),
            remarks: self.remarks(),
            complete: error.is_none(),
            error,
            findings: findings.all(),
        }
    }

    fn remarks(&self) -> Vec<StatisticsRemark> {
        let counts = &self.counts;
        let mut remarks = Vec::new();
        for (about, missed) in [("labels", counts.by_name.missed()), ("churning", counts.by_pair.missed())] {
            if missed > 0 {
                let message = format!(
                    "there is not room to count each; those listed can have up to {missed} series more, and those \
                     with fewer can be missing"
                );
                remarks.push(StatisticsRemark { about, code: "too-many", message });
            }
        }
        let (min, max) = counts.times.unzip();
        if counts.series > 0 && min == max {
            let message = "the chunks span no time, so the churn is unknown".to_owned();
            remarks.push(StatisticsRemark { about: "churn", code: "no-time", message });
        }
        remarks
    }
}
