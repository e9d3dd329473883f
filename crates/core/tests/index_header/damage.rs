//! Damaged files: a message with section and offset, and the content before the damage.

use tagview_core::random_access::drive;
use tagview_core::{Code, Finding};

use super::build::{Block, entry, section, string};
use super::opened::{look_up, open, open_in, values};

fn first(file: &[u8]) -> Finding {
    open(file).findings.first_error().cloned().expect("an error")
}

fn block() -> Block {
    Block::of(&[("instance", &["a:1", "b:2"]), ("job", &["api", "db", "web"])])
}

#[test]
fn nothing_and_something_else() {
    for (file, code) in [(&b""[..], Code::Empty), (b"PK\x03\x04", Code::UnknownFormat)] {
        let opened = open(file);
        assert_eq!((opened.kind, opened.findings.first_error().map(|error| error.code)), (None, Some(code)));
    }
}

#[test]
fn every_truncation_is_reported_and_what_was_read_is_kept() {
    let file = block().header();
    for length in 4..file.len() {
        let opened = open_in(&file[..length], 3);
        let error = opened.findings.first_error().unwrap_or_else(|| panic!("{length}"));
        assert!(!error.message.is_empty() && error.remedy.is_some());
    }
    // Without its tables of contents everything else is still there.
    let opened = open(&file[..file.len() - 72]);
    assert_eq!(opened.values(), Some(5));
    assert_eq!(look_up(&opened, &file, b"job", b"db"), look_up(&open(&file), &file, b"job", b"db"));
    // Cut in the middle of the table, the names before that are.
    let symbols = block().symbols_section().len();
    let opened = open(&file[..14 + symbols + 8 + 12 + 18]);
    assert_eq!(opened.table.labels().count(), 1);
}

#[test]
fn where_the_table_is_cut_the_last_range_is_empty() {
    for version in [1, 2] {
        let mut block = block();
        block.version = version;
        let file = block.header();
        // The tables of contents, a checksum, and the last entry.
        let cut = &file[..file.len() - 72 - 4 - 3];
        let listed = values(&open(cut), cut, b"job");
        let (api, db) = (block.entries[3].2, block.entries[4].2);
        let expected = [(b"api".to_vec(), (api + 4, db - 4)), (b"db".to_vec(), (db + 4, db + 4))];
        assert_eq!(listed, expected);
        let job = open(cut).table.labels().last().cloned().unwrap();
        assert_eq!(job.postings_bytes, db - 4 - (api + 4));
    }
}

#[test]
fn every_flipped_bit_is_reported() {
    let file = block().header();
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            let opened = open_in(&changed, 7);
            // The end of the last postings list has no check.
            let is_unchecked = (6..14).contains(&at);
            assert!(is_unchecked || !opened.is_complete(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn checksums() {
    let mut file = block().header();
    let at = file.len() - 1;
    file[at] ^= 1;
    assert_eq!((first(&file).code, first(&file).offset), (Code::Checksum, Some(at as u64 - 3)));
    let mut symbols = block().symbols_section();
    let last = symbols.len() - 1;
    symbols[last] ^= 1;
    let finding = first(&block().header_of(&symbols, &block().table_section()));
    assert_eq!((finding.code, finding.offset), (Code::Checksum, Some(14 + last as u64 - 3)));
    assert!(finding.message.starts_with("symbols: "), "{}", finding.message);
}

#[test]
fn a_wrong_checksum_precedes_what_it_explains() {
    let records: Vec<u8> = [entry(b"b", b"x", 1000), entry(b"a", b"x", 1100)].concat();
    let mut table = section(2, &records);
    assert_eq!(
        open(&block().header_of(&block().symbols_section(), &table)).findings.all()[0].code,
        Code::Order
    );
    *table.last_mut().unwrap() ^= 1;
    let found = open(&block().header_of(&block().symbols_section(), &table)).findings.all();
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::Checksum, Code::Order]);
}

#[test]
fn versions() {
    let mut file = block().header();
    file[4] = 2;
    assert_eq!((first(&file).code, first(&file).offset), (Code::WrongVersion, Some(4)));
    let mut file = block().header();
    file[5] = 3;
    assert_eq!((first(&file).code, first(&file).offset), (Code::WrongVersion, Some(5)));
}

/// The block's index-header with another postings offset table.
fn with_table(count: usize, records: &[u8]) -> Vec<u8> {
    block().header_of(&block().symbols_section(), &section(count, records))
}

#[test]
fn a_count_that_lies() {
    let records: Vec<u8> = [entry(b"", b"", 1000), entry(b"a", b"x", 1100)].concat();
    assert_eq!(open(&with_table(2, &records)).findings.all(), []);
    let more = with_table(3, &records);
    assert_eq!(first(&more).code, Code::BadSection);
    assert_eq!(open(&more).values(), Some(1));
    assert!(first(&with_table(1, &records)).message.contains("7 bytes follow"));
    assert_eq!(first(&with_table(u32::MAX as usize, &records)).code, Code::BadSection);
}

#[test]
fn entries_that_are_none() {
    let one = entry(b"a", b"x", 1100);
    //                   keys  "a"     a varint of eleven bytes
    let endless = [&[2, 1, b'a'][..], &[0xff; 11]].concat();
    let finding = first(&with_table(2, &[one.clone(), endless].concat()));
    let at = 14 + block().symbols_section().len() as u64 + 8 + one.len() as u64;
    assert_eq!((finding.code, finding.offset), (Code::VarintTooLong, Some(at)));
    let three_strings = [one.clone(), vec![3, 0, 0, 0]].concat();
    assert_eq!(first(&with_table(2, &three_strings)).code, Code::BadSection);
    // The value states a length of one terabyte.
    let long = [one.clone(), vec![2, 1, b'a'], super::build::varint(1 << 40)].concat();
    assert_eq!(first(&with_table(2, &long)).code, Code::BadSection);
    assert_eq!(open(&with_table(2, &long)).values(), Some(1));
    let far = [one, entry(b"a", b"y", u64::MAX)].concat();
    assert_eq!(first(&with_table(2, &far)).code, Code::BadSection);
}

#[test]
fn wrong_order_and_duplicates_are_reported_and_still_answered() {
    let mut block = block();
    block.entries.swap(3, 4);
    let (a, b) = (block.entries[3].2, block.entries[4].2);
    (block.entries[3].2, block.entries[4].2) = (b, a);
    let file = block.header();
    assert_eq!(first(&file).code, Code::Order);
    assert_eq!(values(&open(&file), &file, b"job").len(), 3);
    assert_eq!(look_up(&open(&file), &file, b"job", b"api"), Some((a + 4, block.entries[5].2 - 4)));

    let mut block = self::block();
    block.entries[4].1 = block.entries[3].1.clone();
    assert_eq!(first(&block.header()).code, Code::Duplicate);

    let mut block = self::block();
    block.entries.rotate_left(3);
    assert!(open(&block.header()).findings.all().iter().any(|finding| finding.code == Code::Order));
    let named = "postings offset table: the label name \"\" is smaller than the one before it";
    assert!(open(&block.header()).findings.all().iter().any(|finding| finding.message == named));

    let mut block = self::block();
    block.symbols.swap(1, 2);
    assert_eq!(first(&block.header()).code, Code::Order);
    let mut block = self::block();
    block.symbols[2] = block.symbols[1].clone();
    assert_eq!(first(&block.header()).code, Code::Duplicate);
}

#[test]
fn postings_that_end_before_they_begin() {
    let mut block = block();
    block.postings_end = 5;
    assert_eq!(first(&block.header()).code, Code::Order);
}

/// ```text
/// ba aa d7 92 | 01 02 | 00 00 00 00 00 00 04 e8 | symbols ...      the postings end at byte 1256
///                             ^ one bit             2^40 more, which the table of contents of the index does not state
/// ```
#[test]
fn postings_that_end_elsewhere_than_the_table_of_contents_states() {
    let sound = block().header();
    let series = |file: &[u8]| {
        let opened = open(file);
        (opened.label_columns(), opened.contents().postings_bytes)
    };
    for (byte, bit) in [(8, 0), (13, 0), (6, 7)] {
        let mut file = sound.clone();
        file[byte] ^= 1 << bit;
        let found = first(&file);
        assert_eq!((found.code, found.offset), (Code::BadToc, Some(6)), "{found:?}");
        // Ranges of postings follow the table of contents, whose checksum is right.
        assert_eq!(series(&file), series(&sound));
    }
}

#[test]
fn sections_outside_the_file() {
    let checked = |fields: &[u64]| {
        let bytes: Vec<u8> = fields.iter().flat_map(|field| field.to_be_bytes()).collect();
        let sum = tagview_core::index_header::crc32c(&bytes);
        [bytes, sum.to_be_bytes().to_vec()].concat()
    };
    let mut file = block().header();
    file.truncate(file.len() - 20);
    file.extend(checked(&[14, u64::MAX]));
    assert_eq!(first(&file).code, Code::BadToc);
    assert_eq!(open(&file).values(), Some(5));

    let mut file = block().header();
    file.truncate(file.len() - 20);
    file.extend(checked(&[14, 20]));
    assert!(!open(&file).is_complete());
}

#[test]
fn a_section_longer_than_the_file() {
    let mut table = block().table_section();
    table[0] = 0x7f;
    let file = block().header_of(&block().symbols_section(), &table);
    let opened = open(&file);
    assert_eq!(opened.findings.first_error().map(|finding| finding.code), Some(Code::Truncated));
    assert_eq!(opened.values(), Some(5));
}

#[test]
fn an_index_without_its_end_or_its_sections() {
    let index = block().index();
    for length in (4..index.len()).step_by(7) {
        assert!(!open(&index[..length]).is_complete());
        let made =
            drive(&mut tagview_core::index_header::FromIndex::new(length as u64), &[&index[..length]], 100);
        assert!(made.is_err());
    }
}

#[test]
fn a_symbol_of_sixteen_megabytes_and_one_that_is_longer() {
    let long = |length: usize| {
        let records = string(&vec![b'x'; length]);
        let file = block().header_of(&section(1, &records), &block().table_section());
        open_in(&file, 1 << 20)
    };
    assert_eq!(long((16 << 20) - (1 << 20)).findings.all(), []);
    assert_eq!(long(20 << 20).findings.first_error().map(|finding| finding.code), Some(Code::BadSection));
}
