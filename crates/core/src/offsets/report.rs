//! The contents of an offset header as a report.

use super::companions::{duration, is_level};
use super::encoding::Encoding;
use super::entries::Entries;
use super::input::{Field, Name};
use super::inspect::{Inspected, open};
use super::results::{
    Companions, DuplicateEntry, DuplicatePartition, HeaderRemark, OffsetsColumns, OffsetsHeader, OffsetsSize,
    PartitionOffset,
};
use crate::numbers::{Integers, Large};

/// Maximum number of duplicates whose entries are listed.
const MAX_DUPLICATES_LISTED: usize = 1000;

/// Options of [`inspect`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Encoding of the value; recognised by default.
    pub encoding: Option<Encoding>,
    /// Whether the report lists a row per partition in addition to the columns.
    pub rows: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { encoding: None, rows: true }
    }
}

/// Returns the contents of the header in `text`.
pub fn inspect(text: &str, options: &Options) -> OffsetsHeader {
    open(text, options.encoding).report(options.rows)
}

impl Inspected<'_> {
    /// Returns the contents of the header. Offsets in it are bytes of the paste.
    pub fn report(&self, rows: bool) -> OffsetsHeader {
        let columns = self.columns();
        let offsets = columns.offset.as_slice();
        let produced = || offsets.iter().copied().filter(|offset| *offset != -1);
        let error = self.error().map(|error| HeaderRemark {
            code: error.code,
            message: error.message.clone(),
            offset: error.offset.map(Large),
        });
        let field = self.chosen.and_then(|index| self.fields.get(index));
        OffsetsHeader {
            header: self.value().to_owned(),
            encoding: self.offsets.encoding,
            version: self.offsets.version,
            partitions: rows.then(|| self.rows()),
            count: (self.map.partitions.len() + self.compartments.len()) as u64,
            empty: offsets.iter().filter(|offset| **offset == -1).count() as u64,
            duplicates: self.duplicates(),
            min_offset: produced().min(),
            max_offset: produced().max(),
            total: produced().map(i128::from).sum(),
            complete: self.is_complete(),
            error,
            entries: self.offsets.entries.len() as u64,
            header_offset: field.map(|field| Large(field.offset as u64)),
            columns,
            duplicate_entries: self.duplicate_entries(),
            not_found: self.map.not_found.clone(),
            findings: self.findings.clone(),
            recognised: self.recognised.clone(),
            companions: self.companions(),
        }
    }

    /// Returns the length of each of the seven encodings, in the order of the published table.
    pub fn sizes(&self) -> Vec<OffsetsSize> {
        let sizes = Encoding::ALL.into_iter().map(|encoding| match self.encode(encoding) {
            Ok(encoded) => OffsetsSize { encoding, bytes: Some(encoded.len() as u64), error: None },
            Err(error) => OffsetsSize { encoding, bytes: None, error: Some(error) },
        });
        sizes.collect()
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

    fn rows(&self) -> Vec<PartitionOffset> {
        if let Entries::Compartments(_) = self.offsets.entries {
            let entries = self.compartments.iter().map(|entry| PartitionOffset {
                compartment: Some(entry.compartment),
                partition: entry.partition,
                offset: None,
                offsets: Some(entry.offsets.clone()),
            });
            return entries.collect();
        }
        let rows = self.map.partitions.iter().zip(&self.map.offsets);
        let row = |(partition, offset): (&i32, &i64)| PartitionOffset {
            compartment: None,
            partition: *partition,
            offset: Some(*offset),
            offsets: None,
        };
        rows.map(row).collect()
    }

    fn columns(&self) -> OffsetsColumns {
        if let Entries::Compartments(_) = self.offsets.entries {
            return OffsetsColumns {
                compartment: Some(Integers(self.clusters().map(|(compartment, ..)| compartment).collect())),
                partition: Integers(self.clusters().map(|(_, p, ..)| i64::from(p)).collect()),
                cluster: Some(Integers(
                    self.clusters().map(|(_, _, cluster, _)| i64::from(cluster)).collect(),
                )),
                offset: Integers(self.clusters().map(|(.., offset)| offset).collect()),
            };
        }
        OffsetsColumns {
            compartment: None,
            partition: Integers(self.map.partitions.iter().map(|p| i64::from(*p)).collect()),
            cluster: None,
            offset: Integers(self.map.offsets.clone()),
        }
    }

    fn duplicates(&self) -> Vec<DuplicatePartition> {
        let doubled = self.doubled.iter().map(|(compartment, partition)| DuplicatePartition::InCompartment {
            compartment: *compartment,
            partition: *partition,
        });
        let partitions = self.map.duplicates.iter().map(|d| DuplicatePartition::Partition(d.partition));
        partitions.chain(doubled).collect()
    }

    fn duplicate_entries(&self) -> Vec<DuplicateEntry> {
        let answered = self.offsets.searched || self.offsets.encoding != Encoding::Text;
        let duplicates = self.map.duplicates.iter().take(MAX_DUPLICATES_LISTED);
        let entries = duplicates.map(|duplicate| DuplicateEntry {
            partition: duplicate.partition,
            offsets: Integers(duplicate.offsets.clone()),
            answer: duplicate.answer.filter(|_| answered),
        });
        entries.collect()
    }

    fn companions(&self) -> Companions {
        let find = |name| self.fields.iter().find(move |field: &&Field<'_>| field.name == name);
        let value = |field: Option<&Field<'_>>| field.map(|field| field.value.clone().into_owned());
        let (level, delay) = (find(Name::Level), find(Name::MaxDelay));
        let parsed = delay.map(|field| duration(&field.value));
        let strong = level.is_some_and(|field| field.value == "strong");
        Companions {
            level: value(level),
            level_valid: level.map(|field| is_level(&field.value)),
            max_delay: value(delay),
            max_delay_honoured: parsed.as_ref().map(|parsed| matches!(parsed, Ok(1..)) && !strong),
            max_delay_ns: parsed.and_then(Result::ok),
        }
    }
}
