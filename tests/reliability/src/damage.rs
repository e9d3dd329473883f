//! One damage to a file.

use crate::random::Random;

/// Size of a disk block in bytes.
const BLOCK: usize = 4096;

/// Damage to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// It ends before this byte.
    Cut(usize),
    /// One byte has another value.
    Flip(usize),
    /// From this byte on, 4 KiB are zeros.
    Zero(usize),
}

/// A kind of damage: its name, the number of copies of a file with it, and the damage at a byte of a file.
pub type Kind = (&'static str, usize, fn(usize) -> Damage);

/// The kinds of damage, and the number of copies of a file with each.
pub const KINDS: [Kind; 3] =
    [("cut", 2000, Damage::Cut), ("a byte changed", 2000, Damage::Flip), ("4 KiB zeroed", 500, Damage::Zero)];

impl Damage {
    /// A copy of `file` with the damage, and the bytes it concerns.
    pub fn to(self, file: &[u8], random: &mut Random) -> (Vec<u8>, std::ops::Range<usize>) {
        let mut copy = file.to_vec();
        match self {
            Self::Cut(at) => {
                copy.truncate(at);
                (copy, at..file.len())
            }
            Self::Flip(at) => {
                copy[at] ^= 1 + random.below(255) as u8;
                (copy, at..at + 1)
            }
            Self::Zero(at) => {
                let end = file.len().min(at + BLOCK);
                copy[at..end].fill(0);
                (copy, at..end)
            }
        }
    }
}
