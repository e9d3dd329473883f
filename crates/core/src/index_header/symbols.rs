//! The symbols: all strings of the block's series, `varint length, bytes` each, ordered by bytes.

use super::bytes::{Cursor, Fault};
use super::findings::Findings;
use super::section::Records;
use crate::Code;

/// Every which symbol's place is kept, as Mimir and Prometheus do.
pub const SAMPLING: u32 = 32;

/// Where every 32nd symbol stands, and what was counted on the way.
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// Symbols that were read.
    pub count: u64,
    /// Bytes of them all.
    pub bytes: u64,
    /// Bytes of the longest.
    pub longest: u64,
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

impl Records for SymbolsBuilder {
    const SECTION: &'static str = "symbols";

    #[inline]
    fn take(&mut self, bytes: &[u8], at: u32, findings: &mut Findings) -> Result<usize, Fault> {
        let mut cursor = Cursor::new(bytes);
        let symbol = cursor.string()?;
        let Self { symbols, last, section } = self;
        if symbols.count.is_multiple_of(u64::from(SAMPLING)) {
            symbols.sampled.push(at);
        }
        if symbols.count > 0 && symbol <= last.as_slice() {
            let (code, what) = match symbol == last.as_slice() {
                true => (Code::Duplicate, "is the same as the one before it"),
                false => (Code::Order, "should stand before the one before it"),
            };
            let message = || format!("symbols: {:?} {what}", String::from_utf8_lossy(symbol));
            let remedy = "write the block anew: look-ups of label names fail";
            findings.error(code, *section + u64::from(at), message, remedy);
        }
        symbols.count += 1;
        symbols.bytes += symbol.len() as u64;
        symbols.longest = symbols.longest.max(symbol.len() as u64);
        last.clear();
        last.extend_from_slice(symbol);
        Ok(bytes.len() - cursor.len())
    }
}
