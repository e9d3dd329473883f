//! Tables of a [FlatBuffer](https://flatbuffers.dev/internals/). Every access is checked: a field outside
//! the bytes counts as absent.

/// A table: fields are found by their slot.
#[derive(Debug, Clone, Copy)]
pub struct Table<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Position of the offsets of the fields, and their number.
    fields: usize,
    count: usize,
}

/// A list of tables or of structs.
#[derive(Debug, Clone, Copy)]
pub struct List<'a> {
    bytes: &'a [u8],
    at: usize,
    length: usize,
}

/// Returns `N` bytes at `at`.
fn take<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// Returns the position that the offset at `at` leads to.
fn follow(bytes: &[u8], at: usize) -> Option<usize> {
    at.checked_add(u32::from_le_bytes(take(bytes, at)?) as usize)
}

impl<'a> Table<'a> {
    /// The table at the root of `bytes`.
    pub fn root(bytes: &'a [u8]) -> Option<Self> {
        Self::at(bytes, follow(bytes, 0)?)
    }

    fn at(bytes: &'a [u8], at: usize) -> Option<Self> {
        let back = i32::from_le_bytes(take(bytes, at)?);
        let fields = usize::try_from(i64::try_from(at).ok()? - i64::from(back)).ok()?;
        let length = usize::from(u16::from_le_bytes(take(bytes, fields)?));
        Some(Self { bytes, at, fields: fields + 4, count: length.saturating_sub(4) / 2 })
    }

    /// Returns the position of the field in `slot`; `None` if it has its default.
    fn field(&self, slot: usize) -> Option<usize> {
        if slot >= self.count {
            return None;
        }
        match u16::from_le_bytes(take(self.bytes, self.fields + 2 * slot)?) {
            0 => None,
            offset => Some(self.at + usize::from(offset)),
        }
    }

    /// Returns the little-endian bytes of a number; 0 by default.
    fn number<const N: usize>(&self, slot: usize) -> [u8; N] {
        self.field(slot).and_then(|at| take(self.bytes, at)).unwrap_or([0; N])
    }

    pub fn byte(&self, slot: usize) -> u8 {
        self.number::<1>(slot)[0]
    }

    pub fn i16(&self, slot: usize) -> i16 {
        i16::from_le_bytes(self.number(slot))
    }

    pub fn i32(&self, slot: usize) -> i32 {
        i32::from_le_bytes(self.number(slot))
    }

    pub fn i64(&self, slot: usize) -> i64 {
        i64::from_le_bytes(self.number(slot))
    }

    /// Whether the field in `slot` is stored.
    pub fn has(&self, slot: usize) -> bool {
        self.field(slot).is_some()
    }

    pub fn table(&self, slot: usize) -> Option<Self> {
        Self::at(self.bytes, follow(self.bytes, self.field(slot)?)?)
    }

    /// Returns the string in `slot`; `None` if there is none, or if it is not UTF-8.
    pub fn text(&self, slot: usize) -> Option<&'a str> {
        let List { at, length, .. } = self.list(slot)?;
        std::str::from_utf8(self.bytes.get(at..at.checked_add(length)?)?).ok()
    }

    pub fn list(&self, slot: usize) -> Option<List<'a>> {
        let at = follow(self.bytes, self.field(slot)?)?;
        Some(List {
            bytes: self.bytes,
            at: at + 4,
            length: u32::from_le_bytes(take(self.bytes, at)?) as usize,
        })
    }
}

impl<'a> List<'a> {
    /// The tables of the list, up to the first one that does not exist.
    pub fn tables(self) -> impl Iterator<Item = Table<'a>> {
        let Self { bytes, at, length } = self;
        (0..length).map_while(move |k| Table::at(bytes, follow(bytes, at.checked_add(4 * k)?)?))
    }

    /// Returns struct `k` of two 64-bit integers.
    pub fn pair(self, k: usize) -> Option<(i64, i64)> {
        let at = self.at.checked_add(16_usize.checked_mul(k)?)?;
        let word = |at| take(self.bytes, at).map(i64::from_le_bytes);
        if k < self.length { word(at).zip(word(at + 8)) } else { None }
    }
}
