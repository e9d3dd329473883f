//! The interface of formats for a comparison.

use bytes::Bytes;
use tagview_core::Error;

/// The formats of one type of items.
pub trait Layout: Copy + Eq + std::fmt::Debug + 'static {
    /// The type of items: a time tag, a reference.
    type Item: PartialEq + 'static;

    /// All formats, in listed order.
    const ALL: &'static [Self];

    /// The baseline of ratios, uncompressed.
    const BASELINE: Self;

    /// Stable name for scripts.
    fn id(self) -> &'static str;

    /// Encodes `items` in this format.
    ///
    /// # Errors
    /// `TooLarge` if the format cannot hold this many items.
    fn encode(self, items: &[Self::Item]) -> Result<Bytes, Error>;

    /// Decodes the items in `bytes`.
    ///
    /// # Errors
    /// `BadEncoding` if they violate the format. Some faults are undetectable: only some of the formats have checksums.
    fn decode(self, bytes: &Bytes) -> Result<Vec<Self::Item>, Error>;

    /// The item number `index` in `bytes`, read with as few of them as the format allows.
    ///
    /// # Errors
    /// `BadEncoding` if the bytes read violate the format, or there are fewer items.
    fn one(self, bytes: &Bytes, index: usize) -> Result<Self::Item, Error>;
}
