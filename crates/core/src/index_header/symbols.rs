//! The symbols: all strings of the block's series, `varint length, bytes` each, ordered by bytes.

use super::bytes::{Cursor, Fault, compare};
use super::section::{Records, Taken, place_in_section};
use crate::quote::quote;
use crate::{Code, Findings};

/// Distance of the symbols whose positions are kept: every 32nd one, as Mimir and Prometheus do.
pub const SAMPLING: u32 = 32;

/// The positions of every 32nd symbol, and counts of all.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// Symbols that were read.
    pub count: u64,
    /// Bytes of them all.
    pub bytes: u64,
    /// Bytes of the longest.
    pub longest: u64,
    /// Whether a symbol follows a larger or an equal one, so that references are not in the order of their texts.
    pub is_out_of_order: bool,
    /// Offsets of symbols 0, 32, 64, ... from the section's beginning.
    pub sampled: Vec<u32>,
}

/// Takes the section's records.
#[derive(Debug, Default)]
pub struct SymbolsBuilder {
    pub symbols: Symbols,
    last: Vec<u8>,
    /// Byte of the file at which the section begins, for messages.
    section: u64,
}

impl SymbolsBuilder {
    pub fn new(section: u64) -> Self {
        Self { section, ..Self::default() }
    }
}

impl SymbolsBuilder {
    #[cold]
    fn note_order(&mut self, symbol: &[u8], last: &[u8], at: u32, findings: &mut Findings) {
        self.symbols.is_out_of_order = true;
        let (code, what) = match symbol == last {
            true => (Code::Duplicate, "equals the symbol before it"),
            false => (Code::Order, "is smaller than the symbol before it"),
        };
        let message = || format!("symbols: {} {what}", quote(symbol));
        let remedy = "write the block again: look-ups of label names fail";
        findings.error(code, self.section + u64::from(at), message, remedy);
    }
}

impl Records for SymbolsBuilder {
    const SECTION: &'static str = "symbols";

    fn take(&mut self, bytes: &[u8], at: u64, most: u32, findings: &mut Findings) -> (Taken, Option<Fault>) {
        let held = std::mem::take(&mut self.last);
        let mut last = held.as_slice();
        let mut taken = Taken::default();
        let mut fault = None;
        while taken.records < most {
            let mut cursor = Cursor::new(&bytes[taken.bytes..]);
            let read = place_in_section(at, taken.bytes).and_then(|place| Ok((place, cursor.string()?)));
            let (place, symbol) = match read {
                Ok(read) => read,
                Err(failed) => {
                    fault = Some(failed);
                    break;
                }
            };
            if self.symbols.count > 0 && compare(symbol, last).is_le() {
                self.note_order(symbol, last, place, findings);
            }
            let symbols = &mut self.symbols;
            if symbols.count.is_multiple_of(u64::from(SAMPLING)) {
                symbols.sampled.push(place);
            }
            symbols.count += 1;
            symbols.bytes += symbol.len() as u64;
            symbols.longest = symbols.longest.max(symbol.len() as u64);
            last = symbol;
            taken = Taken { records: taken.records + 1, bytes: bytes.len() - cursor.len() };
        }
        self.last = last.to_vec();
        (taken, fault)
    }
}
