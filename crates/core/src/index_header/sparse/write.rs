//! Writes the message of a sparse index-header, which gzip then compresses.

use super::super::bytes::{put_varint, varint_length};
use super::super::symbols::Symbols;
use super::super::table::Table;
use super::protobuf::{field_length, number_length, put_head, put_number};

/// The message of the sparse index-header of these tables, with the labels in the order of the table.
pub fn write(symbols: &Symbols, table: &Table) -> Vec<u8> {
    let mut message = Vec::new();
    let packed: usize = symbols.sampled.iter().map(|offset| varint_length(u64::from(*offset))).sum();
    let packed_field = if packed == 0 { 0 } else { field_length(packed) };
    put_head(1, packed_field + number_length(symbols.count), &mut message);
    if packed > 0 {
        put_head(1, packed, &mut message);
        for offset in &symbols.sampled {
            put_varint(u64::from(*offset), &mut message);
        }
    }
    put_number(2, symbols.count, &mut message);

    let entries: Vec<(usize, usize)> = (0..table.all().len())
        .map(|label| {
            let offsets: usize =
                table.samples(label).map(|(value, at)| field_length(sample_length(value, at))).sum::<usize>()
                    + number_length(table.all()[label].last_end);
            (offsets, field_length(table.name(&table.all()[label]).len()) + field_length(offsets))
        })
        .collect();
    let sampling = u64::from(table.sampling);
    let postings: usize = entries.iter().map(|(_, entry)| field_length(*entry)).sum();
    put_head(2, postings + number_length(sampling), &mut message);
    for (label, (offsets, entry)) in entries.into_iter().enumerate() {
        put_head(1, entry, &mut message);
        put_text(1, table.name(&table.all()[label]), &mut message);
        put_head(2, offsets, &mut message);
        for (value, at) in table.samples(label) {
            put_head(1, sample_length(value, at), &mut message);
            if !value.is_empty() {
                put_text(1, value, &mut message);
            }
            put_number(2, u64::from(at), &mut message);
        }
        put_number(2, table.all()[label].last_end, &mut message);
    }
    put_number(2, sampling, &mut message);
    message
}

fn sample_length(value: &[u8], at: u32) -> usize {
    let text = if value.is_empty() { 0 } else { field_length(value.len()) };
    text + number_length(u64::from(at))
}

fn put_text(number: u64, text: &[u8], message: &mut Vec<u8>) {
    put_head(number, text.len(), message);
    message.extend_from_slice(text);
}
