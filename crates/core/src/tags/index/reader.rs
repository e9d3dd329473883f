//! Getting the index of a file that can be read at any place, without reading the rest of it.

use super::entries::Index;
use super::locate::{Located, TAIL, locate};
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Asks for the bytes the index lies in: the file's last [`TAIL`], then the index itself.
#[derive(Debug)]
pub struct IndexReader {
    /// The file's length in bytes.
    size: u64,
    state: State,
    /// What was pushed of the wanted bytes.
    bytes: Vec<u8>,
}

#[derive(Debug)]
enum State {
    /// The file's last bytes tell whether there is an index, and where.
    Tail,
    /// The index lies there.
    Index(Located),
    /// The index, where the file has one.
    Done(Option<Index>),
}

impl IndexReader {
    /// For a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self { size, state: State::Tail, bytes: Vec::new() }
    }

    /// The index, once nothing more is wanted; `None` where the file has none.
    pub fn into_index(self) -> Option<Index> {
        match self.state {
            State::Done(index) => index,
            State::Tail | State::Index(_) => None,
        }
    }
}

impl RandomAccess for IndexReader {
    type Output = ();

    fn wants(&self) -> Option<Wanted> {
        let from = match &self.state {
            State::Tail => self.size.saturating_sub(TAIL as u64),
            State::Index(located) => located.offset,
            State::Done(_) => return None,
        };
        Some(Wanted::of_file(from, self.size - from))
    }

    fn push(&mut self, bytes: &[u8], (): &mut ()) -> Result<(), Error> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// # Errors
    /// `BadIndex` where the file's index does not describe it.
    fn end(&mut self, (): &mut ()) -> Result<(), Error> {
        let bytes = std::mem::take(&mut self.bytes);
        self.state = match &self.state {
            State::Tail => locate(&bytes, self.size)?.map_or(State::Done(None), State::Index),
            State::Index(located) => State::Done(Some(located.parse(&bytes)?)),
            State::Done(_) => return Ok(()),
        };
        Ok(())
    }
}
