//! An array of the archive, whose rows are read in order.

use super::content::{Content, ContentState};
use super::member::Member;
use crate::import::npy::ArrayHeader;
use crate::{Code, Error};

/// Bytes of content in which a header is searched at first.
const USUAL_HEADER: usize = 256;

/// An array of integers.
pub struct Array {
    /// Its name in messages.
    name: String,
    /// Byte offset of its data in the archive.
    offset: u64,
    content: Content,
    header: Option<ArrayHeader>,
    /// Number of rows taken.
    read: u64,
}

impl Array {
    /// The array `name` of the member whose data begin at byte `offset` of the archive.
    pub fn new(member: &Member, name: String, offset: u64) -> Self {
        Self { name, offset, content: Content::new(member), header: None, read: 0 }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn content(&mut self) -> &mut Content {
        &mut self.content
    }

    /// Byte offset of its data in the archive.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Bits of a row; 0 before the header was read.
    pub fn row_bits(&self) -> u64 {
        self.header.map_or(0, |header| 8 * header.row.bytes as u64)
    }

    /// Number of rows taken.
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Returns the header, once there is enough content.
    ///
    /// # Errors
    /// Those of [`ArrayHeader::read`].
    pub fn header(&mut self) -> Result<Option<ArrayHeader>, Error> {
        let mut least = USUAL_HEADER;
        while self.header.is_none() {
            let content = self.content.peek(least);
            self.header = ArrayHeader::read(content, self.offset, &self.name)?;
            match self.header {
                Some(header) => self.content.skip(header.length),
                None if content.len() < least => break,
                None => least = content.len() + 1,
            }
        }
        Ok(self.header)
    }

    /// Returns the bytes of the next whole rows, at most `most` rows.
    pub fn rows(&mut self, most: usize) -> &[u8] {
        let Some(ArrayHeader { row, rows, .. }) = self.header else { return &[] };
        let left = usize::try_from(rows - self.read).unwrap_or(most).min(most);
        let wanted = left * row.bytes;
        let content = self.content.peek(wanted);
        &content[..content.len().min(wanted) / row.bytes * row.bytes]
    }

    /// Takes `rows` rows, which [`Array::rows`] has returned.
    pub fn take(&mut self, rows: usize) {
        let bytes = self.header.map_or(0, |header| header.row.bytes);
        self.content.skip(rows * bytes);
        self.read += rows as u64;
    }

    /// Returns the damage of the array, once its data have ended and its rows were taken.
    pub fn damage(&mut self) -> Option<Error> {
        let (name, read) = (&self.name, self.read);
        let rows = self.header.map_or(0, |header| header.rows);
        let (code, message) = match self.content.state() {
            ContentState::Damaged => {
                (Code::CorruptFrame, format!("the compressed data of {name} are damaged after row {read}"))
            }
            _ if self.header.is_none() => (Code::BadHeader, format!("{name} ends in its header")),
            _ if read < rows => (
                Code::Truncated,
                format!("the header of {name} states {rows} rows, but it ends after row {read}"),
            ),
            _ => match self.content.is_sound() {
                Some(true) => return None,
                Some(false) => {
                    (Code::Checksum, format!("{name} does not have the checksum that the archive states"))
                }
                None => (
                    Code::TrailingBytes,
                    format!("{name} has more than the {rows} rows that its header states"),
                ),
            },
        };
        Some(Error::at(code, self.offset, message, "copy the file again, or save it again with numpy.savez"))
    }
}
