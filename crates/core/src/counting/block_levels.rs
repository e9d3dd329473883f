//! Levels of blocks of time, which determine the blocks kept of a long run. The choice does not depend on how the run
//! is cut.
//!
//! A block whose number is a multiple of `2^l`, and of no higher power of two, has level `l`. When the stored data
//! exceed a limit, the blocks of the lowest level, half of them, are dropped. The remaining ones depend on the tags
//! alone, and the work for a long recording grows with its logarithm.

/// Maximum level; blocks of higher powers of two also have it.
pub const HIGHEST: u32 = 20;

pub fn level_of(block: i64) -> u32 {
    block.trailing_zeros().min(HIGHEST)
}

/// Returns the first block after `block` with at least the level `least`.
pub fn next_of_level(block: i64, least: u32) -> i64 {
    ((block >> least) + 1) << least
}
