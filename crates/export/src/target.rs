//! The export formats.

use tagview_bridge::Value;
use tagview_bridge::requests::cat_options;
use tagview_core::tags::{Selection, SelectionRequest, TagSink};
use tagview_core::transform::cat::recording_into;
use tagview_core::transform::convert::Converter;
use tagview_core::{Code, Error};

use crate::Metadata;
use crate::rows::{Plain, RowSink, WithMicrotimes};
use crate::targets::{arrow, csv, hdf5, npy, parquet};

/// Maximum tags of a row group: 16 bytes of each are held until it is written.
const MAX_GROUP: usize = 1 << 24;

/// Default number of tags of a row group.
const USUAL_GROUP: usize = 1 << 20;

/// An export format of tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Apache Parquet.
    Parquet,
    /// An Arrow IPC file, also known as Feather version 2.
    Arrow,
    /// A `NumPy` array.
    Npy,
    /// Comma-separated values.
    Csv,
    /// HDF5.
    Hdf5,
}

impl Target {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Parquet, Self::Arrow, Self::Npy, Self::Csv, Self::Hdf5];

    /// Its name, also the extension of its files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Npy => "npy",
            Self::Csv => "csv",
            Self::Hdf5 => "h5",
        }
    }

    /// Returns the writer of this format, with `group` tags per row group if the format has row groups. `unit` is the
    /// length of a tick; empty if unknown. The summary from the sink's `finish` may have a `head`.
    ///
    /// # Errors
    /// `TooLarge` if the library of the format refuses, `Usage` if `unit` is not a length of time.
    pub fn sink(self, metadata: &Metadata, group: usize, unit: &str) -> Result<Box<dyn TagSink>, Error> {
        Ok(Box::new(Plain(self.rows(metadata, group, unit, false)?)))
    }

    fn rows(
        self,
        metadata: &Metadata,
        group: usize,
        unit: &str,
        has_microtimes: bool,
    ) -> Result<Box<dyn RowSink>, Error> {
        Ok(match self {
            Self::Parquet => Box::new(parquet::ParquetSink::new(metadata, group, has_microtimes)?),
            Self::Arrow => Box::new(arrow::ArrowSink::new(metadata, has_microtimes)?),
            Self::Npy if has_microtimes => {
                let remedy = "choose parquet, arrow, csv or h5";
                return Err(Error::new(Code::Usage, "an array has no column of microtimes", remedy));
            }
            Self::Npy => Box::<npy::NpySink>::default(),
            Self::Csv => Box::new(csv::CsvSink::new(unit, has_microtimes)?),
            Self::Hdf5 => Box::new(hdf5::Hdf5Sink::new(metadata, has_microtimes)),
        })
    }
}

/// Converts a recording to a file of another format, from `{target, metadata?, groupTags?, unit?, microtimes?,
/// selection?, define?, tick?, at?, origin?}`; those from `selection` are those of [`recording_into`]. With
/// `microtimes`, the file has a column of them.
///
/// # Errors
/// `Usage` with the wrong option.
pub fn export(mut options: Value) -> Result<Converter, Error> {
    let mut take = |key: &str| match &mut options {
        Value::Map(entries) => {
            let at = entries.iter().position(|(name, _)| name == key);
            at.map_or(Value::Null, |at| entries.remove(at).1)
        }
        _ => Value::Null,
    };
    let (target, metadata, group) = (take("target"), take("metadata"), take("groupTags"));
    let has_microtimes = take("microtimes") == Value::Bool(true);
    let unit = match take("unit") {
        Value::Text(unit) => unit,
        _ => String::new(),
    };
    let known = Target::ALL.into_iter().find(|one| target == Value::Text(one.as_str().to_owned()));
    let target = known.ok_or_else(|| usage("the format is not known"))?;
    let group = match group {
        Value::Null => Some(USUAL_GROUP),
        Value::Int(tags) => usize::try_from(tags).ok().filter(|tags| (1..=MAX_GROUP).contains(tags)),
        _ => None,
    };
    let group = group.ok_or_else(|| usage("\"groupTags\" is not from 1 to 16777216"))?;
    let rows = target.rows(&Metadata::new(&metadata)?, group, &unit, has_microtimes)?;
    let mut options = cat_options(&options)?;
    if !has_microtimes {
        return recording_into(&options, Box::new(Plain(rows)));
    }
    if !options.tags.define.is_empty() {
        let message = "virtual channels, and channels with a delay, have no microtimes";
        return Err(Error::new(Code::Usage, message, "leave either of them out"));
    }
    let mut selection = Selection::new(&options.tags.selection);
    if let Some(origin) = options.origin {
        selection.set_origin(origin);
    }
    options.tags.selection = SelectionRequest::default();
    recording_into(&options, Box::new(WithMicrotimes::new(rows, selection)))
}

fn usage(what: &str) -> Error {
    Error::new(Code::Usage, what, "ask for parquet, arrow, npy, csv or h5, and up to 2^24 tags a row group")
}
