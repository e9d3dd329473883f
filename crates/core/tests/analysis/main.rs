//! The analyses: results computed by hand and by a naive second method, the merge law, damaged
//! partial results, and a real recording.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod accidental_errors;
mod accidentals_over_time;
mod afterpulsing;
mod all_channels;
mod block;
mod bursts;
mod bytes;
mod coincidences;
mod crowds;
mod damage;
mod dense;
mod derived;
mod diffusion;
mod dips;
#[path = "../support/dynamic.rs"]
mod dynamic;
mod examples;
mod experiments;
mod heralded;
mod hints;
mod image;
mod interference;
mod law;
mod lifetime;
mod lifetime_advice;
mod lifetime_bins;
mod listing;
mod log_bins;
mod long_dead_time;
mod naive;
mod own_pairs;
mod pair_variance;
mod pairs;
mod peak_shapes;
mod peaks;
mod period;
mod pile_up;
mod pulsed_coincidences;
mod pulsed_pairs;
mod pulses_after_a_clock;
mod range_ends;
mod recording;
mod requests;
mod same_formula;
mod settings;
mod shared_dead_time;
mod slow_tails;
mod stability;
mod summary;
#[path = "../support/random_tags.rs"]
mod tags;
mod ticks;
mod wide_windows;
