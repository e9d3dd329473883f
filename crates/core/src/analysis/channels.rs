//! State per channel, found fast.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::{Code, Error};

/// More distinct channels than any device has; past it the input is no recording, and memory
/// must not follow what it claims.
pub const MAX_CHANNELS: usize = 1 << 16;

/// Channels below this are found by one array access; devices number theirs from 0 or 1.
const DIRECT: usize = 256;

const NONE: u32 = u32::MAX;

/// One `T` per channel that occurred, in order of first occurrence.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, T)>", into = "Vec<(u64, T)>", bound(serialize = "T: Serialize + Clone"))]
pub struct PerChannel<T> {
    slots: Vec<(u64, T)>,
    direct: Box<[u32; DIRECT]>,
    others: HashMap<u64, u32>,
}

impl<T> Default for PerChannel<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), direct: Box::new([NONE; DIRECT]), others: HashMap::new() }
    }
}

impl<T> PerChannel<T> {
    /// The state of `channel`, made by `make` where this is its first tag.
    ///
    /// # Errors
    /// `TooManyChannels` past [`MAX_CHANNELS`].
    #[inline]
    pub fn get_or_insert_with(&mut self, channel: u64, make: impl FnOnce() -> T) -> Result<&mut T, Error> {
        let slot = match self.slot(channel) {
            Some(slot) => slot,
            None => self.insert(channel, make())?,
        };
        Ok(&mut self.slots[slot].1)
    }

    #[inline]
    fn slot(&self, channel: u64) -> Option<usize> {
        if channel < DIRECT as u64 {
            let slot = self.direct[channel as usize];
            (slot != NONE).then_some(slot as usize)
        } else {
            self.others.get(&channel).map(|slot| *slot as usize)
        }
    }

    #[cold]
    fn insert(&mut self, channel: u64, state: T) -> Result<usize, Error> {
        let slot = self.slots.len();
        if slot >= MAX_CHANNELS {
            return Err(Error::new(
                Code::TooManyChannels,
                format!("There are more than {MAX_CHANNELS} different channels; choose some with --channel."),
            ));
        }
        self.slots.push((channel, state));
        if channel < DIRECT as u64 {
            self.direct[channel as usize] = slot as u32;
        } else {
            self.others.insert(channel, slot as u32);
        }
        Ok(slot)
    }

    /// Channels and their states, channels ascending.
    pub fn sorted(&self) -> Vec<(u64, &T)> {
        let mut all: Vec<_> = self.slots.iter().map(|(channel, state)| (*channel, state)).collect();
        all.sort_unstable_by_key(|(channel, _)| *channel);
        all
    }

    /// Channels and their states in order of first occurrence.
    pub fn into_slots(self) -> Vec<(u64, T)> {
        self.slots
    }

    /// How many channels occurred.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no channel occurred.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }
}

impl<T> From<Vec<(u64, T)>> for PerChannel<T> {
    /// Channels past [`MAX_CHANNELS`] are impossible in what a [`PerChannel`] wrote, and dropped.
    fn from(slots: Vec<(u64, T)>) -> Self {
        let mut all = Self::default();
        for (channel, state) in slots {
            if all.slot(channel).is_none() && all.insert(channel, state).is_err() {
                break;
            }
        }
        all
    }
}

impl<T> From<PerChannel<T>> for Vec<(u64, T)> {
    fn from(all: PerChannel<T>) -> Self {
        all.slots
    }
}
