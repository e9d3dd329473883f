//! The numbers of an entry of a text header.

/// A number of an entry.
#[derive(Clone, Copy, PartialEq)]
pub enum EntryNumber {
    Compartment,
    Partition,
    Offset,
}

impl EntryNumber {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compartment => "compartment",
            Self::Partition => "partition",
            Self::Offset => "offset",
        }
    }
}
