//! Names of the objects in a group.

use super::bytes::{Fields, File, UNDEFINED, damaged, refused};
use super::object_header::Message;
use super::tree;
use crate::Error;

/// Types of messages.
const LINK_INFO: u64 = 0x02;
const LINK: u64 = 0x06;
const SYMBOL_TABLE: u64 = 0x11;

/// Length in bytes of an entry of a symbol table.
const ENTRY: u64 = 40;
/// Kind of an entry that is a link to another name.
const SOFT_LINK: u64 = 2;

/// A name in a group, and the address of its object's header.
pub type Link<'a> = (&'a [u8], u64);

/// Returns the links of the group with these messages. Links to other names and files are left out.
///
/// # Errors
/// `BadHeader`, `Truncated`, and `UnknownFormat` for links in a heap.
pub fn links<'a>(file: File<'a>, messages: &[Message<'a>]) -> Result<Vec<Link<'a>>, Error> {
    let mut links = Vec::new();
    for Message { kind, mut body } in messages.iter().copied() {
        match kind {
            SYMBOL_TABLE => symbols(file, body.word()?, body.word()?, &mut links)?,
            LINK => links.extend(link(body)?),
            LINK_INFO => {
                let at = body.at;
                body.take(1)?;
                if body.byte()? & 1 != 0 {
                    body.take(8)?;
                }
                if body.word()? != UNDEFINED {
                    return Err(refused(at, "a group whose names are in a fractal heap"));
                }
            }
            _ => {}
        }
    }
    Ok(links)
}

/// Reads a link message; `None` for a link to another name.
fn link(mut body: Fields<'_>) -> Result<Option<Link<'_>>, Error> {
    body.take(1)?;
    let flags = body.byte()?;
    let kind = if flags & 8 != 0 { body.byte()? } else { 0 };
    // A creation order, and a set of characters.
    body.take(if flags & 4 != 0 { 8 } else { 0 } + usize::from(flags >> 4 & 1))?;
    let length = body.number(1 << (flags & 3))?;
    let name = body.take(usize::try_from(length).unwrap_or(usize::MAX))?;
    Ok(if kind == 0 { Some((name, body.word()?)) } else { None })
}

/// Reads the names of a symbol table: a tree of tables whose names are in a heap.
fn symbols<'a>(file: File<'a>, root: u64, heap: u64, links: &mut Vec<Link<'a>>) -> Result<(), Error> {
    let mut header = file.fields(heap, 32)?;
    header.mark(b"HEAP")?;
    header.take(4)?;
    let (length, _, address) = (header.word()?, header.word()?, header.word()?);
    let names = file.part(address, length)?;
    // Entries of sound tables are in the file once.
    let mut left = file.end / ENTRY;
    tree::walk(file, root, 0, 8, |_, child| {
        let mut table = file.fields(child, 8)?;
        table.mark(b"SNOD")?;
        table.take(2)?;
        let count = table.number(2)?;
        left = left
            .checked_sub(count.max(1))
            .ok_or_else(|| damaged(child, "has a group that contains itself"))?;
        let mut entries = file.fields(child + 8, count * ENTRY)?;
        for _ in 0..count {
            let (name, object, kind) = (entries.word()?, entries.word()?, entries.number(4)?);
            entries.take(20)?;
            let name = usize::try_from(name).ok().and_then(|name| names.get(name..));
            let name = name.and_then(|name| name.split(|byte| *byte == 0).next());
            let name = name.ok_or_else(|| damaged(child, "has a name outside its heap"))?;
            if kind != SOFT_LINK {
                links.push((name, object));
            }
        }
        Ok(())
    })
}
