//! Records with a macro time, counted by a clock of the device, and a microtime in a unit of its own.

use serde::{Deserialize, Serialize};

use super::microtimes::{LAST_INPUT as MARKERS, SYNC_CHANNEL as SYNC};
use super::sync_clock::SyncClock;
use super::tick::Tick;
use crate::tags::Tag;

/// Number of low bits of a macro time within one block.
const BLOCK_BITS: u32 = 12;

/// Converts macro times and microtimes to tags: in units of microtimes if that unit is known, otherwise in macro times
/// alone.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct MacroTimes {
    clock: Option<SyncClock>,
    /// Macro time of the last photon, and the block from which `clock` counts.
    last: Option<u64>,
    block: Option<u64>,
    /// Smallest and largest microtime to keep; `None` for all.
    kept: Option<(u32, u32)>,
    pub photons: u64,
    /// Number of photons earlier than the photon before.
    pub disordered: u64,
}

impl MacroTimes {
    /// Sets the period of the macro time and the unit of microtimes; returns whether tags have microtimes.
    pub fn start(&mut self, period: Tick, delay_unit: Option<Tick>) -> bool {
        self.clock = delay_unit.and_then(|unit| SyncClock::new(period.seconds() / unit.seconds()));
        self.clock.is_some()
    }

    /// Keeps only photons with these microtimes, both ends inclusive.
    pub fn keep(&mut self, range: (u32, u32)) {
        self.kept = Some(range);
    }

    /// Returns the ticks of a macro time; `None` if they do not fit in 62 bits.
    fn time(&mut self, macro_time: u64) -> Option<i64> {
        let Some(clock) = &mut self.clock else { return Some(macro_time as i64) };
        let block = macro_time >> BLOCK_BITS;
        if self.block != Some(block) {
            clock.count_from(block << BLOCK_BITS)?;
            self.block = Some(block);
        }
        Some(clock.time((macro_time & ((1 << BLOCK_BITS) - 1)) as u32))
    }

    /// Appends the tags of a photon; `None` if its time does not fit in 62 bits.
    pub fn photon(
        &mut self,
        macro_time: u64,
        microtime: u32,
        channel: u64,
        tags: &mut Vec<Tag>,
    ) -> Option<()> {
        let time = self.time(macro_time)?;
        self.photons += 1;
        self.disordered += u64::from(self.last.is_some_and(|last| macro_time < last));
        let is_new = self.last.replace(macro_time) != Some(macro_time);
        if self.clock.is_none() {
            tags.push(Tag { time, channel });
            return Some(());
        }
        if is_new {
            tags.push(Tag { time, channel: SYNC });
        }
        if self.kept.is_none_or(|(from, to)| (from..=to).contains(&microtime)) {
            tags.push(Tag { time: time + i64::from(microtime), channel });
        }
        Some(())
    }

    /// Appends a tag for each marker; `None` if its time does not fit in 62 bits.
    pub fn markers(&mut self, macro_time: u64, bits: u32, tags: &mut Vec<Tag>) -> Option<()> {
        let time = self.time(macro_time)?;
        let set = (0..u32::BITS).filter(|bit| bits >> bit & 1 == 1);
        tags.extend(set.map(|bit| Tag { time, channel: MARKERS + 1 + u64::from(bit) }));
        Some(())
    }
}
