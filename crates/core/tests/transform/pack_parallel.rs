//! Packing a text file run by run gives the same file and the same errors as packing it in one go.

use proptest::prelude::*;
use tagview_core::Error;
use tagview_core::tags::packing::PackingOptions;
use tagview_core::tags::text::LineSplitter;
use tagview_core::transform::options::TagsRequest;
use tagview_core::transform::pack::{FramePacker, FromText, PackJoiner};

fn options(frame_tags: u64) -> PackingOptions {
    PackingOptions::default().level(1).frame_tags(frame_tags as usize)
}

fn in_one_go(text: &[u8], frame_tags: u64) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    let mut all = FromText::new(&TagsRequest::default(), &options(frame_tags))?;
    all.push(text, &mut out)?;
    all.finish(&mut out)?;
    Ok(out)
}

/// Packs the text with two packers in turn, in chunks of `chunk` bytes.
fn in_runs(text: &[u8], frame_tags: u64, frames: u64, chunk: usize) -> Result<Vec<u8>, Error> {
    let mut runs = LineSplitter::new(frame_tags * frames);
    let mut joiner = PackJoiner::new(&options(frame_tags))?;
    let mut packers = [FramePacker::new(&options(frame_tags))?, FramePacker::new(&options(frame_tags))?];
    let (mut file, mut at) = (joiner.beginning().to_vec(), 0);
    while at < text.len() {
        packers.swap(0, 1);
        let (packer, mut out) = (&mut packers[0], Vec::new());
        packer.begin(runs.lines(), at as u64);
        loop {
            let n = runs.next(&text[at..text.len().min(at + chunk)]);
            let fine = packer.push(&text[at..at + n], &mut out);
            at += n;
            if !fine || runs.at_border() || at == text.len() {
                break;
            }
        }
        joiner.join(&packer.finish(&mut out)?)?;
        file.append(&mut out);
    }
    joiner.finish(&mut file)?;
    Ok(file)
}

fn text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        30 => (0u64..2000, -1_000_000i64..1_000_000_000_000).prop_map(|(c, t)| format!("{c}\t{t}")),
        1 => Just("3\tno".to_owned()),
        1 => Just("0".repeat(300)),
        1 => Just(String::new()),
    ];
    let lines = prop::collection::vec(line, 0..40);
    (any::<bool>(), lines, 0usize..10, any::<bool>()).prop_map(|(header, lines, blank, end)| {
        let header = if header { "#channel\ttime\n" } else { "" };
        let end = if end { "\n" } else { "" };
        format!("{header}{}{end}{}", lines.join("\n"), "\r\n".repeat(blank))
    })
}

proptest! {
    #[test]
    fn runs_give_what_one_go_gives(text in text(), frame_tags in 1u64..5, frames in 1u64..3, chunk in 1usize..50) {
        let text = text.as_bytes();
        prop_assert_eq!(in_runs(text, frame_tags, frames, chunk), in_one_go(text, frame_tags));
    }
}

#[test]
fn a_packer_forgets_the_run_that_was_broken_off() {
    let mut packer = FramePacker::new(&options(10)).unwrap();
    let mut joiner = PackJoiner::new(&options(10)).unwrap();
    let mut out = joiner.beginning().to_vec();
    packer.begin(0, 0);
    assert!(!packer.push(b"1\t2\n3\t4\nno\n", &mut out));
    packer.begin(0, 0);
    assert!(packer.push(b"5\t6\n", &mut out));
    let run = packer.finish(&mut out).unwrap();
    joiner.join(&run).unwrap();
    joiner.finish(&mut out).unwrap();
    assert_eq!(out, in_one_go(b"5\t6\n", 10).unwrap());
}
