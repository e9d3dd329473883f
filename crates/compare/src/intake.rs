//! The compared items: a recording's tags or a manifest's references, determined by the first bytes of the file.

use tagview_bridge::Value;
use tagview_bridge::named_values::Params;
use tagview_core::Error;
use tagview_core::icechunk::{MAGIC, Reference};
use tagview_core::tags::Tag;

use crate::{ManifestSample, Sample};

/// Takes items from a file's bytes until there are enough.
pub enum Intake {
    /// Too few bytes came to recognise the file.
    Unknown(Head),
    /// A recording, or an unrecognised file, whose errors are reported like those of a recording.
    Tags(Box<Sample>),
    /// Icechunk metadata.
    References(ManifestSample),
}

/// The first bytes of a file, and the options.
pub struct Head {
    bytes: Vec<u8>,
    options: Value,
}

/// The items.
pub enum Items {
    /// Tags of a recording.
    Tags(Vec<Tag>),
    /// References of a manifest.
    References(Vec<Reference>),
}

impl Intake {
    /// Parses `{selection?, tags?, references?}`: the selected tags, and the maximum numbers of tags and references.
    ///
    /// # Errors
    /// `Usage` with the wrong option.
    pub fn new(options: Value) -> Result<Self, Error> {
        // Options are parsed now, so that an error in them is reported before the file is read.
        Sample::new(options.clone())?;
        most_references(&options)?;
        Ok(Self::Unknown(Head { bytes: Vec::new(), options }))
    }

    /// Continues with the next bytes of the file.
    ///
    /// # Errors
    /// Like [`Intake::new`].
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Tags(sample) => sample.push(bytes),
            Self::References(sample) => sample.push(bytes),
            Self::Unknown(head) => {
                head.bytes.extend_from_slice(bytes);
                if head.bytes.len() >= MAGIC.len() {
                    self.recognise()?;
                }
            }
        }
        Ok(())
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        match self {
            Self::Unknown(_) => true,
            Self::Tags(sample) => sample.wants_more(),
            Self::References(sample) => sample.wants_more(),
        }
    }

    /// Ends the file: returns the items and their description, `{tags, references, sampled, first, last, complete,
    /// error, findings}`; `tags` is null for a manifest, and `references` for a recording.
    ///
    /// # Errors
    /// Like [`Intake::new`].
    pub fn finish(mut self) -> Result<(Items, Value), Error> {
        if matches!(self, Self::Unknown(_)) {
            self.recognise()?;
        }
        match self {
            Self::References(sample) => {
                let read = sample.read();
                Ok((Items::References(read.references), read.description))
            }
            Self::Tags(mut sample) => {
                sample.finish();
                let description = sample.describe();
                Ok((Items::Tags(sample.into_tags()), description))
            }
            Self::Unknown(_) => Ok((Items::Tags(Vec::new()), Value::Null)),
        }
    }

    fn recognise(&mut self) -> Result<(), Error> {
        let Self::Unknown(Head { bytes, options }) = self else { return Ok(()) };
        let (bytes, options) = (std::mem::take(bytes), std::mem::replace(options, Value::Null));
        *self = if bytes.starts_with(&MAGIC) {
            Self::References(ManifestSample::new(most_references(&options)?))
        } else {
            Self::Tags(Box::new(Sample::new(options)?))
        };
        self.push(&bytes)
    }
}

fn most_references(options: &Value) -> Result<Option<usize>, Error> {
    let most = Params::new(options.clone())?.unsigned("references")?;
    Ok(most.map(|most| usize::try_from(most).unwrap_or(usize::MAX)))
}
