//! An opened file as a report.

use super::opened::IndexHeader;
use super::postings_offset_table::PostingsRange;
use super::report::{Culprit, LargestList, Report};
use super::results::{
    ByteText, IndexHeaderContents, IndexHeaderReport, IndexHeaderSection, IndexSectionOffsets, LabelColumns,
    LabelSamples, MetricSeries, PatternedLabel, PostingsList, SectionName, SectionOffsets, TextColumn,
};
use super::section::SectionExtent;
use super::table::{Label, Table};
use crate::Error;
use crate::numbers::{Bytes, Counts, Integers, Large};

fn texts<'a>(texts: impl Iterator<Item = &'a [u8]>) -> TextColumn {
    let (mut bytes, mut lengths) = (Vec::new(), Vec::new());
    for text in texts {
        bytes.extend_from_slice(text);
        lengths.push(text.len() as u64);
    }
    TextColumn { bytes: Bytes(bytes), lengths: Counts(lengths) }
}

impl IndexHeader {
    /// Returns everything but labels, values and symbols.
    pub fn contents(&self) -> IndexHeaderContents {
        let Self { kind, size, header, toc, symbols, table, findings, .. } = self;
        let all =
            table.find(b"").and_then(|label| table.all().get(label)).filter(|_| self.values().is_some());
        let symbols_known =
            table.labels().all(|label| label.values.is_some()) && self.symbols_section.is_some();
        IndexHeaderContents {
            kind: *kind,
            size: *size,
            version: header.map(|header| header.version),
            index_version: header.map(|header| header.index_version.number()),
            toc: toc.map(|toc| SectionOffsets {
                symbols: Large(toc.symbols),
                postings_offset_table: Large(toc.postings_offset_table),
            }),
            index_toc: self.index_toc.map(|toc| IndexSectionOffsets {
                symbols: Large(toc.symbols),
                series: Large(toc.series),
                label_indices: Large(toc.label_indices),
                label_indices_table: Large(toc.label_indices_table),
                postings: Large(toc.postings),
                postings_table: Large(toc.postings_table),
            }),
            postings_end: header.and_then(|header| header.postings_end).map(Large),
            sections: self.sections(),
            symbols: symbols.count,
            symbols_bytes: symbols_known.then_some(symbols.bytes),
            longest_symbol: symbols_known.then_some(symbols.longest),
            label_names: table.labels().count() as u64,
            label_values: self.values(),
            postings_bytes: self.postings_bytes(),
            series: self.series(),
            all_postings_bytes: all.map(|label| label.postings_bytes),
            sampling: table.sampling.into(),
            samples: table.kept.len() as u64,
            memory: self.memory() as u64,
            message_bytes: self.message_bytes,
            report: self.report.as_ref().map(|values| report(values, table)),
            complete: self.is_complete(),
            error: findings.first_error().cloned().map(Error::from),
            findings: findings.all(),
        }
    }

    /// Returns the label names in the order of the table, in columns: objects of half a million labels take a gigabyte.
    pub fn label_columns(&self) -> LabelColumns {
        let table = &self.table;
        let numbers: Vec<usize> =
            (0..table.all().len()).filter(|label| !table.name(&table.all()[*label]).is_empty()).collect();
        let labels = || numbers.iter().map(|number| &table.all()[*number]);
        let are_counted = labels().all(|label| label.values.is_some());
        let counted = |of: fn(&Label) -> u64| are_counted.then(|| Counts(labels().map(of).collect()));
        let between = |of: fn((u64, u64)) -> u64| {
            Counts(numbers.iter().map(|number| of(table.values_between(*number))).collect())
        };
        LabelColumns {
            label: Counts(numbers.iter().map(|number| *number as u64).collect()),
            name: texts(labels().map(|label| table.name(label))),
            first: texts(numbers.iter().map(|n| table.samples(*n).next().unwrap_or_default().0)),
            last: texts(numbers.iter().map(|n| table.samples(*n).next_back().unwrap_or_default().0)),
            values: counted(|label| label.values.unwrap_or_default()),
            values_least: between(|(least, _)| least),
            values_most: between(|(_, most)| most),
            value_bytes: counted(|label| label.value_bytes),
            table_bytes: counted(|label| label.table_bytes),
            postings_bytes: counted(|label| label.postings_bytes),
            series: counted(Label::series),
            last_end: Integers(labels().map(|label| label.last_end.cast_signed()).collect()),
        }
    }

    /// Returns the sampled values of label number `label`.
    pub fn samples(&self, label: usize) -> LabelSamples {
        let samples = self.table.samples(label);
        let (values, places) = samples.map(|(value, at)| (ByteText::from(value), u64::from(at))).unzip();
        LabelSamples { values, places: Counts(places) }
    }

    fn sections(&self) -> Vec<IndexHeaderSection> {
        let Self { symbols_section, table_section, .. } = self;
        let named =
            [(SectionName::Symbols, symbols_section), (SectionName::PostingsOffsetTable, table_section)];
        let sections = named.into_iter().filter_map(|(name, extent)| Some((name, extent.as_ref()?)));
        let section = |(name, extent): (SectionName, &SectionExtent)| IndexHeaderSection {
            name,
            offset: Large(extent.offset),
            bytes: Large(extent.end() - extent.offset),
            count: extent.count.into(),
            checksum: extent.checksum.map(|sum| format!("{sum:08x}")),
        };
        sections.map(section).collect()
    }
}

fn report(report: &Report, table: &Table) -> IndexHeaderReport {
    // Each list is of a label of the table.
    let name = |label: usize| {
        ByteText::from(table.all().get(label).map(|label| table.name(label)).unwrap_or_default())
    };
    let series = |list: &LargestList| PostingsRange::series_in(list.range.bytes());
    let largest = |list: &LargestList| PostingsList {
        name: name(list.label),
        value: ByteText::from(&*list.value),
        start: Large(list.range.start),
        end: Large(list.range.end),
        series: series(list),
    };
    let metric =
        |list: &LargestList| MetricSeries { value: ByteText::from(&*list.value), series: series(list) };
    let culprit = |culprit: &Culprit| PatternedLabel {
        name: name(culprit.label),
        looks_like: culprit.likeness,
        values: culprit.values,
        bytes: culprit.bytes,
        example: ByteText::from(&*culprit.example),
    };
    IndexHeaderReport {
        largest: report.largest().iter().map(largest).collect(),
        metrics: report.metrics().iter().map(metric).collect(),
        lengths: Counts(report.lengths().to_vec()),
        longest: report.longest(),
        culprits: report.culprits().iter().map(culprit).collect(),
    }
}
