//! Reads the sections of a file in order, in chunks of any size, and keeps a sample of their entries.
//!
//! ```text
//! Head -> Tail -> Symbols -> Table -> Done      an index-header or an index: the tail is the table of contents
//!      -> Sparse ----------------> Done         a sparse index-header: read whole
//! Head -> Tail -> SymbolsHead -> TableHead -> Done   an index-header with its sparse header
//! ```

use super::header::{Header, INDEX_BYTES, INDEX_HEADER_BYTES, Kind};
use super::opened::IndexHeader;
use super::report::Report;
use super::section::{COPY_AGAIN, HEAD_BYTES, Section, SectionExtent};
use super::sparse::{self, Sparse};
use super::symbols::SymbolsBuilder;
use super::table_builder::TableBuilder;
use super::toc::{INDEX_TOC_BYTES, IndexToc, TOC_BYTES, Toc};
use crate::random_access::{RandomAccess, Wanted, drive};
use crate::{Code, Error, Findings};

/// Maximum size of a sparse header in bytes; it is held in memory.
const MOST_SPARSE: u64 = 256 << 20;

/// Number of bytes pushed at a time of a file in memory.
const CHUNK: usize = 1 << 20;

/// Reads the sections of the index-header, sparse index-header or index with these bytes. Damage is in the findings of
/// the returned file.
///
/// # Errors
/// `Empty` and `UnknownFormat` if the file is none of the three.
pub fn open_bytes(bytes: &[u8]) -> Result<IndexHeader, Error> {
    let mut reader = IndexHeaderReader::new(bytes.len() as u64, false);
    drive(&mut reader, &[bytes], CHUNK)?;
    reader.finish().of_known_kind()
}

/// Opens a file of any of the three kinds.
#[derive(Debug)]
pub struct IndexHeaderReader {
    /// Bytes of the file.
    size: u64,
    with_report: bool,
    sparse: Option<Sparse>,
    state: State,
    /// Pushed bytes of a range that is read as a whole.
    bytes: Vec<u8>,
    file: IndexHeader,
}

#[derive(Debug)]
enum State {
    Head,
    Tail,
    Symbols(Section<SymbolsBuilder>),
    Table(Box<Section<TableBuilder>>),
    SymbolsHead(u64),
    TableHead(u64),
    Sparse,
    Done,
}

impl IndexHeaderReader {
    /// Creates a reader of a file of `size` bytes. `with_report` adds a [`Report`](super::report::Report) on all
    /// values, which takes about as long as the remaining work.
    pub fn new(size: u64, with_report: bool) -> Self {
        Self {
            size,
            with_report,
            sparse: None,
            state: State::Head,
            bytes: Vec::new(),
            file: IndexHeader::default(),
        }
    }

    /// Creates a reader of an index-header of `size` bytes that uses `sparse`: the sections are neither read nor
    /// checked.
    pub fn with_sparse(size: u64, sparse: Sparse) -> Self {
        Self { sparse: Some(sparse), ..Self::new(size, false) }
    }

    /// Returns the opened file after all wanted bytes were pushed.
    pub fn finish(self) -> IndexHeader {
        IndexHeader { size: self.size, ..self.file }
    }

    /// The position of the table of contents.
    fn tail(&self) -> u64 {
        let bytes = match self.file.kind {
            Some(Kind::IndexHeader) => INDEX_TOC_BYTES + TOC_BYTES,
            _ => INDEX_TOC_BYTES,
        };
        self.size.saturating_sub(bytes)
    }

    fn end_head(&mut self, head: &[u8]) -> State {
        let Some(kind) = Kind::of(head) else {
            self.file.findings.push(match head.is_empty() {
                true => Error::new(Code::Empty, "this file is empty", "check that it was copied completely"),
                false if head.iter().all(|byte| *byte == 0) => Error::at(
                    Code::UnknownFormat,
                    0,
                    "header: the file begins with zeros, as after a power failure",
                    "restore it from another copy, or delete the block",
                ),
                false => Error::at(
                    Code::UnknownFormat,
                    0,
                    "header: the first bytes are not those of an index-header",
                    "name an index-header, a sparse-index-header or an index",
                ),
            });
            return State::Done;
        };
        self.file.kind = Some(kind);
        if kind == Kind::Sparse {
            return State::Sparse;
        }
        match Header::parse(kind, head) {
            Ok(header) => self.file.header = Some(header),
            Err(error) => {
                self.file.findings.push(error);
                return State::Done;
            }
        }
        State::Tail
    }

    fn end_tail(&mut self, tail: &[u8]) -> State {
        let at = self.tail();
        let Self { file, .. } = self;
        let (of_index, own) = tail.split_at(tail.len().min(INDEX_TOC_BYTES as usize));
        file.index_toc = noted(IndexToc::parse(of_index, at), &mut file.findings);
        let symbols = if file.kind == Some(Kind::Index) {
            let postings_end = file.index_toc.map(|toc| toc.postings_end());
            if let Some(header) = &mut file.header {
                header.postings_end = postings_end;
            }
            file.toc = file
                .index_toc
                .map(|toc| Toc { symbols: toc.symbols, postings_offset_table: toc.postings_table });
            INDEX_BYTES
        } else {
            file.toc = noted(Toc::parse(own, at + INDEX_TOC_BYTES), &mut file.findings);
            INDEX_HEADER_BYTES
        };
        file.check_postings_end();
        let size = self.size;
        if let Some(toc) = file.toc.take_if(|toc| toc.symbols.max(toc.postings_offset_table) > size) {
            let outside = toc.symbols.max(toc.postings_offset_table);
            let message = || format!("table of contents: a section at byte {outside} is outside the file");
            file.findings.error(Code::BadToc, at, message, COPY_AGAIN);
        }
        // Symbols always follow the header; without a table of contents they can be read nonetheless.
        let symbols = file.toc.map_or(symbols, |toc| toc.symbols);
        match self.sparse {
            Some(_) => State::SymbolsHead(symbols),
            None => State::Symbols(Section::new(SymbolsBuilder::new(symbols), symbols, self.size)),
        }
    }

    fn end_symbols(&mut self, section: Section<SymbolsBuilder>) -> State {
        let Self { file, size, with_report, .. } = self;
        let (extent, records, findings) = section.finish();
        file.findings.append(findings);
        (file.symbols_section, file.symbols) = (Some(extent), records.symbols);
        let Some(at) = file.table_offset() else { return State::Done };
        let version = file.index_version();
        let report = with_report.then(Report::new);
        State::Table(Section::new(TableBuilder::new(version, at, report), at, *size).into())
    }

    fn end_table(&mut self, section: Section<TableBuilder>) -> State {
        let Self { file, .. } = self;
        let has_all = section.has_all();
        let (extent, records, mut findings) = section.finish();
        let postings_end = file.postings_end().filter(|_| has_all);
        let (table, report) = records.finish(postings_end, &mut findings);
        file.findings.append(findings);
        (file.table_section, file.table, file.report) = (Some(extent), table, report);
        if file.kind == Some(Kind::IndexHeader) && file.toc.is_some() {
            self.check_extents();
        }
        State::Done
    }

    /// Checks that the sections of an index-header follow each other, up to the tables of contents.
    fn check_extents(&mut self) {
        let tail = self.tail();
        let Self { file, .. } = self;
        let Some((symbols, table)) = file.symbols_section.zip(file.table_section) else { return };
        for (name, end, next) in
            [("symbols", symbols.end(), table.offset), ("postings offset table", table.end(), tail)]
        {
            if end != next {
                let message = || {
                    format!(
                        "table of contents: the {name} end at byte {end}, but the next section begins at {next}"
                    )
                };
                file.findings.warn(Code::BadToc, end, message, COPY_AGAIN);
            }
        }
    }

    fn end_section_head(&mut self, head: &[u8], at: u64) -> Option<SectionExtent> {
        let extent = SectionExtent::parse(head, at).ok();
        if extent.is_none_or(|extent| extent.end() > self.size) {
            let message = || "section: the file ends inside it".to_owned();
            self.file.findings.error(Code::Truncated, at, message, COPY_AGAIN);
        }
        extent
    }

    fn end_table_head(&mut self, extent: Option<SectionExtent>) -> State {
        let Self { file, sparse, .. } = self;
        file.table_section = extent;
        if let Some(Sparse { symbols, mut table, .. }) = sparse.take() {
            if let Some((last, extent)) = table.labels.last_mut().zip(extent) {
                last.table_end = 4 + u64::from(extent.length);
            }
            if file.symbols_section.is_some_and(|section| u64::from(section.count) != symbols.count) {
                let message =
                    || "sparse: its number of symbols differs from that of the index-header".to_owned();
                file.findings.error(Code::Mismatch, 0, message, "name the sparse header of the same block");
            }
            (file.symbols, file.table) = (symbols, table);
        }
        State::Done
    }
}

/// Returns the value, or records the error as a finding.
fn noted<T>(read: Result<T, Error>, findings: &mut Findings) -> Option<T> {
    read.map_err(|error| findings.push(error)).ok()
}

impl RandomAccess for IndexHeaderReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match &self.state {
            State::Head => Some(Wanted::of_file(0, INDEX_HEADER_BYTES)),
            State::Tail => Some(Wanted::of_file(self.tail(), self.size - self.tail())),
            State::Symbols(section) => section.wants(),
            State::Table(section) => section.wants(),
            State::SymbolsHead(at) | State::TableHead(at) => Some(Wanted::of_file(*at, HEAD_BYTES)),
            State::Sparse => Some(Wanted::of_file(0, self.size.min(MOST_SPARSE))),
            State::Done => None,
        }
    }

    /// # Errors
    /// None.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        match &mut self.state {
            State::Symbols(section) => section.push(bytes),
            State::Table(section) => section.push(bytes),
            _ => self.bytes.extend_from_slice(bytes),
        }
        Ok(())
    }

    /// # Errors
    /// None.
    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        let bytes = std::mem::take(&mut self.bytes);
        self.state = match std::mem::replace(&mut self.state, State::Done) {
            State::Head => self.end_head(&bytes),
            State::Tail => self.end_tail(&bytes),
            State::Symbols(mut section) => {
                section.end();
                match section.wants() {
                    Some(_) => State::Symbols(section),
                    None => self.end_symbols(section),
                }
            }
            State::Table(mut section) => {
                section.end();
                match section.wants() {
                    Some(_) => State::Table(section),
                    None => self.end_table(*section),
                }
            }
            State::SymbolsHead(at) => {
                self.file.symbols_section = self.end_section_head(&bytes, at);
                self.file.table_offset().map_or(State::Done, State::TableHead)
            }
            State::TableHead(at) => {
                let extent = self.end_section_head(&bytes, at);
                self.end_table_head(extent)
            }
            State::Sparse => {
                match sparse::read(&bytes, &mut self.file.findings) {
                    Ok(Sparse { symbols, table, bytes }) => {
                        (self.file.symbols, self.file.table) = (symbols, table);
                        self.file.message_bytes = Some(bytes);
                    }
                    Err(error) => self.file.findings.push(error),
                }
                State::Done
            }
            State::Done => State::Done,
        };
        Ok(())
    }
}
