//! [Pages](https://parquet.apache.org/docs/file-format/data-pages/) of a column: decompressed and decoded one by one.

use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use super::encoding::{Bits, delta, split_streams};
use super::footer::Chunk;
use super::thrift::{Thrift, is_true};
use crate::zstd::{Decode, Decoder};

/// Maximum length of the content of a page in bytes.
const MAX_PAGE: usize = 64 << 20;
/// Maximum number of values of a page.
const MAX_VALUES: usize = 1 << 24;
/// Length of the header and of the trailer of a gzip member without optional fields.
const GZIP_HEADER: usize = 10;
const GZIP_TRAILER: usize = 8;

/// What is wrong with a column, in words that follow its name.
pub type Fault = &'static str;

/// The encoding of levels in runs.
const RLE: i64 = 3;

const CUT: Fault = "has a page that ends early";
const DAMAGED: Fault = "has a page whose compressed data are damaged";
const UNEQUAL: Fault = "does not have as many values as its metadata state";
const NOT_READ: Fault = "has an encoding or a compression that is not supported";
const TOO_LARGE: Fault = "has a page of more than 64 MiB or 16777216 values";

/// The values of a column in a row group.
pub struct Values {
    width: usize,
    is_optional: bool,
    codec: i64,
    /// Number of values that the metadata state, less those of decoded pages.
    left: i64,
    /// The pages; those before `next` are decoded.
    bytes: Vec<u8>,
    next: usize,
    dictionary: Vec<u8>,
    page: Page,
}

/// Decoded values.
#[derive(Default)]
struct Page {
    /// Those that exist, one after the other.
    values: Vec<u8>,
    /// Which of the rows have a value; empty: all.
    exists: Vec<bool>,
    rows: usize,
    /// Rows and bytes that were taken.
    row: usize,
    at: usize,
}

/// Header of a page.
#[derive(Default)]
struct Header {
    kind: i64,
    content: i64,
    stored: i64,
    values: i64,
    encoding: i64,
    /// Of version 1: the encoding of the levels.
    level_encoding: i64,
    /// Of version 2: bytes of the levels, which are not compressed.
    levels: Option<(i64, i64)>,
    is_compressed: bool,
}

impl Header {
    fn read(thrift: &mut Thrift<'_>) -> Self {
        let mut header = Self { is_compressed: true, ..Self::default() };
        thrift.fields(&mut |thrift, number, _| {
            match number {
                1 => header.kind = thrift.integer(),
                2 => header.content = thrift.integer(),
                3 => header.stored = thrift.integer(),
                5 | 7 | 8 => {
                    let (is_old, is_new, mut levels) = (number == 5, number == 8, (0, 0));
                    thrift.fields(&mut |thrift, number, kind| {
                        match number {
                            1 => header.values = thrift.integer(),
                            2 if !is_new => header.encoding = thrift.integer(),
                            3 if is_old => header.level_encoding = thrift.integer(),
                            4 if is_new => header.encoding = thrift.integer(),
                            5 if is_new => levels.0 = thrift.integer(),
                            6 if is_new => levels.1 = thrift.integer(),
                            7 if is_new => {
                                header.is_compressed = is_true(kind);
                                return false;
                            }
                            _ => return false,
                        }
                        true
                    });
                    header.levels = is_new.then_some(levels);
                }
                _ => return false,
            }
            true
        });
        header
    }
}

impl Values {
    /// The values of a column, of `width` bytes, in the pages `bytes`; with `is_optional`, some may be missing.
    pub fn new(is_optional: bool, width: usize, chunk: Chunk, bytes: Vec<u8>) -> Self {
        let Chunk { codec, values: left, .. } = chunk;
        let (dictionary, page) = (Vec::new(), Page::default());
        Self { width, is_optional, codec, left, bytes, next: 0, dictionary, page }
    }

    /// Returns the number of rows that can be taken now, at least 1; 0 after the last one.
    ///
    /// # Errors
    /// The fault of a page.
    pub fn rows(&mut self) -> Result<usize, Fault> {
        while self.page.row == self.page.rows && self.next < self.bytes.len() {
            self.page = self.decode()?;
            self.left = self.left.saturating_sub_unsigned(self.page.rows as u64);
        }
        match self.page.rows - self.page.row {
            0 if self.left != 0 => Err(UNEQUAL),
            rows => Ok(rows),
        }
    }

    /// Takes the next row, of those that [`Values::rows`] has returned: its value, if it has one.
    pub fn take(&mut self) -> Option<&[u8]> {
        let page = &mut self.page;
        let exists = page.exists.get(page.row).copied().unwrap_or(true);
        page.row += 1;
        if !exists {
            return None;
        }
        let at = page.at;
        page.at += self.width;
        page.values.get(at..page.at)
    }

    /// Decodes the next page; one without rows is that of the dictionary, or of something else.
    fn decode(&mut self) -> Result<Page, Fault> {
        let mut thrift = Thrift::new(&self.bytes[self.next..]);
        let header = Header::read(&mut thrift);
        let start = self.next + thrift.end().ok_or(CUT)?;
        let length = usize::try_from(header.stored).map_err(|_| CUT)?;
        let stored = start.checked_add(length).and_then(|end| self.bytes.get(start..end)).ok_or(CUT)?;
        self.next = start + length;
        let size = usize::try_from(header.content).map_err(|_| CUT)?;
        let count = usize::try_from(header.values).map_err(|_| CUT)?;
        if size > MAX_PAGE || count > MAX_VALUES {
            return Err(TOO_LARGE);
        }
        match header.kind {
            0 => {
                // Of levels, the other one has been out of use since 2013.
                if self.is_optional && header.level_encoding != RLE {
                    return Err(NOT_READ);
                }
                let content = decompressed(stored, self.codec, size)?;
                let (exists, content) = self.levels(&content, count)?;
                self.page_of(content, header.encoding, count, exists)
            }
            2 => {
                self.dictionary = decompressed(stored, self.codec, size)?;
                Ok(Page::default())
            }
            3 => {
                let (definition, repetition) = header.levels.unwrap_or_default();
                let repetition = usize::try_from(repetition).map_err(|_| CUT)?;
                let definition = usize::try_from(definition).map_err(|_| CUT)?;
                let levels =
                    repetition.checked_add(definition).filter(|end| *end <= stored.len()).ok_or(CUT)?;
                let exists = match self.is_optional {
                    true => bits(&stored[repetition..levels], count)?,
                    false => Vec::new(),
                };
                let codec = if header.is_compressed { self.codec } else { 0 };
                let content = decompressed(&stored[levels..], codec, size.saturating_sub(levels))?;
                self.page_of(&content, header.encoding, count, exists)
            }
            _ => Ok(Page::default()),
        }
    }

    /// Reads the levels in front of the values of a page of version 1: which rows have a value. Returns the values.
    fn levels<'c>(&self, content: &'c [u8], count: usize) -> Result<(Vec<bool>, &'c [u8]), Fault> {
        if !self.is_optional {
            return Ok((Vec::new(), content));
        }
        let (length, rest) = content.split_first_chunk().ok_or(CUT)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (levels, values) = rest.split_at_checked(length).ok_or(CUT)?;
        Ok((bits(levels, count)?, values))
    }

    fn page_of(&self, content: &[u8], encoding: i64, rows: usize, exists: Vec<bool>) -> Result<Page, Fault> {
        let count = if exists.is_empty() { rows } else { exists.iter().filter(|exists| **exists).count() };
        let values = match encoding {
            0 => content.get(..count * self.width).ok_or(CUT)?.to_vec(),
            2 | 8 => self.looked_up(content, count)?,
            5 => delta(content, count, self.width).ok_or(CUT)?,
            9 => split_streams(content, count, self.width).ok_or(CUT)?,
            _ => return Err(NOT_READ),
        };
        Ok(Page { values, exists, rows, row: 0, at: 0 })
    }

    /// Returns the values of the dictionary with the stored numbers.
    fn looked_up(&self, content: &[u8], count: usize) -> Result<Vec<u8>, Fault> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let (width, numbers) = content.split_first().ok_or(CUT)?;
        let mut bits = Bits::new(numbers, (*width).into()).ok_or(CUT)?;
        let mut values = Vec::with_capacity(count * self.width);
        for _ in 0..count {
            let at = (bits.next().ok_or(CUT)? as usize).checked_mul(self.width).ok_or(CUT)?;
            values.extend_from_slice(self.dictionary.get(at..at + self.width).ok_or(CUT)?);
        }
        Ok(values)
    }
}

/// Returns which of `count` rows have a value.
fn bits(levels: &[u8], count: usize) -> Result<Vec<bool>, Fault> {
    let mut bits = Bits::new(levels, 1).ok_or(CUT)?;
    (0..count).map(|_| bits.next().map(|level| level > 0).ok_or(CUT)).collect()
}

/// Returns the `size` bytes that `stored` bytes decompress to.
fn decompressed(stored: &[u8], codec: i64, size: usize) -> Result<Vec<u8>, Fault> {
    const UNCOMPRESSED: i64 = 0;
    if codec == UNCOMPRESSED {
        return Ok(stored.to_vec());
    }
    // The content of a stored byte, at most.
    let fold = match codec {
        1 => 32,
        2 => 1100,
        6 => 1 << 16,
        7 => 256,
        _ => return Err(NOT_READ),
    };
    if size > stored.len().saturating_mul(fold) {
        return Err(DAMAGED);
    }
    let mut content = vec![0; size];
    match codec {
        _ if size == 0 => {}
        1 => {
            if snap::raw::decompress_len(stored) != Ok(size) {
                return Err(DAMAGED);
            }
            snap::raw::Decoder::new().decompress(stored, &mut content).map_err(|_| DAMAGED)?;
        }
        2 => {
            let end = stored.len().saturating_sub(GZIP_TRAILER);
            let deflated = stored.get(GZIP_HEADER..end).ok_or(DAMAGED)?;
            // No writer of Parquet adds optional fields.
            if stored[3] != 0 {
                return Err(NOT_READ);
            }
            let pieces = std::iter::once(deflated);
            let made = decompress_slice_iter_to_slice(&mut content, pieces, false, true);
            if made != Ok(size) {
                return Err(DAMAGED);
            }
        }
        6 => {
            let (mut decoder, mut next, mut made) = (Decoder::default(), 0, 0);
            while made < size {
                let step = decoder.decode(&stored[next..], &mut content[made..]).map_err(|_| DAMAGED)?;
                if step.read == 0 && step.written == 0 {
                    return Err(DAMAGED);
                }
                (next, made) = (next + step.read, made + step.written);
            }
        }
        7 => {
            let made = lz4_flex::block::decompress_into(stored, &mut content).map_err(|_| DAMAGED)?;
            if made != size {
                return Err(DAMAGED);
            }
        }
        _ => return Err(NOT_READ),
    }
    Ok(content)
}
