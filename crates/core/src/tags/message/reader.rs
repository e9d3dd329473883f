//! The stream of messages: bytes in, in chunks of any size, batches of tags out.

use super::buffered::BufferedMessage;
use super::elements::{Carry, Elements, Scratch, Sink};
use super::layout::{MAX_SEGMENTS, Segments, Table};
use super::walk::{Fault, MAX_PENDING, Next, Walk};
use crate::tags::Tag;
use crate::{Code, Error};

/// Maximum size of a message that cannot be streamed, in bytes.
pub const MAX_BUFFERED: usize = 64 << 20;

/// Maximum bytes held by a [`Reader`] ([`Reader::memory_bytes`]) for any input: one buffered message, one table of
/// positions, one segment table, one batch of copied tags. (While the buffer grows, its old half also exists
/// briefly.)
pub const MAX_READER_BYTES: usize = MAX_BUFFERED + MAX_PENDING * 56 + MAX_SEGMENTS * 16 + (64 << 10);

/// Reads a stream of Cap'n Proto messages of time tags (`schema/tags.capnp`).
///
/// Takes decoded bytes in chunks of any size and returns tags in the order of their lists. If the words of the stream
/// are aligned to 8 bytes in memory, batches are views of the chunk, as large as it allows. Otherwise tags are copied
/// through a small buffer. A tag split between two chunks is a batch of one.
///
/// Messages of any size are streamed if pointers precede their targets and inner lists are stored in order, as in every
/// known writer. Other legal layouts are held whole, up to [`MAX_BUFFERED`], and read with the capnp crate.
///
/// It is stricter than the capnp crate in four places, which no writer produces: more than [`MAX_SEGMENTS`] segments; a
/// double-far landing pad whose first word is not a plain far pointer; an inner list of numbers narrower than a time,
/// or of pointers (the crate reads those as tags of zeros, although they are another schema's text and bytes); inner
/// lists of structs without words that claim more than 4,096 tags, or more than the number of words before them, once
/// the message was found to be streamable.
#[derive(Debug)]
pub struct Reader {
    state: State,
    /// Bytes of the stream consumed so far.
    position: u64,
    /// Complete messages so far.
    messages: u64,
    /// Byte offset in the stream of the current message.
    start: u64,
    /// Byte offset in the stream of its body's word 0.
    body: u64,
    /// Words that are read one by one and may be split between chunks.
    carry: Carry,
    /// The message's body so far, while `buffering`.
    buffered: BufferedMessage,
    /// Whether the message may still prove unstreamable, and fits the buffer.
    buffering: bool,
    scratch: Scratch,
}

#[derive(Debug)]
enum State {
    /// Between two messages, or in a segment table.
    Table(Table),
    /// In the body of a message that is streamed.
    Walk { walk: Box<Walk>, step: Step },
    /// In the body of a message that is not streamable: it is buffered, and read once its last `left` bytes have come.
    /// The inner lists before `given` were passed to the sink while it was streamed.
    Collect { segments: Segments, given: u32, left: u64 },
    /// The stream is unreadable from here.
    Failed(Error),
}

#[derive(Debug)]
enum Step {
    /// Bytes to skip.
    Skip(u64),
    /// Words to collect for the walk.
    Read(usize),
    /// Elements of an inner list.
    Elements(Elements),
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader {
    /// A reader at the start of a stream.
    pub fn new() -> Self {
        Self {
            state: State::Table(Table::default()),
            position: 0,
            messages: 0,
            start: 0,
            body: 0,
            carry: Carry::default(),
            buffered: BufferedMessage::default(),
            buffering: false,
            scratch: Scratch::default(),
        }
    }

    /// Continues the stream with `bytes` and passes their tags to `sink`, in order, in nonempty batches.
    ///
    /// # Errors
    /// `BadMessage`, `BadPointer`, `WrongSchema` or `MessageTooLarge`, with an offset in the stream of decoded bytes;
    /// everything before it was passed to `sink`. After an error, it is returned again until [`Reader::restart`].
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        let end = self.position + bytes.len() as u64;
        let result = self.consume(bytes, sink);
        self.position = end;
        result.map_err(|error| self.fail(error))
    }

    /// Ends the stream.
    ///
    /// # Errors
    /// `Truncated` in the middle of a message, after all complete tags were emitted (for a message that is held whole:
    /// all complete lists), some of them by this call. An error of [`Reader::push`] is returned again.
    pub fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) -> Result<(), Error> {
        if let State::Collect { segments, given, .. } = &self.state {
            // The error of the remaining lists is that they are missing.
            let _ = self.buffered.read(segments, *given, &mut self.scratch, sink);
        }
        if let State::Failed(error) = &self.state {
            return Err(error.clone());
        }
        if self.at_border() {
            return Ok(());
        }
        let message = format!(
            "the recording ends in the middle of the message that begins at byte {} of the decoded data",
            self.start
        );
        Err(self.fail(Error::at(
            Code::Truncated,
            self.position,
            message,
            "copy the file again, or use the tags before the end, which were read",
        )))
    }

    /// Complete messages so far.
    pub fn messages(&self) -> u64 {
        self.messages
    }

    /// Bytes pushed so far. A chunk with an error counts whole, so after [`Reader::restart`] the next pushed byte is at
    /// this position.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Whether the stream is between two messages (also before the first one).
    pub fn at_border(&self) -> bool {
        matches!(&self.state, State::Table(table) if table.is_fresh()) && self.carry.is_empty()
    }

    /// Drops the current message, or the error: the next byte begins a message. Keeps [`Reader::messages`] and
    /// [`Reader::position`].
    pub fn restart(&mut self) {
        self.begin_message();
    }

    /// Bytes of memory held besides the reader itself, at most [`MAX_READER_BYTES`].
    pub fn memory_bytes(&self) -> usize {
        let state = match &self.state {
            State::Table(table) => table.memory_bytes(),
            State::Walk { walk, .. } => walk.memory_bytes(),
            State::Collect { segments, .. } => segments.memory_bytes(),
            State::Failed(_) => 0,
        };
        state + self.buffered.memory_bytes() + self.scratch.memory_bytes()
    }

    fn fail(&mut self, error: Error) -> Error {
        self.begin_message();
        self.state = State::Failed(error.clone());
        error
    }

    fn begin_message(&mut self) {
        self.state = State::Table(Table::default());
        self.carry = Carry::default();
        self.buffered.clear();
        self.buffering = false;
    }

    fn consume(&mut self, mut chunk: &[u8], sink: Sink) -> Result<(), Error> {
        let end = self.position + chunk.len() as u64;
        while !chunk.is_empty() {
            let before = chunk;
            let at_border = self.at_border();
            let body = !matches!(self.state, State::Table(_));
            if at_border {
                self.messages += skip_empty(&mut chunk);
                self.position = end - chunk.len() as u64;
                self.start = self.position;
            }
            let moved = match &mut self.state {
                State::Failed(error) => return Err(error.clone()),
                State::Table(_) => self.carry.fill(&mut chunk, 8),
                State::Collect { left, .. } => {
                    *left -= skip(&mut chunk, *left);
                    *left == 0
                }
                State::Walk { step, .. } => match step {
                    Step::Skip(left) => {
                        *left -= skip(&mut chunk, *left);
                        *left == 0
                    }
                    Step::Read(words) => self.carry.fill(&mut chunk, *words * 8),
                    Step::Elements(elements) => {
                        elements.take(&mut chunk, &mut self.scratch, sink);
                        elements.left == 0
                    }
                },
            };
            self.position = end - chunk.len() as u64;
            if body && self.buffering {
                let total = self.total();
                self.buffered.push(before.split_at(before.len() - chunk.len()).0, total);
            }
            if moved {
                self.go_on(sink)?;
            }
        }
        Ok(())
    }

    /// Handles collected or consumed bytes, and determines the next step.
    fn go_on(&mut self, sink: Sink) -> Result<(), Error> {
        match &mut self.state {
            State::Table(table) => {
                let [word, _] = bytemuck::cast(self.carry.take());
                let table = table.word(word);
                let table = table.map_err(|error| Error { offset: Some(self.position - 8), ..error })?;
                let Some(segments) = table else { return Ok(()) };
                self.body = self.position;
                self.buffering = segments.total() <= MAX_BUFFERED as u64 / 8;
                self.state =
                    State::Walk { walk: Box::new(Walk::new(segments, self.buffering)), step: Step::Skip(0) };
            }
            State::Walk { walk, step: Step::Read(_) } => {
                if let Err(fault) = walk.words(bytemuck::cast(self.carry.take())) {
                    return self.fault(fault, sink);
                }
            }
            State::Walk { .. } => {}
            State::Collect { segments, given, .. } => {
                let read = self.buffered.read(segments, *given, &mut self.scratch, sink);
                read.map_err(|error| Error { offset: Some(self.start), ..error })?;
                self.end_message();
            }
            State::Failed(error) => return Err(error.clone()),
        }
        self.next_step(sink)
    }

    fn next_step(&mut self, sink: Sink) -> Result<(), Error> {
        loop {
            let State::Walk { walk, step } = &mut self.state else { return Ok(()) };
            let next = match walk.next() {
                Ok(next) => next,
                Err(fault) => return self.fault(fault, sink),
            };
            *step = match next {
                Next::Skip(words) => Step::Skip(words * 8),
                Next::Read(words) => Step::Read(words),
                Next::Elements(shape) => {
                    if self.buffering {
                        match walk.is_settled() {
                            None => {}
                            Some(true) => {
                                self.buffering = false;
                                walk.can_buffer = false;
                                self.buffered.clear();
                            }
                            Some(false) => {
                                let fault =
                                    walk.not_streamable("its lists are stored out of order or overlap");
                                return self.fault(fault, sink);
                            }
                        }
                    }
                    let elements = Elements::new(shape);
                    if elements.left == 0 {
                        elements.empty_elements(&mut self.scratch, sink);
                        continue;
                    }
                    Step::Elements(elements)
                }
                Next::End => {
                    self.end_message();
                    return Ok(());
                }
            };
            return Ok(());
        }
    }

    fn end_message(&mut self) {
        self.messages += 1;
        self.begin_message();
    }

    /// Switches to reading the whole message if the fault requires it.
    fn fault(&mut self, fault: Fault, sink: Sink) -> Result<(), Error> {
        let total = self.total();
        let (word, why) = match fault {
            Fault::Bad { word, error } => {
                return Err(Error { offset: Some(self.body + word * 8), ..error });
            }
            Fault::NotStreamable { word, message } => (word, message),
        };
        let State::Walk { walk, .. } = &mut self.state else { return Ok(()) };
        let given = walk.given();
        if !self.buffering {
            let message = format!(
                "the message that begins at byte {} of the decoded data can't be read in one pass from inner \
                 list {given} on ({why}), and its {} bytes are too many to be held",
                self.start,
                total * 8,
            );
            let remedy = format!(
                "write it with its lists in order, or as messages of at most {} MiB",
                MAX_BUFFERED >> 20
            );
            return Err(Error::at(Code::MessageTooLarge, self.body + word * 8, message, remedy));
        }
        let left = total * 8 - (self.position - self.body);
        let segments = std::mem::take(&mut walk.segments);
        self.state = State::Collect { segments, given, left };
        if left == 0 { self.go_on(sink) } else { Ok(()) }
    }

    /// Words of the current message's body.
    fn total(&self) -> u64 {
        match &self.state {
            State::Walk { walk, .. } => walk.segments.total(),
            State::Collect { segments, .. } => segments.total(),
            State::Table(_) | State::Failed(_) => 0,
        }
    }
}

/// The shortest message: one segment of one word, a null pointer, without tags.
const EMPTY: [u8; 16] = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Takes whole messages of the shortest kind off `chunk`; returns their number. A byte of a compressed file can hold
/// thousands of them.
fn skip_empty(chunk: &mut &[u8]) -> u64 {
    let count = chunk.as_chunks::<16>().0.iter().take_while(|bytes| **bytes == EMPTY).count();
    *chunk = chunk.split_at(count * EMPTY.len()).1;
    count as u64
}

/// Takes up to `most` bytes off `chunk`; returns their number.
fn skip(chunk: &mut &[u8], most: u64) -> u64 {
    let taken = usize::try_from(most).unwrap_or(usize::MAX).min(chunk.len());
    *chunk = chunk.split_at(taken).1;
    taken as u64
}
