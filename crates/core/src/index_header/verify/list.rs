//! One postings list, in any chunks: `length u32 | count u32, count * series u32 | CRC32C u32 of count and series`.

use crate::checksum::Running;

/// Bytes of length and count, and of the checksum.
const HEAD: usize = 8;
const CHECKSUM: usize = 4;

/// A list that is being read.
#[derive(Debug)]
pub struct List {
    /// Bytes up to the next list.
    room: u64,
    /// Length and count, a reference, or the checksum, until it is whole.
    cut: Vec<u8>,
    state: State,
    sum: Running,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Head,
    /// Number of references that are left.
    Series(u32),
    Checksum,
    Done,
}

/// Why a list is unreadable, in words that follow its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    Form(String),
    Checksum(String),
}

impl List {
    /// For a list with `room` bytes up to the next one.
    pub fn new(room: u64) -> Self {
        Self { room, cut: Vec::new(), state: State::Head, sum: Running::new() }
    }

    pub fn is_done(&self) -> bool {
        self.state == State::Done
    }

    /// Takes bytes, and passes each reference to `take`. Returns the number of bytes taken, all of them while the list is
    /// not done.
    ///
    /// # Errors
    /// The rest of the list can't be read.
    pub fn push(&mut self, bytes: &[u8], mut take: impl FnMut(u32)) -> Result<usize, Fault> {
        let mut rest = bytes;
        loop {
            match self.state {
                State::Head => {
                    let Some(head) = whole(&mut self.cut, &mut rest, HEAD) else { break };
                    self.sum.update(&head[4..]);
                    let (length, count) = (number(&head), number(&head[4..]));
                    if u64::from(length) + HEAD as u64 > self.room {
                        let room = self.room;
                        return Err(Fault::Form(format!(
                            "states a length of {length} bytes, but the next list begins after {room} bytes"
                        )));
                    }
                    if u64::from(length) != 4 + 4 * u64::from(count) {
                        return Err(Fault::Form(format!("has {length} bytes for {count} series")));
                    }
                    self.state = State::Series(count);
                }
                State::Series(0) => self.state = State::Checksum,
                State::Series(left) if !self.cut.is_empty() || rest.len() < 4 => {
                    let Some(reference) = whole(&mut self.cut, &mut rest, 4) else { break };
                    self.sum.update(&reference);
                    take(number(&reference));
                    self.state = State::Series(left - 1);
                }
                State::Series(left) => {
                    let count = (rest.len() / 4).min(left as usize);
                    let (content, after) = rest.split_at(4 * count);
                    self.sum.update(content);
                    content.chunks_exact(4).for_each(|reference| take(number(reference)));
                    rest = after;
                    self.state = State::Series(left - count as u32);
                }
                State::Checksum => {
                    let Some(stored) = whole(&mut self.cut, &mut rest, CHECKSUM) else { break };
                    self.state = State::Done;
                    let computed = std::mem::replace(&mut self.sum, Running::new()).finish();
                    let stored = number(&stored);
                    if stored != computed {
                        return Err(Fault::Checksum(format!(
                            "has the checksum {computed:08x}, but the file has {stored:08x}"
                        )));
                    }
                }
                State::Done => break,
            }
        }
        Ok(bytes.len() - rest.len())
    }
}

/// The next `n` bytes once they are whole; otherwise the rest is kept in `cut`.
fn whole(cut: &mut Vec<u8>, rest: &mut &[u8], n: usize) -> Option<Vec<u8>> {
    let (taken, after) = rest.split_at((n - cut.len()).min(rest.len()));
    cut.extend_from_slice(taken);
    *rest = after;
    (cut.len() == n).then(|| std::mem::take(cut))
}

fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes))
}
