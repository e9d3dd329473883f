//! A file that is one part: this thread decodes it, and other threads analyse blocks of its tags.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::content::Content;
use super::file_parts::FilePart;
use super::ordered_parts::INTERVAL;
use crate::scan::{PartJoiner, PartOptions, PartReader, ScanRequest};
use crate::tags::SelectionRequest;
use crate::{Code, Error};

/// Tags of a block.
const BLOCK_TAGS: u64 = 1 << 18;
/// Bytes below which a file is analysed by the thread that decodes it.
const WORTH_SHARING: u64 = 2 << 20;

/// Tags of a block in the form in which readers pass them on, and its number.
type Block = (usize, Vec<u8>);
/// The partial result of a block.
type Analysed = (usize, Result<Vec<u8>, Error>);

impl Content {
    /// Returns whether other threads can analyse the tags of the file, and that saves time.
    pub(super) fn is_worth_sharing(&self, request: &ScanRequest) -> bool {
        let is_large = self.threads > 1 && self.bytes.size() > WORTH_SHARING;
        let is_everything = request.selection == SelectionRequest::default() && request.slices.is_none();
        // The others take less time than handing over their tags does.
        is_large && is_everything && request.analyses.iter().any(|one| one.analysis.is_ordered())
    }

    /// Joins the results of the whole file to `joiner`. `request` has the origin of the file. `check` is called with
    /// the number of bytes read since the last call.
    ///
    /// # Errors
    /// `ReadFailed`, and errors of `check`.
    pub(super) fn analyse_in_blocks(
        &self,
        request: &ScanRequest,
        joiner: &mut PartJoiner,
        check: &mut dyn FnMut(u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let passing_on = PartOptions::default().fan_out(true);
        let mut decoder = PartReader::over(self.source_of(&FilePart::WHOLE)?, request, &passing_on)?;
        let analyse = |tags: &[u8]| {
            let mut reader = PartReader::new(request, &PartOptions::default())?;
            reader.push_tags(tags)?;
            reader.save()
        };
        on_threads(self.threads, analyse, |mut shared| {
            let mut failure = None;
            self.bytes.each_chunk(0, None, &mut |bytes| {
                decoder.push(bytes);
                let sent = shared.send(decoder.take_tags(BLOCK_TAGS), joiner);
                failure = sent.and_then(|()| check(bytes.len() as u64)).err();
                let wants_more = failure.is_none() && decoder.wants_more();
                if wants_more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            if let Some(failure) = failure {
                return Err(failure);
            }
            decoder.finish();
            shared.send(decoder.take_tags(1), joiner)?;
            shared.finish(joiner, &mut || check(0))?;
            // The decoder counted bytes, frames and damage; its analyses had no tags.
            joiner.join(&decoder.save()?)
        })
    }
}

/// Calls `feed` with threads that call `analyse` for each block.
fn on_threads<T>(
    threads: usize,
    analyse: impl Fn(&[u8]) -> Result<Vec<u8>, Error> + Sync,
    feed: impl FnOnce(SharedBlocks) -> T,
) -> T {
    let (blocks, waiting) = mpsc::sync_channel::<Block>(threads);
    let (sender, results) = mpsc::channel();
    // The threads own the receiver: once all have ended, sending a block fails instead of waiting.
    let waiting = Arc::new(Mutex::new(waiting));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (waiting, sender, analyse) = (Arc::clone(&waiting), sender.clone(), &analyse);
            scope.spawn(move || analyse_blocks(&waiting, &sender, analyse));
        }
        drop((waiting, sender));
        let arrivals = Arrivals { results, waiting: BTreeMap::new(), joined: 0 };
        feed(SharedBlocks { blocks, sent: 0, arrivals })
    })
}

/// Analyses blocks until no more come.
fn analyse_blocks(
    waiting: &Mutex<Receiver<Block>>,
    results: &Sender<Analysed>,
    analyse: impl Fn(&[u8]) -> Result<Vec<u8>, Error>,
) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, tags)) = next else { break };
        if results.send((number, analyse(&tags))).is_err() {
            break;
        }
    }
}

/// Blocks on their way to the threads and back.
struct SharedBlocks {
    blocks: SyncSender<Block>,
    sent: usize,
    arrivals: Arrivals,
}

impl SharedBlocks {
    /// Sends the next block, if there is one, and joins the results that have come.
    fn send(&mut self, tags: Option<Vec<u8>>, joiner: &mut PartJoiner) -> Result<(), Error> {
        let Some(tags) = tags else { return Ok(()) };
        self.blocks.send((self.sent, tags)).map_err(|_| gone())?;
        self.sent += 1;
        while let Ok(analysed) = self.arrivals.results.try_recv() {
            self.arrivals.take(analysed, joiner)?;
        }
        Ok(())
    }

    /// Waits for the remaining results. Calls `watch` at least every 50 ms.
    fn finish(
        self,
        joiner: &mut PartJoiner,
        watch: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Self { blocks, sent, mut arrivals } = self;
        // The threads end after the last block. If one panics, its result does not come, and the others end too.
        drop(blocks);
        while arrivals.joined < sent {
            watch()?;
            match arrivals.results.recv_timeout(INTERVAL) {
                Ok(analysed) => arrivals.take(analysed, joiner)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
        Ok(())
    }
}

/// Results, which are joined in the order of their blocks.
struct Arrivals {
    results: Receiver<Analysed>,
    /// Results of blocks after one that is not analysed yet.
    waiting: BTreeMap<usize, Result<Vec<u8>, Error>>,
    joined: usize,
}

impl Arrivals {
    fn take(&mut self, (number, result): Analysed, joiner: &mut PartJoiner) -> Result<(), Error> {
        self.waiting.insert(number, result);
        while let Some(result) = self.waiting.remove(&self.joined) {
            joiner.join(&result?)?;
            self.joined += 1;
        }
        Ok(())
    }
}

/// The threads have ended by a panic, which the scope raises again.
fn gone() -> Error {
    Error::new(Code::Cancelled, "the analysing threads have ended", "report it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "panicked")]
    fn a_panic_of_a_thread_ends_all() {
        let analyse = |tags: &[u8]| {
            assert!(tags != [0], "the first block");
            Ok(Vec::new())
        };
        on_threads(2, analyse, |mut shared| {
            let Ok(mut joiner) = PartJoiner::new(ScanRequest::default()) else { return };
            for block in 0..10 {
                assert_eq!(shared.send(Some(vec![block]), &mut joiner), Ok(()));
            }
            assert_eq!(shared.finish(&mut joiner, &mut || Ok(())), Err(gone()));
        });
    }
}
