//! Recognises the form of the records in a file without magic bytes: their macro times ascend.

use super::record::{Form, Kind, Record};

/// Periods of the macro time's clock that cards have, in units of 0.1 ns: 1 ns to 100 us.
const CLOCKS: std::ops::RangeInclusive<u32> = 10..=1_000_000;

/// Minimum number of photons for a form to be recognised.
const MIN_PHOTONS: u32 = 3;

/// Minimum number of photons that follow another photon without an overflow between them. An overflow would hide
/// disorder.
const MIN_ORDERED: u32 = 6;

/// Maximum number of overflows in one record: no recording has a pause of half an hour.
const MAX_OVERFLOWS: u64 = 1 << 24;

/// Maximum number of routing bits in a header of 4 bytes.
const MAX_ROUTING_BITS: u32 = 4;

/// Number of bytes that are examined.
const SEEN_BYTES: usize = 16 << 10;

/// Whether `head` has a header and records of 4 bytes of most cards.
pub(super) fn is_fifo(head: &[u8]) -> bool {
    // Rare photons have an overflow before each, and look the same in both forms. SPC-600 cards are rarer.
    has_form(head, Form::Standard, 0)
}

/// Whether `head` has a header and records of 4 bytes of an SPC-600.
pub(super) fn is_fifo_256(head: &[u8]) -> bool {
    has_form(head, Form::Fifo256, MIN_ORDERED)
}

/// Whether `head` has a header and records of 6 bytes of an SPC-600.
pub(super) fn is_fifo_4096(head: &[u8]) -> bool {
    has_form(head, Form::Fifo4096, MIN_ORDERED)
}

fn has_form(head: &[u8], form: Form, min_ordered: u32) -> bool {
    let is_header = form
        .header(head)
        .is_some_and(|header| header.is_valid && !header.is_raw && CLOCKS.contains(&header.clock));
    // Bit 24 is only used by QC cards, whose records have another form.
    let is_known = form == Form::Fifo4096
        || head.get(3).is_some_and(|flags| flags & 1 == 0)
            && form.header(head).is_some_and(|header| header.routing_bits <= MAX_ROUTING_BITS);
    if !is_header || !is_known {
        return false;
    }
    let records = head.get(form.record_bytes()..head.len().min(SEEN_BYTES)).unwrap_or_default();
    let mut seen = Seen::default();
    form.for_each(records, |record| seen.see(record));
    seen.photons >= MIN_PHOTONS && seen.ordered >= min_ordered && seen.is_varied && !seen.is_wrong
}

/// Properties of the first records.
#[derive(Default)]
struct Seen {
    photons: u32,
    /// Number of photons later than the photon before, without an overflow between them.
    ordered: u32,
    /// Whether photons have different times.
    is_varied: bool,
    /// Whether a record is not of this form.
    is_wrong: bool,
    last: Option<u32>,
    first: Option<u32>,
}

impl Seen {
    fn see(&mut self, Record { kind, macro_time, overflows, .. }: Record) {
        if overflows > 0 {
            self.last = None;
        }
        match kind {
            Kind::Overflows => self.is_wrong |= !(1..MAX_OVERFLOWS).contains(&overflows),
            Kind::Invalid => {}
            Kind::Markers { bits } => self.is_wrong |= bits == 0,
            Kind::Photon { .. } => {
                self.photons += 1;
                self.is_varied |= self.first.get_or_insert(macro_time) != &macro_time;
                self.ordered += u32::from(self.last.is_some());
                self.is_wrong |= self.last.is_some_and(|last| macro_time < last);
                self.last = Some(macro_time);
            }
        }
    }
}
