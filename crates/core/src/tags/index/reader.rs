//! Reads the index of a file with random access, without reading the rest.

use super::entries::Index;
use super::locate::{Located, TAIL, locate};
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};

/// Requests the bytes of the index: the file's last [`TAIL`], then the index itself.
#[derive(Debug)]
pub struct IndexReader {
    /// The file's length in bytes.
    size: u64,
    state: State,
    /// The pushed bytes of the current request.
    bytes: Vec<u8>,
}

#[derive(Debug)]
enum State {
    /// Reading the last bytes of the file, which locate the index.
    Tail,
    /// Reading the index.
    Index(Located),
    /// The index, if the file has one.
    Done(Option<Index>),
}

impl IndexReader {
    /// Creates a reader for a file of `size` bytes.
    pub fn new(size: u64) -> Self {
        Self { size, state: State::Tail, bytes: Vec::new() }
    }

    /// The index, after the last request; `None` if the file has none.
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
    /// `BadIndex` if the index does not describe the file.
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
