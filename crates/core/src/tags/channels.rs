//! State per channel, with fast look-up.

use std::collections::HashMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::order::sort_places;
use crate::{Code, Error};

/// Maximum number of channels. No device has as many: an input with more is not a recording, and must not determine the
/// memory used.
pub const MAX_CHANNELS: usize = 1 << 16;

/// Maximum number of channels for counts of every pair: 2080 pairs.
const MAX_PAIRED: usize = 64;

/// Entries of the table for fast look-ups, one for each low byte of a channel: channels of one device rarely share
/// it.
const RECENT: usize = 256;

/// One `T` per channel, in order of first occurrence. Its serde form is a list of `(channel, T)`.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<(u64, T)>")]
pub struct PerChannel<T> {
    slots: Vec<(u64, T)>,
    /// By a channel's low byte: the slot of the last look-up, which may be another channel's.
    recent: Box<[u32; RECENT]>,
    index: HashMap<u64, u32>,
}

impl<T> Default for PerChannel<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), recent: Box::new([0; RECENT]), index: HashMap::new() }
    }
}

impl<T> PerChannel<T> {
    /// Returns the state of `channel`. For its first tag, `make` creates it, given the new number of channels.
    ///
    /// # Errors
    /// `TooManyChannels` beyond [`MAX_CHANNELS`], and errors of `make`.
    #[inline]
    pub fn get_or_make(
        &mut self,
        channel: u64,
        make: impl FnOnce(usize) -> Result<T, Error>,
    ) -> Result<&mut T, Error> {
        let slot = self.slot(channel, make)?;
        Ok(&mut self.slots[slot].1)
    }

    /// Index of `channel` in the order of first occurrence; for `make`, see [`PerChannel::get_or_make`].
    ///
    /// # Errors
    /// See there.
    #[inline]
    pub fn slot(
        &mut self,
        channel: u64,
        make: impl FnOnce(usize) -> Result<T, Error>,
    ) -> Result<usize, Error> {
        let recent = self.recent[low_byte(channel)] as usize;
        match self.slots.get(recent) {
            Some((known, _)) if *known == channel => Ok(recent),
            _ => self.find_or_make(channel, make),
        }
    }

    #[cold]
    fn find_or_make(
        &mut self,
        channel: u64,
        make: impl FnOnce(usize) -> Result<T, Error>,
    ) -> Result<usize, Error> {
        let slot = match self.index.get(&channel) {
            Some(slot) => *slot,
            None => {
                let channels = self.slots.len() + 1;
                if channels > MAX_CHANNELS {
                    return Err(too_many_channels());
                }
                self.slots.push((channel, make(channels)?));
                let slot = (channels - 1) as u32;
                self.index.insert(channel, slot);
                slot
            }
        };
        self.recent[low_byte(channel)] = slot;
        Ok(slot as usize)
    }

    /// The state of `channel`, if it occurred.
    pub fn get(&self, channel: u64) -> Option<&T> {
        self.index.get(&channel).map(|slot| &self.slots[*slot as usize].1)
    }

    /// Number of channels of this and `other` together.
    ///
    /// # Errors
    /// `TooManyChannels` if that is more than [`MAX_CHANNELS`].
    pub fn union_len(&self, other: &Self) -> Result<usize, Error> {
        let others = other.slots.iter().filter(|(channel, _)| !self.index.contains_key(channel)).count();
        let channels = self.len() + others;
        if channels <= MAX_CHANNELS { Ok(channels) } else { Err(too_many_channels()) }
    }

    /// Adds the channels of `later`; `join` joins those on both sides.
    ///
    /// # Errors
    /// `TooManyChannels` if together they exceed [`MAX_CHANNELS`]; then nothing was changed.
    pub fn merge(&mut self, later: Self, mut join: impl FnMut(&mut T, T)) -> Result<(), Error> {
        self.union_len(&later)?;
        for (channel, theirs) in later.slots {
            match self.index.get(&channel) {
                Some(slot) => join(&mut self.slots[*slot as usize].1, theirs),
                None => {
                    self.index.insert(channel, self.slots.len() as u32);
                    self.slots.push((channel, theirs));
                }
            }
        }
        Ok(())
    }

    /// Channels and their states, in order of first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &T)> {
        self.slots.iter().map(|(channel, state)| (*channel, state))
    }

    /// The states, in order of first occurrence.
    pub fn states(&self) -> impl Iterator<Item = &T> {
        self.slots.iter().map(|(_, state)| state)
    }

    /// The channels and their states, in order of first occurrence, if there are `K`.
    pub fn exactly_mut<const K: usize>(&mut self) -> Option<[(u64, &mut T); K]> {
        let slots: &mut [(u64, T); K] = self.slots.as_mut_slice().try_into().ok()?;
        Some(slots.each_mut().map(|(channel, state)| (*channel, state)))
    }

    /// The states, in order of first occurrence.
    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().map(|(_, state)| state)
    }

    /// Channels and their states, by ascending channel.
    pub fn sorted(&self) -> Vec<(u64, &T)> {
        let mut order: Vec<_> = self.slots.iter().map(|(channel, _)| *channel).zip(0..).collect();
        sort_places(&mut order);
        order.into_iter().map(|(channel, slot)| (channel, &self.slots[slot].1)).collect()
    }

    /// Number of channels.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no channels.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

#[inline]
fn low_byte(channel: u64) -> usize {
    channel as usize % RECENT
}

/// Checks that every pair of this many channels can be counted.
///
/// # Errors
/// `TooManyChannels` with this remedy.
pub fn paired(channels: usize, remedy: &str) -> Result<(), Error> {
    if channels <= MAX_PAIRED {
        return Ok(());
    }
    let message = format!("pairs can be counted for at most {MAX_PAIRED} channels");
    Err(Error::new(Code::TooManyChannels, message, remedy))
}

fn too_many_channels() -> Error {
    Error::new(
        Code::TooManyChannels,
        format!("there are more than {MAX_CHANNELS} different channels"),
        "choose some with `channel`",
    )
}

impl<T: Serialize> Serialize for PerChannel<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.slots.serialize(serializer)
    }
}

impl<T> TryFrom<Vec<(u64, T)>> for PerChannel<T> {
    type Error = String;

    fn try_from(slots: Vec<(u64, T)>) -> Result<Self, String> {
        if slots.len() > MAX_CHANNELS {
            return Err(format!("{} channels, more than {MAX_CHANNELS}", slots.len()));
        }
        let mut index = HashMap::with_capacity(slots.len());
        for (slot, (channel, _)) in slots.iter().enumerate() {
            if index.insert(*channel, slot as u32).is_some() {
                return Err(format!("it lists channel {channel} twice"));
            }
        }
        Ok(Self { slots, index, ..Self::default() })
    }
}
