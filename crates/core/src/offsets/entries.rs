//! Decoded entries in the order in which they stand.

use super::encoding::Encoding;
use crate::error::Finding;

/// Offsets that are read of one header. A topic has thousands of partitions, and no Kafka cluster a million.
pub const MAX_ENTRIES: usize = 1 << 20;

/// Everything readable in a value, and everything wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offsets {
    /// How it was encoded.
    pub encoding: Encoding,
    /// The number after `v` in front of text; none if there is none.
    pub version: Option<u32>,
    /// The entries that could be read.
    pub entries: Entries,
    /// Whether current Mimir searches the text at all: only if it begins with its version.
    pub searched: bool,
    /// Findings about unreadable and unusual entries, in the order of the text.
    pub findings: Vec<Finding>,
}

/// The entries of either grammar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entries {
    /// `partition:offset`.
    Partitions(Columns),
    /// `compartment/partition:offset[;offset...]`.
    Compartments(Vec<CompartmentEntry>),
}

impl Entries {
    /// Number of entries.
    pub fn len(&self) -> usize {
        match self {
            Self::Partitions(columns) => columns.partitions.len(),
            Self::Compartments(entries) => entries.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// No look-up can read the entries from `position` on.
    pub(crate) fn make_unread(&mut self, position: usize) {
        let from = narrow(position);
        match self {
            Self::Partitions(Columns { positions, lookup_matches, .. }) => {
                for (at, lookup_match) in positions.iter().zip(lookup_matches).rev() {
                    if *at < from {
                        break;
                    }
                    *lookup_match = lookup_match.unread();
                }
            }
            Self::Compartments(entries) => {
                for entry in entries.iter_mut().rev().take_while(|entry| entry.position >= from) {
                    entry.lookup_match = entry.lookup_match.unread();
                }
            }
        }
    }
}

/// One array per column, all of one length, except those that may be left out (empty).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    /// Partition numbers.
    pub partitions: Vec<i32>,
    /// Last produced offset of each; -1 for an empty partition.
    pub offsets: Vec<i64>,
    /// Where each begins in the text; empty if compression leaves no place to point at.
    pub positions: Vec<u32>,
    /// How a look-up meets each; empty if the encoding is not text.
    pub(crate) lookup_matches: Vec<LookupMatch>,
    /// Unreadable entries that a look-up runs into: partition, position, how it meets them.
    pub(crate) traps: Vec<(i32, u32, LookupMatch)>,
}

impl Columns {
    pub(crate) fn with_capacity(entries: usize) -> Self {
        let entries = entries.min(MAX_ENTRIES);
        Self {
            partitions: Vec::with_capacity(entries),
            offsets: Vec::with_capacity(entries),
            ..Self::default()
        }
    }

    /// Whether the maximum number of entries was read.
    pub(crate) fn is_full(&self) -> bool {
        self.partitions.len() + self.traps.len() >= MAX_ENTRIES
    }

    pub(crate) fn push(&mut self, partition: i32, offset: i64, position: usize, lookup_match: LookupMatch) {
        self.partitions.push(partition);
        self.offsets.push(offset);
        self.positions.push(narrow(position));
        self.lookup_matches.push(lookup_match);
    }
}

/// Converts a position to its stored form. Text beyond 4 GiB loses its positions, not its entries.
pub(crate) fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// How a look-up of the partition matches an entry. The bytes before the entry decide which of several
/// entries is used (see [`super::lookup`]), and the bytes after it whether there is a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LookupMatch {
    /// After a comma.
    Comma,
    /// After a comma, but Go cannot parse its offset.
    CommaUnread,
    /// After an equals sign.
    Equals,
    /// After an equals sign, but Go cannot parse its offset.
    EqualsUnread,
    /// Not found, because its partition is spelled differently.
    Hidden,
}

impl LookupMatch {
    /// Returns the match for an entry. `is_canonical`: its partition is written as Go writes it. `is_read`: Go accepts all
    /// of its offsets as numbers.
    pub(crate) fn of_spelling(self, is_canonical: bool, is_read: bool) -> Self {
        match (is_canonical, is_read) {
            (false, _) => Self::Hidden,
            (true, true) => self,
            (true, false) => self.unread(),
        }
    }

    /// After a comma wins, then after an equals sign.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::Comma | Self::CommaUnread => 0,
            Self::Equals | Self::EqualsUnread => 1,
            Self::Hidden => 2,
        }
    }

    /// The match of an entry whose offset Go cannot parse.
    fn unread(self) -> Self {
        match self {
            Self::Comma => Self::CommaUnread,
            Self::Equals => Self::EqualsUnread,
            other => other,
        }
    }

    pub(crate) fn answers(self) -> bool {
        matches!(self, Self::Comma | Self::Equals)
    }
}

/// One entry of a `v2=` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompartmentEntry {
    /// The read compartment.
    pub compartment: i64,
    /// The partition within it.
    pub partition: i32,
    /// One per Kafka cluster; none if it can't be read.
    pub offsets: Vec<Option<i64>>,
    /// Where the entry begins in the text.
    pub position: u32,
    pub(crate) lookup_match: LookupMatch,
}
