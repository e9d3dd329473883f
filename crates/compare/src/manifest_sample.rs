//! The first references of an Icechunk manifest.

use tagview_bridge::Value;
use tagview_bridge::to_value;
use tagview_core::icechunk::{MetadataFile, Reference, open_bytes};
use tagview_core::{Code, Error};

use crate::description::{Taken, describe};

/// Default number of compared references.
const DEFAULT_REFERENCES: usize = 1 << 19;
/// Maximum number of compared references: they and all their encodings must fit into the module's memory several times.
const MOST_REFERENCES: usize = 1 << 21;
/// Maximum bytes of memory of references: compressed and shared locations take more than their file.
const MAX_MEMORY: usize = 512 << 20;
/// Maximum bytes of a manifest's file.
const MOST_BYTES: usize = 1 << 28;

/// Takes references from a manifest's bytes.
pub struct ManifestSample {
    bytes: Vec<u8>,
    most: usize,
    is_too_large: bool,
}

/// Contents of the manifest.
pub struct ReadManifest {
    /// Its first references.
    pub references: Vec<Reference>,
    /// Their number, and the errors of the file: see [`describe`].
    pub description: Value,
}

impl ManifestSample {
    /// Creates a sample of at most `most` references.
    pub fn new(most: Option<usize>) -> Self {
        let most = most.unwrap_or(DEFAULT_REFERENCES).min(MOST_REFERENCES);
        Self { bytes: Vec::new(), most, is_too_large: false }
    }

    /// Continues with the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.is_too_large |= self.bytes.len() + bytes.len() > MOST_BYTES;
        if !self.is_too_large {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Whether more bytes could change anything.
    pub fn wants_more(&self) -> bool {
        !self.is_too_large
    }

    /// Ends the file. Errors are in the description.
    pub fn read(self) -> ReadManifest {
        self.try_read().unwrap_or_else(|error| ReadManifest::refused(&error))
    }

    fn try_read(self) -> Result<ReadManifest, Error> {
        let most = self.most;
        let file = self.open()?;
        let all = file.manifest_references()?;
        let references = first_of(all.iter().take(most));
        if references.is_empty() && all.count() > 0 && most > 0 {
            let why = format!("the first reference takes more than {MAX_MEMORY} bytes");
            return Err(Error::new(Code::TooLarge, why, "compare another manifest"));
        }
        let is_partial = references.len() < all.count();
        let taken = Taken::References { count: references.len() };
        let description = describe(&taken, is_partial, &to_value(&file.summary()));
        Ok(ReadManifest { references, description })
    }

    /// Opens the file.
    fn open(self) -> Result<MetadataFile, Error> {
        let Self { bytes, is_too_large, .. } = self;
        if is_too_large {
            let why = format!("this manifest has more than {MOST_BYTES} bytes");
            return Err(Error::new(Code::TooLarge, why, "compare a smaller one"));
        }
        open_bytes(&bytes)
    }
}

/// The first references that fit the maximum memory.
fn first_of(all: impl Iterator<Item = Reference>) -> Vec<Reference> {
    let mut memory = 0;
    all.take_while(|reference| {
        memory += reference.memory();
        memory <= MAX_MEMORY
    })
    .collect()
}

impl ReadManifest {
    /// The description of an unreadable file.
    fn refused(error: &Error) -> Self {
        let read = Value::map([
            ("complete", Value::Bool(false)),
            ("error", error.into()),
            ("findings", Value::List(vec![error.into()])),
        ]);
        let description = describe(&Taken::References { count: 0 }, false, &read);
        Self { references: Vec::new(), description }
    }
}
