//! The message of a sparse index-header.

use super::super::bytes::{Cursor, Fault, compare};
use super::super::order::ordered;
use super::super::section::HEAD_BYTES;
use super::super::symbols::{self, Symbols};
use super::super::table::{self, Kept, Label, Table};
use super::gzip::Inflater;
use super::protobuf::{Field, field, text, varint};
use crate::quote::quote;
use crate::{Code, Error, Findings};

/// The sampled tables of an index-header.
#[derive(Debug, Clone, Default)]
pub struct Sparse {
    /// The number of symbols, and the positions of every 32nd.
    pub symbols: Symbols,
    /// Its labels ascend; the number of values of each is unknown.
    pub table: Table,
    /// Bytes of the message.
    pub bytes: u64,
}

/// Labels and samples allowed in any message, in addition to one for each compressed byte.
const MOST_OF_ANY: usize = 4096;

const WRITE_ANEW: &str = "write it again from the index-header, with tagview or Mimir";

/// Whether a message begins with symbols: the first one follows the section's length and count.
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

/// Decodes the tables in a message up to the first error, and reports how its inflation ended.
pub fn decode(source: Inflater<'_>, findings: &mut Findings) -> (Sparse, Result<(), Error>) {
    let mut decoder = Decoder {
        source,
        symbols: Symbols::default(),
        labels: Labels { table: Table::new(0), at: Vec::new() },
        findings,
    };
    let fault = decoder.decode().err();
    let Decoder { source, symbols, labels, findings } = decoder;
    let at = source.at() as u64;
    let (bytes, end) = source.finish(findings);
    // If the content ends early, the inflation's error has the reason.
    if let Some(fault) = fault.filter(|fault| *fault != Fault::Cut || end.is_ok()) {
        let message = || match fault {
            Fault::Varint => "sparse: a varint does not end within 64 bits".to_owned(),
            Fault::Form(form) => format!("sparse: the field {form}"),
            Fault::Cut => "sparse: a field ends after the message that contains it".to_owned(),
        };
        let code = if fault == Fault::Varint { Code::VarintTooLong } else { Code::BadSection };
        findings.error(code, at, message, WRITE_ANEW);
    }
    let table = labels.ordered(findings);
    let sampling = table.sampling;
    if sampling == 0 || sampling > table::SAMPLING || !table::SAMPLING.is_multiple_of(sampling) {
        let message = || format!("sparse: a sampling of {sampling} does not divide {}", table::SAMPLING);
        findings.warn(Code::BadSection, 0, message, "Mimir with its default settings writes the file again");
    }
    let places = symbols.sampled.len() as u64;
    if fault.is_none() && end.is_ok() && places != symbols.count.div_ceil(u64::from(symbols::SAMPLING)) {
        let message = || format!("sparse: it has the positions of {places} of its {} symbols", symbols.count);
        findings.error(Code::BadSection, 0, message, WRITE_ANEW);
    }
    (Sparse { symbols, table, bytes: bytes as u64 }, end)
}

/// Decodes a message. Entries out of order are omitted, so that memory is bounded by the needs of a valid message.
struct Decoder<'a> {
    source: Inflater<'a>,
    symbols: Symbols,
    labels: Labels,
    findings: &'a mut Findings,
}

impl Decoder<'_> {
    fn decode(&mut self) -> Result<(), Fault> {
        while let Some((number, content)) = field(&mut self.source, usize::MAX)? {
            let Field::Bytes(end) = content else { continue };
            match number {
                1 => self.decode_symbols(end)?,
                2 => self.decode_table(end)?,
                _ => self.skip_to(end)?,
            }
        }
        Ok(())
    }

    fn skip_to(&mut self, end: usize) -> Result<(), Fault> {
        self.source.skip(end - self.source.at());
        if self.source.at() < end { Err(Fault::Cut) } else { Ok(()) }
    }

    fn decode_symbols(&mut self, end: usize) -> Result<(), Fault> {
        while let Some((number, content)) = field(&mut self.source, end)? {
            match (number, content) {
                (1, Field::Bytes(end)) => {
                    while self.source.at() < end {
                        let offset = varint(&mut self.source, end)?;
                        if !self.keep_symbol(offset)? {
                            self.skip_to(end)?;
                        }
                    }
                }
                (1, Field::Varint(offset)) => drop(self.keep_symbol(offset)?),
                (2, Field::Varint(count)) => self.symbols.count = count,
                (_, Field::Bytes(end)) => self.skip_to(end)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps a symbol's position. Returns whether it follows the previous one.
    fn keep_symbol(&mut self, offset: u64) -> Result<bool, Fault> {
        let offset = place(offset)?;
        let sampled = &mut self.symbols.sampled;
        if offset >= sampled.last().map_or(HEAD_BYTES as u32, |last| last.saturating_add(1)) {
            sampled.push(offset);
            return Ok(true);
        }
        let message = || "sparse: the positions of symbols are out of order".to_owned();
        self.findings.error(Code::Order, self.source.at() as u64, message, WRITE_ANEW);
        Ok(false)
    }

    fn decode_table(&mut self, end: usize) -> Result<(), Fault> {
        while let Some((number, content)) = field(&mut self.source, end)? {
            match (number, content) {
                (1, Field::Bytes(end)) => self.decode_label(end)?,
                (2, Field::Varint(sampling)) => {
                    self.labels.table.sampling = u32::try_from(sampling).unwrap_or(u32::MAX);
                }
                (_, Field::Bytes(end)) => self.skip_to(end)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// An entry of the map: the name and its offsets.
    fn decode_label(&mut self, end: usize) -> Result<(), Fault> {
        let from = self.source.at();
        // A label and a sample differ from all others, so that they take more than a byte.
        let Table { labels, kept, .. } = &self.labels.table;
        if labels.len().max(kept.len()) > MOST_OF_ANY + self.source.deflated() {
            return Err(Fault::Form("follows more labels than the compressed bytes can hold"));
        }
        let first = kept.len();
        let mut label = Label { ascends: true, ..Label::default() };
        while let Some((number, content)) = field(&mut self.source, end)? {
            match (number, content) {
                (1, Field::Bytes(end)) => {
                    let table = &mut self.labels.table;
                    label.name = text(&mut self.source, end, |name| table.keep(name))?;
                }
                (2, Field::Bytes(end)) => self.decode_samples(end, &mut label)?,
                (_, Field::Bytes(end)) => self.skip_to(end)?,
                _ => {}
            }
        }
        let Labels { table, at } = &mut self.labels;
        label.kept = (first, table.kept.len());
        let name = || quote(table.text(label.name));
        if !label.ascends {
            let message = || format!("sparse: the samples of {} are out of order", name());
            self.findings.error(Code::Order, from as u64, message, WRITE_ANEW);
        }
        if label.kept.0 == label.kept.1 {
            if label.ascends {
                let message = || format!("sparse: the label {} has no sample", name());
                self.findings.error(Code::BadSection, from as u64, message, WRITE_ANEW);
            }
            return Ok(());
        }
        table.labels.push(label);
        at.push(from);
        Ok(())
    }

    /// The samples of a label, up to the first that is out of order.
    fn decode_samples(&mut self, end: usize, label: &mut Label) -> Result<(), Fault> {
        let first = self.labels.table.kept.len();
        while let Some((number, content)) = field(&mut self.source, end)? {
            match (number, content) {
                (1, Field::Bytes(end)) if label.ascends => {
                    let sample = self.decode_sample(end)?;
                    let table = &mut self.labels.table;
                    let last = table.kept.get(first..).and_then(<[Kept]>::last);
                    label.ascends = sample.at >= HEAD_BYTES as u32
                        && last.is_none_or(|last| {
                            last.at < sample.at && table.text(last.value) < table.text(sample.value)
                        });
                    if label.ascends {
                        table.kept.push(sample);
                    }
                }
                (2, Field::Varint(end)) => label.last_end = end,
                (_, Field::Bytes(end)) => self.skip_to(end)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn decode_sample(&mut self, end: usize) -> Result<Kept, Fault> {
        let mut sample = Kept { value: self.labels.table.keep(b""), at: 0 };
        while let Some((number, content)) = field(&mut self.source, end)? {
            match (number, content) {
                (1, Field::Bytes(end)) => {
                    let table = &mut self.labels.table;
                    sample.value = text(&mut self.source, end, |value| table.keep(value))?;
                }
                (2, Field::Varint(offset)) => sample.at = place(offset)?,
                (_, Field::Bytes(end)) => self.skip_to(end)?,
                _ => {}
            }
        }
        Ok(sample)
    }
}

/// A place in a section, whose length has 32 bits.
fn place(offset: u64) -> Result<u32, Fault> {
    u32::try_from(offset).map_err(|_| Fault::Form("has a position beyond any section"))
}

/// The labels as they stand: a map, so in any order.
struct Labels {
    table: Table,
    /// Position of each in the message.
    at: Vec<usize>,
}

impl Labels {
    /// The checked table with labels in the order of their names. Texts and samples remain in place.
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
            if labels.last().is_some_and(|last| table.name(last) == name) {
                let message = || format!("sparse: the label name {} appears twice", quote(name));
                findings.error(Code::Duplicate, place, message, WRITE_ANEW);
                continue;
            }
            // The entry of a value follows the entries of all smaller names.
            let first = table.samples(k).next().map(|sample| sample.1);
            if label.ascends && last_place.is_some_and(|last| first.is_some_and(|first| first <= last)) {
                let message = || format!("sparse: the samples of {} are out of order", quote(name));
                findings.error(Code::Order, place, message, WRITE_ANEW);
            }
            // Its last entry ends at the next label's first one.
            if let Some(((_, at), last)) = table.samples(k).next().zip(labels.last_mut()) {
                last.table_end = u64::from(at);
            }
            last_place = table.samples(k).next_back().map(|sample| sample.1).or(last_place);
            labels.push(label.clone());
        }
        table.labels = labels;
        table.shrink();
        table
    }
}
