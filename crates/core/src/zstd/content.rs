//! The content of a compressed file of another format.

use super::{Event, FrameStream};
use crate::Error;

/// Bytes of content after which [`FrameContent::push`] returns: a few bytes may decode to any number of bytes.
const MAX_CONTENT: u64 = 256 << 10;

/// Decodes the content of a file of frames up to the first damage: formats other than recordings can't be read from
/// their middle.
#[derive(Default)]
pub struct FrameContent {
    frames: FrameStream,
    damage: Option<Error>,
}

impl FrameContent {
    /// Appends the content of the next `bytes` of the file to `content`. Returns the number of bytes read: fewer than
    /// all after 256 KiB of content.
    pub fn push(&mut self, bytes: &[u8], content: &mut Vec<u8>) -> usize {
        let Self { frames, damage } = self;
        frames.push_some(bytes, MAX_CONTENT, &mut |event| take(event, damage, content))
    }

    /// Ends the file, and appends the remaining content.
    pub fn finish(&mut self, content: &mut Vec<u8>) {
        let Self { frames, damage } = self;
        frames.finish(&mut |event| take(event, damage, content));
    }

    /// The first damage so far, where the content ends.
    pub fn damage(&self) -> Option<&Error> {
        self.damage.as_ref()
    }
}

fn take(event: Event<'_>, damage: &mut Option<Error>, content: &mut Vec<u8>) -> Result<(), Error> {
    match event {
        Event::Content(bytes) if damage.is_none() => content.extend_from_slice(bytes),
        Event::Damage(error) => {
            damage.get_or_insert_with(|| error.clone());
        }
        _ => {}
    }
    Ok(())
}
