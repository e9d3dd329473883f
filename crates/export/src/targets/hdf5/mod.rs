//! An [HDF5 file](https://support.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html) with the datasets `/tags/time`
//! (64-bit signed), `/tags/channel` (64-bit unsigned) and, if wanted, `/tags/microtime` (64-bit signed), metadata as attributes of the root group.
//!
//! ```text
//!  superblock                 written again at the end, when the address of the root group is known
//!  chunk of times, of channels, of microtimes, of times, ...    as tags arrive; the last ones are padded with 0
//!  B-trees of the chunks      of each dataset, leaves first
//!  object headers             datasets, group `tags`, root group
//! ```
//!
//! Tags that fit into one chunk are a contiguous dataset each, without padding and B-tree. Libraries since version 1.8
//! read the file.

mod address;
mod checksum;
mod chunk_tree;
mod object_header;

use tagview_core::Error;
use tagview_core::tags::{FileSummary, Tag};

use crate::Metadata;
use crate::finished::finished;
use crate::rows::RowSink;

use address::UNDEFINED;
use checksum::with_checksum;
use object_header::{Layout, Number, dataset, group};

/// Tags of a chunk: half a megabyte of each dataset.
const CHUNK: usize = 1 << 16;

/// Tags in, an HDF5 file out.
pub struct Hdf5Sink {
    metadata: Metadata,
    /// Tags of the current chunks.
    pending: Vec<Tag>,
    /// Their microtimes; `None` in a file without.
    microtimes: Option<Vec<i32>>,
    /// Address of each chunk of times; those of channels and of microtimes follow it.
    chunks: Vec<u64>,
    tags: u64,
    /// Bytes of the file so far.
    length: u64,
}

/// One of the datasets.
enum Dataset {
    Times,
    Channels,
    Microtimes,
}

impl Hdf5Sink {
    pub fn new(metadata: &Metadata, has_microtimes: bool) -> Self {
        let (pending, microtimes) = (Vec::new(), has_microtimes.then(Vec::new));
        Self { metadata: metadata.clone(), pending, microtimes, chunks: Vec::new(), tags: 0, length: 0 }
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        if self.length == 0 {
            self.append(&superblock(UNDEFINED, 0), out);
        }
    }

    /// Appends `bytes`, and returns their address.
    fn append(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> u64 {
        let address = self.length;
        self.length += bytes.len() as u64;
        out.extend_from_slice(bytes);
        address
    }

    /// Appends a chunk of each dataset with the pending tags, padded to `size` values.
    fn write_chunks(&mut self, size: usize, out: &mut Vec<u8>) {
        let tags = std::mem::take(&mut self.pending);
        let padding = (size - tags.len()) * size_of::<u64>();
        self.chunks.push(self.length);
        out.extend(tags.iter().flat_map(|tag| tag.time.to_le_bytes()));
        out.resize(out.len() + padding, 0);
        out.extend(tags.iter().flat_map(|tag| tag.channel.to_le_bytes()));
        out.resize(out.len() + padding, 0);
        let mut datasets = 2;
        if let Some(microtimes) = &mut self.microtimes {
            out.extend(microtimes.drain(..).flat_map(|microtime| i64::from(microtime).to_le_bytes()));
            out.resize(out.len() + padding, 0);
            datasets += 1;
        }
        self.length += datasets * (size * size_of::<u64>()) as u64;
        self.pending = tags;
        self.pending.clear();
    }

    /// Address of the values of a dataset; appends its B-tree for several chunks.
    fn layout(&mut self, dataset: Dataset, out: &mut Vec<u8>) -> Layout {
        let is_contiguous = self.tags <= CHUNK as u64;
        let size = if is_contiguous { self.tags } else { CHUNK as u64 };
        let behind_times = match dataset {
            Dataset::Times => 0,
            Dataset::Channels => size * size_of::<u64>() as u64,
            Dataset::Microtimes => 2 * size * size_of::<u64>() as u64,
        };
        if is_contiguous {
            let address = self.chunks.first().map_or(UNDEFINED, |chunk| chunk + behind_times);
            return Layout::Contiguous { address, values: self.tags };
        }
        let chunks: Vec<u64> = self.chunks.iter().map(|chunk| chunk + behind_times).collect();
        let mut bytes = Vec::new();
        let root = chunk_tree::write(&chunks, CHUNK, self.length, &mut bytes);
        self.append(&bytes, out);
        Layout::Chunked { tree: root, chunk: CHUNK as u32, values: self.tags }
    }
}

impl RowSink for Hdf5Sink {
    fn push(&mut self, mut tags: &[Tag], mut microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.begin(out);
        self.tags += tags.len() as u64;
        while !tags.is_empty() {
            // A full chunk waits for a further tag: if there is none, the tags are contiguous instead.
            if self.pending.len() == CHUNK {
                self.write_chunks(CHUNK, out);
            }
            let (taken, rest) = tags.split_at(tags.len().min(CHUNK - self.pending.len()));
            self.pending.extend_from_slice(taken);
            if let Some(held) = &mut self.microtimes {
                held.extend_from_slice(microtimes.split_off(..taken.len()).unwrap_or_default());
            }
            tags = rest;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.begin(out);
        if !self.pending.is_empty() {
            let size = if self.chunks.is_empty() { self.pending.len() } else { CHUNK };
            self.write_chunks(size, out);
        }
        let times = self.layout(Dataset::Times, out);
        let channels = self.layout(Dataset::Channels, out);
        let mut links = vec![
            ("time", self.append(&dataset(Number::Signed, &times), out)),
            ("channel", self.append(&dataset(Number::Unsigned, &channels), out)),
        ];
        if self.microtimes.is_some() {
            let microtimes = self.layout(Dataset::Microtimes, out);
            links.push(("microtime", self.append(&dataset(Number::Signed, &microtimes), out)));
        }
        let tags = self.append(&group(&links, std::iter::empty()), out);
        let root = group(&[("tags", tags)], self.metadata.entries());
        let root = self.append(&root, out);
        Ok(finished(self.tags, Some(superblock(root, self.length))))
    }
}

/// Version 2, with addresses and lengths of 8 bytes: the root group's object header is at `root`, the file ends at `end`.
fn superblock(root: u64, end: u64) -> Vec<u8> {
    let mut bytes = b"\x89HDF\r\n\x1a\n\x02\x08\x08\x00".to_vec();
    for address in [0, UNDEFINED, end, root] {
        bytes.extend_from_slice(&address.to_le_bytes());
    }
    with_checksum(bytes)
}
