//! Many runs of a case, on all cores, each with a different seed.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Number of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All cases together in less than three minutes on two cores.
    Short,
    /// As many as the tables of the documentation need.
    Long,
}

impl Effort {
    /// The line below a table in the documentation.
    pub fn caption(self) -> &'static str {
        match self {
            Self::Short => "(Short runs.)",
            Self::Long => "(Long runs.)",
        }
    }

    /// The number of runs for this effort.
    pub fn runs(self, short: u64, long: u64) -> u64 {
        match self {
            Self::Short => short,
            Self::Long => long,
        }
    }
}

/// The results of `run` for the seeds from 1 to `runs`, in order.
pub fn each<T: Send>(runs: u64, run: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(1);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > runs {
                return;
            }
            let found = run(seed);
            done.lock().expect("no run has panicked").push((seed, found));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut done = done.into_inner().expect("no run has panicked");
    done.sort_by_key(|(seed, _)| *seed);
    done.into_iter().map(|(_, found)| found).collect()
}
