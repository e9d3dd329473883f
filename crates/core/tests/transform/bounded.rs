//! The output per call is bounded for any compression ratio of the input.

#[path = "../support/frames.rs"]
mod hand;

use hand::{frame, raw, rle};
use tagview_core::transform::cat::{CatOptions, to_text};

/// The longest that lines of 1 MiB of content, and of one more block, can be: 42 bytes for each 16.
const MOST_TEXT: usize = ((1 << 20) + (128 << 10)) / 16 * 42;

#[test]
fn cat_of_a_frame_that_inflates_ten_thousandfold_gives_its_text_in_pieces() {
    // A message of 327,680 tags, all of whose bits are set: 40 blocks of 128 KiB, 4 bytes each.
    const BLOCKS: u64 = 40;
    let words = BLOCKS << 14;
    let header = [
        (4 + words) << 32,
        1 << 48,
        1 | 6 << 32 | 1 << 35,
        1 | 7 << 32 | words << 35,
        (words / 2) << 2 | 2 << 32,
    ];
    let header: Vec<u8> = header.iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
    let mut blocks = vec![raw(false, &header)];
    blocks.extend((1..=BLOCKS).map(|block| rle(block == BLOCKS, 0xff, 128 << 10)));
    let file = frame(&blocks);
    assert!(file.len() < 256, "{} bytes", file.len());

    let mut cat = to_text(&CatOptions::default()).unwrap();
    let (mut rest, mut text) = (&file[..], Vec::new());
    let mut pieces = 0;
    while !rest.is_empty() {
        let mut piece = Vec::new();
        let read = cat.push_some(rest, &mut piece).unwrap();
        assert!(read > 0 && piece.len() <= MOST_TEXT, "{read} bytes gave {}", piece.len());
        rest = &rest[read..];
        text.extend(piece);
        pieces += 1;
    }
    let mut end = Vec::new();
    cat.end(&mut end).unwrap();
    text.extend(end);
    assert_eq!(cat.totals().findings.all(), []);
    assert!(pieces > 3, "{pieces} pieces");

    let mut at_once = to_text(&CatOptions::default()).unwrap();
    let mut whole = Vec::new();
    at_once.push(&file, &mut whole).unwrap();
    at_once.end(&mut whole).unwrap();
    assert!(text == whole, "the pieces are not the whole");
}
