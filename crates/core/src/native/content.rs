//! The bytes of a recording, its kind and the readers of its parts.

use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::thread;

use super::byte_source::ByteSource;
use super::file_parts::FilePart;
use super::kind::{OpenOptions, RecordingKind};
use crate::Error;
use crate::tags::{TagSource, TagStream};

/// The bytes of a recording and how they are read.
#[derive(Debug)]
pub(super) struct Content {
    pub bytes: ByteSource,
    pub kind: RecordingKind,
    /// Number of threads that read.
    pub threads: usize,
    origin: OnceLock<Option<i64>>,
}

impl Content {
    /// # Errors
    /// Those of [`RecordingKind::of`].
    pub fn of(bytes: ByteSource, name: &str, options: &OpenOptions) -> Result<Self, Error> {
        let bytes = bytes.in_reading_order()?;
        let kind = RecordingKind::of(&bytes, name, options)?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = options.threads.unwrap_or_else(cores).max(1);
        Ok(Self { bytes, kind, threads, origin: OnceLock::new() })
    }

    /// A reader of the tags in a part of the file.
    ///
    /// # Errors
    /// `Usage` for wrong options of a text file.
    pub fn source_of(&self, part: &FilePart) -> Result<Box<dyn TagSource>, Error> {
        let is_followed = part.to.is_some();
        let Some(id) = self.kind.import else {
            let stream = if part.from == 0 { TagStream::default() } else { TagStream::part(part.from) };
            return Ok(Box::new(if is_followed { stream.followed() } else { stream }));
        };
        let mut source = match &part.state {
            Some(state) => self.kind.import_part(id, state)?,
            None => self.kind.import_source(id)?,
        };
        if is_followed {
            source.followed();
        }
        Ok(source)
    }

    /// Time of the first tag in ticks; `None` without tags.
    ///
    /// # Errors
    /// `ReadFailed`.
    pub fn origin(&self) -> Result<Option<i64>, Error> {
        if let Some(origin) = self.origin.get() {
            return Ok(*origin);
        }
        let mut source = self.source_of(&FilePart::WHOLE)?;
        let mut first = None;
        self.bytes.each_chunk(0, None, &mut |bytes| {
            source.push(bytes, &mut |tags| first = first.or(tags.first().map(|tag| tag.time)));
            let wants_more = first.is_none() && source.wants_more();
            if wants_more { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        if first.is_none() {
            source.finish(&mut |tags| first = first.or(tags.first().map(|tag| tag.time)));
        }
        Ok(*self.origin.get_or_init(|| first))
    }
}
