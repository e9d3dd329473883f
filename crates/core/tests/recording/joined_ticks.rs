//! Recordings with ticks of different lengths, joined to one file by their bytes: every reader reports them.

use tagview_core::Code;
use tagview_core::tags::about::About;
use tagview_core::tags::index::{ANNOUNCEMENT, Index};
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Tag, TagSource, TagStream, Totals, about};

/// Returns a skippable frame that states the length of a tick.
fn saying(tick: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    about::write(&About(vec![("tick".to_owned(), tick.to_owned())]), &mut bytes).unwrap();
    bytes
}

fn data() -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_frame(&[Tag { time: 5, channel: 3 }, Tag { time: 9, channel: 15 }], 1, &mut bytes).unwrap();
    bytes
}

/// Frames by their letters, with where each begins, and the end: `i` the announcement of an index, `e` an index without frames, `d` data, `p` a tick of
/// 1 ps, `P` the same in other words, `n` of 1 ns, `u` of the usual length, `x` a skippable frame of others.
fn file(frames: &str) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = Vec::new();
    let mut starts = vec![0];
    for frame in frames.chars() {
        bytes.extend(match frame {
            'i' => ANNOUNCEMENT.to_vec(),
            'p' => saying("1ps"),
            'P' => saying("0.001 ns"),
            'n' => saying("1ns"),
            'u' => saying("156.25ps"),
            'e' => {
                let mut index = Vec::new();
                Index::default().write(&mut index);
                index
            }
            'x' => b"\x50\x2A\x4D\x18\x02\0\0\0ab".to_vec(),
            _ => data(),
        });
        starts.push(bytes.len());
    }
    (bytes, starts)
}

/// Reads a file in parts that begin at these offsets.
fn read(bytes: &[u8], cuts: &[usize]) -> Totals {
    let mut sum = Totals::default();
    let ends = cuts.iter().copied().skip(1).chain([bytes.len()]);
    for (&from, to) in cuts.iter().zip(ends) {
        let part = if from == 0 { TagStream::default() } else { TagStream::part(from as u64) };
        let mut part = if to < bytes.len() { part.followed() } else { part };
        bytes[from..to].chunks(7).for_each(|chunk| part.push(chunk, &mut |_| {}));
        part.finish(&mut |_| {});
        sum.add(part.totals());
    }
    sum.conclude();
    sum
}

/// Returns the frame at which another tick is reported, for any parts in which the file is read.
fn frame_with_other_tick(frames: &str) -> Option<usize> {
    let (bytes, starts) = file(frames);
    let find = |totals: &Totals| {
        let finding = totals.findings.iter().find(|finding| finding.code == Code::OtherTick)?;
        starts.iter().position(|start| Some(*start as u64) == finding.offset)
    };
    let whole = find(&read(&bytes, &[0]));
    let borders = &starts[1..starts.len() - 1];
    // A part that is not the first begins with any frame.
    for kept in 0..1_u32 << borders.len() {
        let chosen = borders.iter().enumerate().filter(|(k, _)| kept >> k & 1 == 1).map(|(_, at)| *at);
        let cuts: Vec<usize> = [0].into_iter().chain(chosen).collect();
        assert_eq!(find(&read(&bytes, &cuts)), whole, "{frames} in parts from {cuts:?} on");
    }
    whole
}

#[test]
fn recordings_with_one_tick_are_not_reported() {
    for frames in [
        "d", "pd", "ipdd", "pdpd", "ipddipd", "pdPd", "dud", "udd", "ipdd", "dd", "xpdxpd", "idid", "pdd",
        "pid", "pidpid",
    ] {
        assert_eq!(frame_with_other_tick(frames), None, "{frames}");
    }
}

#[test]
fn another_tick_is_reported_where_its_recording_begins() {
    let cases =
        [("pdnd", 2), ("ipdindd", 3), ("dpd", 1), ("didpd", 3), ("pduddn", 2), ("pdpdnd", 4), ("pdxnd", 3)];
    for (frames, place) in cases {
        assert_eq!(frame_with_other_tick(frames), Some(place), "{frames}");
    }
}

/// If a recording does not state its tick, only the announcement of an index shows where it begins.
#[test]
fn recording_without_a_tick_is_reported_where_it_announces_an_index() {
    assert_eq!(frame_with_other_tick("ipdid"), Some(3));
    assert_eq!(frame_with_other_tick("pdidpd"), Some(2));
    assert_eq!(frame_with_other_tick("idiudd"), None);
}

/// Times of a recording without tags are in no ticks.
#[test]
fn recordings_without_tags_do_not_count() {
    assert_eq!(frame_with_other_tick("ipdine"), None);
    assert_eq!(frame_with_other_tick("ipdineipd"), None);
    assert_eq!(frame_with_other_tick("ineipdpd"), None);
    assert_eq!(about::read(&file("ineipd").0).unwrap().get("tick"), Some("1ps"));
}

/// A skippable frame like those that state the length of a tick, with a payload of `bytes` bytes.
fn long(bytes: usize) -> Vec<u8> {
    let mut payload = b"tagv.abttick\t1ps\n".to_vec();
    payload.resize(bytes, b'\t');
    [b"\x54\x2A\x4D\x18".as_slice(), &(bytes as u32).to_le_bytes(), &payload].concat()
}

#[test]
fn a_frame_longer_than_any_that_is_written_is_passed_over() {
    assert!(about::read(&long(4096)).is_some());
    assert_eq!(about::read(&long(4097)), None);
    for (bytes, passed_over) in [(4096, 0), (4097, 8 + 4097), (1 << 20, 8 + (1 << 20))] {
        let totals = read(&[long(bytes), data()].concat(), &[0]);
        assert_eq!((totals.tags, totals.passed_over), (2, passed_over), "{bytes}");
    }
}
