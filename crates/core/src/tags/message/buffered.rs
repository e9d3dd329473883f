//! The few legal messages that cannot be walked forward: held whole, and read with the capnp crate.

use capnp::ErrorKind;
use capnp::message::{Reader, ReaderOptions, SegmentArray};
use capnp::private::layout::ElementSize;

use super::elements::{Scratch, Sink};
use super::layout::Segments;
use super::remedies::{DAMAGED, NOT_TAGS};
use super::tags_capnp::{tag, tags};
use super::walk::{MAX_EMPTY, stores_none};
use crate::tags::Tag;
use crate::{Code, Error};

/// The received part of a message's body, aligned to words.
#[derive(Debug, Default)]
pub(super) struct BufferedMessage {
    words: Vec<u64>,
    bytes: usize,
}

impl BufferedMessage {
    /// Appends `bytes` of a body of `total` words in all. Memory grows with the received bytes, not with the claimed
    /// ones.
    pub(super) fn push(&mut self, bytes: &[u8], total: u64) {
        let end = self.bytes + bytes.len();
        let words = end.div_ceil(8);
        if words > self.words.capacity() {
            let total = usize::try_from(total).unwrap_or(usize::MAX);
            let capacity = (self.words.capacity() * 2).clamp(words, total.max(words));
            self.words.reserve_exact(capacity - self.words.len());
        }
        self.words.resize(words, 0);
        let body: &mut [u8] = bytemuck::cast_slice_mut(&mut self.words);
        body[self.bytes..end].copy_from_slice(bytes);
        self.bytes = end;
    }

    /// Drops the body, and its memory if it is large.
    pub(super) fn clear(&mut self) {
        self.bytes = 0;
        self.words.clear();
        self.words.shrink_to(1024);
    }

    /// Bytes of memory held.
    pub(super) fn memory_bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    /// Emits the tags of the inner lists from number `first`. For an incomplete body, it emits the lists in the
    /// received bytes, up to the first incomplete one.
    ///
    /// # Errors
    /// The kind and a message, after everything before the damage was emitted.
    pub(super) fn read(
        &self,
        segments: &Segments,
        first: u32,
        scratch: &mut Scratch,
        sink: Sink,
    ) -> Result<(), Error> {
        let whole = self.bytes / 8;
        let body: &[u8] = bytemuck::cast_slice(&self.words);
        let clamp = |word: u64| usize::try_from(word).unwrap_or(whole).min(whole) * 8;
        let slices: Vec<&[u8]> = segments
            .ranges()
            .map(|(start, end)| body.get(clamp(start)..clamp(end)).unwrap_or_default())
            .collect();
        let options = ReaderOptions {
            // Every word may be read once: lists that share words need not be supported further.
            traversal_limit_in_words: Some(whole),
            nesting_limit: 4,
        };
        let message = Reader::new(SegmentArray::new(&slices), options);
        let root: tags::Reader = message.get_root().map_err(|error| fault("the root", &error))?;
        let lists = root.get_tags().map_err(|error| fault("the first field", &error))?;
        for index in first..lists.len() {
            let name = format!("inner list {index}");
            let list = lists.get(index).map_err(|error| fault(&name, &error))?;
            let element = capnp::raw::get_list_element_size(list);
            if !list.is_empty() && !matches!(element, ElementSize::InlineComposite | ElementSize::EightBytes)
            {
                let message = format!("{name} is a list of {element:?} where time tags have structs");
                return Err(Error::new(Code::WrongSchema, message, NOT_TAGS));
            }
            let count = u64::from(list.len());
            if count > MAX_EMPTY && list.iter().next().is_some_and(has_no_words) {
                return Err(Error::new(Code::BadPointer, stores_none(index, count), DAMAGED));
            }
            for tag in list {
                scratch.push(Tag { time: tag.get_time(), channel: tag.get_channel() }, sink);
            }
            scratch.flush(sink);
        }
        Ok(())
    }
}

fn has_no_words(tag: tag::Reader<'_>) -> bool {
    capnp::raw::get_struct_data_section(tag).is_empty()
        && capnp::raw::get_struct_pointer_section(tag).is_empty()
}

fn fault(name: &str, error: &capnp::Error) -> Error {
    match error.kind {
        ErrorKind::MessageContainsNonListPointerWhereListPointerWasExpected
        | ErrorKind::MessageContainsNonStructPointerWhereStructPointerWasExpected
        | ErrorKind::MessageContainsListWithIncompatibleElementType
        | ErrorKind::ExpectedAPointerListButGotAListOfDataOnlyStructs
        | ErrorKind::FoundBitListWhereStructListWasExpected => {
            let message = format!("{name} does not have the layout of time tags ({error})");
            Error::new(Code::WrongSchema, message, NOT_TAGS)
        }
        ErrorKind::ReadLimitExceeded => Error::new(
            Code::BadPointer,
            format!("{name} uses words that other lists use too, to claim more tags than are stored"),
            DAMAGED,
        ),
        _ => Error::new(Code::BadPointer, format!("{name} can't be read ({error})"), DAMAGED),
    }
}
