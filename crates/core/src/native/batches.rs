//! The tags of a recording in batches of columns.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::content::Content;
use super::file_parts::{FilePart, FileParts, LARGEST_HELD};
use super::ordered_parts::read_in_order;
use super::pass::cancelled;
use crate::import::Microtimes;
use crate::tags::Tag;
use crate::{Error, Findings};

/// Bytes of a part whose tags are held until the part is known to be sound.
const MAX_PART: u64 = 16 << 20;
/// Tags of such a part, at most.
const MAX_PART_TAGS: usize = 1 << 23;
/// Bytes of a tag in a file, about, at least: room for tags is reserved by it.
const MIN_BYTES_PER_TAG: u64 = 3;
/// Batches that wait for the consumer.
const WAITING: usize = 2;

/// Channels of tags: 16 bits each if they fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChannelColumn {
    /// All channels are below 2^16.
    Narrow(Vec<u16>),
    /// Channels of 64 bits.
    Wide(Vec<u64>),
}

/// Tags in file order as two columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagColumns {
    /// Times in ticks.
    pub times: Vec<i64>,
    /// The channel of each tag.
    pub channels: ChannelColumn,
    /// Damage up to this batch that was not in an earlier one; it surrounds these tags.
    pub findings: Findings,
}

impl Default for TagColumns {
    fn default() -> Self {
        Self { times: Vec::new(), channels: ChannelColumn::Narrow(Vec::new()), findings: Findings::default() }
    }
}

impl TagColumns {
    /// Number of tags.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Returns channel `k` of the column.
    pub fn channel(&self, k: usize) -> Option<u64> {
        match &self.channels {
            ChannelColumn::Narrow(channels) => channels.get(k).map(|channel| u64::from(*channel)),
            ChannelColumn::Wide(channels) => channels.get(k).copied(),
        }
    }

    /// Reserves room for about `additional` tags, if there is memory for them.
    fn reserve(&mut self, additional: u64) {
        let Ok(additional) = usize::try_from(additional) else { return };
        // Without room, the columns grow as tags come.
        let _ = self.times.try_reserve(additional);
        let _ = match &mut self.channels {
            ChannelColumn::Narrow(channels) => channels.try_reserve(additional),
            ChannelColumn::Wide(channels) => channels.try_reserve(additional),
        };
    }

    /// Appends tags.
    pub fn extend(&mut self, tags: &[Tag]) {
        self.times.extend(tags.iter().map(|tag| tag.time));
        if tags.iter().any(|tag| tag.channel > u64::from(u16::MAX)) {
            self.widen();
        }
        match &mut self.channels {
            // No channel is wider: the column would be wide.
            ChannelColumn::Narrow(channels) => channels.extend(tags.iter().map(|tag| tag.channel as u16)),
            ChannelColumn::Wide(channels) => channels.extend(tags.iter().map(|tag| tag.channel)),
        }
    }

    /// Appends the tags of `later` from number `from` up to `to`.
    fn append(&mut self, later: &Self, from: usize, to: usize) {
        self.times.extend_from_slice(&later.times[from..to]);
        if matches!(later.channels, ChannelColumn::Wide(_)) {
            self.widen();
        }
        match (&mut self.channels, &later.channels) {
            (ChannelColumn::Narrow(channels), ChannelColumn::Narrow(more)) => {
                channels.extend_from_slice(&more[from..to]);
            }
            (ChannelColumn::Wide(channels), ChannelColumn::Wide(more)) => {
                channels.extend_from_slice(&more[from..to]);
            }
            (ChannelColumn::Wide(channels), ChannelColumn::Narrow(more)) => {
                channels.extend(more[from..to].iter().map(|channel| u64::from(*channel)));
            }
            // The column was widened.
            (ChannelColumn::Narrow(_), ChannelColumn::Wide(_)) => {}
        }
    }

    /// Microtimes of the tags in ticks, of a whole recording in T3 mode; -1 for syncs and markers.
    pub fn microtimes(&self) -> Vec<i32> {
        let mut microtimes = Microtimes::default();
        let tag = |k: usize| Tag { time: self.times[k], channel: self.channel(k).unwrap_or(u64::MAX) };
        (0..self.len()).map(|k| microtimes.of(tag(k)).map_or(-1, |ticks| ticks as i32)).collect()
    }

    fn widen(&mut self) {
        if let ChannelColumn::Narrow(narrow) = &self.channels {
            let wide = narrow.iter().map(|channel| u64::from(*channel)).collect();
            self.channels = ChannelColumn::Wide(wide);
        }
    }
}

/// The content of a part read by a thread.
enum PartTags {
    Sound(TagColumns),
    /// The part is damaged or has more tags than are held.
    ToBeStreamed,
}

impl Content {
    /// Calls `take` with the tags of the recording in file order, as decoded, until it breaks.
    ///
    /// # Errors
    /// `ReadFailed`, and errors of `take` and `watch`.
    pub(super) fn each_columns(
        &self,
        take: &mut dyn FnMut(TagColumns) -> Result<(), Error>,
        watch: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let parts = FileParts::of(&self.bytes, &self.kind, self.threads, LARGEST_HELD)?;
        let size = self.bytes.size();
        let read = |part: &FilePart, is_stopped: &AtomicBool| {
            let is_long = part.to.unwrap_or(size) - part.from > MAX_PART;
            let check = &mut || if is_stopped.load(Ordering::Relaxed) { Err(cancelled()) } else { Ok(()) };
            if is_long { Ok(PartTags::ToBeStreamed) } else { self.read_columns(part, check) }
        };
        let take_part = &mut |part: FilePart, tags: PartTags| match tags {
            PartTags::Sound(columns) => take(columns).map(ControlFlow::Continue),
            PartTags::ToBeStreamed => Ok(ControlFlow::Break(part.until_end())),
        };
        let Some(rest) = read_in_order(parts, self.threads, read, take_part, watch)? else { return Ok(()) };
        let (_, findings) = self.each_tags(&rest, &mut |tags| {
            let mut columns = TagColumns::default();
            columns.extend(tags);
            take(columns)?;
            watch()
        })?;
        if findings.is_empty() { Ok(()) } else { take(TagColumns { findings, ..TagColumns::default() }) }
    }

    fn read_columns(
        &self,
        part: &FilePart,
        check: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<PartTags, Error> {
        let mut columns = TagColumns::default();
        columns.reserve((part.to.unwrap_or(self.bytes.size()) - part.from) / MIN_BYTES_PER_TAG);
        let mut is_full = false;
        let read = self.each_tags(part, &mut |tags| {
            columns.extend(tags);
            is_full = columns.len() > MAX_PART_TAGS;
            if is_full { Err(cancelled()) } else { check() }
        });
        if is_full {
            return Ok(PartTags::ToBeStreamed);
        }
        let (is_sound, findings) = read?;
        columns.findings.append(findings);
        let is_sound = is_sound || part.to.is_none();
        Ok(if is_sound { PartTags::Sound(columns) } else { PartTags::ToBeStreamed })
    }

    /// Decodes a part; returns whether the next part can be read on its own, and the damage.
    pub(super) fn each_tags(
        &self,
        part: &FilePart,
        take: &mut dyn FnMut(&[Tag]) -> Result<(), Error>,
    ) -> Result<(bool, Findings), Error> {
        let mut source = self.source_of(part)?;
        let failure: RefCell<Option<Error>> = RefCell::default();
        let mut sink = |tags: &[Tag]| {
            let mut failure = failure.borrow_mut();
            if failure.is_none() {
                *failure = take(tags).err();
            }
        };
        self.bytes.each_chunk(part.from, part.to, &mut |bytes| {
            source.push(bytes, &mut sink);
            let wants_more = source.wants_more() && failure.borrow().is_none();
            if wants_more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        source.finish(&mut sink);
        if let Some(error) = failure.into_inner() {
            return Err(error);
        }
        let is_sound = self.kind.import.is_some() || source.at_border();
        Ok((is_sound, source.totals().findings))
    }
}

/// An iterator over batches of tags, which other threads decode meanwhile.
pub struct Batches {
    receiver: Receiver<Result<TagColumns, Error>>,
}

impl Batches {
    /// Batches of `rows` tags; the last one may have fewer, or only findings.
    pub(super) fn of(content: Arc<Content>, rows: usize) -> Self {
        let rows = rows.max(1);
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        // The thread ends once the receiver is dropped or all was sent.
        thread::spawn(move || {
            let mut batch = TagColumns::default();
            let send = |batch: TagColumns| sender.send(Ok(batch)).map_err(|_| cancelled());
            let read = content.each_columns(
                &mut |mut columns| {
                    let mut from = 0;
                    while from < columns.len() {
                        let to = columns.len().min(from + rows - batch.len());
                        batch.append(&columns, from, to);
                        from = to;
                        if batch.len() == rows {
                            send(std::mem::take(&mut batch))?;
                        }
                    }
                    batch.findings.append(std::mem::take(&mut columns.findings));
                    Ok(())
                },
                &mut || Ok(()),
            );
            let last = match read {
                Ok(()) if batch.is_empty() && batch.findings.is_empty() => return,
                Ok(()) => Ok(batch),
                Err(error) => Err(error),
            };
            // The consumer may be gone.
            let _ = sender.send(last);
        });
        Self { receiver }
    }
}

impl Iterator for Batches {
    type Item = Result<TagColumns, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.receiver.recv().ok()
    }
}

/// Collects all tags in two columns.
pub(super) fn collect(
    content: &Content,
    watch: &mut dyn FnMut() -> Result<(), Error>,
) -> Result<TagColumns, Error> {
    let mut all = TagColumns::default();
    all.reserve(content.bytes.size() / MIN_BYTES_PER_TAG);
    content.each_columns(
        &mut |mut columns| {
            all.append(&columns, 0, columns.len());
            all.findings.append(std::mem::take(&mut columns.findings));
            Ok(())
        },
        watch,
    )?;
    Ok(all)
}
