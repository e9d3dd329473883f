//! A block of Prometheus, Thanos or Mimir: the facts of its `meta.json`, and its chunks compared with its index.
//!
//! ```text
//! BLOCK/meta.json          time range, level of compaction, sources
//! BLOCK/index              series with the positions of their chunks
//! BLOCK/chunks/000001 ...  segment files: the samples
//! BLOCK/tombstones         deletions that are not carried out yet
//! ```
//!
//! Source: Prometheus, `tsdb/docs/format`.

mod bits;
mod chunk;
mod describe;
mod meta;
mod noted;
mod placed;
mod results;
mod xor;

pub use chunk::ChunkEncoding;
pub use meta::{BlockMeta, BlockParent, ExternalLabel};
pub use results::{BlockChunks, BlockSegment, ChunkContents, EncodedChunks};

use super::header::Kind;
use super::opened::IndexHeader;
use super::series::{Series, SeriesNames, SeriesSection, SeriesSink};
use crate::random_access::{RandomAccess, Wanted};
use crate::{Code, Error, Findings};
use chunk::{Chunk, ENCODINGS, PlacedChunk, SEGMENT_HEAD, SHORTEST_CHUNK};
use noted::NotedChunks;
use placed::{ChunkRuns, ChunkSink};

/// Number of bytes of the series section read before the chunks of these series.
const SERIES_PART: u64 = 1 << 20;
/// Remedy for a missing or damaged segment file.
const RESTORE: &str = "restore the file from another copy of the block";

/// A segment file in the folder `chunks` of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SegmentFile {
    /// Name of the file.
    pub name: String,
    /// Bytes of the file.
    pub size: u64,
}

/// Compares the chunks of a block with its index. Input 0 is the index; the following ones are the segment files.
#[derive(Debug)]
pub struct BlockReader {
    state: State,
    meta: Option<BlockMeta>,
    /// Whether chunks are read.
    verify: bool,
    section: (u64, u64),
    /// The position of the next part of the series.
    at: u64,
    names: Vec<String>,
    series: SeriesSection<SeriesChunks>,
    series_names: SeriesNames,
    contents: Contents,
    bytes: Vec<u8>,
    findings: Findings,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// The head of this segment file.
    Head(usize),
    Series,
    Chunks,
    Names,
    Done,
}

/// The chunks that the index states.
#[derive(Debug)]
struct SeriesChunks {
    /// Bytes and number of chunks of each segment file.
    sizes: Vec<u64>,
    counts: Vec<u64>,
    /// The time range of the block.
    range: Option<(i64, i64)>,
    verify: bool,
    series: u64,
    chunks: u64,
    times: Option<(i64, i64)>,
    runs: ChunkRuns,
    noted: NotedChunks,
}

impl SeriesSink for SeriesChunks {
    fn take(&mut self, Series { chunks, times, .. }: &Series, at: u64) {
        self.series += 1;
        self.chunks += chunks.len() as u64;
        if let Some((from, to)) = *times {
            let (least, most) = self.times.unwrap_or((from, to));
            self.times = Some((least.min(from), most.max(to)));
        }
        for (number, chunk) in (0..).zip(chunks) {
            let placed = PlacedChunk {
                reference: chunk.reference,
                times: chunk.times,
                series: at,
                number,
                values: None,
                decreases: 0,
            };
            if self.range.is_some_and(|(from, to)| chunk.times.0 < from || chunk.times.1 > to) {
                self.noted.add(Code::Mismatch, placed, "is outside the time range of the block");
            }
            self.place(placed);
        }
    }
}

impl SeriesChunks {
    /// Checks that a chunk lies inside a segment file.
    fn place(&mut self, placed: PlacedChunk) {
        let segment = placed.segment();
        let (Some(size), Some(count)) = (self.sizes.get(segment), self.counts.get_mut(segment)) else {
            let what = format!("is in segment file {:06}, which does not exist", segment + 1);
            self.noted.add(Code::NotFound, placed, what);
            return;
        };
        *count += 1;
        let (offset, head) = (placed.offset(), SEGMENT_HEAD.len() as u64);
        if offset < head || offset + SHORTEST_CHUNK > *size {
            let what = format!("is at byte {offset}, but the file has {size} bytes");
            self.noted.add(Code::Truncated, placed, what);
        } else if self.verify {
            self.runs.add(placed);
        }
    }
}

/// Sums over the chunks that were read.
#[derive(Debug, Default)]
struct Contents {
    /// Chunks, bytes and samples by encoding, in the order of [`ChunkEncoding::ALL`].
    encodings: [(u64, u64, u64); ENCODINGS],
    decreases: u64,
    decreasing_series: u64,
}

impl ChunkSink for Contents {
    fn take(&mut self, chunk: &Chunk) {
        let number = ChunkEncoding::ALL.iter().position(|encoding| *encoding == chunk.encoding);
        if let Some((chunks, bytes, samples)) = number.and_then(|number| self.encodings.get_mut(number)) {
            *chunks += 1;
            *bytes += chunk.bytes;
            *samples += chunk.samples.unwrap_or_default();
        }
    }
}

impl Contents {
    /// Counts the decreases in the chunks of whole series, which are in order, and between them.
    fn add_decreases(&mut self, chunks: &[PlacedChunk]) {
        for series in chunks.chunk_by(|a, b| a.series == b.series) {
            let within: u64 = series.iter().map(|chunk| chunk.decreases).sum();
            let falls = |two: &&[PlacedChunk]| {
                let values = two[0].values.zip(two[1].values);
                two[0].number + 1 == two[1].number && values.is_some_and(|(a, b)| b.0 < a.1)
            };
            let decreases = within + series.windows(2).filter(falls).count() as u64;
            self.decreases += decreases;
            self.decreasing_series += u64::from(decreases > 0);
        }
    }
}

impl BlockReader {
    /// For an opened index, the `meta.json` beside it, and the segment files in their order. With `verify`, chunks are
    /// read; otherwise only their positions are checked.
    ///
    /// # Errors
    /// `NotFound` for a file that is not a full index, `BadToc` if the position of its series is unknown.
    pub fn new(
        file: &IndexHeader,
        meta: Option<BlockMeta>,
        segments: Vec<SegmentFile>,
        verify: bool,
    ) -> Result<Self, Error> {
        if file.kind != Some(Kind::Index) {
            let message = "only a full index has series";
            return Err(Error::new(Code::NotFound, message, "name the folder of a block with its index"));
        }
        let Some((section, series_names)) = file.series_section().zip(SeriesNames::new(file)) else {
            let message = "series: their position is unknown";
            return Err(Error::new(
                Code::BadToc,
                message,
                "restore the index from another copy of the block",
            ));
        };
        let (names, sizes): (Vec<String>, Vec<u64>) =
            segments.into_iter().map(|segment| (segment.name, segment.size)).unzip();
        let chunks = SeriesChunks {
            counts: vec![0; sizes.len()],
            sizes,
            range: meta.as_ref().map(|meta| (meta.min_time, meta.max_time)),
            verify,
            series: 0,
            chunks: 0,
            times: None,
            runs: ChunkRuns::default(),
            noted: NotedChunks::default(),
        };
        let mut reader = Self {
            state: State::Head(0),
            meta,
            verify,
            section,
            at: section.0,
            names,
            series: SeriesSection::new(file.index_version(), section.0, chunks),
            series_names,
            contents: Contents::default(),
            bytes: Vec::new(),
            findings: Findings::default(),
        };
        reader.check_names();
        reader.state = reader.head_or_series(0);
        Ok(reader)
    }

    /// Bytes that are read of a sound block.
    pub fn bytes(&self) -> u64 {
        let segments: u64 = self.series.sink.sizes.iter().sum();
        self.section.1 - self.section.0 + if self.verify { segments } else { 0 }
    }

    /// Records a finding about the first segment file that is missing. References count the files that exist.
    fn check_names(&mut self) {
        let expected = (1..).map(|number| format!("{number:06}"));
        if let Some((expected, name)) = expected.zip(&self.names).find(|(expected, name)| expected != *name) {
            let message = || format!("chunks: there is {name}, but no {expected}");
            self.findings.error(Code::NotFound, 0, message, RESTORE);
        }
    }

    fn head_or_series(&self, segment: usize) -> State {
        if segment < self.names.len() { State::Head(segment) } else { self.series_or_names() }
    }

    fn series_or_names(&self) -> State {
        if self.at < self.section.1 { State::Series } else { State::Names }
    }

    fn end_head(&mut self, segment: usize) {
        let head = std::mem::take(&mut self.bytes);
        if head == SEGMENT_HEAD {
            return;
        }
        let name = self.names.get(segment).map_or("", String::as_str);
        let what = match head.get(..SEGMENT_HEAD.len()) {
            None => format!("has only {} bytes", head.len()),
            Some(head) if head.iter().all(|byte| *byte == 0) => {
                "begins with zeros, as after a power failure".to_owned()
            }
            Some(head) if head.starts_with(&SEGMENT_HEAD[..4]) => {
                format!("has the unknown version {}", head[4])
            }
            Some(_) => "does not begin as a segment file".to_owned(),
        };
        self.findings.error(Code::BadHeader, 0, || format!("chunks/{name}: the file {what}"), RESTORE);
    }

    fn end_series(&mut self) -> State {
        let part = SERIES_PART.min(self.section.1 - self.at);
        self.at += part;
        if self.at == self.section.1 {
            self.series.end(self.section.1);
        }
        let SeriesChunks { runs, sizes, .. } = &mut self.series.sink;
        runs.begin(sizes);
        match runs.wants() {
            Some(_) => State::Chunks,
            None => self.end_chunks(),
        }
    }

    fn end_chunks(&mut self) -> State {
        self.contents.add_decreases(&self.series.sink.runs.take_chunks());
        let next = self.series_or_names();
        if next == State::Names { self.begin_names() } else { next }
    }

    fn begin_names(&mut self) -> State {
        self.series_names.look_for(self.series.sink.noted.series(), Vec::new());
        self.names_or_done()
    }

    fn names_or_done(&self) -> State {
        if self.series_names.wants().is_some() { State::Names } else { State::Done }
    }
}

impl RandomAccess for BlockReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        match self.state {
            State::Head(segment) => {
                Some(Wanted { input: 1 + segment, offset: 0, length: SEGMENT_HEAD.len() as u64 })
            }
            State::Series => Some(Wanted::of_file(self.at, SERIES_PART.min(self.section.1 - self.at))),
            State::Chunks => self.series.sink.runs.wants(),
            State::Names => self.series_names.wants(),
            State::Done => None,
        }
    }

    /// # Errors
    /// `BadSection` if the index has changed.
    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        match self.state {
            State::Head(_) => self.bytes.extend_from_slice(bytes),
            State::Series => self.series.push(bytes),
            State::Chunks => {
                let SeriesChunks { runs, sizes, noted, .. } = &mut self.series.sink;
                runs.push(bytes, sizes, &mut self.contents, noted);
            }
            State::Names => self.series_names.push(bytes)?,
            State::Done => {}
        }
        Ok(())
    }

    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        self.state = match self.state {
            State::Head(segment) => {
                self.end_head(segment);
                self.head_or_series(segment + 1)
            }
            State::Series => self.end_series(),
            State::Chunks => {
                let SeriesChunks { runs, sizes, noted, .. } = &mut self.series.sink;
                runs.end(sizes, noted);
                match runs.wants() {
                    Some(_) => State::Chunks,
                    None => self.end_chunks(),
                }
            }
            State::Names => {
                self.series_names.end();
                self.names_or_done()
            }
            State::Done => State::Done,
        };
        Ok(())
    }
}
