//! What a comparison needs to know of the formats it compares.

use bytes::Bytes;
use tagview_core::Error;

/// The ways to write items of one type.
pub trait Layout: Copy + Eq + std::fmt::Debug + 'static {
    /// What is written: a time tag, a reference.
    type Item: PartialEq + 'static;

    /// All of them, in the order they are listed.
    const ALL: &'static [Self];

    /// The one whose uncompressed bytes are what ratios are to.
    const BASELINE: Self;

    /// The name that scripts match on.
    fn id(self) -> &'static str;

    /// Encodes `items` in this format.
    ///
    /// # Errors
    /// `TooLarge` if the format cannot hold this many items.
    fn encode(self, items: &[Self::Item]) -> Result<Bytes, Error>;

    /// Decodes the items in `bytes`.
    ///
    /// # Errors
    /// `BadEncoding` where they break the format. Not every fault can be seen: only some of the formats have checksums.
    fn decode(self, bytes: &Bytes) -> Result<Vec<Self::Item>, Error>;

    /// The item number `index` of those that `bytes` hold, by reading as little of them as the format allows.
    ///
    /// # Errors
    /// `BadEncoding` where what has to be read breaks the format, or there are fewer items.
    fn one(self, bytes: &Bytes, index: usize) -> Result<Self::Item, Error>;
}
