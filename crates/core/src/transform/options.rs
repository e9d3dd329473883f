//! Common parts of transformations: the selected tags, their source, and the report.

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::import::{TextOptions, source_of};
use crate::request::setters;
use crate::run::virtual_channels::{Definitions, Stage};
use crate::tags::{FileSummary, Selection, SelectionRequest, TagSink, TagSource, TagStream};
use crate::transform::with_virtual::WithVirtual;

/// The tags that a transformation takes: those of the selected channels, virtual ones among them.
#[derive(Debug, Default, Clone, PartialEq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TagsRequest {
    /// Channels and range of time.
    pub selection: SelectionRequest,
    /// Definitions of virtual channels, such as `100=3+15`.
    pub define: Vec<String>,
    /// Length of a tick in times of `define`, such as `1ps`; `156.25ps` unless stated.
    pub tick: Option<String>,
}

/// The format of a file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourceOptions {
    /// The id of another tagger's format; `None` for a recording.
    pub import: Option<String>,
    /// The columns and units of a text file.
    pub text: TextOptions,
}

/// Reports on the read and the written file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Transformed<R> {
    /// Report on the read file.
    pub read: R,
    /// The written file; `None` if tags were passed on instead.
    pub written: Option<FileSummary>,
}

setters! { SourceOptions { import: String, text: TextOptions } }

setters! { TagsRequest { selection: SelectionRequest, define: Vec<String>, tick: String } }

impl TagsRequest {
    /// The recorded tags that are read: those of the selected channels, and of those that virtual channels follow from.
    ///
    /// # Errors
    /// `Usage` naming the definition that is wrong.
    pub(super) fn recorded(&self) -> Result<Selection, Error> {
        let mut selection = Selection::new(&self.selection);
        if let Some(definitions) = self.definitions()? {
            selection.add_channels(&definitions.recorded_sources());
        }
        Ok(selection)
    }

    /// Returns `sink` with virtual channels added before it, if any are defined.
    ///
    /// # Errors
    /// `Usage` with the invalid definition.
    pub(super) fn before(&self, sink: Box<dyn TagSink>) -> Result<Box<dyn TagSink>, Error> {
        let Some(definitions) = self.definitions()? else { return Ok(sink) };
        Ok(Box::new(WithVirtual::new(Stage::of_whole(definitions, self.selection.channels.clone()), sink)))
    }

    fn definitions(&self) -> Result<Option<Definitions>, Error> {
        Definitions::read(&self.define, self.tick.as_deref())
    }
}

impl SourceOptions {
    /// A reader of a whole file.
    ///
    /// # Errors
    /// `Usage` with the reason.
    pub fn open(&self) -> Result<Box<dyn TagSource>, Error> {
        match &self.import {
            Some(id) => Ok(source_of(id, &self.text)?),
            None => Ok(Box::new(TagStream::default())),
        }
    }
}
