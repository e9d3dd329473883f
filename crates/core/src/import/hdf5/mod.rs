//! HDF5 files of tags: [Photon-HDF5](https://photon-hdf5.readthedocs.io), and files that `tagview export` wrote.
//!
//! The parts of a file are in any order, so it is held until all of it has arrived.
//!
//! Source: the [HDF5 File Format Specification](https://support.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html),
//! version 3.0.

mod bytes;
mod chunks;
mod column;
mod dataset;
mod filters;
mod group;
mod lookup3;
mod object;
mod object_header;
mod recording;
mod superblock;
mod tree;

pub use lookup3::lookup3;

use bytes::File;
use recording::{MicrotimeOptions, Recording};
use superblock::{MAGIC, Superblock};

use super::columns::length;
use super::facts::{Hdf5Facts, HeaderEntry, ImportFacts, MeasurementMeta};
use super::format::Import;
use super::in_steps::{InSteps, Output, Step, StepReader};
use super::microtimes::MicrotimeRange;
use super::source::HEADER_BYTES;
use super::tick::Tick;
use crate::tags::Tag;
use crate::{Code, Error};

/// HDF5 files.
pub(super) const HDF5: Import = Import {
    id: "hdf5",
    name: "an HDF5 file of time tags",
    fits: |head| head.starts_with(MAGIC),
    open: |options| {
        let unit = options.delay_unit.as_deref().map(|text| length(text).ok_or_else(|| wrong_unit(text)));
        let microtimes = MicrotimeOptions { unit: unit.transpose()?, range: None };
        Ok(Box::new(InSteps::new(Hdf5 { microtimes, ..Hdf5::default() })))
    },
    parts: None,
};

/// Maximum length of a file in bytes.
const MAX_FILE: u64 = 512 << 20;
/// Number of rows converted at a time.
const BATCH: usize = 4096;

#[derive(Debug, Default)]
enum State {
    #[default]
    Begin,
    /// The file is held until it is complete.
    Hold(Superblock),
    Rows(Superblock, Box<Recording>),
}

/// A reader of HDF5 files with tags.
#[derive(Default)]
struct Hdf5 {
    microtimes: MicrotimeOptions,
    state: State,
    file: Vec<u8>,
    /// Whether no more bytes follow.
    has_ended: bool,
    tags: Vec<Tag>,
}

impl Hdf5 {
    fn recording(&self) -> Option<&Recording> {
        match &self.state {
            State::Rows(_, recording) => Some(recording),
            _ => None,
        }
    }
}

impl StepReader for Hdf5 {
    fn step(&mut self, bytes: &[u8], _place: u64, output: &mut Output<'_>) -> Result<Step, Error> {
        match &mut self.state {
            State::Begin => {
                let Some(superblock) = Superblock::read(bytes)? else { return Ok(Step::Wait) };
                if superblock.end > MAX_FILE {
                    return Err(too_large(superblock.end));
                }
                self.state = State::Hold(superblock);
                Ok(Step::Again)
            }
            State::Hold(superblock) => {
                let left = (superblock.end as usize).saturating_sub(self.file.len());
                if left > 0 && !self.has_ended {
                    let used = left.min(bytes.len());
                    self.file.extend_from_slice(&bytes[..used]);
                    return Ok(if used == 0 { Step::Wait } else { Step::Used(used) });
                }
                let superblock = *superblock;
                let file = File { bytes: &self.file, end: superblock.end };
                let mut notes = Vec::new();
                let recording = Recording::open(file, superblock.root, self.microtimes, &mut notes)?;
                notes.into_iter().for_each(|note| output.note(note));
                self.state = State::Rows(superblock, Box::new(recording));
                Ok(Step::Again)
            }
            State::Rows(superblock, recording) => {
                let file = File { bytes: &self.file, end: superblock.end };
                let (rows, wrong) = recording.convert(file, BATCH, &mut self.tags)?;
                wrong.into_iter().for_each(|wrong| output.note(wrong));
                output.give(&mut self.tags);
                match rows {
                    0 if (file.bytes.len() as u64) < file.end => Err(file.cut()),
                    0 => Ok(Step::Done),
                    _ => Ok(Step::Again),
                }
            }
        }
    }

    fn end(&mut self) {
        self.has_ended = true;
    }

    fn cut(&self, place: u64, _is_inside: bool) -> Option<Error> {
        Some(Error::at(Code::Truncated, place, "the HDF5 file ends in its first bytes", "copy it again"))
    }

    fn tick(&self) -> Option<Tick> {
        self.recording()?.tick
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::Hdf5(self.recording().map_or(Hdf5Facts::default(), |recording| recording.facts.clone()))
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        self.recording()?.meta.clone()
    }

    fn header(&self) -> Vec<HeaderEntry> {
        self.recording().map_or(Vec::new(), |recording| recording.entries.clone())
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        self.microtimes.range = Some(range);
        Ok(())
    }

    /// The parts are in any order.
    fn header_bytes(&self) -> u64 {
        match &self.state {
            State::Begin => HEADER_BYTES,
            State::Hold(superblock) | State::Rows(superblock, _) => superblock.end.max(HEADER_BYTES),
        }
    }
}

#[cold]
fn wrong_unit(text: &str) -> Error {
    let message = format!("`delay_unit` \"{text}\" is not a length of time");
    Error::new(Code::Usage, message, "write a length such as 4.07ps")
}

#[cold]
fn too_large(bytes: u64) -> Error {
    let message = format!(
        "the HDF5 file has {} MiB, but at most {} MiB are held in memory",
        bytes >> 20,
        MAX_FILE >> 20
    );
    let remedy = "compress it with 'h5repack -f GZIP=6 IN OUT', or save it as a Parquet file";
    Error::at(Code::TooLarge, 0, message, remedy)
}
