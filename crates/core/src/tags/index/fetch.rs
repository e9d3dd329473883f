//! Getting the index of a file that can be read at any place, without reading the rest of it.

use std::ops::Range;

use super::{Index, Located, TAIL, locate};
use crate::Error;

/// Asks for the bytes the index lies in: the file's last ones, then the index itself.
///
/// ```
/// # use tagview_core::tags::{Tag, Writer, index::Fetch};
/// # fn main() -> Result<(), tagview_core::Error> {
/// # let (mut file, mut writer) = (Vec::new(), Writer::new(1, 10)?);
/// # writer.push(&[Tag { time: 5, channel: 3 }], &mut file)?;
/// # writer.finish(&mut file)?;
/// let mut fetch = Fetch::new(file.len() as u64);
/// while let Some(wanted) = fetch.wants() {
///     fetch.push(&file[wanted.start as usize..wanted.end as usize]);
///     fetch.end()?;
/// }
/// assert_eq!(fetch.index().map(|index| index.channels()), Some(vec![3]));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Fetch {
    size: u64,
    state: State,
    bytes: Vec<u8>,
}

#[derive(Debug)]
enum State {
    Tail,
    Frame(Located),
    Done(Option<Index>),
}

impl Fetch {
    /// For a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self { size, state: State::Tail, bytes: Vec::new() }
    }

    /// The bytes of the file to push next; `None` where no more are needed.
    pub fn wants(&self) -> Option<Range<u64>> {
        match &self.state {
            State::Tail => Some(self.size.saturating_sub(TAIL as u64)..self.size),
            State::Frame(located) => Some(located.offset..self.size),
            State::Done(_) => None,
        }
    }

    /// Some of the wanted bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// All wanted bytes were pushed.
    ///
    /// # Errors
    /// `BadIndex` where the file's index does not describe it.
    pub fn end(&mut self) -> Result<(), Error> {
        let bytes = std::mem::take(&mut self.bytes);
        self.state = match &self.state {
            State::Tail => locate(&bytes, self.size)?.map_or(State::Done(None), State::Frame),
            State::Frame(located) => State::Done(Some(located.parse(&bytes)?)),
            State::Done(_) => return Ok(()),
        };
        Ok(())
    }

    /// The index, once nothing more is wanted; `None` where the file has none.
    pub fn index(self) -> Option<Index> {
        match self.state {
            State::Done(index) => index,
            State::Tail | State::Frame(_) => None,
        }
    }
}
