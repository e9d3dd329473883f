//! All requests for a file, sound or not: nothing panics, pieces make no difference, and memory is bounded
//! by the file. The fuzzer (`crates/core/fuzz`) does the same.

use tagview_core::index_header::{
    BlockReader, FromIndex, IndexHeader, IndexHeaderReader, IndexVerifier, Lookup, SegmentFile,
    StatisticsReader, SymbolLookup, SymbolsReader, ValuesReader,
};
use tagview_core::random_access::drive;

/// Bytes of memory that an open file may take for each of its bytes: a label of one byte is kept with its counts.
const HELD_PER_BYTE: usize = 32;

fn open(file: &[u8], piece: usize) -> IndexHeader {
    let mut opening = IndexHeaderReader::new(file.len() as u64, true);
    drive(&mut opening, &[file], piece).expect("an opening notes what is wrong");
    opening.finish()
}

/// Opens `file` whole and in pieces, and asks all there is to ask.
pub fn exercise(file: &[u8], piece: usize) {
    let opened = open(file, file.len().max(1));
    assert_eq!(open(file, piece).contents(), opened.contents());
    assert_eq!(open(file, piece).label_columns(), opened.label_columns());
    // A gzip file has more in it than its own bytes.
    let is_packed = file.starts_with(&[0x1f, 0x8b]);
    assert!(is_packed || opened.memory() <= HELD_PER_BYTE * file.len() + 4096, "{}", opened.memory());

    for label in 0..opened.table.all().len().min(20) {
        let name = opened.table.name(&opened.table.all()[label]).to_vec();
        if let Ok(mut reader) = ValuesReader::new(&opened, label) {
            let _ = drive(&mut reader, &[file], piece);
            reader.take_values();
        }
        let samples: Vec<Vec<u8>> = opened.table.samples(label).map(|(value, _)| value.to_vec()).collect();
        for value in samples.iter().take(20).map(Vec::as_slice).chain([&b""[..], b"\xff"]) {
            let mut lookup = Lookup::new(&opened, &name, value);
            drive(&mut lookup, &[file], piece).expect("a look-up finds something or nothing");
            lookup.range();
        }
    }
    if let Ok(mut reader) = SymbolsReader::new(&opened) {
        let _ = drive(&mut reader, &[file], piece);
        reader.take_symbols();
    }
    for reference in [0, 1, 13, opened.symbols.count, u64::MAX] {
        let mut lookup = SymbolLookup::new(&opened, reference);
        drive(&mut lookup, &[file], piece).expect("a look-up finds something or nothing");
        lookup.into_symbol();
    }
    opened.sparse_message();
    if let Ok(mut reader) = StatisticsReader::new(&opened) {
        let mut pieces = StatisticsReader::new(&opened).expect("it could be made before");
        if drive(&mut reader, &[file], file.len().max(1)).is_ok()
            && drive(&mut pieces, &[file], piece).is_ok()
        {
            assert_eq!(pieces.finish().report(), reader.finish().report());
        }
    }
    if let Ok(mut verifier) = IndexVerifier::new(&opened) {
        let mut pieces = IndexVerifier::new(&opened).expect("it could be made before");
        drive(&mut verifier, &[file], file.len().max(1)).expect("the file did not change");
        drive(&mut pieces, &[file], piece).expect("the file did not change");
        assert_eq!(pieces.finish(), verifier.finish());
    }
    // The chunks lie in the index itself.
    let segments = vec![SegmentFile { name: "000001".to_owned(), size: file.len() as u64 }];
    if let Ok(mut reader) = BlockReader::new(&opened, None, segments.clone(), true) {
        let mut pieces = BlockReader::new(&opened, None, segments, true).expect("it could be made before");
        if drive(&mut reader, &[file, file], file.len().max(1)).is_ok()
            && drive(&mut pieces, &[file, file], piece).is_ok()
        {
            assert_eq!(pieces.finish(), reader.finish());
        }
    }
    let _ = drive(&mut FromIndex::new(file.len() as u64), &[file], piece);
}
