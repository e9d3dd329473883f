//! Lines of text as a source of tags.

use super::parse::Parse;
use crate::Error;
use crate::tags::{Tag, TagSource, Totals};

/// Bytes of text parsed at a time, so that their tags are still in the processor's cache when used.
const CHUNK: usize = 64 << 10;

/// `channel<TAB>time` lines in, tags out. The first unreadable line ends it.
#[derive(Default)]
pub struct TextSource {
    parse: Parse,
    tags: Vec<Tag>,
    totals: Totals,
    state: State,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Reading,
    /// A line is unreadable.
    Failed,
    /// The text has ended.
    Done,
}

impl TextSource {
    /// Emits parsed tags, and records the reason for an end.
    fn give(&mut self, parsed: Result<(), Error>, sink: &mut dyn FnMut(&[Tag])) {
        if !self.tags.is_empty() {
            self.totals.tags += self.tags.len() as u64;
            sink(&self.tags);
            self.tags.clear();
        }
        if let Err(error) = parsed {
            self.totals.note(error);
            self.state = State::Failed;
        }
    }
}

impl TagSource for TextSource {
    fn push(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[Tag])) {
        self.totals.bytes += bytes.len() as u64;
        for chunk in bytes.chunks(CHUNK) {
            if self.state != State::Reading {
                return;
            }
            let parsed = self.parse.push(chunk, &mut self.tags);
            self.give(parsed, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn FnMut(&[Tag])) {
        if self.state == State::Reading {
            let parsed = std::mem::take(&mut self.parse).finish(&mut self.tags);
            self.give(parsed, sink);
        }
        self.state = State::Done;
    }

    fn wants_more(&self) -> bool {
        self.state == State::Reading
    }

    /// Never: the error of a line can depend on earlier lines.
    fn at_border(&self) -> bool {
        false
    }

    fn is_done(&self) -> bool {
        self.state == State::Done
    }

    fn totals(&self) -> Totals {
        self.totals.clone()
    }
}
