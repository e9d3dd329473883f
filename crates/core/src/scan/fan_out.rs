//! Tags on their way from the reader that decodes them to readers of other threads, which analyse them: in file
//! order, as bytes.

use bytemuck::Pod;

use crate::tags::Tag;
use crate::tags::{BLOCK_TAGS, PerChannel};
use crate::{Code, Error};

/// The low bits of a word are the number of the tag's channel in the list of channels; the bits above are the ticks
/// since the tag before.
const SLOT_BITS: u32 = 8;
const SLOTS: usize = 1 << SLOT_BITS;

/// Kind of a run of tags that are words of 4 bytes.
const WORDS: u32 = 0;
/// Kind of a run with 16 bytes per tag. Used for tags out of order, tags 2^24 ticks or more after the previous one,
/// more than 256 channels, and if memory is cheaper than time.
const PLAIN: u32 = 1;

/// Maximum bytes per waiting tag, twice the usual number. If tags take more, they are passed on sooner, so that the
/// waiting bytes stay bounded.
const MOST_BYTES_PER_TAG: u64 = 8;

/// Tags that wait to be passed on.
///
/// Their byte form is runs of at most [`BLOCK_TAGS`] tags, all numbers little-endian:
///
/// ```text
/// kind: 4 bytes   n: 4 bytes                                             every run
/// time of the first tag: 8   k: 4   k channels new in this run: 8 each   only of kind WORDS
/// n words of 4 bytes                                                     of kind WORDS
/// n tags of 16 bytes: time, channel                                      of kind PLAIN
/// ```
#[derive(Debug, Default)]
pub struct FanOut {
    bytes: Vec<u8>,
    tags: u64,
    /// The channels of all runs so far.
    known: PerChannel<()>,
    /// Number of channels listed in `bytes`.
    announced: usize,
    words: Vec<u32>,
}

impl FanOut {
    /// Adds `tags`, and calls `span` with the earliest and the latest time of each run.
    pub fn push(&mut self, tags: &[Tag], mut span: impl FnMut(i64, i64)) {
        for tags in tags.chunks(BLOCK_TAGS) {
            self.tags += tags.len() as u64;
            let Some(from) = self.words_of(tags) else {
                self.put_plain(tags);
                tags.iter().for_each(|tag| span(tag.time, tag.time));
                continue;
            };
            // The times of words ascend.
            span(from, tags.last().map_or(from, |tag| tag.time));
            put(WORDS, &mut self.bytes);
            put(tags.len() as u32, &mut self.bytes);
            put(from, &mut self.bytes);
            let known = self.known.len().min(SLOTS);
            put((known - self.announced) as u32, &mut self.bytes);
            for (channel, ()) in self.known.iter().take(known).skip(self.announced) {
                put(channel, &mut self.bytes);
            }
            self.announced = known;
            self.bytes.extend_from_slice(bytemuck::cast_slice(&self.words));
        }
    }

    /// Fills `words`, and returns the first tag's time; `None` if a tag does not fit into a word.
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

    /// Adds `tags` as they are, which takes the least time and the most bytes.
    pub fn push_plain(&mut self, tags: &[Tag]) {
        for tags in tags.chunks(BLOCK_TAGS) {
            self.tags += tags.len() as u64;
            self.put_plain(tags);
        }
    }

    fn put_plain(&mut self, tags: &[Tag]) {
        put(PLAIN, &mut self.bytes);
        put(tags.len() as u32, &mut self.bytes);
        self.bytes.extend_from_slice(bytemuck::cast_slice(tags));
    }

    /// Number of waiting tags.
    pub fn tags(&self) -> u64 {
        self.tags
    }

    /// Returns the waiting tags once there are `least` of them, or once they take the maximum bytes for that number;
    /// `None` before.
    pub fn take_enough(&mut self, least: u64) -> Option<Vec<u8>> {
        let enough = self.tags >= least || self.bytes.len() as u64 / MOST_BYTES_PER_TAG >= least;
        (self.tags > 0 && enough).then(|| self.take())
    }

    /// Number of bytes of the waiting tags.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the waiting tags in their byte form, and removes them.
    pub fn take(&mut self) -> Vec<u8> {
        self.tags = 0;
        self.announced = 0;
        // The next tags will take a similar number of bytes.
        let room = Vec::with_capacity(self.bytes.len());
        std::mem::replace(&mut self.bytes, room)
    }

    /// Calls `sink` with the tags returned by [`FanOut::take`], at most [`BLOCK_TAGS`] at a time.
    ///
    /// # Errors
    /// `Mismatch` if the bytes are invalid; the tags before the error were passed to `sink`.
    pub fn read(mut bytes: &[u8], mut sink: impl FnMut(&[Tag])) -> Result<(), Error> {
        let (mut tags, mut channels) = (Vec::new(), Vec::new());
        while !bytes.is_empty() {
            if let Some((plain, rest)) = plain_run(bytes) {
                sink(plain);
                bytes = rest;
                continue;
            }
            take_run(&mut bytes, &mut channels, &mut tags).ok_or_else(|| {
                let message = "these are not tags from another reader".to_owned();
                Error::new(Code::Mismatch, message, "make them again with this version")
            })?;
            sink(&tags);
        }
        Ok(())
    }
}

/// Borrows the tags of a run of kind `PLAIN` at the front of `bytes`, and returns the rest; `None` if there is no such
/// run, or if it is not aligned.
fn plain_run(mut bytes: &[u8]) -> Option<(&[Tag], &[u8])> {
    let (kind, n) = (take::<u32>(&mut bytes)?, take::<u32>(&mut bytes)? as usize);
    let (tags, rest) = bytes.split_at_checked(n.checked_mul(size_of::<Tag>())?)?;
    Some((bytemuck::try_cast_slice(tags).ok().filter(|_| kind == PLAIN)?, rest))
}

/// Takes a run off the front of `bytes` into `tags`; `known` are the channels of all runs so far. `None` if there is no
/// run.
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

// Bytes are little-endian because the machine is: `Tag` does not compile on another.
fn put<T: Pod>(word: T, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(bytemuck::bytes_of(&word));
}

fn take<T: Pod>(bytes: &mut &[u8]) -> Option<T> {
    words(bytes, 1)?.next()
}

/// The next `n` words of `bytes`; `None` if there are fewer bytes.
fn words<T: Pod>(bytes: &mut &[u8], n: usize) -> Option<impl Iterator<Item = T>> {
    let (words, rest) = bytes.split_at_checked(n.checked_mul(size_of::<T>())?)?;
    *bytes = rest;
    Some(words.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned))
}
