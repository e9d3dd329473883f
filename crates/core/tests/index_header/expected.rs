//! Results of Mimir's and Thanos' own readers for the files that they wrote, if available.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use sha2::{Digest, Sha256};
use tagview_core::index_header::{FromIndex, IndexHeader};
use tagview_core::random_access::drive;

use super::opened::{assert_answers, look_up, open_in, symbol, symbols, values};
use super::sparse::{open_with, sparse_of, stored, table};

pub fn folders() -> Vec<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/index-header");
    let Ok(entries) = fs::read_dir(data) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// A string, or bytes in hexadecimal.
fn bytes(value: &Value) -> Vec<u8> {
    match value {
        Value::String(text) => text.as_bytes().to_vec(),
        value => hex(value["hex"].as_str().unwrap()),
    }
}

/// Whether `found` is what stands in the file of answers: long texts stand there by their hash.
fn assert_text(found: &[u8], expected: &Value) {
    match expected.get("sha256").and_then(Value::as_str) {
        Some(hash) => {
            assert_eq!(found.len() as u64, expected["len"]);
            assert_eq!(hexadecimal(&Sha256::digest(found)), hash);
        }
        None => assert_eq!(found, bytes(expected)),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The hash that `allEntriesSHA256Input` describes.
fn hash_of(opened: &IndexHeader, file: &[u8]) -> String {
    let mut hash = Sha256::new();
    for label in opened.table.labels() {
        let name = opened.table.name(label);
        for (value, (start, end)) in values(opened, file, name) {
            hash.update(format!("{}\0", name.len()));
            hash.update(name);
            hash.update(format!("{}\0", value.len()));
            hash.update(&value);
            hash.update(format!("{start},{end}\n"));
        }
    }
    hexadecimal(&hash.finalize())
}

#[test]
fn everything_that_mimir_answers() {
    for folder in folders() {
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let file = fs::read(folder.join("index-header")).unwrap();
        let expected: Value =
            serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
        let opened = open_in(&file, 1000);
        assert_eq!(opened.findings.all(), [], "{name}");
        assert_answers(&opened, &file, &file);

        let header = opened.header.unwrap();
        assert_eq!(u64::from(header.version), expected["header"]["version"], "{name}");
        assert_eq!(u64::from(header.index_version.number()), expected["header"]["indexVersion"]);
        assert_eq!(header.postings_end.unwrap(), expected["header"]["indexLastPostingEnd"]);
        assert_eq!(opened.toc.unwrap().symbols, expected["toc"]["symbols"]);
        assert_eq!(opened.toc.unwrap().postings_offset_table, expected["toc"]["postingsOffsetTable"]);
        assert_eq!(opened.symbols.count, expected["symbolCount"]);
        for (key, extent) in [
            ("symbolsSection", opened.symbols_section.unwrap()),
            ("postingsOffsetTableSection", opened.table_section.unwrap()),
        ] {
            let Some(section) = expected.get(key) else { continue };
            assert_eq!(extent.offset, section["offset"]);
            assert_eq!(u64::from(extent.length), section["len"]);
            assert_eq!(u64::from(extent.count), section["count"]);
            assert_eq!(extent.end(), section["end"]);
            assert_eq!(format!("{:08x}", extent.checksum.unwrap()), section["crc32c"].as_str().unwrap());
        }
        if let Some(full) = expected.get("fullIndex") {
            let toc = opened.index_toc.unwrap();
            for (key, value) in [
                ("symbols", toc.symbols),
                ("series", toc.series),
                ("labelIndices", toc.label_indices),
                ("labelIndicesTable", toc.label_indices_table),
                ("postings", toc.postings),
                ("postingsTable", toc.postings_table),
            ] {
                assert_eq!(value, full["toc"][key], "{name} {key}");
            }
        }

        let labels = list(&expected, "labelNames");
        assert_eq!(opened.table.labels().count(), labels.len(), "{name}");
        for (label, expected) in opened.table.labels().zip(labels) {
            let listed = values(&opened, &file, opened.table.name(label));
            assert_eq!(opened.table.name(label), bytes(&expected["name"]));
            assert_eq!(label.values.unwrap(), expected["values"]);
            assert_text(&listed[0].0, &expected["first"]);
            let (last, (start, end)) = listed.last().unwrap();
            assert_text(last, &expected["last"]);
            if expected.get("lastValueEnd").is_some() {
                assert_eq!(*start, expected["lastValueStart"]);
                assert_eq!(*end, expected["lastValueEnd"]);
            }
        }
        for lookup in list(&expected, "lookups") {
            let value = lookup["valueHex"].as_str().map_or_else(|| bytes(&lookup["value"]), hex);
            let found = look_up(&opened, &file, &bytes(&lookup["name"]), &value);
            let range = lookup["found"].as_bool().unwrap();
            let range = range.then(|| (lookup["start"].as_u64().unwrap(), lookup["end"].as_u64().unwrap()));
            assert_eq!(found, range, "{name} {lookup}");
        }
        for query in list(&expected, "prefixQueries") {
            let prefix = bytes(&query["prefix"]);
            let mut all = values(&opened, &file, &bytes(&query["name"]));
            all.retain(|(value, _)| value.starts_with(&prefix));
            assert_eq!(all.len() as u64, query["matches"]);
            for (value, key) in all.first().zip(Some("first")).into_iter().chain(all.last().zip(Some("last")))
            {
                assert_text(&value.0, &query[key]["value"]);
                assert_eq!(value.1.0, query[key]["start"]);
                assert_eq!(value.1.1, query[key]["end"]);
            }
        }
        for expected in list(&expected, "symbols") {
            let reference = expected.get("ref").unwrap_or(&expected["offsetInIndex"]).as_u64().unwrap();
            assert_text(&symbol(&opened, &file, reference).unwrap(), &expected["symbol"]);
            if let Some(number) = expected.get("i").and_then(Value::as_u64) {
                assert_eq!(symbols(&opened, &file)[number as usize].0, reference);
            }
        }
        if let Some(hash) = expected.get("allEntriesSHA256") {
            assert_eq!(hash_of(&opened, &file), hash.as_str().unwrap(), "{name}");
        }
    }
}

#[test]
fn sparse_headers_hold_the_table_that_a_scan_finds() {
    for folder in folders() {
        let Ok(bytes) = fs::read(folder.join("sparse-index-header")) else { continue };
        let name = folder.display().to_string();
        let file = fs::read(folder.join("index-header")).unwrap();
        let expected: Value =
            serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
        let expected = &expected["sparse"];
        let scanned = open_in(&file, 4096);
        let opened = open_with(&file, sparse_of(&bytes));
        assert_eq!(opened.findings.all(), [], "{name}");
        assert_eq!(table(&opened), table(&scanned), "{name}");
        assert_eq!(opened.symbols.sampled, scanned.symbols.sampled, "{name}");
        assert_eq!(opened.symbols.count, expected["symbolsCount"]);
        assert_eq!(u64::from(opened.table.sampling), expected["sampling"]);
        let samples: usize =
            (0..opened.table.all().len()).map(|label| opened.table.samples(label).len()).sum();
        assert_eq!(samples as u64, expected["totalPostingOffsets"]);
        // This output has the same message, except for the order of the map's entries.
        let written = sparse_of(&stored(&scanned.sparse_message().unwrap()));
        assert_eq!(written.bytes, expected["protoSize"], "{name}");
        assert_eq!(table(&open_with(&file, written)), table(&scanned), "{name}");
    }
}

#[test]
fn index_headers_made_from_whole_indexes_are_mimirs_byte_for_byte() {
    for folder in folders() {
        let Ok(index) = fs::read(folder.join("index")) else { continue };
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let given = fs::read(folder.join("index-header")).unwrap();
        let mut made = drive(&mut FromIndex::new(index.len() as u64), &[&index], 500).unwrap();
        if name == "thanos-index-v1" {
            // Thanos writes the position of the postings offset table, Mimir that of the label indices' table.
            assert_ne!(made[6..14], given[6..14]);
            made[6..14].copy_from_slice(&given[6..14]);
        }
        assert!(made == given, "{name}");
        let opened = open_in(&index, 500);
        assert_eq!(opened.findings.all(), [], "{name}");
        if name != "thanos-index-v1" {
            assert_answers(&opened, &index, &given);
        }
    }
}
