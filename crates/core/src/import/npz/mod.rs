//! An archive of NumPy arrays: times and channels as two arrays, or tags in one array as in a `.npy` file.
//!
//! The archive is read in order. The first of two arrays is held as it is in the archive until the second arrives; both
//! are then inflated side by side.
//!
//! Source: the documentation of [`numpy.savez`](https://numpy.org/doc/stable/reference/generated/numpy.savez.html).

mod array;
mod content;
mod member;

use array::Array;
use member::{HEADER, MEMBER_MAGIC, Member, Next};

use super::facts::{ImportFacts, NpyFacts};
use super::format::Import;
use super::in_steps::{InSteps, Output, Step, StepReader};
use super::npy::{ColumnOrder, ONLY_CHANNEL, swapped, wrong_row};
use super::tick::Tick;
use crate::quote::quote;
use crate::tags::Tag;
use crate::{Code, Error};

/// Archives of arrays.
pub(super) const NPZ: Import = Import {
    id: "npz",
    name: "an archive of NumPy arrays",
    fits: holds_array,
    open: |_| Ok(Box::new(InSteps::new(Npz::default()))),
    parts: None,
};

/// Maximum bytes of an array that waits for the other one.
const MAX_WAITING: usize = 512 << 20;
/// Number of rows converted at a time.
const BATCH: usize = 4096;
/// Number of bytes of an archive read at a time.
const CHUNK: usize = 256 << 10;
/// Maximum number of arrays that a message lists.
const MAX_NAMES: usize = 12;
/// Extension of an array in the archive.
const EXTENSION: &[u8] = b".npy";
/// Names of arrays of times and of channels; `numpy.savez` gives the last ones to arrays without a name.
const TIMES: [&[u8]; 5] = [b"time", b"times", b"timestamp", b"timestamps", b"arr_0"];
const CHANNELS: [&[u8]; 3] = [b"channel", b"channels", b"arr_1"];

/// Whether a file that begins with `head` is a zip file whose first member is an array.
fn holds_array(head: &[u8]) -> bool {
    let Some(header) = head.first_chunk::<HEADER>().filter(|header| header.starts_with(MEMBER_MAGIC)) else {
        return false;
    };
    let length = usize::from(u16::from_le_bytes([header[26], header[27]]));
    // The end of a longer name is not in `head`.
    head.get(HEADER..HEADER + length).is_none_or(|name| name.ends_with(EXTENSION)) && length > EXTENSION.len()
}

/// Use of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Times,
    Channels,
    /// It is not read.
    Other,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Header,
    /// Bytes of a member that follow.
    Data { left: u64, role: Role },
    /// All members were read.
    Directory,
}

/// Reads an archive.
#[derive(Default)]
struct Npz {
    state: State,
    /// Names of the arrays, quoted.
    names: Vec<String>,
    times: Option<Array>,
    channels: Option<Array>,
    tags: Vec<Tag>,
    /// Number of rows whose time or channel is out of range.
    wrong: u64,
    order: ColumnOrder,
}

impl StepReader for Npz {
    fn step(&mut self, bytes: &[u8], place: u64, output: &mut Output<'_>) -> Result<Step, Error> {
        let state = self.state;
        match state {
            State::Header => match Next::read(bytes, place)? {
                Next::Unknown => Ok(Step::Wait),
                Next::Member(member, length) => {
                    self.begin(&member, place + length as u64)?;
                    Ok(Step::Used(length))
                }
                Next::Directory => {
                    self.state = State::Directory;
                    Ok(Step::Again)
                }
            },
            State::Data { .. } if self.convert(false, output)? => Ok(Step::Again),
            State::Data { left: 0, role } => {
                self.end_member(role, output);
                self.state = State::Header;
                Ok(Step::Again)
            }
            State::Data { .. } if bytes.is_empty() => Ok(Step::Wait),
            State::Data { left, role } => {
                let used = usize::try_from(left).unwrap_or(CHUNK).min(bytes.len()).min(CHUNK);
                let array = match role {
                    Role::Times => self.times.as_mut(),
                    Role::Channels => self.channels.as_mut(),
                    Role::Other => None,
                };
                if let Some(array) = array {
                    array.content().push(&bytes[..used]);
                    if array.content().waiting() > MAX_WAITING {
                        return Err(too_large(array.name(), place));
                    }
                }
                self.state = State::Data { left: left - used as u64, role };
                Ok(Step::Used(used))
            }
            // Times without channels are tags of one channel.
            State::Directory if self.times_alone()? => {
                if self.convert(true, output)? {
                    return Ok(Step::Again);
                }
                self.times.as_mut().and_then(Array::damage).map_or(Ok(Step::Done), Err)
            }
            State::Directory if self.times.is_none() => Err(self.refused()),
            State::Directory => Ok(Step::Done),
        }
    }

    fn cut(&self, place: u64, _is_inside: bool) -> Option<Error> {
        let message = "the archive ends before its directory";
        let remedy = "copy it again; the tags whose time and channel are before this were read";
        Some(Error::at(Code::Truncated, place, message, remedy))
    }

    /// An array does not state the length of a tick.
    fn tick(&self) -> Option<Tick> {
        None
    }

    fn facts(&self) -> ImportFacts {
        let bits = |array: &Option<Array>| array.as_ref().map_or(0, Array::row_bits);
        let bits = bits(&self.times) + bits(&self.channels);
        ImportFacts::Npy(NpyFacts { record_bits: (bits > 0).then_some(bits) })
    }
}

impl Npz {
    /// Begins a member whose data are at byte `offset`.
    fn begin(&mut self, member: &Member, offset: u64) -> Result<(), Error> {
        let stem = member.name.strip_suffix(EXTENSION);
        let is = |names: &[&[u8]]| {
            stem.is_some_and(|stem| names.iter().any(|name| stem.eq_ignore_ascii_case(name)))
        };
        let mut role = Role::Other;
        for (kind, what, names, known) in [
            (Role::Times, "times", &TIMES[..], &mut self.times),
            (Role::Channels, "channels", &CHANNELS[..], &mut self.channels),
        ] {
            if !is(names) {
                continue;
            }
            role = kind;
            let name = format!("the array {}", quote(stem.unwrap_or_default()));
            if let Some(first) = known {
                let message = format!("two arrays of the archive are {what}: {}, and {name}", first.name());
                return Err(Error::at(
                    Code::UnknownFormat,
                    offset,
                    message,
                    "save one array of times and one of channels",
                ));
            }
            *known = Some(Array::new(member, name, offset));
        }
        if self.names.len() <= MAX_NAMES {
            self.names.push(quote(stem.unwrap_or(&member.name)));
        }
        self.state = State::Data { left: member.bytes, role };
        Ok(())
    }

    /// Converts some of the rows that can be; those of times `alone` too. Returns whether there were any.
    fn convert(&mut self, alone: bool, output: &mut Output<'_>) -> Result<bool, Error> {
        let Some(times) = &mut self.times else { return Ok(false) };
        let Some(header) = times.header()? else { return Ok(false) };
        let row = header.row;
        let mut channels = if row.channel.is_some() || alone { None } else { self.channels.as_mut() };
        let channel_row = match &mut channels {
            None if row.channel.is_some() || alone => None,
            None => return Ok(false),
            Some(channels) => match channels.header()? {
                None => return Ok(false),
                Some(other) if other.row.channel.is_some() || other.rows != header.rows => {
                    return Err(unequal(times, header.rows, channels, other.rows));
                }
                Some(other) => Some(other.row),
            },
        };
        let mut count = times.rows(BATCH).len() / row.bytes;
        if let (Some(channels), Some(other)) = (&mut channels, channel_row) {
            count = count.min(channels.rows(count).len() / other.bytes);
        }
        if count == 0 {
            return Ok(false);
        }
        let (first, start) = (times.read(), times.offset());
        let mut numbers = match (&mut channels, channel_row) {
            (Some(channels), Some(other)) => channels.rows(count).chunks_exact(other.bytes),
            _ => [].chunks_exact(1),
        };
        for (ordinal, bytes) in times.rows(count).chunks_exact(row.bytes).enumerate() {
            let channel = match (numbers.next(), channel_row) {
                (Some(number), Some(other)) => {
                    other.time.read(number).and_then(|channel| u64::try_from(channel).ok())
                }
                _ => Some(ONLY_CHANNEL),
            };
            match row.tag(bytes).zip(channel) {
                Some((tag, _)) if row.channel.is_some() => self.tags.push(tag),
                Some((tag, channel)) => self.tags.push(Tag { channel, ..tag }),
                None => {
                    if self.wrong == 0 {
                        output.note(wrong_row(first + ordinal as u64, start));
                    }
                    self.wrong += 1;
                }
            }
        }
        times.take(count);
        if let Some(channels) = &mut channels {
            channels.take(count);
        }
        if self.order.is_swapped(&self.tags) {
            output.note(swapped(start));
        }
        output.give(&mut self.tags);
        Ok(true)
    }

    /// Ends a member: reports the damage of arrays whose rows were converted.
    fn end_member(&mut self, role: Role, output: &mut Output<'_>) {
        let Some(times) = &mut self.times else { return };
        let is_whole = matches!(times.header(), Ok(Some(header)) if header.row.channel.is_some());
        let ended = match (role, &mut self.channels) {
            (Role::Times, _) if is_whole => [times.damage(), None],
            (Role::Times | Role::Channels, Some(channels)) if !is_whole => {
                [times.damage(), channels.damage()]
            }
            _ => return,
        };
        // The second array is short where the first one is damaged.
        if let Some(error) = ended.into_iter().flatten().next() {
            output.note(error);
        }
    }

    /// Whether there are only times, in one column.
    fn times_alone(&mut self) -> Result<bool, Error> {
        let (Some(times), None) = (&mut self.times, &self.channels) else { return Ok(false) };
        Ok(times.header()?.is_none_or(|header| header.row.channel.is_none()))
    }

    #[cold]
    fn refused(&self) -> Error {
        let listed = self.names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if self.names.len() > MAX_NAMES { ", ..." } else { "" };
        let message =
            format!("no array of this archive is named time or times; its arrays are {listed}{more}");
        let remedy = "save them as numpy.savez(name, times=times, channels=channels)";
        Error::at(Code::UnknownFormat, 0, message, remedy)
    }
}

#[cold]
fn unequal(times: &Array, rows: u64, channels: &Array, others: u64) -> Error {
    let message = format!(
        "{} has {rows} rows and {} has {others}, or one of them has several columns",
        times.name(),
        channels.name()
    );
    let remedy = "save two arrays of one column and of the same length";
    Error::at(Code::UnknownFormat, channels.offset(), message, remedy)
}

#[cold]
fn too_large(name: &str, offset: u64) -> Error {
    let message = format!(
        "{name} has more than {} MiB, which must be held in memory until the other array is read",
        MAX_WAITING >> 20
    );
    let remedy = "save one array with the fields time and channel, with numpy.save";
    Error::at(Code::TooLarge, offset, message, remedy)
}
