//! Builds the kept part of a table from the entries of a postings offset table, for both versions of the index.

use super::bytes::Fault;
use super::header::IndexVersion;
use super::report::Report;
use super::sampled_builder::SampledBuilder;
use super::section::{Records, Taken};
use super::table::Table;
use super::whole_builder::WholeBuilder;
use crate::Findings;

/// Takes the entries.
#[derive(Debug)]
pub enum TableBuilder {
    /// Index version 2.
    Sampled(Box<SampledBuilder>),
    /// Index version 1.
    Whole(Box<WholeBuilder>),
}

impl TableBuilder {
    /// Starts a table of the section at byte `section` of the file. With a `report`, each value is examined.
    pub fn new(version: IndexVersion, section: u64, report: Option<Report>) -> Self {
        match version {
            IndexVersion::V1 => Self::Whole(WholeBuilder::new(section, report).into()),
            IndexVersion::V2 => Self::Sampled(SampledBuilder::new(section, report).into()),
        }
    }

    /// Returns the table. `postings_end` is the end of the last postings list; without it, the range of the last value
    /// is empty.
    pub fn finish(self, postings_end: Option<u64>, findings: &mut Findings) -> (Table, Option<Report>) {
        match self {
            Self::Sampled(builder) => builder.finish(postings_end, findings),
            Self::Whole(builder) => builder.finish(postings_end, findings),
        }
    }
}

impl Records for TableBuilder {
    const SECTION: &'static str = "postings offset table";

    fn take(&mut self, bytes: &[u8], at: u64, most: u32, findings: &mut Findings) -> (Taken, Option<Fault>) {
        match self {
            Self::Sampled(builder) => builder.take(bytes, at, most, findings),
            Self::Whole(builder) => builder.take(bytes, at, most),
        }
    }
}
