//! All objects of a file by their paths, and small values for the header.

use super::bytes::{Fields, File};
use super::column;
use super::dataset::{DataLocation, Dataset, Kind, is_dataset};
use super::group;
use super::object_header::{Message, messages};
use crate::Error;
use crate::import::facts::{HeaderEntry, HeaderValue};

/// Maximum number of objects, of groups in each other, and of bytes of a path.
const MAX_OBJECTS: usize = 4096;
const MAX_DEPTH: usize = 8;
const MAX_PATH: usize = 300;

/// Minimum length of a link in bytes.
const MIN_LINK: u64 = 12;

/// Maximum number of values, and of bytes of text, of an entry of the header.
const MAX_VALUES: u64 = 16;
const MAX_TEXT: usize = 4096;

/// Type of a message that is an attribute.
const ATTRIBUTE: u64 = 0x0C;

/// A dataset in the file.
#[derive(Debug)]
pub struct Object {
    /// Names of groups and its own, such as `photon_data/timestamps`.
    pub path: String,
    /// Address of its header.
    pub address: u64,
}

/// Datasets of a file, those of outer groups first.
#[derive(Debug, Default)]
pub struct Objects {
    pub datasets: Vec<Object>,
    /// The first error in a group other than the root.
    pub fault: Option<Error>,
}

impl Objects {
    /// Finds the datasets in the group at `root`.
    ///
    /// # Errors
    /// If the root group can't be read.
    pub fn find(file: File<'_>, root: u64) -> Result<Self, Error> {
        let mut objects = Self::default();
        let mut groups = vec![(Object { path: String::new(), address: root }, 0)];
        let mut next = 0;
        // Links of a sound file are in it once.
        let mut left = file.end / MIN_LINK;
        while let Some((group, depth)) = groups.get(next) {
            let (path, depth) = (group.path.clone(), depth + 1);
            let links = messages(file, group.address).and_then(|messages| group::links(file, &messages));
            next += 1;
            let links = match links {
                Ok(links) => links,
                Err(error) if next == 1 => return Err(error),
                Err(error) => {
                    objects.fault.get_or_insert(error);
                    continue;
                }
            };
            let Some(rest) = left.checked_sub(links.len() as u64) else { break };
            left = rest;
            for (name, address) in links {
                let is_full = objects.datasets.len() + groups.len() >= MAX_OBJECTS;
                if is_full || path.len() + name.len() >= MAX_PATH {
                    continue;
                }
                let separator = if path.is_empty() { "" } else { "/" };
                let object =
                    Object { path: format!("{path}{separator}{}", String::from_utf8_lossy(name)), address };
                match messages(file, address) {
                    Ok(messages) if is_dataset(&messages) => objects.datasets.push(object),
                    Ok(_) if depth < MAX_DEPTH => groups.push((object, depth)),
                    Ok(_) => {}
                    Err(error) => drop(objects.fault.get_or_insert(error)),
                }
            }
        }
        Ok(objects)
    }

    /// Returns the dataset with this path.
    ///
    /// # Errors
    /// If its header can't be read.
    pub fn dataset<'a>(&self, file: File<'a>, path: &str) -> Result<Option<(Dataset<'a>, u64)>, Error> {
        let Some(object) = self.datasets.iter().find(|object| object.path == path) else { return Ok(None) };
        let messages = messages(file, object.address)?;
        Ok(Some((Dataset::read(file, &messages, object.address)?, object.address)))
    }

    /// Returns the paths and the values of all datasets of text or of few numbers.
    pub fn entries(&self, file: File<'_>) -> Vec<HeaderEntry> {
        let entry = |object: &Object| {
            let messages = messages(file, object.address).ok()?;
            // The chunks of long datasets are not listed.
            if Dataset::rows_of(&messages)? > MAX_VALUES {
                return None;
            }
            let dataset = Dataset::read(file, &messages, object.address).ok()?;
            Some(HeaderEntry::new(object.path.clone(), small_value(file, &dataset)?))
        };
        self.datasets.iter().filter_map(entry).collect()
    }
}

/// Returns text or a few numbers; `None` for other datasets.
fn small_value(file: File<'_>, dataset: &Dataset<'_>) -> Option<HeaderValue> {
    let bytes = usize::try_from(dataset.rows).ok()?.checked_mul(dataset.size)?;
    if bytes > MAX_TEXT || !(1..=MAX_VALUES).contains(&dataset.rows) {
        return None;
    }
    let content;
    let values = match &dataset.place {
        DataLocation::Inline(inline) => inline.get(..bytes)?,
        DataLocation::Contiguous(address) => file.part(*address, bytes as u64).ok()?,
        DataLocation::Chunked { chunks, rows, filters, .. } => {
            content = column::content(file, chunks.first()?, *rows, dataset.size, filters).ok()?;
            content.get(..bytes)?
        }
    };
    let text = |bytes: &[u8]| {
        let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        HeaderValue::Text(String::from_utf8_lossy(text).into_owned())
    };
    match dataset.kind {
        Kind::Text => Some(text(values)),
        Kind::Elsewhere => text_in_heap(file, values).ok().flatten().map(text),
        Kind::Number { number, is_reversed } => {
            let mut numbers = values.chunks_exact(dataset.size).map(|value| {
                let mut value = value.to_vec();
                if is_reversed {
                    value.reverse();
                }
                let whole = number.whole(&value).and_then(|whole| i64::try_from(whole).ok());
                (whole, whole.map(|whole| whole as f64).or_else(|| number.real(&value)))
            });
            match (dataset.rows, number.is_whole()) {
                (1, true) => numbers.next()?.0.map(HeaderValue::Int),
                (1, false) => numbers.next()?.1.filter(|number| number.is_finite()).map(HeaderValue::Float),
                _ => Some(HeaderValue::Floats(
                    numbers.map(|(_, number)| number.filter(|number| number.is_finite())).collect(),
                )),
            }
        }
        Kind::Other => None,
    }
}

/// Returns the text in a global heap to which `values` refer.
fn text_in_heap<'a>(file: File<'a>, values: &[u8]) -> Result<Option<&'a [u8]>, Error> {
    let mut reference = Fields { bytes: values, at: 0 };
    let (length, heap, wanted) = (reference.number(4)?, reference.word()?, reference.number(4)?);
    let mut header = file.fields(heap, 16)?;
    header.mark(b"GCOL")?;
    header.take(4)?;
    let mut rest = file.fields(heap, header.word()?)?;
    rest.take(16)?;
    while rest.bytes.len() >= 16 {
        let index = rest.number(2)?;
        rest.take(6)?;
        let bytes = rest.word()?;
        let object = rest.take(usize::try_from(bytes).unwrap_or(usize::MAX))?;
        if index == wanted {
            let length = usize::try_from(length).unwrap_or(usize::MAX).min(MAX_TEXT);
            return Ok(Some(&object[..length.min(object.len())]));
        }
        rest.take((bytes.wrapping_neg() % 8) as usize)?;
    }
    Ok(None)
}

/// Returns the attribute `name` of the group at `root`, if it is text of a fixed length.
pub fn attribute(file: File<'_>, root: u64, name: &str) -> Option<String> {
    let messages = messages(file, root).ok()?;
    messages
        .iter()
        .filter(|message| message.kind == ATTRIBUTE)
        .find_map(|message| text_of(*message, name).ok()?)
}

fn text_of(Message { mut body, .. }: Message<'_>, wanted: &str) -> Result<Option<String>, Error> {
    let version = body.byte()?;
    body.take(1)?;
    let sizes = [body.number(2)?, body.number(2)?, body.number(2)?].map(|size| size as usize);
    body.take(usize::from(version == 3))?;
    let mut part = |size: usize| body.take(if version == 1 { size.next_multiple_of(8) } else { size });
    let (name, datatype, _) = (part(sizes[0])?, part(sizes[1])?, part(sizes[2])?);
    let is_text = datatype.first().is_some_and(|class| class & 0xf == 3);
    let is_wanted = name.split(|byte| *byte == 0).next() == Some(wanted.as_bytes());
    let text = body.bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok((is_text && is_wanted).then(|| String::from_utf8_lossy(text).into_owned()))
}
