//! Times of work: the median of several runs, after a warm-up.

use tagview_core::Error;

/// Returns the time: the module has no clock.
pub trait Clock {
    /// Milliseconds since an arbitrary moment.
    fn now(&self) -> f64;
}

/// Minimum milliseconds of a batch: a browser's clock may tick in steps of 0.1 ms.
const BATCH_MS: f64 = 2.0;
/// Work that takes this long runs only once: short interruptions make no difference.
const LONG_MS: f64 = 250.0;
/// Time after which no further batch starts.
const ENOUGH_MS: f64 = 150.0;
const LEAST_RUNS: usize = 3;
const MOST_RUNS: usize = 5;
const MOST_ROUNDS: usize = 1 << 20;

/// The result of work, and its time in milliseconds.
#[derive(Debug, Clone)]
pub struct Timed<T> {
    /// Result of the first run.
    pub result: T,
    /// The median of the batches.
    pub ms: f64,
}

/// Times `work`, which is called with 0, 1, 2, ...
///
/// # Errors
/// Errors of `work`.
pub fn time<T>(
    clock: &dyn Clock,
    mut work: impl FnMut(usize) -> Result<T, Error>,
) -> Result<Timed<T>, Error> {
    let mut round = 0;
    let mut batch = |rounds: usize| -> Result<(T, f64), Error> {
        let since = clock.now();
        let result = work(round)?;
        for _ in 1..rounds {
            round += 1;
            std::hint::black_box(work(round)?);
        }
        round += 1;
        Ok((result, (clock.now() - since).max(0.0)))
    };
    let (result, first) = batch(1)?;
    if first >= LONG_MS {
        return Ok(Timed { result, ms: first });
    }
    // An interruption, or code that is not compiled yet, makes a short batch look long: only two in a row count.
    let mut rounds = 1;
    let mut took = if first < BATCH_MS { first } else { first.min(batch(1)?.1) };
    loop {
        while took < BATCH_MS && rounds < MOST_ROUNDS {
            // The first run may be slower than all others: it does not determine the size of a batch alone.
            rounds *= if took < BATCH_MS / 8.0 { 8 } else { 2 };
            took = batch(rounds)?.1;
            if took >= BATCH_MS {
                took = took.min(batch(rounds)?.1);
            }
        }
        let mut times = Vec::with_capacity(MOST_RUNS);
        while times.len() < LEAST_RUNS || (times.len() < MOST_RUNS && times.iter().sum::<f64>() < ENOUGH_MS) {
            times.push(batch(rounds)?.1);
        }
        times.sort_unstable_by(f64::total_cmp);
        took = times[times.len() / 2];
        // On a busy machine two batches in a row may be interrupted, and the clock may not show the rest.
        if took >= BATCH_MS / 2.0 || rounds >= MOST_ROUNDS {
            return Ok(Timed { result, ms: took / rounds as f64 });
        }
    }
}
