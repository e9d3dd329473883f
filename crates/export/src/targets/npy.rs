//! A [NumPy array](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html), version 1.0, of
//! `[('time', '<i8'), ('channel', '<u8')]`. The format has no field for metadata.
//!
//! The header contains the number of tags, so it is written again at the end, with the same length.

use tagview_core::Error;
use tagview_core::tags::{FileSummary, Tag};

use crate::finished::finished;
use crate::rows::RowSink;

/// Bytes of the header with everything before the tags: a multiple of 64, as the format requires.
const HEAD: usize = 128;

/// Magic bytes, version, and the length of the rest.
const START: usize = 10;

/// Tags in, an array out.
#[derive(Debug, Default)]
pub struct NpySink {
    tags: u64,
    begun: bool,
}

impl NpySink {
    fn begin(&mut self, out: &mut Vec<u8>) {
        if !std::mem::replace(&mut self.begun, true) {
            out.extend_from_slice(&head(0));
        }
    }
}

/// The header for a number of tags.
fn head(tags: u64) -> Vec<u8> {
    let dtype = "[('time', '<i8'), ('channel', '<u8')]";
    let header = format!("{{'descr': {dtype}, 'fortran_order': False, 'shape': ({tags},), }}");
    let width = HEAD - START - 1;
    let mut head = Vec::with_capacity(HEAD);
    head.extend_from_slice(b"\x93NUMPY\x01\x00");
    head.extend_from_slice(&((HEAD - START) as u16).to_le_bytes());
    head.extend_from_slice(format!("{header:width$}\n").as_bytes());
    head
}

impl RowSink for NpySink {
    fn push(&mut self, tags: &[Tag], _microtimes: &[i32], out: &mut Vec<u8>) -> Result<(), Error> {
        self.begin(out);
        self.tags += tags.len() as u64;
        out.reserve(size_of_val(tags));
        for tag in tags {
            out.extend_from_slice(&tag.time.to_le_bytes());
            out.extend_from_slice(&tag.channel.to_le_bytes());
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>, out: &mut Vec<u8>) -> Result<Option<FileSummary>, Error> {
        self.begin(out);
        Ok(finished(self.tags, Some(head(self.tags))))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn head_has_one_length_whatever_the_number_of_tags() {
        assert_eq!(super::head(0).len(), super::HEAD);
        assert_eq!(super::head(u64::MAX).len(), super::HEAD);
    }
}
