//! Reads parts on several threads and takes their results in the order of the file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::file_parts::FilePart;
use crate::Error;

/// Time between two calls of the caller's watch, at most.
pub(super) const INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of parts per thread that are read but not taken yet.
const READY_PER_THREAD: usize = 2;

/// The parts that are left, shared by the threads.
struct Queue<I> {
    parts: I,
    /// Number of parts that threads have begun.
    begun: usize,
    /// Number of parts that the caller has taken.
    taken: usize,
}

struct Shared<I> {
    queue: Mutex<Queue<I>>,
    has_taken: Condvar,
    is_stopped: AtomicBool,
}

type Numbered<T> = (usize, Result<(FilePart, T), Error>);

/// Reads `parts` on `threads` threads with `read`, which ends early once the flag is set. Calls `take` with each part
/// and its result in file order until it breaks, and `watch` at least every 50 ms.
///
/// Returns the value with which `take` broke; `None` once all parts were taken.
///
/// # Errors
/// The errors of `parts` and `read`, in file order, and the error with which `watch` breaks.
pub(super) fn read_in_order<T: Send, B>(
    parts: impl Iterator<Item = Result<FilePart, Error>> + Send,
    threads: usize,
    read: impl Fn(&FilePart, &AtomicBool) -> Result<T, Error> + Sync,
    take: &mut dyn FnMut(FilePart, T) -> Result<ControlFlow<B>, Error>,
    watch: &mut dyn FnMut() -> Result<(), Error>,
) -> Result<Option<B>, Error> {
    let queue = Mutex::new(Queue { parts, begun: 0, taken: 0 });
    let shared = Shared { queue, has_taken: Condvar::new(), is_stopped: AtomicBool::new(false) };
    let (sender, receiver) = mpsc::channel::<Numbered<T>>();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, shared, read) = (sender.clone(), &shared, &read);
            scope.spawn(move || {
                // Without this part, the remaining threads would wait for ever.
                let _stop = StopOnPanic(&shared.is_stopped);
                while let Some((number, part)) = shared.next(READY_PER_THREAD * threads) {
                    let result = part.and_then(|part| Ok((read(&part, &shared.is_stopped)?, part)));
                    let result = result.map(|(result, part)| (part, result));
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // The threads end even if `take` or `watch` panics.
        let _stop = StopOnDrop(&shared.is_stopped);
        let mut waiting = BTreeMap::new();
        for next in 0.. {
            let (part, result) = loop {
                if let Some(result) = waiting.remove(&next) {
                    break result;
                }
                watch()?;
                match receiver.recv_timeout(INTERVAL) {
                    Ok((number, result)) => drop(waiting.insert(number, result)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(None),
                }
            }?;
            if let ControlFlow::Break(end) = take(part, result)? {
                return Ok(Some(end));
            }
            shared.lock().taken += 1;
            shared.has_taken.notify_all();
        }
        Ok(None)
    })
}

impl<I: Iterator<Item = Result<FilePart, Error>>> Shared<I> {
    /// Returns the next part with its number, once at most `most` parts are waiting to be taken.
    fn next(&self, most: usize) -> Option<(usize, Result<FilePart, Error>)> {
        let mut queue = self.lock();
        while queue.begun - queue.taken >= most {
            if self.is_stopped.load(Ordering::Relaxed) {
                return None;
            }
            let waited = self.has_taken.wait_timeout(queue, INTERVAL);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if self.is_stopped.load(Ordering::Relaxed) {
            return None;
        }
        let part = queue.parts.next()?;
        queue.begun += 1;
        Some((queue.begun - 1, part))
    }
}

impl<I> Shared<I> {
    fn lock(&self) -> MutexGuard<'_, Queue<I>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> impl Iterator<Item = Result<FilePart, Error>> {
        (0..100).map(|k| Ok(FilePart { from: k, to: Some(k + 1), state: None }))
    }

    #[test]
    fn results_come_in_order_and_the_watch_is_called() {
        let (mut taken, mut watched) = (Vec::new(), 0);
        let end = read_in_order(
            parts(),
            3,
            |part, _| Ok(part.from),
            &mut |_, from| {
                taken.push(from);
                Ok(if from == 70 { ControlFlow::Break("end") } else { ControlFlow::Continue(()) })
            },
            &mut || {
                watched += 1;
                Ok(())
            },
        );
        assert_eq!((end, taken), (Ok(Some("end")), (0..=70).collect()));
        assert!(watched > 0);
    }

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_of_a_thread_ends_all() {
        let read = |part: &FilePart, _: &AtomicBool| {
            assert!(part.from != 5, "part 5");
            Ok(())
        };
        let _ = read_in_order::<(), ()>(
            parts(),
            2,
            read,
            &mut |_, ()| Ok(ControlFlow::Continue(())),
            &mut || Ok(()),
        );
    }
}
