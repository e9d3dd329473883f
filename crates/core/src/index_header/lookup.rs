//! Look-ups: which bytes of the file can hold the answer.

use super::bytes::compare;
use super::header::{INDEX_BYTES, INDEX_HEADER_BYTES, IndexVersion, Kind};
use super::opened::IndexHeader;
use super::postings_offset_table::{Entry, PostingsRange};
use super::section::HEAD_BYTES;
use super::symbols;
use crate::random_access::Wanted;

/// The position of the answer about a name and value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostingsLocation {
    /// There is none.
    Nowhere,
    /// It is known without the file.
    Known(PostingsRange),
    /// In the entries at these bytes of the file.
    Entries {
        /// The bytes.
        wanted: Wanted,
        /// The end of the last value's range, if that value is among the entries.
        last_end: Option<u64>,
    },
}

impl IndexHeader {
    /// The distance from a reference to a symbol to its position in this file; `None` if references are ordinals.
    pub(super) fn symbol_shift(&self) -> Option<u64> {
        let header = self.header.filter(|header| header.index_version == IndexVersion::V1);
        // References are positions in the index, whose symbols follow a shorter header.
        header
            .map(|_| if self.kind == Some(Kind::IndexHeader) { INDEX_HEADER_BYTES - INDEX_BYTES } else { 0 })
    }

    /// The position of the postings range of `name` with `value`. The empty name and value mean all series.
    pub fn place_of(&self, name: &[u8], value: &[u8]) -> PostingsLocation {
        let (table, section) = (&self.table, self.table_section.map(|section| section.offset));
        let Some((number, label)) =
            table.find(name).and_then(|number| Some((number, table.labels.get(number)?)))
        else {
            return PostingsLocation::Nowhere;
        };
        let all = table.kept_of(number);
        let kept = &table.kept[all.clone()];
        if let Some(ranges) = &table.ranges {
            let found = kept.binary_search_by(|kept| compare(table.text(kept.value), value)).ok();
            let range = found.and_then(|k| ranges.get(all.start + k));
            return range.map_or(PostingsLocation::Nowhere, |range| PostingsLocation::Known(*range));
        }
        let Some(section) = section else { return PostingsLocation::Nowhere };
        // If values do not ascend, all entries are read.
        let after = match label.ascends {
            true => kept.partition_point(|kept| compare(table.text(kept.value), value).is_le()),
            false => kept.len(),
        };
        let first = if label.ascends { after.checked_sub(1) } else { kept.first().map(|_| 0) };
        let Some(first) = first.and_then(|k| kept.get(k)) else { return PostingsLocation::Nowhere };
        let next = kept.get(after);
        if label.ascends && next.is_none() && table.text(first.value) != value {
            return PostingsLocation::Nowhere;
        }
        // The range ends at the position in the next entry, which is therefore read too. That entry is either the
        // sample's, or no longer than the requested one could be.
        let to = next.map_or(label.table_end, |next| {
            let longest = Entry::longest(name, table.text(next.value));
            (u64::from(next.at) + longest).min(label.table_end)
        });
        let from = u64::from(first.at);
        let wanted = Wanted::of_file(section + from, to.saturating_sub(from));
        let last_end = (to == label.table_end).then_some(label.last_end);
        PostingsLocation::Entries { wanted, last_end }
    }

    /// The position of symbol number `reference`, and the number of symbols to skip there. In index version 1,
    /// `reference` is the symbol's byte offset in the index.
    pub fn place_of_symbol(&self, reference: u64) -> Option<(Wanted, u32)> {
        let section = self.symbols_section?;
        let end = section.end() - 4;
        if let Some(shift) = self.symbol_shift() {
            let from = reference.checked_add(shift)?;
            let inside = (section.offset + HEAD_BYTES..end).contains(&from);
            return inside.then(|| (Wanted::of_file(from, end - from), 0));
        }
        if reference >= self.symbols.count {
            return None;
        }
        let block = usize::try_from(reference / u64::from(symbols::SAMPLING)).ok()?;
        let from = section.offset + u64::from(*self.symbols.sampled.get(block)?);
        let to = self.symbols.sampled.get(block + 1).map_or(end, |next| section.offset + u64::from(*next));
        let skip = (reference % u64::from(symbols::SAMPLING)) as u32;
        Some((Wanted::of_file(from, to.checked_sub(from)?), skip))
    }
}
