//! zstd frames drawn by hand, after RFC 8878.
#![allow(dead_code, reason = "each test program uses a part")]

/// The magic number of a data frame.
pub const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// A frame without content size and checksum, with a window of 128 KiB, and these blocks.
///
/// ```text
/// 28 B5 2F FD | 00 descriptor | 38 window: 2^(10+7) | blocks
/// ```
pub fn frame(blocks: &[Vec<u8>]) -> Vec<u8> {
    framed(&[0x00, 0x38], blocks)
}

/// A frame with this header after the magic number, and these blocks.
pub fn framed(header: &[u8], blocks: &[Vec<u8>]) -> Vec<u8> {
    [&MAGIC, header, &blocks.concat()].concat()
}

/// A block header: bit 0 last, bits 1 and 2 type, the rest size; 3 bytes, little-endian.
pub fn block_header(last: bool, kind: u32, size: u32) -> [u8; 3] {
    let [a, b, c, _] = (size << 3 | kind << 1 | u32::from(last)).to_le_bytes();
    [a, b, c]
}

/// A block of these bytes as they are.
pub fn raw(last: bool, content: &[u8]) -> Vec<u8> {
    [&block_header(last, 0, content.len() as u32)[..], content].concat()
}

/// A block of one repeated byte.
pub fn rle(last: bool, byte: u8, count: u32) -> Vec<u8> {
    [&block_header(last, 1, count)[..], &[byte]].concat()
}

/// A skippable frame of kind 0 to 15.
///
/// ```text
/// 5k 2A 4D 18 | length, 4 bytes | payload
/// ```
pub fn skippable(kind: u8, payload: &[u8]) -> Vec<u8> {
    let length = (payload.len() as u32).to_le_bytes();
    [&[0x50 | kind, 0x2A, 0x4D, 0x18][..], &length, payload].concat()
}

/// Bytes without any pattern, the same for the same seed (xorshift64).
pub fn noise(length: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// Bytes like time tags: 8 bytes of growing time, 8 bytes of channel.
pub fn tags(count: usize) -> Vec<u8> {
    let mut time = 585_950_217_716_i64;
    noise(count, 7)
        .iter()
        .flat_map(|step| {
            time += i64::from(*step) * 97;
            [time.to_le_bytes(), u64::from([3_u8, 15, 16][usize::from(step % 3)]).to_le_bytes()].concat()
        })
        .collect()
}

/// Where the real recordings are, or `None` with a printed reason.
pub fn recordings() -> Option<std::path::PathBuf> {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/tags"));
    if path.is_dir() {
        return Some(path.to_path_buf());
    }
    println!("skipped: there are no recordings in {}", path.display());
    None
}
