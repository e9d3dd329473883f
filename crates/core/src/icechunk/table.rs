//! FlatBuffers read in place, and how each kind of field is verified.
//!
//! The crate `flatbuffers` verifies a buffer once, with limits. Its accessors are for generated code, which is unsafe;
//! the accessors here check every bound again, so that a mistake in a schema
//! gives no value instead of undefined behaviour.
//!
//! Source: <https://flatbuffers.dev/internals/>.

use std::marker::PhantomData;

use flatbuffers::{
    ForwardsUOffset, InvalidFlatbuffer, SimpleToVerifyInSlice, Vector, Verifiable, Verifier, VerifierOptions,
};

/// Bytes before the identifier: the place of the root table.
const ROOT_BYTES: usize = 4;
/// Bytes before the first slot of a vtable: its length, and that of the table.
const VTABLE_HEAD: usize = 4;
/// Maximum depth of nested tables; the deepest schema has 5.
const MAX_DEPTH: usize = 16;
/// Maximum number of visits per byte, because tables and strings may be shared.
const MAX_SHARING: usize = 64;

/// A table of the schema `T` in a verified buffer.
pub struct Table<'a, T> {
    buffer: &'a [u8],
    at: usize,
    schema: PhantomData<T>,
}

impl<T> Clone for Table<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Table<'_, T> {}

/// Returns the identifier of a buffer; the specification requires `Ichk`.
pub fn identifier(buffer: &[u8]) -> Option<[u8; 4]> {
    buffer.get(ROOT_BYTES..)?.first_chunk().copied()
}

/// Verifies that `buffer` is a table of the schema `T`, including all of its content.
///
/// # Errors
/// The first violation.
pub fn verify<T: Verifiable>(buffer: &[u8]) -> Result<(), String> {
    let options = VerifierOptions {
        max_depth: MAX_DEPTH,
        // A table has four bytes at least.
        max_tables: buffer.len() / 4,
        max_apparent_size: buffer.len().saturating_mul(MAX_SHARING).min(i32::MAX as usize),
        ignore_missing_null_terminator: false,
    };
    ForwardsUOffset::<T>::run_verifier(&mut Verifier::new(&options, buffer), 0).map_err(|error| {
        // The first line is the error; its positions follow.
        let text = error.to_string();
        text.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
    })
}

impl<'a, T> Table<'a, T> {
    /// The root of a verified buffer.
    pub fn root(buffer: &'a [u8]) -> Self {
        let at = u32_at(buffer, 0).unwrap_or_default() as usize;
        Self { buffer, at, schema: PhantomData }
    }

    /// Position of the field in `slot`; `None` if it is omitted.
    fn field(&self, slot: usize) -> Option<usize> {
        let vtable_distance = i32::from_le_bytes(array_at(self.buffer, self.at)?);
        let vtable = self.at.checked_add_signed(0_isize.checked_sub(vtable_distance as isize)?)?;
        let length = u16::from_le_bytes(array_at(self.buffer, vtable)?) as usize;
        let entry = VTABLE_HEAD + 2 * slot;
        if entry + 2 > length {
            return None;
        }
        match u16::from_le_bytes(array_at(self.buffer, vtable + entry)?) {
            0 => None,
            distance => Some(self.at + usize::from(distance)),
        }
    }

    /// Position that the field in `slot` points at.
    fn target(&self, slot: usize) -> Option<usize> {
        let field = self.field(slot)?;
        field.checked_add(u32_at(self.buffer, field)? as usize)
    }

    /// Number of elements of the vector in `slot`, and the position of the first.
    fn vector(&self, slot: usize) -> Option<(usize, usize)> {
        let target = self.target(slot)?;
        Some((u32_at(self.buffer, target)? as usize, target + 4))
    }

    /// Bytes of a vector or text in `slot` whose elements have `width` bytes.
    fn elements(&self, slot: usize, width: usize) -> Option<&'a [u8]> {
        let (count, from) = self.vector(slot)?;
        self.buffer.get(from..from.checked_add(count.checked_mul(width)?)?)
    }

    /// The field in `slot`.
    pub(super) fn get<F: Field>(&self, slot: usize) -> F::Value<'a> {
        F::read(
            self.buffer,
            self.field(slot),
            Table { buffer: self.buffer, at: self.at, schema: PhantomData },
            slot,
        )
    }

    /// The table of a union in `slot`, whose kind is in the slot before.
    pub(super) fn variant<V>(&self, slot: usize) -> Option<Table<'a, V>> {
        Some(Table { buffer: self.buffer, at: self.target(slot)?, schema: PhantomData })
    }
}

/// A table whose schema depends on another field.
pub enum Untyped {}

impl<'a> Table<'a, Untyped> {
    /// Returns it as a table of the schema `T`. Reads stay within the buffer even if the schema is wrong.
    pub fn cast<T>(self) -> Table<'a, T> {
        Table { buffer: self.buffer, at: self.at, schema: PhantomData }
    }
}

/// A kind of field: its verification and its type.
pub(super) trait Field {
    type Verified: Verifiable;
    type Value<'a>;
    fn read<'a>(
        buffer: &'a [u8],
        place: Option<usize>,
        table: Table<'a, Untyped>,
        slot: usize,
    ) -> Self::Value<'a>;
}

/// Tables of one schema.
pub struct Tables<'a, T> {
    buffer: &'a [u8],
    /// The distances to the tables, four bytes each.
    places: &'a [u8],
    /// Where those are.
    from: usize,
    schema: PhantomData<T>,
}

impl<T> Clone for Tables<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tables<'_, T> {}

impl<'a, T> Tables<'a, T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.places.len() / 4
    }

    /// The table number `k`.
    pub fn get(&self, k: usize) -> Option<Table<'a, T>> {
        let at = k.checked_mul(4)?;
        let distance = u32_at(self.places, at)? as usize;
        Some(Table { buffer: self.buffer, at: self.from + at + distance, schema: PhantomData })
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Table<'a, T>> {
        (0..self.len()).filter_map(move |k| self.get(k))
    }
}

impl<T> Default for Tables<'_, T> {
    fn default() -> Self {
        Self { buffer: &[], places: &[], from: 0, schema: PhantomData }
    }
}

/// A struct: `N` bytes in a table or a vector.
pub struct Struct<const N: usize>(#[allow(dead_code)] [u8; N]);

impl<const N: usize> SimpleToVerifyInSlice for Struct<N> {}

impl<const N: usize> Verifiable for Struct<N> {
    fn run_verifier(verifier: &mut Verifier, at: usize) -> Result<(), InvalidFlatbuffer> {
        verifier.in_buffer::<Self>(at)
    }
}

/// A struct of `N` bytes in the table.
impl<const N: usize> Field for Struct<N> {
    type Verified = Self;
    type Value<'a> = Option<&'a [u8; N]>;
    fn read<'a>(
        buffer: &'a [u8],
        place: Option<usize>,
        _: Table<'a, Untyped>,
        _: usize,
    ) -> Option<&'a [u8; N]> {
        buffer.get(place?..)?.first_chunk()
    }
}

/// A vector of structs of `N` bytes.
pub struct Structs<const N: usize>;

impl<const N: usize> Field for Structs<N> {
    type Verified = ForwardsUOffset<Vector<'static, Struct<N>>>;
    type Value<'a> = Option<&'a [[u8; N]]>;
    fn read<'a>(
        _: &'a [u8],
        _: Option<usize>,
        table: Table<'a, Untyped>,
        slot: usize,
    ) -> Option<&'a [[u8; N]]> {
        table.elements(slot, N).map(|bytes| bytes.as_chunks().0)
    }
}

/// A vector of bytes.
pub struct Bytes;

impl Field for Bytes {
    type Verified = ForwardsUOffset<Vector<'static, u8>>;
    type Value<'a> = Option<&'a [u8]>;
    fn read<'a>(_: &'a [u8], _: Option<usize>, table: Table<'a, Untyped>, slot: usize) -> Option<&'a [u8]> {
        table.elements(slot, 1)
    }
}

/// A text.
pub struct Text;

impl Field for Text {
    type Verified = ForwardsUOffset<&'static str>;
    type Value<'a> = Option<&'a str>;
    fn read<'a>(_: &'a [u8], _: Option<usize>, table: Table<'a, Untyped>, slot: usize) -> Option<&'a str> {
        std::str::from_utf8(table.elements(slot, 1)?).ok()
    }
}

/// A vector of texts.
pub struct Texts;

impl Field for Texts {
    type Verified = ForwardsUOffset<Vector<'static, ForwardsUOffset<&'static str>>>;
    type Value<'a> = Vec<&'a str>;
    fn read<'a>(buffer: &'a [u8], _: Option<usize>, table: Table<'a, Untyped>, slot: usize) -> Vec<&'a str> {
        let Some((_, from)) = table.vector(slot) else { return Vec::new() };
        let places = table.elements(slot, 4).unwrap_or_default().as_chunks().0;
        let text = |(k, distance): (usize, &[u8; 4])| {
            let at = from + 4 * k + u32::from_le_bytes(*distance) as usize;
            let length = u32_at(buffer, at)? as usize;
            std::str::from_utf8(buffer.get(at + 4..(at + 4).checked_add(length)?)?).ok()
        };
        places.iter().enumerate().filter_map(text).collect()
    }
}

/// A vector of tables of the schema `T`; empty if it is omitted.
pub struct TableList<T>(PhantomData<T>);

impl<T: Verifiable + 'static> Field for TableList<T> {
    type Verified = ForwardsUOffset<Vector<'static, ForwardsUOffset<T>>>;
    type Value<'a> = Option<Tables<'a, T>>;
    fn read<'a>(
        buffer: &'a [u8],
        _: Option<usize>,
        table: Table<'a, Untyped>,
        slot: usize,
    ) -> Option<Tables<'a, T>> {
        let (_, from) = table.vector(slot)?;
        Some(Tables { buffer, places: table.elements(slot, 4)?, from, schema: PhantomData })
    }
}

/// A table of the schema `T`.
pub struct One<T>(PhantomData<T>);

impl<T: Verifiable + 'static> Field for One<T> {
    type Verified = ForwardsUOffset<T>;
    type Value<'a> = Option<Table<'a, T>>;
    fn read<'a>(
        _: &'a [u8],
        _: Option<usize>,
        table: Table<'a, Untyped>,
        slot: usize,
    ) -> Option<Table<'a, T>> {
        table.variant(slot)
    }
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        /// A number in the table; 0 if it is omitted.
        impl Field for $number {
            type Verified = $number;
            type Value<'a> = $number;
            fn read<'a>(buffer: &'a [u8], place: Option<usize>, _: Table<'a, Untyped>, _: usize) -> $number {
                place.and_then(|at| array_at(buffer, at)).map_or(0, $number::from_le_bytes)
            }
        }
    )*};
}

numbers!(u8 i32 u32 u64);

/// A number of one byte; 1 if it is omitted.
pub struct U8Or1;

impl Field for U8Or1 {
    type Verified = u8;
    type Value<'a> = u8;
    fn read<'a>(buffer: &'a [u8], place: Option<usize>, _: Table<'a, Untyped>, _: usize) -> u8 {
        place.and_then(|at| buffer.get(at)).copied().unwrap_or(1)
    }
}

/// `N` bytes at `at`.
pub(super) fn array_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    array_at(bytes, at).map(u32::from_le_bytes)
}
