//! Decodes the 32 bits of a record.

/// Highest channel of a PicoHarp, which has a sync, an input, and a router with four channels.
const PICOHARP_CHANNELS: u32 = 4;

/// Contents of a record.
pub enum Record {
    /// A photon on a channel; in T3 mode with the delay after the sync.
    Photon {
        channel: u64,
        number: u32,
        delay: u32,
    },
    /// A sync, in T2 mode.
    Sync {
        number: u32,
    },
    /// Markers, one bit each.
    Markers {
        bits: u32,
        number: u32,
    },
    Overflows(u64),
    Undefined,
}

/// Decodes a record whose lowest 28 bits are a time. If it has markers, their bits are the lowest four.
pub fn picoharp_t2(record: u32) -> Record {
    let (channel, number) = (record >> 28, record & 0x0fff_ffff);
    match (channel, number & 0xf) {
        (0, _) => Record::Sync { number },
        (1..=PICOHARP_CHANNELS, _) => Record::Photon { channel: u64::from(channel), number, delay: 0 },
        (15, 0) => Record::Overflows(1),
        (15, bits) => Record::Markers { bits, number: number & !0xf },
        _ => Record::Undefined,
    }
}

pub fn picoharp_t3(record: u32) -> Record {
    let (channel, delay, number) = (record >> 28, record >> 16 & 0xfff, record & 0xffff);
    match (channel, delay) {
        (1..=PICOHARP_CHANNELS, _) => Record::Photon { channel: u64::from(channel), number, delay },
        (15, 0) => Record::Overflows(1),
        (15, bits) => Record::Markers { bits, number },
        _ => Record::Undefined,
    }
}

#[inline(always)]
pub fn hydraharp_t2<const COUNTED: bool>(record: u32) -> Record {
    let (channel, number) = (record >> 25 & 0x3f, record & 0x01ff_ffff);
    if record >> 31 == 0 {
        return Record::Photon { channel: u64::from(channel) + 1, number, delay: 0 };
    }
    match channel {
        0 => Record::Sync { number },
        1..=15 => Record::Markers { bits: channel, number },
        63 => Record::Overflows(if COUNTED { u64::from(number).max(1) } else { 1 }),
        _ => Record::Undefined,
    }
}

#[inline(always)]
pub fn hydraharp_t3<const COUNTED: bool>(record: u32) -> Record {
    let (channel, delay, number) = (record >> 25 & 0x3f, record >> 10 & 0x7fff, record & 0x3ff);
    if record >> 31 == 0 {
        return Record::Photon { channel: u64::from(channel) + 1, number, delay };
    }
    match channel {
        1..=15 => Record::Markers { bits: channel, number },
        63 => Record::Overflows(if COUNTED { u64::from(number).max(1) } else { 1 }),
        _ => Record::Undefined,
    }
}
