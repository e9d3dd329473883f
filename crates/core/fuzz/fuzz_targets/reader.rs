//! The reader never panics or loops, does not depend on where pieces are cut, holds no more than
//! it may, and agrees with the capnp crate. Run: `cargo +nightly fuzz run reader`.
#![no_main]

use capnp::message::ReaderOptions;
use capnp::serialize::read_message_from_flat_slice;
use libfuzzer_sys::fuzz_target;
use tagview_core::tags::message::tags_capnp;
use tagview_core::tags::{MAX_HELD, Reader, Tag};
use tagview_core::{Code, Error};

fn read(bytes: &[u8], piece: usize) -> (Vec<Tag>, u64, Result<(), Error>) {
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let mut sink = |batch: &[Tag]| tags.extend_from_slice(batch);
    let mut end = Ok(());
    for piece in bytes.chunks(piece) {
        end = end.and_then(|()| reader.push(piece, &mut sink));
        assert!(reader.held() <= MAX_HELD);
    }
    let end = end.and_then(|()| reader.finish(&mut sink));
    (tags, reader.messages(), end)
}

fn by_capnp(bytes: &[u8]) -> capnp::Result<(Vec<Tag>, usize)> {
    let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    let buffer: &[u8] = bytemuck::cast_slice(&words);
    let mut rest = buffer;
    read_message_from_flat_slice(
        &mut rest,
        ReaderOptions { traversal_limit_in_words: None, nesting_limit: 4 },
    )?;
    let length = buffer.len() - rest.len();
    let segments = words[0] as u32 as usize + 1;
    let body = length / 8 - (segments / 2 + 1);
    let options = ReaderOptions { traversal_limit_in_words: Some(body), nesting_limit: 4 };
    let message = read_message_from_flat_slice(&mut &buffer[..length], options)?;
    let mut tags = Vec::new();
    for list in message.get_root::<tags_capnp::tags::Reader>()?.get_tags()? {
        tags.extend(list?.iter().map(|tag| Tag { time: tag.get_time(), channel: tag.get_channel() }));
    }
    Ok((tags, length))
}

/// Where the reader is stricter on purpose; see the documentation of `Reader`.
fn stricter(error: &Error) -> bool {
    let says = |text| error.message.contains(text);
    match error.code {
        Code::WrongSchema => says("inner list"),
        Code::BadPointer => says("landing pad") || says("stores none"),
        _ => false,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&piece, bytes)) = bytes.split_first() else { return };
    let whole = read(bytes, bytes.len().max(1));
    assert_eq!(whole, read(bytes, usize::from(piece).max(1)));
    if let Ok((tags, length)) = by_capnp(bytes) {
        let first = read(&bytes[..length], length);
        match first.2 {
            Ok(()) => assert_eq!(first.0, tags),
            Err(error) => assert!(stricter(&error), "{error}"),
        }
    }
});
