//! An opened file: its sections, and the data kept of them.

use super::header::{Header, IndexVersion, Kind, POSTINGS_END_AT};
use super::postings_offset_table::PostingsRange;
use super::report::Report;
use super::section::{COPY_AGAIN, SectionExtent};
use super::sparse;
use super::symbols::Symbols;
use super::table::Table;
use super::toc::{IndexToc, Toc};
use crate::{Code, Error, Findings};

/// The readable parts of an index-header, an index or a sparse index-header.
#[derive(Debug, Default)]
pub struct IndexHeader {
    /// Kind of the file; `None` before its first bytes are read.
    pub kind: Option<Kind>,
    /// Size of the file in bytes.
    pub size: u64,
    /// Header of the file; `None` for a sparse header and for a damaged one.
    pub header: Option<Header>,
    /// The positions of the sections; for an index, from its table of contents.
    pub toc: Option<Toc>,
    /// The table of contents of the index: an index-header keeps it.
    pub index_toc: Option<IndexToc>,
    /// The position of the symbols; `None` for a sparse header.
    pub symbols_section: Option<SectionExtent>,
    /// The position of the postings offset table; `None` for a sparse header.
    pub table_section: Option<SectionExtent>,
    /// Positions of symbols.
    pub symbols: Symbols,
    /// Labels and samples of their values.
    pub table: Table,
    /// Report on all values; `None` if it was not requested.
    pub report: Option<Report>,
    /// Bytes of a sparse header's message.
    pub message_bytes: Option<u64>,
    /// The findings about the file.
    pub findings: Findings,
}

impl IndexHeader {
    /// Whether everything was read and is sound.
    pub fn is_complete(&self) -> bool {
        self.findings.first_error().is_none()
    }

    /// Returns the number of values of all labels; `None` if only samples were read.
    pub fn values(&self) -> Option<u64> {
        self.table.labels().map(|label| label.values).sum()
    }

    /// Returns the size of all postings lists in bytes; `None` if only samples were read.
    pub fn postings_bytes(&self) -> Option<u64> {
        self.table.labels().map(|label| label.values.map(|_| label.postings_bytes)).sum()
    }

    /// Number of series in the block, from the postings list of the empty name, which means all series. `None` if there
    /// is no such list, or if only samples were read.
    pub fn series(&self) -> Option<u64> {
        let all = self.table.find(b"").and_then(|label| self.table.all().get(label))?;
        all.values?;
        Some(PostingsRange::series_in(all.postings_bytes))
    }

    /// The message of this file's sparse index-header, before compression with gzip. `None` if the file is damaged, or
    /// if its table is not one that Mimir samples.
    pub fn sparse_message(&self) -> Option<Vec<u8>> {
        let can = self.table.ranges.is_none() && self.is_complete();
        can.then(|| sparse::write(&self.symbols, &self.table))
    }

    /// Bytes of memory that the sampled tables hold.
    pub fn memory(&self) -> usize {
        self.table.memory() + size_of_val(&*self.symbols.sampled)
    }

    /// Returns the file, unless it is of none of the three kinds.
    ///
    /// # Errors
    /// `Empty` and `UnknownFormat`.
    pub(crate) fn of_known_kind(self) -> Result<Self, Error> {
        match self.findings.first() {
            Some(finding) if self.kind.is_none() => Err(finding.clone().into()),
            _ => Ok(self),
        }
    }

    /// The version of the index; 2 if unknown.
    pub(super) fn index_version(&self) -> IndexVersion {
        self.header.map_or(IndexVersion::V2, |header| header.index_version)
    }

    /// The end of the last postings list, as the header states it. If the table of contents of the index contradicts
    /// the header, it prevails, because it has a checksum and the header has none.
    pub(super) fn postings_end(&self) -> Option<u64> {
        let stated = self.header.and_then(|header| header.postings_end);
        match self.index_toc {
            Some(toc) if stated.is_some_and(|end| !toc.may_end_postings(end)) => Some(toc.postings_end()),
            _ => stated,
        }
    }

    /// Records a finding if the header and the table of contents of the index state different ends of the postings.
    pub(super) fn check_postings_end(&mut self) {
        let Some((stated, toc)) = self.header.and_then(|header| header.postings_end).zip(self.index_toc)
        else {
            return;
        };
        if toc.may_end_postings(stated) {
            return;
        }
        let message = || {
            let end = toc.postings_end();
            format!(
                "header: the postings end at byte {stated}, by the table of contents of the index at {end}"
            )
        };
        self.findings.error(Code::BadToc, POSTINGS_END_AT, message, COPY_AGAIN);
    }

    /// The first byte of the series of an index, and the byte after the last. The section after the series depends on the
    /// program that wrote the index.
    pub(super) fn series_section(&self) -> Option<(u64, u64)> {
        let toc = self.index_toc?;
        let others =
            [toc.symbols, toc.label_indices, toc.label_indices_table, toc.postings, toc.postings_table];
        let end = others.into_iter().filter(|offset| *offset >= toc.series).min()?;
        Some((toc.series, end))
    }

    /// The position of the postings offset table: from the table of contents, or in an index-header after the symbols.
    pub(super) fn table_offset(&self) -> Option<u64> {
        let behind = self
            .symbols_section
            .filter(|_| self.kind == Some(Kind::IndexHeader))
            .map(|section| section.end());
        self.toc.map(|toc| toc.postings_offset_table).or(behind)
    }
}
