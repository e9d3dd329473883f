//! Follows a message's pointers forward and reports the meaning of its words, without holding the message.
//!
//! The walk keeps the sorted targets of the pointers read so far, and goes from one to the next; it skips words without
//! a pointer to them. For the original writer's layout:
//!
//! ```text
//!   word 0   root pointer   -> struct at 1          segment 0
//!   word 1   field `tags`   -> outer list at 2
//!   word 2   inner list 0   -> landing pad at 3
//!   word 3   landing pad    -> inner list at 4      segment 1
//!   word 4   tag word: count, 2 data words
//!   word 5   the tags: the elements of a `ListShape`
//! ```
//!
//! This works if every pointer precedes its target, the inner lists are in logical order, and nothing overlaps.
//! Anything else is [`Fault::NotStreamable`]: legal, but readable only from a message that is buffered whole.

use super::ascending::{AscendingMap, AscendingSet};
use super::layout::Segments;
use crate::Error;

/// Maximum number of pending targets in one message (mostly inner lists).
pub const MAX_PENDING: usize = 1 << 20;

/// Maximum tags without words in one message: no schema has them, and a few bytes could claim any number.
pub(super) const MAX_EMPTY: u64 = 4096;

/// Error for an inner list of more than [`MAX_EMPTY`] of them.
pub(super) fn stores_none(index: u32, count: u64) -> String {
    format!("inner list {index} claims {count} tags but stores none")
}

/// Reason for the end of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The message is invalid at `word` of its body; the error has no offset yet.
    Bad { word: u64, error: Error },
    /// The message may be valid, but cannot be walked forward: `message` is the reason.
    NotStreamable { word: u64, message: String },
}

/// The next item in the message's body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// This many words without a pointer to them.
    Skip(u64),
    /// One or two words, to pass to [`Walk::words`].
    Read(usize),
    /// The elements of an inner list.
    Elements(ListShape),
    /// The message is complete.
    End,
}

/// The elements of one inner list: `count` structs of `size` words each; the first `data` words hold the fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListShape {
    pub(super) count: u32,
    pub(super) data: u16,
    pub(super) size: u32,
}

impl ListShape {
    pub(super) fn words(&self) -> u64 {
        u64::from(self.count) * u64::from(self.size)
    }
}

/// The role of a pointer, which determines its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Root,
    Tags,
    Inner(u32),
}

impl Role {
    fn index(self) -> Option<u32> {
        match self {
            Self::Inner(index) => Some(index),
            Self::Root | Self::Tags => None,
        }
    }
}

/// Target of a pointer read so far.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    /// The pointer section of the root struct.
    Field,
    /// A landing pad of one pointer.
    Pad(Role),
    /// The landing pad of a double-far pointer: two words.
    Pads(Role),
    /// The outer list, with its number of pointers.
    Outer(u32),
    /// A composite inner list: tag word, then `words` words.
    List { index: u32, words: u32 },
    /// An inner list of 64-bit numbers: times without a channel.
    Longs { index: u32, count: u32 },
}

impl Item {
    /// Index of the inner list that it is, or leads to.
    fn index(self) -> Option<u32> {
        match self {
            Self::Field | Self::Outer(_) => None,
            Self::Pad(role) | Self::Pads(role) => role.index(),
            Self::List { index, .. } | Self::Longs { index, .. } => Some(index),
        }
    }

    fn is_list(self) -> bool {
        matches!(self, Self::List { .. } | Self::Longs { .. })
    }

    /// Number of its words, if its pointer determines it.
    fn words(self) -> u64 {
        match self {
            Self::Field | Self::Pad(_) => 1,
            Self::Pads(_) => 2,
            Self::Outer(count) | Self::Longs { count, .. } => u64::from(count),
            Self::List { words, .. } => 1 + u64::from(words),
        }
    }
}

/// Meaning of the requested words.
#[derive(Debug, Clone, Copy)]
enum Reading {
    Pointer { role: Role, pad: bool },
    Pads(Role),
    TagWord { index: u32, words: u32 },
}

/// The outer list while its pointers are read.
#[derive(Debug, Clone, Copy)]
struct Outer {
    count: u32,
    end: u64,
}

/// The walk through one message.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) segments: Segments,
    /// False if the caller cannot read the message as a whole, or no longer. Then an unstreamable inner list is an
    /// error only after the lists before it were emitted.
    pub(super) can_buffer: bool,
    /// The word after everything announced so far; no pending target lies before it.
    pub(super) at: u64,
    pending: AscendingMap<Item>,
    /// Number of pending targets that are not inner lists.
    unresolved: usize,
    reading: Option<Reading>,
    outer: Option<Outer>,
    /// Pointers of the outer list read so far.
    lists: u32,
    /// Inner lists, by index, that have a pointer and were not emitted.
    pub(super) open: AscendingSet,
    /// The next inner list to announce, and the last announced one.
    shape: Option<(u32, ListShape)>,
    announced: Option<u32>,
    /// Emitted elements without words.
    pub(super) empty_elements: u64,
    /// The first unreadable inner list, with the reason.
    deferred: Option<(u32, Fault)>,
}

impl Walk {
    pub(super) fn new(segments: Segments, can_buffer: bool) -> Self {
        Self {
            segments,
            can_buffer,
            at: 0,
            pending: AscendingMap::default(),
            unresolved: 0,
            reading: Some(Reading::Pointer { role: Role::Root, pad: false }),
            outer: None,
            lists: 0,
            open: AscendingSet::default(),
            shape: None,
            announced: None,
            empty_elements: 0,
            deferred: None,
        }
    }

    /// Index of the first inner list that was not emitted.
    pub(super) fn given(&self) -> u32 {
        let bad = self.deferred.as_ref().map_or(self.lists, |(index, _)| *index);
        self.open.first().map_or(bad, |open| bad.min(*open))
    }

    /// Whether the rest of the message is certainly streamable, or certainly not; `None` while landing pads are ahead.
    pub(super) fn is_settled(&self) -> Option<bool> {
        if self.unresolved > 0 {
            return None;
        }
        let mut end = self.at;
        let mut after = self.announced;
        Some(self.pending.entries().into_iter().all(|(place, item)| {
            let ordered = place >= end && item.index() > after;
            end = place + item.words();
            after = item.index();
            ordered
        }))
    }

    /// Bytes of memory held; a target takes about 48 with its share of the tree.
    pub(super) fn memory_bytes(&self) -> usize {
        self.segments.memory_bytes() + (self.pending.len() * 48) + (self.open.len() * 8)
    }

    /// Announces the next item. After [`Next::Read`], [`Walk::words`] must be called first.
    pub(super) fn next(&mut self) -> Result<Next, Fault> {
        if let Some(index) = self.announced.take() {
            self.open.remove(index);
        }
        loop {
            if let Some((index, shape)) = self.shape.take() {
                self.announced = Some(index);
                self.at += shape.words();
                return Ok(Next::Elements(shape));
            }
            if let Some((index, fault)) = &self.deferred
                && self.open.first().is_none_or(|open| open > index)
            {
                return Err(fault.clone());
            }
            if self.reading.is_some() || self.read_outer() {
                return Ok(Next::Read(1));
            }
            let place = self.pending.first().unwrap_or(self.segments.total());
            if place > self.at {
                let words = place - self.at;
                self.at = place;
                return Ok(Next::Skip(words));
            }
            let Some(item) = self.pending.pop_first() else { return Ok(Next::End) };
            if let Some(words) = self.begin(item)? {
                return Ok(Next::Read(words));
            }
        }
    }

    /// Requests the outer list's next pointer, if there is one.
    fn read_outer(&mut self) -> bool {
        let Some(outer) = self.outer else { return false };
        if self.lists >= outer.count || self.deferred.is_some() {
            self.outer = None;
            return false;
        }
        self.reading = Some(Reading::Pointer { role: Role::Inner(self.lists), pad: false });
        self.lists += 1;
        true
    }

    /// Starts an item at the current position; returns the words to read, if any.
    fn begin(&mut self, item: Item) -> Result<Option<usize>, Fault> {
        if !item.is_list() {
            self.unresolved -= 1;
        }
        let index = item.index();
        if let (Some(index), Some((bad, _))) = (index, &self.deferred)
            && index > *bad
        {
            return Ok(None);
        }
        // A list's own words are examined after its tag word states how many are used.
        let words = if item.is_list() { 0 } else { item.words() };
        if self.overlaps(words) {
            let fault = self.not_streamable("parts of it overlap");
            return self.trouble(index, fault).map(|()| None);
        }
        match item {
            Item::Field => self.reading = Some(Reading::Pointer { role: Role::Tags, pad: false }),
            Item::Pad(role) => self.reading = Some(Reading::Pointer { role, pad: true }),
            Item::Pads(role) => self.reading = Some(Reading::Pads(role)),
            Item::Outer(count) => self.outer = Some(Outer { count, end: self.at + u64::from(count) }),
            Item::List { index, words } => self.reading = Some(Reading::TagWord { index, words }),
            Item::Longs { index, count } => {
                let result = self.start(index, ListShape { count, data: 1, size: 1 });
                result.or_else(|fault| self.trouble(Some(index), fault))?;
            }
        }
        Ok(self.reading.map(|reading| if matches!(reading, Reading::Pads(_)) { 2 } else { 1 }))
    }

    /// Takes the words requested by [`Next::Read`] (the second one only if two were requested).
    pub(super) fn words(&mut self, [first, second]: [u64; 2]) -> Result<(), Fault> {
        let here = self.at;
        let Some(reading) = self.reading.take() else { return Ok(()) };
        let (index, result) = match reading {
            Reading::Pointer { role, pad } => {
                self.at += 1;
                (role.index(), self.follow(role, here, first, pad))
            }
            Reading::Pads(role) => {
                self.at += 2;
                (role.index(), self.follow_pads(role, here, first, second))
            }
            Reading::TagWord { index, words } => {
                self.at += 1;
                (Some(index), self.tag_word(index, here, first, words))
            }
        };
        result.or_else(|fault| self.trouble(index, fault))
    }

    /// Records that `item` is at `place`.
    pub(super) fn expect(&mut self, place: u64, item: Item) -> Result<(), Fault> {
        let floor = self.outer.map_or(self.at, |outer| outer.end);
        if place < floor {
            return Err(self.not_streamable("a pointer in it leads backwards"));
        }
        if self.pending.len() >= MAX_PENDING {
            return Err(self.not_streamable("it points to more lists at once than tagview can track"));
        }
        if !self.pending.insert(place, item) {
            return Err(self.not_streamable("two pointers in it lead to the same place"));
        }
        self.unresolved += usize::from(!item.is_list());
        Ok(())
    }

    /// Announces an inner list's elements, which begin at the current position.
    pub(super) fn start(&mut self, index: u32, shape: ListShape) -> Result<(), Fault> {
        if self.open.first() != Some(&index) {
            return Err(self.not_streamable("its lists are stored out of order"));
        }
        if self.overlaps(shape.words()) {
            return Err(self.not_streamable("parts of it overlap"));
        }
        self.shape = Some((index, shape));
        Ok(())
    }

    /// Whether a pending target lies within the next `words` words.
    fn overlaps(&self, words: u64) -> bool {
        self.pending.first().is_some_and(|place| place < self.at + words)
    }

    pub(super) fn not_streamable(&self, why: &str) -> Fault {
        Fault::NotStreamable { word: self.at, message: why.into() }
    }

    /// Delays the error of an inner list until the lists before it were emitted.
    fn trouble(&mut self, index: Option<u32>, fault: Fault) -> Result<(), Fault> {
        let Some(index) = index else { return Err(fault) };
        if self.can_buffer && matches!(fault, Fault::NotStreamable { .. }) {
            return Err(fault);
        }
        self.open.remove(index);
        if self.deferred.as_ref().is_none_or(|(first, _)| index < *first) {
            self.deferred = Some((index, fault));
        }
        Ok(())
    }
}
