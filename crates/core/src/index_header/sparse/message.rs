//! What a sparse index-header says.

use super::super::bytes::{Cursor, Fault, compare};
use super::super::findings::Findings;
use super::super::order::ordered;
use super::super::section::HEAD_BYTES;
use super::super::symbols::Symbols;
use super::super::table::{self, Kept, Label, Table};
use super::protobuf::{Field, fields};
use crate::Code;

/// The sampled tables of an index-header.
#[derive(Debug, Clone, Default)]
pub struct Sparse {
    /// Of the symbols, their number and where every 32nd stands.
    pub symbols: Symbols,
    /// Its labels ascend; how many values each has is not known.
    pub table: Table,
    /// Bytes of the message.
    pub bytes: u64,
}

const WRITE_ANEW: &str = "let `tagview index-header --write-sparse` or Mimir make it anew";

/// Whether a message begins with symbols, of which the first stands behind the section's length and count.
pub fn is_beginning(message: &[u8]) -> bool {
    let mut cursor = Cursor::new(message);
    let (Ok(0x0a), Ok(length), Ok(first)) = (cursor.byte(), cursor.varint(), cursor.byte()) else {
        return false;
    };
    match (length, first) {
        // No symbols: then the table follows.
        (0, first) => first == 0x12,
        (_, 0x0a) => cursor.varint().is_ok() && cursor.varint() == Ok(HEAD_BYTES),
        _ => false,
    }
}

/// The tables in `message`, up to what can't be read.
pub fn decode(message: &[u8], findings: &mut Findings) -> Sparse {
    let mut sparse = Sparse { bytes: message.len() as u64, ..Sparse::default() };
    let mut labels = Labels { table: Table::new(0), at: Vec::new() };
    if let Err((fault, at)) = decode_all(message, &mut sparse.symbols, &mut labels) {
        let message = || match fault {
            Fault::Varint => "sparse: a varint does not end within 64 bits".to_owned(),
            Fault::Form(form) => format!("sparse: the field {form}"),
            Fault::Cut => "sparse: a field ends behind what it is in".to_owned(),
        };
        let code = if fault == Fault::Varint { Code::VarintTooLong } else { Code::BadSection };
        findings.error(code, at as u64, message, WRITE_ANEW);
    }
    sparse.table = labels.ordered(findings);
    let sampling = sparse.table.sampling;
    if sampling == 0 || sampling > table::SAMPLING || !table::SAMPLING.is_multiple_of(sampling) {
        let message = || format!("sparse: a sampling of {sampling} does not divide {}", table::SAMPLING);
        findings.warn(Code::BadSection, 0, message, "Mimir with its default settings makes the file anew");
    }
    sparse
}

/// A fault, and where in the message.
type Failed = (Fault, usize);

fn decode_all(message: &[u8], symbols: &mut Symbols, labels: &mut Labels) -> Result<(), Failed> {
    let mut parts = fields(message, 0);
    while let Some(field) = parts.next() {
        let (number, content) = field.map_err(|fault| (fault, parts.at()))?;
        let Field::Bytes(bytes) = content else { continue };
        let from = parts.at() - bytes.len();
        match number {
            1 => decode_symbols(bytes, from, symbols)?,
            2 => labels.decode(bytes, from)?,
            _ => {}
        }
    }
    Ok(())
}

fn decode_symbols(bytes: &[u8], from: usize, symbols: &mut Symbols) -> Result<(), Failed> {
    let mut parts = fields(bytes, from);
    while let Some(field) = parts.next() {
        let at = parts.at();
        match field.map_err(|fault| (fault, at))? {
            (1, Field::Bytes(packed)) => {
                let mut cursor = Cursor::new(packed);
                while cursor.len() > 0 {
                    let offset =
                        cursor.varint().and_then(place).map_err(|fault| (fault, at - cursor.len()))?;
                    symbols.sampled.push(offset);
                }
            }
            (1, Field::Varint(offset)) => symbols.sampled.push(place(offset).map_err(|fault| (fault, at))?),
            (2, Field::Varint(count)) => symbols.count = count,
            _ => {}
        }
    }
    Ok(())
}

/// A place in a section, whose length has 32 bits.
fn place(offset: u64) -> Result<u32, Fault> {
    u32::try_from(offset).map_err(|_| Fault::Form("has a place that no section reaches"))
}

/// The labels as they stand: a map, so in any order.
struct Labels {
    table: Table,
    /// Where each stands in the message.
    at: Vec<usize>,
}

impl Labels {
    fn decode(&mut self, bytes: &[u8], from: usize) -> Result<(), Failed> {
        let mut parts = fields(bytes, from);
        while let Some(field) = parts.next() {
            let at = parts.at();
            match field.map_err(|fault| (fault, at))? {
                (1, Field::Bytes(entry)) => self.decode_label(entry, at - entry.len())?,
                (2, Field::Varint(sampling)) => {
                    self.table.sampling = u32::try_from(sampling).unwrap_or(u32::MAX);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// An entry of the map: the name and its offsets.
    fn decode_label(&mut self, entry: &[u8], from: usize) -> Result<(), Failed> {
        let (mut name, mut offsets) = (&[][..], (&[][..], from));
        let mut parts = fields(entry, from);
        while let Some(field) = parts.next() {
            let at = parts.at();
            match field.map_err(|fault| (fault, at))? {
                (1, Field::Bytes(bytes)) => name = bytes,
                (2, Field::Bytes(bytes)) => offsets = (bytes, at - bytes.len()),
                _ => {}
            }
        }
        let first = self.table.kept.len();
        let name = self.table.keep(name);
        let mut label = Label { name, ascends: true, ..Label::default() };
        let mut parts = fields(offsets.0, offsets.1);
        while let Some(field) = parts.next() {
            let at = parts.at();
            match field.map_err(|fault| (fault, at))? {
                (1, Field::Bytes(offset)) => self.decode_offset(offset, at - offset.len())?,
                (2, Field::Varint(end)) => label.last_end = end,
                _ => {}
            }
        }
        label.kept = (first, self.table.kept.len());
        self.table.labels.push(label);
        self.at.push(from);
        Ok(())
    }

    fn decode_offset(&mut self, bytes: &[u8], from: usize) -> Result<(), Failed> {
        let (mut value, mut offset) = (&[][..], 0);
        let mut parts = fields(bytes, from);
        while let Some(field) = parts.next() {
            let at = parts.at();
            match field.map_err(|fault| (fault, at))? {
                (1, Field::Bytes(bytes)) => value = bytes,
                (2, Field::Varint(number)) => offset = place(number).map_err(|fault| (fault, at))?,
                _ => {}
            }
        }
        let value = self.table.keep(value);
        self.table.kept.push(Kept { value, at: offset });
        Ok(())
    }

    /// The table with the labels in order of their names, checked. Texts and samples stay where they are.
    fn ordered(self, findings: &mut Findings) -> Table {
        let Self { mut table, at } = self;
        let name_of = |label: usize| table.name(&table.labels[label]);
        let order = ordered(table.labels.len(), &|a, b| compare(name_of(a), name_of(b)));
        let mut labels: Vec<Label> = Vec::with_capacity(order.len());
        let mut last_place = None;
        for k in order {
            let label = &table.labels[k];
            let name = table.name(label);
            let place = at[k] as u64;
            let text = || String::from_utf8_lossy(name);
            if labels.last().is_some_and(|last| table.name(last) == name) {
                let message = || format!("sparse: the label name \"{}\" stands twice", text());
                findings.error(Code::Duplicate, place, message, WRITE_ANEW);
                continue;
            }
            let samples = table.samples(k);
            let ascends = table.samples(k).is_sorted_by(|a, b| a.0 < b.0);
            // A value's entry stands behind that of every smaller value and name.
            let places = last_place.into_iter().chain(samples.map(|sample| sample.1));
            if !ascends
                || !places.is_sorted_by(|a, b| a < b)
                || table.samples(k).any(|sample| sample.1 < HEAD_BYTES as u32)
            {
                let message = || format!("sparse: the samples of \"{}\" are out of order", text());
                findings.error(Code::Order, place, message, WRITE_ANEW);
            }
            // Its last entry ends where the next label's first one begins.
            if let Some(((_, at), last)) = table.samples(k).next().zip(labels.last_mut()) {
                last.table_end = u64::from(at);
            }
            if table.samples(k).len() == 0 {
                let message = || format!("sparse: the label \"{}\" has no sample", text());
                findings.error(Code::BadSection, place, message, WRITE_ANEW);
            }
            last_place = table.samples(k).next_back().map(|sample| sample.1).or(last_place);
            labels.push(Label { ascends, ..label.clone() });
        }
        table.labels = labels;
        table.shrink();
        table
    }
}
