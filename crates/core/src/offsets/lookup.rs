//! What Mimir's ingester is answered when it asks a header for its own partition.
//!
//! Mimir (`pkg/querier/api/consistency.go`, `EncodedOffsets.Lookup`) searches text instead of
//! decoding: first for `,P:` anywhere, then for `=P:`, and reads what follows up to the next
//! comma as a number. Nothing here allocates.

use memchr::arch::all::packedpair::HeuristicFrequencyRank;
use memchr::memchr;
use memchr::memmem::FinderBuilder;

use super::number;

/// The offset of `partition` in a `v1=` header; none where Mimir finds none.
pub fn partition(header: &[u8], partition: i32) -> Option<i64> {
    if !header.starts_with(b"v1=") {
        return None;
    }
    let mut buffer = [0; KEY];
    let key = Key::write(&mut buffer, None, partition);
    number::parse(value_of(header, key)?).ok()
}

/// The offsets of `partition` in a compartment, one per Kafka cluster. A `v1=` header answers
/// for compartment 0 only. None where Mimir finds none: one unreadable offset spoils the entry.
pub fn compartment(header: &[u8], compartment: i64, partition: i32) -> Option<Clusters<'_>> {
    let mut buffer = [0; KEY];
    let key = match header.get(..3)? {
        b"v1=" if compartment == 0 => Key::write(&mut buffer, None, partition),
        b"v2=" => Key::write(&mut buffer, Some(compartment), partition),
        _ => return None,
    };
    // In v1 a semicolon is no separator, so a value that has one is no number.
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
    /// None for text that is no number; [`compartment`] never hands that out.
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

/// Room for `compartment/partition:`: 20 + 1 + 11 + 1 digits and signs.
const KEY: usize = 33;

struct Key;

impl Key {
    fn write(buffer: &mut [u8; KEY], compartment: Option<i64>, partition: i32) -> &[u8] {
        let mut length = 0;
        let mut put = |text: &[u8]| {
            for &byte in text {
                if let Some(slot) = buffer.get_mut(length) {
                    *slot = byte;
                    length += 1;
                }
            }
        };
        if let Some(compartment) = compartment {
            put(itoa::Buffer::new().format(compartment).as_bytes());
            put(b"/");
        }
        put(itoa::Buffer::new().format(partition).as_bytes());
        put(b":");
        buffer.get(..length).unwrap_or_default()
    }
}

/// In a header digits are the common bytes and separators the rare ones. A colon beside a digit
/// is rarer still than a comma at the right distance, which every entry of that width has.
struct HeaderBytes;

impl HeuristicFrequencyRank for HeaderBytes {
    fn rank(&self, byte: u8) -> u8 {
        match byte {
            b':' | b'/' => 0,
            b'0'..=b'9' => 100,
            _ => 200,
        }
    }
}

/// The text between `key`, where it stands after a comma or else after an equals sign, and the
/// next comma. One pass serves both searches, because the first comma decides.
fn value_of<'a>(header: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let mut after_equals = None;
    let finder = FinderBuilder::new().build_forward_with_ranker(HeaderBytes, key);
    let mut from = 3;
    let found = loop {
        let Some(at) = header.get(from..).and_then(|rest| finder.find(rest)).map(|at| at + from) else {
            break after_equals?;
        };
        from = at + key.len();
        match header.get(at - 1) {
            Some(b',') => break from,
            Some(b'=') if after_equals.is_none() => after_equals = Some(from),
            _ => {}
        }
    };
    let value = header.get(found..)?;
    Some(value.get(..memchr(b',', value).unwrap_or(value.len())).unwrap_or(value))
}
