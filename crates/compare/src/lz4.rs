//! [LZ4 blocks](https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md), compressed like the reference's fast
//! compressor on 64-bit machines (acceleration 1, a table of 4096 entries).
//!
//! On other machines the reference, and the crates, hash four bytes instead of five: in WebAssembly their files would
//! be 7 % larger than on usual machines. The crate `lz4_flex` decompresses.

/// Minimum bytes of a match.
const LEAST_MATCH: usize = 4;
/// Number of bytes at the end that are never matched.
const LAST_LITERALS: usize = 5;
/// Number of bytes at the end in which no match begins.
const NO_MATCH: usize = 12;
/// Maximum distance of a match.
const WINDOW: usize = 65_535;
const HASH_BITS: u32 = 12;
/// After 2^6 positions without a match only every second one is tested, and so on.
const SKIP: u32 = 6;

/// Compresses `input` to one block.
pub fn compress(input: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(input.len() / 2 + 16);
    let literals = if input.len() > NO_MATCH { matches(input, &mut out) } else { 0 };
    sequence(&mut out, &input[literals..], None);
    out
}

/// Appends all sequences except the last; returns the start of the last one.
fn matches(input: &[u8], out: &mut Vec<u8>) -> usize {
    let end = input.len() - NO_MATCH + 1;
    let mut table = [0_u32; 1 << HASH_BITS];
    // The previous position of these five bytes; stores the current one.
    let mut before = |at: usize| std::mem::replace(&mut table[hash(input, at)], at as u32) as usize;
    let is_match =
        |candidate: usize, at: usize| candidate + WINDOW >= at && four(input, candidate) == four(input, at);
    let mut literals = 0;
    let mut at = 1;
    loop {
        let mut looked_at = 1_usize << SKIP;
        let mut step = 1;
        let mut candidate = loop {
            if at + step > end {
                return literals;
            }
            let candidate = before(at);
            if is_match(candidate, at) {
                break candidate;
            }
            at += step;
            step = looked_at >> SKIP;
            looked_at += 1;
        };
        while at > literals && candidate > 0 && input[at - 1] == input[candidate - 1] {
            at -= 1;
            candidate -= 1;
        }
        loop {
            let length = LEAST_MATCH + common(input, candidate + LEAST_MATCH, at + LEAST_MATCH);
            sequence(out, &input[literals..at], Some((at - candidate, length)));
            at += length;
            literals = at;
            if at >= end {
                return literals;
            }
            before(at - 2);
            candidate = before(at);
            if !is_match(candidate, at) {
                break;
            }
        }
        at += 1;
    }
}

/// LZ4's hash of five bytes; at least eight bytes follow `at`.
fn hash(input: &[u8], at: usize) -> usize {
    let next = input[at..].first_chunk().map_or(0, |next| u64::from_le_bytes(*next));
    ((next << 24).wrapping_mul(889_523_592_379) >> (64 - HASH_BITS)) as usize
}

fn four(input: &[u8], at: usize) -> Option<&[u8; 4]> {
    input[at..].first_chunk()
}

/// Number of equal bytes from `a` and from `b`, which is after it.
fn common(input: &[u8], a: usize, b: usize) -> usize {
    let rest = &input[b..input.len() - LAST_LITERALS];
    rest.iter().zip(&input[a..]).take_while(|(x, y)| x == y).count()
}

/// Appends literals, and a match by its distance and length.
fn sequence(out: &mut Vec<u8>, literals: &[u8], found: Option<(usize, usize)>) {
    let more = found.map_or(0, |(_, length)| length - LEAST_MATCH);
    out.push((literals.len().min(15) << 4 | more.min(15)) as u8);
    extend(out, literals.len());
    out.extend_from_slice(literals);
    if let Some((back, _)) = found {
        out.extend_from_slice(&(back as u16).to_le_bytes());
        extend(out, more);
    }
}

/// Appends the part of a length that does not fit its four bits.
fn extend(out: &mut Vec<u8>, length: usize) {
    let Some(rest) = length.checked_sub(15) else { return };
    out.resize(out.len() + rest / 255, 255);
    out.push((rest % 255) as u8);
}
