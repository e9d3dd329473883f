//! Content of a member, inflated when it is needed: waiting bytes are held compressed.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::member::Member;
use crate::checksum::Running;

/// Number of bytes inflated at a time.
const STEP: usize = 32 << 10;

/// Content of a member.
pub struct Content {
    /// Data of the archive; those from `next` on are not inflated yet.
    data: Vec<u8>,
    next: usize,
    /// `None` for a member that is stored.
    inflate: Option<Box<InflateState>>,
    /// Content; the bytes from `start` on are not taken yet.
    held: Vec<u8>,
    start: usize,
    running: Running,
    checksum: u32,
    state: ContentState,
}

/// Whether content can follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentState {
    /// More data may follow.
    Open,
    /// The content is complete.
    Complete,
    /// Nothing after the held content can be inflated.
    Damaged,
}

impl Content {
    pub fn new(member: &Member) -> Self {
        Self {
            data: Vec::new(),
            next: 0,
            inflate: member.is_deflated.then(|| InflateState::new_boxed(DataFormat::Raw)),
            held: Vec::new(),
            start: 0,
            running: Running::crc32(),
            checksum: member.checksum,
            state: ContentState::Open,
        }
    }

    /// Continues with the next data of the member.
    pub fn push(&mut self, data: &[u8]) {
        if self.state == ContentState::Damaged {
            return;
        }
        if self.next >= self.data.len() / 2 {
            self.data.drain(..self.next);
            self.next = 0;
        }
        self.data.extend_from_slice(data);
    }

    /// Number of bytes of data that wait to be inflated.
    pub fn waiting(&self) -> usize {
        self.data.len() - self.next
    }

    pub fn state(&self) -> ContentState {
        self.state
    }

    /// Returns the next bytes of content: at least `least` if there are as many, and not much more.
    pub fn peek(&mut self, least: usize) -> &[u8] {
        while self.held.len() - self.start < least && self.state == ContentState::Open {
            if !self.step() {
                break;
            }
        }
        &self.held[self.start..]
    }

    /// Takes the next `bytes` bytes, which [`Content::peek`] has returned.
    pub fn skip(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.held.len());
    }

    /// Inflates some data. Returns whether there were any.
    fn step(&mut self) -> bool {
        self.held.drain(..self.start);
        self.start = 0;
        let before = self.held.len();
        let data = &self.data[self.next..];
        let consumed = match &mut self.inflate {
            None => {
                let stored = &data[..data.len().min(STEP)];
                self.held.extend_from_slice(stored);
                stored.len()
            }
            Some(state) => {
                self.held.resize(before + STEP, 0);
                let result = inflate(state, data, &mut self.held[before..], MZFlush::None);
                self.held.truncate(before + result.bytes_written);
                match result.status {
                    Ok(MZStatus::StreamEnd) => self.state = ContentState::Complete,
                    Ok(_) | Err(MZError::Buf) => {}
                    Err(_) => self.state = ContentState::Damaged,
                }
                result.bytes_consumed
            }
        };
        self.next += consumed;
        self.running.update(&self.held[before..]);
        consumed > 0 || self.held.len() > before
    }

    /// Returns whether the content has its checksum, once all of it was taken; `None` if some is left.
    pub fn is_sound(&mut self) -> Option<bool> {
        let is_all = self.peek(1).is_empty() && self.waiting() == 0;
        let is_complete = self.inflate.is_none() || self.state == ContentState::Complete;
        let running = std::mem::replace(&mut self.running, Running::crc32());
        (is_all && is_complete).then(|| running.finish() == self.checksum)
    }
}
