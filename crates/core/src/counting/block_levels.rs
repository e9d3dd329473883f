//! Levels of blocks of time: which blocks of a long run are kept, however the run is cut.
//!
//! A block whose number is a multiple of `2^l`, and of no higher power of two, has level `l`. Whoever keeps too much leaves
//! the blocks of the lowest level out, which are half of them: what is left follows from the tags alone, and the work for a
//! long recording grows with its logarithm.

/// The level of all blocks whose level would be higher.
pub const HIGHEST: u32 = 20;

pub fn level_of(block: i64) -> u32 {
    block.trailing_zeros().min(HIGHEST)
}

/// The first block after `block` whose level is `least` or a higher one.
pub fn next_of_level(block: i64, least: u32) -> i64 {
    ((block >> least) + 1) << least
}
