//! Structs in Thrift's [compact protocol](https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).

/// Maximum depth of structs and lists inside each other.
const MAX_DEPTH: usize = 32;

/// Types of fields.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
const I16: u8 = 4;
const I32: u8 = 5;
const I64: u8 = 6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCT: u8 = 12;

/// Reads values one after the other. After damage, `is_damaged` is set, and everything is empty.
#[derive(Debug, Clone)]
pub struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    is_damaged: bool,
}

impl<'a> Thrift<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0, is_damaged: false }
    }

    /// Number of bytes read; `None` after damage, or past the end.
    pub fn end(&self) -> Option<usize> {
        (!self.is_damaged && self.at <= self.bytes.len()).then_some(self.at)
    }

    /// Treats the remaining bytes as damaged.
    pub fn refuse(&mut self) {
        self.is_damaged = true;
    }

    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied();
        self.is_damaged |= byte.is_none();
        self.at += 1;
        byte.unwrap_or_default()
    }

    fn varint(&mut self) -> u64 {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return value;
            }
        }
        self.is_damaged = true;
        0
    }

    /// Reads an integer of 16 to 64 bits.
    pub fn integer(&mut self) -> i64 {
        let value = self.varint();
        (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
    }

    /// Reads bytes with their length before them.
    pub fn binary(&mut self) -> &'a [u8] {
        let length = usize::try_from(self.varint()).unwrap_or(usize::MAX);
        let end = self.at.checked_add(length);
        let bytes = end.and_then(|end| self.bytes.get(self.at..end));
        self.is_damaged |= bytes.is_none();
        self.at += bytes.map_or(0, <[u8]>::len);
        bytes.unwrap_or_default()
    }

    /// Calls `field` with the number and the type of each field of a struct. It reads the field and returns true, or
    /// returns false; then the field is skipped.
    pub fn fields(&mut self, field: &mut dyn FnMut(&mut Self, i64, u8) -> bool) {
        self.depth += 1;
        self.is_damaged |= self.depth > MAX_DEPTH;
        let mut number = 0;
        while !self.is_damaged {
            let head = self.byte();
            if head == 0 {
                break;
            }
            number = match head >> 4 {
                0 => self.integer(),
                delta => number.saturating_add(i64::from(delta)),
            };
            let kind = head & 0xf;
            if !field(self, number, kind) {
                self.skip(kind);
            }
        }
        self.depth -= 1;
    }

    /// Calls `item` for each item of a list, which it reads.
    pub fn items(&mut self, item: &mut dyn FnMut(&mut Self)) {
        let (count, _) = self.list();
        for _ in 0..count {
            if self.is_damaged {
                break;
            }
            item(self);
        }
    }

    /// Reads the head of a list: the number and the type of its items.
    fn list(&mut self) -> (u64, u8) {
        let head = self.byte();
        let count = if head >> 4 == 15 { self.varint() } else { u64::from(head >> 4) };
        (count, head & 0xf)
    }

    fn skip(&mut self, kind: u8) {
        self.depth += 1;
        self.is_damaged |= self.depth > MAX_DEPTH;
        match kind {
            _ if self.is_damaged => {}
            TRUE | FALSE => {}
            BYTE => drop(self.byte()),
            I16 | I32 | I64 => drop(self.varint()),
            DOUBLE => self.at += 8,
            BINARY => drop(self.binary()),
            LIST | SET => {
                let (count, kind) = self.list();
                self.skip_all(count, &[kind]);
            }
            MAP => {
                let count = self.varint();
                let kinds = if count > 0 { self.byte() } else { 0 };
                self.skip_all(count, &[kinds >> 4, kinds & 0xf]);
            }
            STRUCT => self.fields(&mut |_, _, _| false),
            _ => self.is_damaged = true,
        }
        self.depth -= 1;
    }

    fn skip_all(&mut self, count: u64, kinds: &[u8]) {
        for _ in 0..count {
            for kind in kinds {
                // A boolean outside a struct has a byte, so that every item has one at least.
                self.skip(if matches!(*kind, TRUE | FALSE) { BYTE } else { *kind });
            }
            if self.is_damaged || self.at > self.bytes.len() {
                self.is_damaged = true;
                break;
            }
        }
    }
}

/// Whether a field of this type, which has no bytes of its own, is true.
pub fn is_true(kind: u8) -> bool {
    kind == TRUE
}
