//! Thousands of damaged recordings: what is reported, and what is recovered.
//!
//! Each is a copy of a sound recording with one damage ([`damage`]). It is read in chunks of two sizes and repaired
//! ([`judge`]); what is found is compared with the tags of the sound one, frame by frame ([`sound`]). All is drawn from
//! a seed: equal programs print equal totals.

pub mod campaign;
pub mod damage;
pub mod inputs;
pub mod judge;
pub mod random;
pub mod sound;
