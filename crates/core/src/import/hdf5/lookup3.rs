//! The checksum of HDF5's metadata: Bob Jenkins' `lookup3`, `hashlittle` with 0 as initial value.

use super::bytes::damaged;
use crate::Error;

/// Returns the checksum of `bytes`.
pub fn lookup3(bytes: &[u8]) -> u32 {
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let [mut a, mut b, mut c] = [start; 3];
    let mut rest = bytes;
    while rest.len() > 12 {
        let (block, after) = rest.split_at(12);
        [a, b, c] = added([a, b, c], block);
        for (x, y, z, shift) in MIX {
            let mut all = [a, b, c];
            all[x] = all[x].wrapping_sub(all[z]) ^ all[z].rotate_left(shift);
            all[z] = all[z].wrapping_add(all[y]);
            [a, b, c] = all;
        }
        rest = after;
    }
    if rest.is_empty() {
        return c;
    }
    [a, b, c] = added([a, b, c], rest);
    for (x, y, shift) in FINAL {
        let mut all = [a, b, c];
        all[x] = (all[x] ^ all[y]).wrapping_sub(all[y].rotate_left(shift));
        [a, b, c] = all;
    }
    c
}

/// Checks a part of the file at byte `at`, whose last four bytes are the checksum of those before.
pub(super) fn check(part: &[u8], at: u64) -> Result<(), Error> {
    let sound =
        part.split_last_chunk().is_some_and(|(bytes, sum)| lookup3(bytes) == u32::from_le_bytes(*sum));
    if sound { Ok(()) } else { Err(damaged(at, "has metadata with a wrong checksum")) }
}

/// `x = (x - z) ^ rot(z, shift)`, then `z += y`.
const MIX: [(usize, usize, usize, u32); 6] =
    [(0, 1, 2, 4), (1, 2, 0, 6), (2, 0, 1, 8), (0, 1, 2, 16), (1, 2, 0, 19), (2, 0, 1, 4)];

/// `x = (x ^ y) - rot(y, shift)`.
const FINAL: [(usize, usize, u32); 7] =
    [(2, 1, 14), (0, 2, 11), (1, 0, 25), (2, 1, 16), (0, 2, 4), (1, 0, 14), (2, 1, 24)];

/// The three words plus up to twelve bytes; missing bytes are 0.
fn added(words: [u32; 3], bytes: &[u8]) -> [u32; 3] {
    let mut padded = [0; 12];
    padded[..bytes.len()].copy_from_slice(bytes);
    let [x, y, z] =
        [0, 4, 8].map(|at| u32::from_le_bytes([padded[at], padded[at + 1], padded[at + 2], padded[at + 3]]));
    [words[0].wrapping_add(x), words[1].wrapping_add(y), words[2].wrapping_add(z)]
}

#[cfg(test)]
mod tests {
    /// From the comments of Jenkins' `lookup3.c`: `driver5`.
    #[test]
    fn agrees_with_the_published_values() {
        assert_eq!(super::lookup3(b""), 0xdead_beef);
        assert_eq!(super::lookup3(b"Four score and seven years ago"), 0x1777_0551);
    }
}
