//! A generator of PicoQuant's files, from their documents: tagged headers, and records of every type.

/// A kind of records: its code in the header, and what is different about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    pub code: i64,
    pub picoharp: bool,
    pub t3: bool,
    /// Whether a record of overflows states their number.
    pub counted: bool,
    /// Number of ticks or syncs after which their count begins again.
    pub period: u64,
}

const fn kind(code: i64, picoharp: bool, counted: bool, period: u64) -> Kind {
    Kind { code, picoharp, t3: code >> 8 & 0xff == 3, counted, period }
}

/// All of them, as `doc/apx_tttrrecords.html` lists them.
pub const KINDS: [Kind; 12] = [
    kind(0x0001_0203, true, false, 210_698_240),
    kind(0x0001_0303, true, false, 65_536),
    kind(0x0001_0204, false, false, 33_552_000),
    kind(0x0001_0304, false, false, 1024),
    kind(0x0101_0204, false, true, 33_554_432),
    kind(0x0101_0304, false, true, 1024),
    kind(0x0001_0205, false, true, 33_554_432),
    kind(0x0001_0305, false, true, 1024),
    kind(0x0001_0206, false, true, 33_554_432),
    kind(0x0001_0306, false, true, 1024),
    kind(0x0001_0207, false, true, 33_554_432),
    kind(0x0001_0307, false, true, 1024),
];

/// What happens, in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// At this time (T2) or after this sync (T3), on this input (from 1 on), with this delay in T3.
    Photon { at: u64, input: u32, delay: u32 },
    /// A sync, in T2.
    Sync { at: u64 },
    /// A bit for each marker.
    Markers { at: u64, bits: u32 },
}

impl Event {
    pub fn at(self) -> u64 {
        match self {
            Self::Photon { at, .. } | Self::Sync { at } | Self::Markers { at, .. } => at,
        }
    }
}

/// The records of `events`, which ascend, with the overflows between them.
pub fn records(kind: Kind, events: &[Event]) -> Vec<u32> {
    let mut records = Vec::new();
    let mut base = 0;
    for event in events {
        let mut overflows = event.at() / kind.period - base / kind.period;
        base += overflows * kind.period;
        // As many as one record can count.
        let most = if kind.counted { if kind.t3 { 1023 } else { (1 << 25) - 1 } } else { 1 };
        while overflows > 0 {
            let count = overflows.min(most);
            records.push(overflow(kind, u32::try_from(count).unwrap()));
            overflows -= count;
        }
        records.push(record(kind, *event, u32::try_from(event.at() - base).unwrap()));
    }
    records
}

pub fn overflow(kind: Kind, count: u32) -> u32 {
    match (kind.picoharp, kind.counted) {
        (true, _) => 15 << 28,
        (false, true) => 127 << 25 | count,
        // Its value has no meaning: it is one overflow.
        (false, false) => 127 << 25,
    }
}

fn record(kind: Kind, event: Event, number: u32) -> u32 {
    match (event, kind.picoharp) {
        (Event::Photon { input, delay, .. }, true) => input << 28 | delay << 16 | number,
        (Event::Photon { input, delay, .. }, false) => (input - 1) << 25 | delay << 10 | number,
        (Event::Sync { .. }, true) => number,
        (Event::Sync { .. }, false) => 1 << 31 | number,
        (Event::Markers { bits, .. }, true) if kind.t3 => 15 << 28 | bits << 16 | number,
        (Event::Markers { bits, .. }, true) => 15 << 28 | (number & !0xf) | bits,
        (Event::Markers { bits, .. }, false) => 1 << 31 | bits << 25 | number,
    }
}

/// A tag of the header: name, type, value, and the bytes that follow it.
pub struct HeaderTag(pub &'static str, pub u32, pub [u8; 8], pub Vec<u8>);

pub fn integer(name: &'static str, value: i64) -> HeaderTag {
    HeaderTag(name, 0x1000_0008, value.to_le_bytes(), Vec::new())
}

pub fn float(name: &'static str, value: f64) -> HeaderTag {
    HeaderTag(name, 0x2000_0008, value.to_le_bytes(), Vec::new())
}

/// A tag whose value is `bytes`, which follow it.
pub fn long(name: &'static str, kind: u32, bytes: &[u8]) -> HeaderTag {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    HeaderTag(name, kind, (bytes.len() as u64).to_le_bytes(), bytes)
}

/// Returns a tag of each type. None of them describes the records.
pub fn every_type() -> Vec<HeaderTag> {
    let plain = |name, kind, value: u64| HeaderTag(name, kind, value.to_le_bytes(), Vec::new());
    vec![
        long("File_GUID", 0x4001_ffff, b"{00000000-0000-0000-0000-000000000000}\0"),
        long("HW_Type", 0x4001_ffff, b"HydraHarp 400\0"),
        long("File_Comment", 0x4002_ffff, b"w\0i\0d\0e\0\0\0"),
        plain("File_CreatingTime", 0x2100_0008, 0x40e4_0000_0000_0000),
        plain("Fast_Load_End", 0xffff_0008, 0),
        plain("HWMarkers_Enabled", 0x0000_0008, 1),
        plain("TTResult_MDescWarningFlags", 0x1100_0008, 0x82),
        plain("UsrColor", 0x1200_0008, 0xff),
        long("UsrFloats", 0x2001_ffff, &[0; 24]),
        long("UsrBlob", 0xffff_ffff, &[0xff; 100]),
    ]
}

/// Seconds of a tick (T2) or of a unit of the delay (T3), and of a sync's period.
pub fn resolutions(kind: Kind) -> (f64, f64) {
    match (kind.t3, kind.picoharp) {
        (true, _) => (1.6e-11, 1.25e-8),
        (false, true) => (4e-12, 4e-12),
        (false, false) => (1e-12, 1e-12),
    }
}

/// The tags of the header that reading needs.
pub fn needed(kind: Kind, count: usize) -> Vec<HeaderTag> {
    let (resolution, global) = resolutions(kind);
    vec![
        integer("Measurement_Mode", if kind.t3 { 3 } else { 2 }),
        integer("Measurement_SubMode", 0),
        integer("TTResultFormat_TTTRRecType", kind.code),
        integer("TTResultFormat_BitsPerRecord", 32),
        float("MeasDesc_Resolution", resolution),
        float("MeasDesc_GlobalResolution", global),
        integer("MeasDesc_AcquisitionTime", 1000),
        integer("TTResult_SyncRate", (1.0 / global).round() as i64),
        integer("TTResult_NumberOfRecords", count as i64),
    ]
}

/// Preamble, tags and `Header_End`.
pub fn header(tags: Vec<HeaderTag>) -> Vec<u8> {
    let mut out = b"PQTTTR\0\x001.0.00\0\0".to_vec();
    let end = HeaderTag("Header_End", 0xffff_0008, [0; 8], Vec::new());
    for HeaderTag(name, kind, value, behind) in tags.into_iter().chain([end]) {
        let mut padded = [0; 32];
        padded[..name.len()].copy_from_slice(name.as_bytes());
        out.extend_from_slice(&padded);
        out.extend_from_slice(&(-1_i32).to_le_bytes());
        out.extend_from_slice(&kind.to_le_bytes());
        out.extend_from_slice(&value);
        out.extend_from_slice(&behind);
    }
    out
}

/// A header and records.
pub fn file(header: Vec<u8>, records: &[u32]) -> Vec<u8> {
    let mut out = header;
    out.extend(records.iter().flat_map(|record| record.to_le_bytes()));
    out
}

/// A whole file of `events`.
pub fn ptu(kind: Kind, events: &[Event]) -> Vec<u8> {
    let records = records(kind, events);
    let tags = every_type().into_iter().chain(needed(kind, records.len())).collect();
    file(header(tags), &records)
}

/// What tags a file of `events` is to give, as (channel, time).
pub fn expected(kind: Kind, events: &[Event]) -> Vec<(u64, i64)> {
    let (resolution, global) = resolutions(kind);
    let time = |at: u64| if kind.t3 { (at as f64 * (global / resolution)).round() as i64 } else { at as i64 };
    let mut tags = Vec::new();
    let mut sync = None;
    for event in events {
        let at = time(event.at());
        match *event {
            Event::Photon { input, delay, .. } => {
                if kind.t3 && sync != Some(event.at()) {
                    sync = Some(event.at());
                    tags.push((0, at));
                }
                tags.push((u64::from(input), at + i64::from(delay)));
            }
            Event::Sync { .. } => tags.push((0, at)),
            Event::Markers { bits, .. } => {
                // The PicoHarp's T2 has them in place of the time's lowest bits.
                let at = if kind.picoharp && !kind.t3 { at - (at % kind.period as i64) % 16 } else { at };
                tags.extend((0..4).filter(|bit| bits >> bit & 1 == 1).map(|bit| (101 + bit, at)));
            }
        }
    }
    tags
}
