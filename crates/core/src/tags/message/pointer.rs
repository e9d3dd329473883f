//! One word of a message read as a pointer
//! ([Cap'n Proto encoding](https://capnproto.org/encoding.html), "Structs", "Lists",
//! "Inter-Segment Pointers").

/// A pointer, decoded but not yet checked against its segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pointer {
    /// All bits zero: the default value.
    Null,
    /// A struct of `data` words and then `pointers` pointers, `offset` words after this one.
    Struct { offset: i32, data: u16, pointers: u16 },
    /// A list, `offset` words after this one. `count` is its number of elements, or for
    /// [`Element::Composite`] its number of words without the tag word.
    List { offset: i32, element: Element, count: u32 },
    /// The object, or its landing pad, is in another segment.
    Far { double: bool, offset: u32, segment: u32 },
    /// A capability or a kind that does not exist.
    Other,
}

/// Kind of the elements of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Element {
    Void,
    Bit,
    Byte,
    TwoBytes,
    FourBytes,
    EightBytes,
    Pointer,
    Composite,
}

impl Pointer {
    /// Decodes `word`.
    pub(super) fn read(word: u64) -> Self {
        if word == 0 {
            return Self::Null;
        }
        let low = word as u32;
        let high = (word >> 32) as u32;
        // The offset is the upper 30 bits, signed.
        let offset = low as i32 >> 2;
        match low & 3 {
            0 => Self::Struct { offset, data: high as u16, pointers: (high >> 16) as u16 },
            1 => Self::List { offset, element: Element::read(high), count: high >> 3 },
            2 => Self::Far { double: low & 4 != 0, offset: low >> 3, segment: high },
            _ => Self::Other,
        }
    }

    /// Kind of its target, for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Struct { .. } => "a struct",
            Self::List { element, .. } => element.list_name(),
            Self::Far { .. } => "another segment",
            Self::Other => "a capability",
        }
    }
}

impl Element {
    fn read(high: u32) -> Self {
        match high & 7 {
            0 => Self::Void,
            1 => Self::Bit,
            2 => Self::Byte,
            3 => Self::TwoBytes,
            4 => Self::FourBytes,
            5 => Self::EightBytes,
            6 => Self::Pointer,
            _ => Self::Composite,
        }
    }

    fn list_name(self) -> &'static str {
        match self {
            Self::Void => "a list of nothing",
            Self::Bit => "a list of truth values",
            Self::Byte => "text or a list of bytes",
            Self::TwoBytes => "a list of 16-bit numbers",
            Self::FourBytes => "a list of 32-bit numbers",
            Self::EightBytes => "a list of 64-bit numbers",
            Self::Pointer => "a list of pointers",
            Self::Composite => "a list of structs",
        }
    }
}

/// The tag word of a composite list: shaped as a struct pointer whose offset is the unsigned
/// number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TagWord {
    pub(super) count: u32,
    pub(super) data: u16,
    pub(super) pointers: u16,
}

impl TagWord {
    /// `None` if `word` does not have the form of a struct pointer.
    pub(super) fn read(word: u64) -> Option<Self> {
        (word & 3 == 0).then_some(Self {
            count: word as u32 >> 2,
            data: (word >> 32) as u16,
            pointers: (word >> 48) as u16,
        })
    }
}
