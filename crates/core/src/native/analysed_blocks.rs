//! A file that is one part: this thread decodes it, and other threads analyse blocks of its tags.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::content::Content;
use super::file_parts::FilePart;
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
        let (blocks, waiting) = mpsc::sync_channel::<Block>(self.threads);
        let (sender, results) = mpsc::channel::<Analysed>();
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            for _ in 0..self.threads {
                let (waiting, sender) = (&waiting, sender.clone());
                scope.spawn(move || analyse_blocks(waiting, &sender, request));
            }
            drop(sender);
            let mut shared = SharedBlocks { blocks, results, analysed: BTreeMap::new(), sent: 0, joined: 0 };
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
            shared.finish(joiner)?;
            // The decoder counted bytes, frames and damage; its analyses had no tags.
            joiner.join(&decoder.save()?)
        })
    }
}

/// Analyses blocks until no more come.
fn analyse_blocks(waiting: &Mutex<Receiver<Block>>, results: &Sender<Analysed>, request: &ScanRequest) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, tags)) = next else { break };
        let analysed = PartReader::new(request, &PartOptions::default()).and_then(|mut reader| {
            reader.push_tags(&tags)?;
            reader.save()
        });
        if results.send((number, analysed)).is_err() {
            break;
        }
    }
}

/// Blocks on their way to the threads and back.
struct SharedBlocks {
    blocks: SyncSender<Block>,
    results: Receiver<Analysed>,
    /// Results of blocks after one that is not analysed yet.
    analysed: BTreeMap<usize, Result<Vec<u8>, Error>>,
    sent: usize,
    joined: usize,
}

impl SharedBlocks {
    /// Sends the next block, if there is one, and joins the results that have come.
    fn send(&mut self, tags: Option<Vec<u8>>, joiner: &mut PartJoiner) -> Result<(), Error> {
        let Some(tags) = tags else { return Ok(()) };
        self.blocks.send((self.sent, tags)).map_err(|_| gone())?;
        self.sent += 1;
        while let Ok((number, result)) = self.results.try_recv() {
            self.take(number, result, joiner)?;
        }
        Ok(())
    }

    /// Waits for the remaining results.
    fn finish(mut self, joiner: &mut PartJoiner) -> Result<(), Error> {
        while self.joined < self.sent {
            let (number, result) = self.results.recv().map_err(|_| gone())?;
            self.take(number, result, joiner)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        number: usize,
        result: Result<Vec<u8>, Error>,
        joiner: &mut PartJoiner,
    ) -> Result<(), Error> {
        self.analysed.insert(number, result);
        while let Some(result) = self.analysed.remove(&self.joined) {
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
