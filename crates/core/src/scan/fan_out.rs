//! Tags on their way to another thread, which analyses them: in file order, as bytes.

use bytemuck::Pod;

use crate::tags::Tag;
use crate::tags::{BLOCK_TAGS, PerChannel};
use crate::{Code, Error};

/// Low bits of a word that say which of the channels a tag is of; above them are the ticks since the one before.
const SLOT_BITS: u32 = 8;
const SLOTS: usize = 1 << SLOT_BITS;

/// Words, and tags that are none: not in order of time, 2^24 ticks after the one before, or of too many channels.
const WORDS: u32 = 0;
const PLAIN: u32 = 1;

/// Tags that are to be given away.
///
/// Bytes are runs of at most [`BLOCK_TAGS`] tags: kind, number; of words the first tag's time, number of channels that were
/// in none of the runs before, and these; and a word of 4 bytes or the 16 of a [`Tag`] for each.
#[derive(Debug, Default)]
pub struct FanOut {
    bytes: Vec<u8>,
    tags: u64,
    /// The channels of all runs so far.
    known: PerChannel<()>,
    /// How many of them are told in `bytes`.
    told: usize,
    words: Vec<u32>,
}

impl FanOut {
    /// Adds `tags`, and calls `reach` with times that are the least and the greatest of some of them.
    pub fn push(&mut self, tags: &[Tag], mut reach: impl FnMut(i64, i64)) {
        for tags in tags.chunks(BLOCK_TAGS) {
            self.tags += tags.len() as u64;
            let Some(from) = self.words_of(tags) else {
                put(PLAIN, &mut self.bytes);
                put(tags.len() as u32, &mut self.bytes);
                self.bytes.extend_from_slice(bytemuck::cast_slice(tags));
                tags.iter().for_each(|tag| reach(tag.time, tag.time));
                continue;
            };
            // They ascend.
            reach(from, tags.last().map_or(from, |tag| tag.time));
            put(WORDS, &mut self.bytes);
            put(tags.len() as u32, &mut self.bytes);
            put(from, &mut self.bytes);
            let known = self.known.len().min(SLOTS);
            put((known - self.told) as u32, &mut self.bytes);
            for (channel, ()) in self.known.iter().take(known).skip(self.told) {
                put(channel, &mut self.bytes);
            }
            self.told = known;
            self.bytes.extend_from_slice(bytemuck::cast_slice(&self.words));
        }
    }

    /// Fills `words`, and tells the first time; `None` where a tag does not fit into one.
    fn words_of(&mut self, tags: &[Tag]) -> Option<i64> {
        let Self { known, words, .. } = self;
        let from = tags.first()?.time;
        let mut last = from;
        let mut beyond = 0;
        words.clear();
        words.extend(tags.iter().map(|tag| {
            let slot = known.slot(tag.channel, |_| Ok(())).map_or(u64::MAX, |slot| slot as u64);
            let ticks = tag.time.wrapping_sub(last) as u64;
            beyond |= slot >> SLOT_BITS | ticks >> (u32::BITS - SLOT_BITS) | u64::from(tag.time < last);
            last = tag.time;
            (ticks << SLOT_BITS | slot) as u32
        }));
        (beyond == 0).then_some(from)
    }

    /// How many there are.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Gives them away.
    pub fn hand_over(&mut self) -> Vec<u8> {
        (self.tags, self.told) = (0, 0);
        // The next ones take about as much room.
        let room = Vec::with_capacity(self.bytes.len());
        std::mem::replace(&mut self.bytes, room)
    }

    /// Calls `sink` with what another one gave away, some thousand tags at a time.
    ///
    /// # Errors
    /// `Mismatch` where the bytes are no such thing; what comes before was given to `sink` then.
    pub fn read(mut bytes: &[u8], mut sink: impl FnMut(&[Tag])) -> Result<(), Error> {
        let (mut tags, mut channels) = (Vec::new(), Vec::new());
        while !bytes.is_empty() {
            take_run(&mut bytes, &mut channels, &mut tags).ok_or_else(|| {
                let message = "these are no tags that were sent on".to_owned();
                Error::new(Code::Mismatch, message, "make them again with this version")
            })?;
            sink(&tags);
        }
        Ok(())
    }
}

/// Takes a run off the front of `bytes`, after runs of `known` channels; `None` where there is none.
fn take_run(bytes: &mut &[u8], known: &mut Vec<u64>, tags: &mut Vec<Tag>) -> Option<()> {
    let (kind, n) = (take::<u32>(bytes)?, take::<u32>(bytes)? as usize);
    tags.clear();
    if kind == PLAIN {
        tags.extend(words::<Tag>(bytes, n)?);
        return Some(());
    }
    if kind != WORDS {
        return None;
    }
    let (mut time, new) = (take::<i64>(bytes)?, take::<u32>(bytes)? as usize);
    known.extend(words::<u64>(bytes, new)?);
    let mut channels = [0; SLOTS];
    channels.get_mut(..known.len())?.copy_from_slice(known);
    let mut highest = 0;
    tags.extend(words::<u32>(bytes, n)?.map(|word| {
        time = time.wrapping_add(i64::from(word >> SLOT_BITS));
        let slot = word as usize % SLOTS;
        highest = highest.max(slot);
        Tag { time, channel: channels[slot] }
    }));
    (n == 0 || highest < known.len()).then_some(())
}

// Little-endian, because machines are: where `Tag` is defined, others are refused.
fn put<T: Pod>(word: T, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(bytemuck::bytes_of(&word));
}

fn take<T: Pod>(bytes: &mut &[u8]) -> Option<T> {
    words(bytes, 1)?.next()
}

/// `n` words, if there are so many bytes.
fn words<T: Pod>(bytes: &mut &[u8], n: usize) -> Option<impl Iterator<Item = T>> {
    let (words, rest) = bytes.split_at_checked(n.checked_mul(size_of::<T>())?)?;
    *bytes = rest;
    Some(words.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned))
}
