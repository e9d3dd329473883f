//! An index-header from a block's full index: its symbols, its postings offset table and its table of contents, with a
//! header and a table of contents of the index-header's own.

use super::header::{Header, INDEX_BYTES, INDEX_HEADER_BYTES, Kind};
use super::section::{HEAD_BYTES, SectionExtent};
use super::toc::{INDEX_TOC_BYTES, IndexToc, Toc};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error};

/// Asks for the parts of an index that an index-header has, and makes one of them.
#[derive(Debug)]
pub struct FromIndex {
    /// Bytes of the index.
    size: u64,
    state: State,
    /// Pushed bytes of a range that is read as a whole.
    bytes: Vec<u8>,
    parts: Parts,
}

#[derive(Debug)]
enum State {
    Header,
    Toc,
    SymbolsHead,
    Symbols,
    TableHead,
    Table,
    Done,
}

/// The parts of the index read so far.
#[derive(Debug, Default)]
struct Parts {
    header: Option<Header>,
    toc: Option<IndexToc>,
    toc_bytes: Vec<u8>,
    symbols: SectionExtent,
    table: SectionExtent,
}

impl FromIndex {
    /// For an index of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self { size, state: State::Header, bytes: Vec::new(), parts: Parts::default() }
    }

    fn toc_at(&self) -> u64 {
        self.size.saturating_sub(INDEX_TOC_BYTES)
    }

    /// The section that begins with `head`.
    fn extent(&self, head: &[u8], at: u64, name: &str) -> Result<SectionExtent, Error> {
        let extent = SectionExtent::parse(head, at).ok().filter(|extent| extent.end() <= self.size);
        extent.ok_or_else(|| {
            let message = format!("{name}: the file ends before the section does");
            Error::at(Code::Truncated, at, message, "copy the index again: a part of it is missing")
        })
    }
}

impl RandomAccess for FromIndex {
    /// Bytes of the index-header.
    type Output = Vec<u8>;

    fn wants(&self) -> Option<Wanted> {
        let Parts { toc, symbols, table, .. } = &self.parts;
        let toc = toc.as_ref();
        match self.state {
            State::Header => Some(Wanted::of_file(0, INDEX_BYTES)),
            State::Toc => Some(Wanted::of_file(self.toc_at(), self.size - self.toc_at())),
            State::SymbolsHead => toc.map(|toc| Wanted::of_file(toc.symbols, HEAD_BYTES)),
            State::TableHead => toc.map(|toc| Wanted::of_file(toc.postings_table, HEAD_BYTES)),
            State::Symbols => Some(Wanted::of_file(symbols.offset, symbols.end() - symbols.offset)),
            State::Table => Some(Wanted::of_file(table.offset, table.end() - table.offset)),
            State::Done => None,
        }
    }

    fn push(&mut self, bytes: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
        match self.state {
            State::Symbols | State::Table => output.extend_from_slice(bytes),
            _ => self.bytes.extend_from_slice(bytes),
        }
        Ok(())
    }

    /// # Errors
    /// `UnknownFormat` if it is not an index, and the errors of [`Header`] and [`IndexToc`].
    fn end(&mut self, output: &mut Vec<u8>) -> Result<(), Error> {
        let bytes = std::mem::take(&mut self.bytes);
        self.state = match self.state {
            State::Header => {
                if Kind::of(&bytes) != Some(Kind::Index) {
                    let message = "header: this is not a TSDB index";
                    return Err(Error::at(Code::UnknownFormat, 0, message, "name the file index of a block"));
                }
                self.parts.header = Some(Header::parse(Kind::Index, &bytes)?);
                State::Toc
            }
            State::Toc => {
                let toc = IndexToc::parse(&bytes, self.toc_at())?;
                if toc.symbols.max(toc.postings_table) > self.size {
                    let message = "table of contents of the index: a section is outside the file";
                    return Err(Error::at(Code::BadToc, self.toc_at(), message, "copy the index again"));
                }
                if let Some(header) = self.parts.header {
                    Header::write(header.index_version, toc.postings_end(), output);
                }
                (self.parts.toc, self.parts.toc_bytes) = (Some(toc), bytes);
                State::SymbolsHead
            }
            State::SymbolsHead => {
                let at = self.parts.toc.map(|toc| toc.symbols).unwrap_or_default();
                self.parts.symbols = self.extent(&bytes, at, "symbols")?;
                State::Symbols
            }
            State::Symbols => State::TableHead,
            State::TableHead => {
                let at = self.parts.toc.map(|toc| toc.postings_table).unwrap_or_default();
                self.parts.table = self.extent(&bytes, at, "postings offset table")?;
                State::Table
            }
            State::Table => {
                let SectionExtent { offset, .. } = self.parts.symbols;
                let symbols_bytes = self.parts.symbols.end() - offset;
                output.extend_from_slice(&self.parts.toc_bytes);
                let postings_offset_table = INDEX_HEADER_BYTES + symbols_bytes;
                Toc { symbols: INDEX_HEADER_BYTES, postings_offset_table }.write(output);
                State::Done
            }
            State::Done => State::Done,
        };
        Ok(())
    }
}
