//! The required target of each pointer of the schema: the root points to a struct, its first field to a list of lists,
//! each of those to a list of structs.

use super::layout::Segments;
use super::pointer::{Element, Pointer, TagWord};
use super::remedies::{DAMAGED, NOT_TAGS};
use super::walk::{Fault, Item, ListShape, MAX_EMPTY, Role, Walk, stores_none};
use crate::{Code, Error};

impl Walk {
    /// Follows the pointer `word` in word `here`.
    pub(super) fn follow(&mut self, role: Role, here: u64, word: u64, pad: bool) -> Result<(), Fault> {
        let pointer = Pointer::read(word);
        if let Role::Inner(index) = role
            && pointer != Pointer::Null
        {
            self.open.insert(index);
        }
        match pointer {
            Pointer::Null if !pad => Ok(()),
            Pointer::Null => self.object(role, here, EMPTY_STRUCT, |_, _| Some(here)),
            Pointer::Far { .. } if pad => Err(not_a_pad(here)),
            Pointer::Far { double, offset, segment } => {
                let Some(place) = self.segments.place(segment, offset, 1 + u64::from(double)) else {
                    return Err(self.bad_far(role, here, segment));
                };
                self.expect(place, if double { Item::Pads(role) } else { Item::Pad(role) })
            }
            Pointer::Struct { offset, .. } | Pointer::List { offset, .. } => {
                self.object(role, here, pointer, |segments, words| segments.target(here, offset, words))
            }
            Pointer::Other => Err(wrong(Code::BadPointer, here, role, pointer)),
        }
    }

    /// Follows a double-far pointer's landing pad in word `here`: a far pointer to the object, then a pointer without a
    /// target that describes it.
    pub(super) fn follow_pads(&mut self, role: Role, here: u64, far: u64, word: u64) -> Result<(), Fault> {
        let Pointer::Far { double: false, offset, segment } = Pointer::read(far) else {
            return Err(not_a_pad(here));
        };
        if self.segments.place(segment, 0, 0).is_none() {
            return Err(self.bad_far(role, here, segment));
        }
        let pointer = match Pointer::read(word) {
            Pointer::Null => EMPTY_STRUCT,
            Pointer::Far { .. } => return Err(not_a_pad(here + 1)),
            Pointer::Other => return Err(wrong(Code::BadPointer, here + 1, role, Pointer::Other)),
            pointer => pointer,
        };
        self.object(role, here, pointer, |segments, words| segments.place(segment, offset, words))
    }

    /// Checks that the object fits `role`, and that all its words at `place` exist.
    fn object(
        &mut self,
        role: Role,
        here: u64,
        pointer: Pointer,
        place: impl Fn(&Segments, u64) -> Option<u64>,
    ) -> Result<(), Fault> {
        let find = |segments: &Segments, words: u64| {
            place(segments, words).ok_or_else(|| outside(role, here, words))
        };
        match (role, pointer) {
            (Role::Root, Pointer::Struct { data, pointers, .. }) => {
                let data = u64::from(data);
                let start = find(&self.segments, data + u64::from(pointers))?;
                if pointers > 0 { self.expect(start + data, Item::Field) } else { Ok(()) }
            }
            (Role::Tags, Pointer::List { element: Element::Pointer, count, .. }) => {
                let start = find(&self.segments, u64::from(count))?;
                if count > 0 { self.expect(start, Item::Outer(count)) } else { Ok(()) }
            }
            (Role::Tags, Pointer::List { element: Element::Composite, count, .. }) => {
                find(&self.segments, 1 + u64::from(count))?;
                Err(self.not_streamable("its outer list is stored as a list of structs"))
            }
            (Role::Inner(index), Pointer::List { element: Element::Composite, count: words, .. }) => {
                let start = find(&self.segments, 1 + u64::from(words))?;
                self.expect(start, Item::List { index, words })
            }
            (Role::Inner(index), Pointer::List { element: Element::EightBytes, count, .. }) if count > 0 => {
                let start = find(&self.segments, u64::from(count))?;
                self.expect(start, Item::Longs { index, count })
            }
            (Role::Inner(index), Pointer::List { count: 0, .. }) => {
                find(&self.segments, 0)?;
                self.open.remove(index);
                Ok(())
            }
            _ => Err(wrong(Code::WrongSchema, here, role, pointer)),
        }
    }

    /// Reads the tag word of inner list `index`, whose pointer states `words` words.
    pub(super) fn tag_word(&mut self, index: u32, here: u64, word: u64, words: u32) -> Result<(), Fault> {
        let Some(TagWord { count, data, pointers }) = TagWord::read(word) else {
            return Err(bad(here, format!("inner list {index} does not begin with a tag word")));
        };
        let shape = ListShape { count, data, size: u32::from(data) + u32::from(pointers) };
        if shape.words() > u64::from(words) {
            let message =
                format!("inner list {index} claims {count} tags of {} words in {words} words", shape.size);
            return Err(bad(here, message));
        }
        if shape.size == 0 {
            if self.empty_elements + u64::from(count) > self.at.min(MAX_EMPTY) {
                if self.can_buffer {
                    return Err(self.not_streamable("it claims more tags than it has words"));
                }
                return Err(bad(here, stores_none(index, u64::from(count))));
            }
            self.empty_elements += u64::from(count);
        }
        self.start(index, shape)
    }

    fn bad_far(&self, role: Role, here: u64, segment: u32) -> Fault {
        let message = match self.segments.place(segment, 0, 0) {
            Some(_) => format!("the pointer to {role} leaves segment {segment}"),
            None => format!("the pointer to {role} leads to segment {segment}, which does not exist"),
        };
        bad(here, message)
    }
}

/// In a landing pad, all zeros are a struct without words, not a default.
const EMPTY_STRUCT: Pointer = Pointer::Struct { offset: 0, data: 0, pointers: 0 };

fn bad(word: u64, message: String) -> Fault {
    Fault::Bad { word, error: Error::new(Code::BadPointer, message, DAMAGED) }
}

fn not_a_pad(word: u64) -> Fault {
    bad(word, "a far pointer leads to a word that is not a landing pad".into())
}

fn outside(role: Role, word: u64, words: u64) -> Fault {
    bad(word, format!("the pointer to {role} leaves its segment ({words} words do not fit)"))
}

fn wrong(code: Code, word: u64, role: Role, found: Pointer) -> Fault {
    let expected = match role {
        Role::Root => "a struct",
        Role::Tags => "a list of lists",
        Role::Inner(_) => "a list of structs",
    };
    let message = format!("{role} is {}, but time tags have {expected}", found.name());
    Fault::Bad { word, error: Error::new(code, message, NOT_TAGS) }
}

impl std::fmt::Display for Role {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root => f.write_str("the root"),
            Self::Tags => f.write_str("the first field"),
            Self::Inner(index) => write!(f, "inner list {index}"),
        }
    }
}
