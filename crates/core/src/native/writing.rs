//! Selected tags of a recording as the bytes of a new one.

use std::ops::ControlFlow;

use super::kind::{RecordingFacts, RecordingKind};
use super::pass::{Watch, cancelled};
use super::recording::Recording;
use crate::Error;
use crate::random_access::{RandomAccess, Wanted};
use crate::tags::about::{About, TICK};
use crate::tags::packing::PackingOptions;
use crate::transform::options::{SourceOptions, TagsRequest, Transformed};
use crate::transform::slice::{Slice, SliceOptions, SliceReport};

/// Maximum length of a string that is copied from a header, in characters.
const MAX_TEXT: usize = 500;

impl Recording {
    /// Calls `write` with the bytes of a `.tags.zst` file of the selected tags.
    ///
    /// # Errors
    /// `Usage` for wrong options, `BadIndex`, `ReadFailed`, `Cancelled` and errors of `write`. The bytes written until
    /// then are not a recording.
    pub fn slice(
        &self,
        tags: &TagsRequest,
        packing: &PackingOptions,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
        watch: &mut Watch,
    ) -> Result<Transformed<SliceReport>, Error> {
        let content = self.content();
        let kind = &content.kind;
        let mut packing = packing.clone();
        packing.about = packing.about.or_else(|| kind.about());
        let mut options = SliceOptions::default().tags(tags.clone()).packing(packing);
        options.source = SourceOptions { import: kind.import.map(str::to_owned), text: kind.options.clone() };
        options.size = kind.import.is_none().then(|| content.bytes.size());
        let mut slice = Slice::new(&options)?;
        let mut written = Vec::new();
        let mut read = 0;
        while let Some(Wanted { offset, length, .. }) = slice.wants() {
            let mut pushed = Ok(());
            content.bytes.each_chunk(offset, Some(offset.saturating_add(length)), &mut |bytes| {
                read += bytes.len() as u64;
                pushed = slice.push(bytes, &mut written).and_then(|()| write(&written));
                written.clear();
                if pushed.is_ok() && watch(read).is_break() {
                    pushed = Err(cancelled());
                }
                if pushed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
            pushed?;
            slice.end(&mut written)?;
        }
        let transformed = slice.finish(&mut written)?;
        write(&written)?;
        Ok(transformed)
    }
}

impl RecordingKind {
    /// The facts for a copy of the recording; `None` without a tick.
    fn about(&self) -> Option<About> {
        let tick = self.is_tick_known.then(|| self.tick.text.clone())?;
        let fact = |wanted: &str| match &self.facts {
            RecordingFacts::Own(about) => about.get(wanted).map(str::to_owned),
            RecordingFacts::Import(_) if wanted == "device" => {
                self.meta.as_ref().and_then(|meta| meta.device.clone())
            }
            RecordingFacts::Import(_) => None,
        };
        let format = self.import.map(str::to_owned).or_else(|| fact("format"));
        let texts = [("format", format), ("device", fact("device")), ("source", fact("source"))];
        let texts = texts.into_iter().filter_map(|(name, text)| Some((name.to_owned(), one_line(&text?))));
        Some(About([(TICK.to_owned(), tick)].into_iter().chain(texts).collect()))
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\t', '\r', '\n'], " ").chars().take(MAX_TEXT).collect()
}
