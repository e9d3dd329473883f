//! The answer of Mimir's ingester to a look-up of its own partition in a header.
//!
//! Mimir (`pkg/querier/api/consistency.go`, `EncodedOffsets.Lookup`) searches text instead of decoding: first for `,P:`
//! anywhere, then for `=P:`, and parses the text up to the next comma as a number. Nothing here allocates.

use memchr::arch::all::packedpair::HeuristicFrequencyRank;
use memchr::memchr;
use memchr::memmem::FinderBuilder;

use super::number;

/// The offset of `partition` in a `v1=` header; none if Mimir finds none.
pub fn partition(header: &[u8], partition: i32) -> Option<i64> {
    if !header.starts_with(b"v1=") {
        return None;
    }
    number::parse(value_of(header, Key::new(None, partition))?).ok()
}

/// The offsets of `partition` in a compartment, one per Kafka cluster. A `v1=` header answers for compartment 0 only.
/// None if Mimir finds none: one unreadable offset spoils the entry.
pub fn compartment(header: &[u8], compartment: i64, partition: i32) -> Option<Clusters<'_>> {
    let key = match header.get(..3)? {
        b"v1=" if compartment == 0 => Key::new(None, partition),
        b"v2=" => Key::new(Some(compartment), partition),
        _ => return None,
    };
    // In v1 a semicolon is not a separator, so a value that has one is not a number.
    let separated = header.starts_with(b"v2=");
    let clusters = Clusters { rest: Some(value_of(header, key)?), separated };
    clusters.clone().all(|offset| offset.is_some()).then_some(clusters)
}

/// Offsets separated by `;`, in the order of their Kafka clusters.
#[derive(Debug, Clone)]
pub struct Clusters<'a> {
    rest: Option<&'a [u8]>,
    separated: bool,
}

impl Iterator for Clusters<'_> {
    /// `None` for text that is not a number; [`compartment`] never returns it.
    type Item = Option<i64>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.take()?;
        let end = if self.separated { memchr(b';', rest) } else { None };
        let (value, rest) = match end {
            Some(end) => (rest.get(..end)?, rest.get(end + 1..)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(number::parse(value).ok())
    }
}

/// Room for `,compartment/partition:`: 1 + 20 + 1 + 11 + 1 bytes.
const KEY: usize = 34;

struct Key {
    bytes: [u8; KEY],
    length: usize,
}

impl Key {
    /// `,partition:` or `,compartment/partition:`.
    fn new(compartment: Option<i64>, partition: i32) -> Self {
        let mut key = Self { bytes: [0; KEY], length: 0 };
        key.put(b",");
        if let Some(compartment) = compartment {
            key.put(itoa::Buffer::new().format(compartment).as_bytes());
            key.put(b"/");
        }
        key.put(itoa::Buffer::new().format(partition).as_bytes());
        key.put(b":");
        key
    }

    fn put(&mut self, text: &[u8]) {
        let end = self.length + text.len();
        if let Some(room) = self.bytes.get_mut(self.length..end) {
            room.copy_from_slice(text);
            self.length = end;
        }
    }

    fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

/// In a header digits are the common bytes and separators the rare ones. But a comma at the right
/// distance from a colon is in every entry of that width; a digit at its place, in every tenth.
struct HeaderBytes {
    comma: u8,
}

impl HeuristicFrequencyRank for HeaderBytes {
    fn rank(&self, byte: u8) -> u8 {
        match byte {
            b'=' | b'/' => 0,
            b':' => 1,
            b'0'..=b'9' => 100,
            b',' => self.comma,
            _ => 200,
        }
    }
}

/// The text between `key` and the next comma; `key` follows a comma or, if there is no such place, an equals sign.
fn value_of(header: &[u8], mut key: Key) -> Option<&[u8]> {
    const AFTER_VERSION: usize = 2;
    let one_digit = key.length == 3;
    let ranks = HeaderBytes { comma: if one_digit { 50 } else { 200 } };
    let comma = FinderBuilder::new().build_forward_with_ranker(ranks, key.text()).find(header);
    let found = comma.or_else(|| {
        key.bytes[0] = b'=';
        // The first equals sign is the one after the version; a usual header has no other.
        if header.get(AFTER_VERSION..).is_some_and(|rest| rest.starts_with(key.text())) {
            return Some(AFTER_VERSION);
        }
        let ranks = HeaderBytes { comma: 200 };
        FinderBuilder::new().build_forward_with_ranker(ranks, key.text()).find(header)
    });
    let value = header.get(found? + key.length..)?;
    Some(value.get(..memchr(b',', value).unwrap_or(value.len())).unwrap_or(value))
}
