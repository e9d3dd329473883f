//! The chunks of an index, read from the segment files in the order of their positions.

use super::chunk::{Chunk, ChunkFault, LONGEST_CHUNK, PlacedChunk};
use super::noted::NotedChunks;
use super::xor::Samples;
use crate::Code;
use crate::random_access::Wanted;

/// Largest gap between two chunks in bytes that is read rather than skipped.
const GAP: u64 = 256 << 10;
/// Number of bytes read after the beginning of the last chunk of a run, and the factor by which that grows until the
/// chunk is whole.
const TAIL: u64 = 4 << 10;
const GROWTH: u64 = 16;

/// Receives the chunks that are read.
pub trait ChunkSink {
    fn take(&mut self, chunk: &Chunk);
}

/// Reads some chunks.
#[derive(Debug, Default)]
pub struct ChunkRuns {
    chunks: Vec<PlacedChunk>,
    next: usize,
    /// The wanted bytes, and the number of the chunk after the last one of the run.
    wanted: Option<Wanted>,
    run_end: usize,
    tail: u64,
    /// Bytes that begin at byte `from` of the segment file.
    bytes: Vec<u8>,
    from: u64,
}

impl ChunkRuns {
    /// Adds a chunk that lies inside its segment file.
    pub fn add(&mut self, chunk: PlacedChunk) {
        self.chunks.push(chunk);
    }

    /// Begins to read the chunks that were added, from segment files of these sizes.
    pub fn begin(&mut self, sizes: &[u64]) {
        self.chunks.sort_unstable_by_key(|chunk| (chunk.reference, chunk.series, chunk.number));
        self.next = 0;
        self.begin_run(sizes, TAIL);
    }

    pub fn wants(&self) -> Option<Wanted> {
        self.wanted
    }

    pub fn push(&mut self, bytes: &[u8], sizes: &[u64], sink: &mut impl ChunkSink, noted: &mut NotedChunks) {
        self.bytes.extend_from_slice(bytes);
        while self.next < self.run_end {
            let Some(placed) = self.chunks.get_mut(self.next) else { break };
            let skip = placed.offset().saturating_sub(self.from) as usize;
            let Some(rest) = self.bytes.get(skip..) else { break };
            let size = sizes.get(placed.segment()).copied().unwrap_or_default();
            match Chunk::read(rest, size.saturating_sub(placed.offset())) {
                Ok(chunk) => {
                    if let Some(samples) = &chunk.xor {
                        (placed.values, placed.decreases) = (samples.values, samples.decreases);
                        check_samples(*placed, samples, noted);
                    }
                    sink.take(&chunk);
                }
                Err(ChunkFault::Cut) => break,
                Err(ChunkFault::Form(what)) => noted.add(Code::BadSection, *placed, what),
                Err(ChunkFault::Checksum(what)) => noted.add(Code::Checksum, *placed, what),
                Err(ChunkFault::Encoding(what)) => noted.add(Code::BadEncoding, *placed, what),
            }
            self.next += 1;
            self.tail = TAIL;
        }
        let keep_from = self.chunks.get(self.next).filter(|_| self.next < self.run_end);
        let taken = keep_from.map_or(self.bytes.len() as u64, |chunk| chunk.offset() - self.from);
        let taken = (taken as usize).min(self.bytes.len());
        self.bytes.drain(..taken);
        self.from += taken as u64;
    }

    /// Ends the wanted range, after all of its bytes that the file has were pushed.
    pub fn end(&mut self, sizes: &[u64], noted: &mut NotedChunks) {
        let mut tail = self.tail;
        if let Some(placed) = self.chunks.get(self.next).filter(|_| self.next < self.run_end) {
            let size = sizes.get(placed.segment()).copied().unwrap_or_default();
            if self.tail >= LONGEST_CHUNK + GROWTH || placed.offset() + self.tail >= size {
                noted.add(Code::Truncated, *placed, "is incomplete: the file ends before it");
                self.next += 1;
                tail = TAIL;
            } else {
                tail = tail.saturating_mul(GROWTH);
            }
        }
        self.begin_run(sizes, tail);
    }

    /// Takes the chunks with their values, in the order of their series.
    pub fn take_chunks(&mut self) -> Vec<PlacedChunk> {
        let mut chunks = std::mem::take(&mut self.chunks);
        chunks.sort_unstable_by_key(|chunk| (chunk.series, chunk.number));
        chunks
    }

    fn begin_run(&mut self, sizes: &[u64], tail: u64) {
        (self.bytes, self.tail) = (Vec::new(), tail);
        let Some(first) = self.chunks.get(self.next) else {
            self.wanted = None;
            return;
        };
        let follows = |two: &[PlacedChunk]| {
            two[0].segment() == two[1].segment() && two[1].offset() - two[0].offset() <= GAP
        };
        let more = self.chunks[self.next..].windows(2).take_while(|two| follows(two)).count();
        // A chunk that is longer than the tail is read alone.
        let more = if tail == TAIL { more } else { 0 };
        let last = self.chunks[self.next + more].offset();
        let size = sizes.get(first.segment()).copied().unwrap_or_default();
        self.run_end = self.next + more + 1;
        self.from = first.offset();
        let length = (last.saturating_add(tail)).min(size).saturating_sub(self.from);
        self.wanted = Some(Wanted { input: 1 + first.segment(), offset: self.from, length });
    }
}

/// Compares the samples of a chunk with its entry in the index.
fn check_samples(placed: PlacedChunk, samples: &Samples, noted: &mut NotedChunks) {
    let (from, to) = samples.times;
    if samples.count == 0 {
        noted.add(Code::Mismatch, placed, "has no sample");
    } else if !samples.are_ordered {
        noted.add(Code::Order, placed, "has times that do not ascend");
    } else if samples.times != placed.times {
        noted.add(Code::Mismatch, placed, format!("has samples from {from} to {to} ms"));
    }
}
