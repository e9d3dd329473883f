//! FlexBuffers (<https://flatbuffers.dev/flexbuffers/#format>).
//!
//! The reader of the crate `flexbuffers` trusts positions in the input and follows cyclic values without end. Input
//! could make it panic, which ends the whole module. Tests compare both readers.

use serde_json::Value;

use super::any_value::{Budget, float};

const OUT_OF_BOUNDS: &str = "an offset or a length points outside the buffer";
const TOO_DEEP: &str = "values are nested too deeply";
const TOO_MANY: &str = "there are more values or longer strings than its bytes can hold";

/// Types of values, by their number.
mod kind {
    pub const NULL: u8 = 0;
    pub const INT: u8 = 1;
    pub const UINT: u8 = 2;
    pub const FLOAT: u8 = 3;
    pub const KEY: u8 = 4;
    pub const STRING: u8 = 5;
    pub const INDIRECT_INT: u8 = 6;
    pub const INDIRECT_FLOAT: u8 = 8;
    pub const MAP: u8 = 9;
    pub const VECTOR: u8 = 10;
    pub const VECTOR_INT: u8 = 11;
    pub const VECTOR_STRING: u8 = 15;
    pub const VECTOR_INT2: u8 = 16;
    pub const VECTOR_FLOAT4: u8 = 24;
    pub const BLOB: u8 = 25;
    pub const BOOL: u8 = 26;
    pub const VECTOR_BOOL: u8 = 36;
}

/// A buffer that is read.
struct Reader<'a> {
    bytes: &'a [u8],
    budget: &'a Budget,
}

/// A value: its type and width, and the position of it or of the distance to it.
#[derive(Clone, Copy)]
struct ValuePosition {
    kind: u8,
    /// Width in bytes of the value it points at, or of its elements.
    width: usize,
    at: usize,
    /// Bytes at `at`.
    parent_width: usize,
}

/// The value that `bytes` are, of at most `depth` values around one another.
pub fn read(bytes: &[u8], budget: &Budget, depth: usize) -> Result<Value, &'static str> {
    let [body @ .., packed, width] = bytes else { return Err("there are fewer than two bytes") };
    let parent_width = usize::from(*width);
    if !matches!(parent_width, 1 | 2 | 4 | 8) {
        return Err("the width of the root is not 1, 2, 4 or 8");
    }
    let at = body.len().checked_sub(parent_width).ok_or(OUT_OF_BOUNDS)?;
    Reader { bytes, budget }.value(ValuePosition::of(*packed, at, parent_width), depth)
}

impl ValuePosition {
    /// Unpacks a type and width from one byte.
    fn of(packed: u8, at: usize, parent_width: usize) -> Self {
        Self { kind: packed >> 2, width: 1 << (packed & 3), at, parent_width }
    }
}

impl Reader<'_> {
    fn value(&self, place: ValuePosition, depth: usize) -> Result<Value, &'static str> {
        if !self.budget.value() {
            return Err(TOO_MANY);
        }
        let depth = depth.checked_sub(1).ok_or(TOO_DEEP)?;
        let ValuePosition { kind, width, at, parent_width } = place;
        match kind {
            kind::NULL => Ok(Value::Null),
            kind::BOOL => Ok(Value::Bool(self.unsigned(at, parent_width)? != 0)),
            kind::INT | kind::UINT | kind::FLOAT => self.number(kind, at, parent_width),
            kind::INDIRECT_INT..=kind::INDIRECT_FLOAT => {
                self.number(kind - kind::INDIRECT_INT + kind::INT, self.target(at, parent_width)?, width)
            }
            kind::KEY => self.key(self.target(at, parent_width)?).map(Value::String),
            kind::STRING | kind::BLOB => {
                let from = self.target(at, parent_width)?;
                let bytes = self.range(from, self.length(from, width)?, 1)?;
                self.text(bytes, kind == kind::BLOB).map(Value::String)
            }
            kind::MAP => self.map(self.target(at, parent_width)?, width, depth),
            kind::VECTOR => {
                let from = self.target(at, parent_width)?;
                let values =
                    (0..self.length(from, width)?).map(|k| self.value(self.element(from, width, k)?, depth));
                values.collect::<Result<_, _>>().map(Value::Array)
            }
            kind::VECTOR_INT..=kind::VECTOR_STRING | kind::VECTOR_BOOL => {
                let from = self.target(at, parent_width)?;
                let kind = match kind {
                    kind::VECTOR_BOOL => kind::BOOL,
                    kind => kind - kind::VECTOR_INT + kind::INT,
                };
                self.typed(kind, from, self.length(from, width)?, width, depth)
            }
            kind::VECTOR_INT2..=kind::VECTOR_FLOAT4 => {
                let from = self.target(at, parent_width)?;
                let count = usize::from((kind - kind::VECTOR_INT2) / 3) + 2;
                self.typed((kind - kind::VECTOR_INT2) % 3 + kind::INT, from, count, width, depth)
            }
            _ => Err("a value has an unknown type"),
        }
    }

    /// A vector whose elements all are of one type.
    fn typed(
        &self,
        kind: u8,
        from: usize,
        count: usize,
        width: usize,
        depth: usize,
    ) -> Result<Value, &'static str> {
        self.range(from, count, width)?;
        let place = |k| ValuePosition { kind, width: 1, at: from + k * width, parent_width: width };
        (0..count).map(|k| self.value(place(k), depth)).collect::<Result<_, _>>().map(Value::Array)
    }

    /// Its keys are a vector of their own, which maps share.
    fn map(&self, from: usize, width: usize, depth: usize) -> Result<Value, &'static str> {
        let keys_at = from.checked_sub(3 * width).ok_or(OUT_OF_BOUNDS)?;
        let keys = self.target(keys_at, width)?;
        let keys_width = self.unsigned(keys_at + width, width)? as usize;
        if !matches!(keys_width, 1 | 2 | 4 | 8) {
            return Err("the width of a map's keys is not 1, 2, 4 or 8");
        }
        let count = self.length(from, width)?;
        self.range(keys, count, keys_width)?;
        let entry = |k: usize| {
            let key = self.key(self.target(keys + k * keys_width, keys_width)?)?;
            Ok((key, self.value(self.element(from, width, k)?, depth)?))
        };
        (0..count).map(entry).collect::<Result<_, _>>().map(Value::Object)
    }

    /// Element `k` of the vector at `from`; the types of its elements follow the vector.
    fn element(&self, from: usize, width: usize, k: usize) -> Result<ValuePosition, &'static str> {
        let count = self.length(from, width)?;
        let types = self.range(from, count, width + 1)?.get(count * width..).unwrap_or_default();
        let packed = types.get(k).copied().ok_or(OUT_OF_BOUNDS)?;
        Ok(ValuePosition::of(packed, from + k * width, width))
    }

    fn number(&self, kind: u8, at: usize, width: usize) -> Result<Value, &'static str> {
        let bits = self.unsigned(at, width)?;
        match (kind, width) {
            (kind::UINT, _) => Ok(Value::Number(bits.into())),
            (kind::INT, _) => {
                let unused = 64 - 8 * width as u32;
                Ok(Value::Number(((bits << unused).cast_signed() >> unused).into()))
            }
            (_, 4) => Ok(float(f32::from_bits(bits as u32).into())),
            (_, 8) => Ok(float(f64::from_bits(bits))),
            _ => Err("a floating point number has fewer than four bytes"),
        }
    }

    /// A text that ends with a zero byte.
    fn key(&self, from: usize) -> Result<String, &'static str> {
        let rest = self.bytes.get(from..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == 0).ok_or(OUT_OF_BOUNDS)?;
        self.text(&rest[..length], false)
    }

    /// A text, or bytes in hexadecimal.
    fn text(&self, bytes: &[u8], is_blob: bool) -> Result<String, &'static str> {
        if !self.budget.text(bytes.len()) {
            return Err(TOO_MANY);
        }
        if is_blob {
            return Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect());
        }
        String::from_utf8(bytes.to_vec()).map_err(|_| "a string is not UTF-8")
    }

    /// Position at the distance stored at `at`, counted backwards.
    fn target(&self, at: usize, width: usize) -> Result<usize, &'static str> {
        let distance = self.unsigned(at, width)?;
        usize::try_from(distance).ok().and_then(|distance| at.checked_sub(distance)).ok_or(OUT_OF_BOUNDS)
    }

    /// The number of elements, which precedes `from`.
    fn length(&self, from: usize, width: usize) -> Result<usize, &'static str> {
        let at = from.checked_sub(width).ok_or(OUT_OF_BOUNDS)?;
        usize::try_from(self.unsigned(at, width)?).map_err(|_| OUT_OF_BOUNDS)
    }

    fn unsigned(&self, at: usize, width: usize) -> Result<u64, &'static str> {
        let bytes = self.range(at, 1, width)?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    /// `count` elements of `width` bytes.
    fn range(&self, from: usize, count: usize, width: usize) -> Result<&[u8], &'static str> {
        let to = count.checked_mul(width).and_then(|length| from.checked_add(length));
        to.and_then(|to| self.bytes.get(from..to)).ok_or(OUT_OF_BOUNDS)
    }
}
