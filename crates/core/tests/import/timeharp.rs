//! `.t3r` files of the TimeHarp 200, with headers drawn by hand.

use tagview_core::import::{TextOptions, import_of, source_of};

use super::files::{read, read_cut, read_with};

/// Time tag with all overflows, route, channel of the converter.
type Photon = (u64, u32, u32);

const PHOTONS: [Photon; 5] =
    [(5, 0, 4095), (5, 1, 4000), (65_535, 2, 7), (65_536, 3, 0), (3 * 65_536 + 1, 0, 2000)];

/// A header with these places of the numbers: of the first one, of the resolution and of the clock.
fn header(version: &[u8], [numbers, resolution, clock]: [usize; 3], records: usize, further: i32) -> Vec<u8> {
    let has_further = version != b"3.0";
    let mut bytes = vec![0; clock + 48 + if has_further { 4 + 4 * further as usize } else { 0 }];
    let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
    put(0, b"TimeHarp 200");
    put(16, version);
    put(numbers - 276, b"08/09/03 12:51:43\0\r\nUntitled");
    put(numbers + 16, &1_i32.to_le_bytes());
    put(numbers + 24, &2_i32.to_le_bytes());
    put(numbers + 40, &60_000_i32.to_le_bytes());
    put(resolution, &0.08_f32.to_le_bytes());
    put(clock, &100_i32.to_le_bytes());
    put(clock + 28, &4_999_168_i32.to_le_bytes());
    put(clock + 44, &(records as i32).to_le_bytes());
    if has_further {
        put(clock + 48, &further.to_le_bytes());
    }
    bytes
}

fn records(photons: &[Photon]) -> Vec<u32> {
    let (mut records, mut overflows) = (Vec::new(), 0);
    for &(time, route, channel) in photons {
        while overflows < time >> 16 {
            records.push(0x800 << 16);
            overflows += 1;
        }
        records.push(1 << 30 | route << 28 | channel << 16 | (time & 0xffff) as u32);
    }
    records
}

fn file(header: Vec<u8>, records: &[u32]) -> Vec<u8> {
    header.into_iter().chain(records.iter().flat_map(|record| record.to_le_bytes())).collect()
}

const V5: [usize; 3] = [304, 536, 540];

fn t3r(records: &[u32]) -> Vec<u8> {
    file(header(b"5.0", V5, records.len(), 3), records)
}

/// 100 ns are 1250 units of 80 ps; the converter counts back.
fn expected() -> Vec<(u64, i64)> {
    let mut last = None;
    PHOTONS
        .iter()
        .flat_map(|&(time, route, channel)| {
            let start = time as i64 * 1250;
            let sync = (last.replace(time) != Some(time)).then_some((0, start));
            sync.into_iter().chain([(u64::from(route) + 1, start + 4095 - i64::from(channel))])
        })
        .collect()
}

#[test]
fn each_version_is_read() {
    let records = records(&PHOTONS);
    for (version, places) in [(b"3.0", V5), (b"5.0", V5), (b"6.0", [328, 584, 588])] {
        let file = file(header(version, places, records.len(), 2), &records);
        assert_eq!(import_of(&file[..64]).map(|import| import.id), Some("timeharp"));
        let read = read(&file);
        assert_eq!(read.pairs(), expected(), "{version:?}");
        assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("80ps")));
    }
}

#[test]
fn the_header_is_stated() {
    let mut source = source_of("timeharp", &TextOptions::default()).unwrap();
    source.push(&t3r(&records(&PHOTONS)), &mut |_| {});
    let meta = source.meta().unwrap();
    assert_eq!(
        (meta.device.as_deref(), meta.start.as_deref()),
        (Some("TimeHarp 200"), Some("08/09/03 12:51:43"))
    );
    assert_eq!((meta.sync_rate_hz, meta.sync_period_s), (Some(4_999_168.0), None));
    assert_eq!((meta.delay_resolution_s, meta.acquisition_time_s), (Some(8e-11), Some(60.0)));
    assert_eq!(meta.comment.as_deref(), Some("Untitled"));
    assert!(source.header().iter().any(|entry| entry.tag == "TTTRGlobClock"));
}

#[test]
fn markers_are_events_and_microtimes_select_photons() {
    let mut records = records(&PHOTONS);
    records.insert(1, 0b101 << 16 | 9);
    let tags = read(&t3r(&records)).pairs();
    assert_eq!(tags[2..4], [(101, 9 * 1250), (103, 9 * 1250)]);
    let options = TextOptions::default().microtime("0ns..8ns".to_owned());
    let kept = read_with(&t3r(&records), &options).counts();
    assert_eq!(kept, [(0, 4), (1, 1), (2, 1), (101, 1), (103, 1)]);
}

#[test]
fn what_can_not_be_read_is_named() {
    let sound = t3r(&records(&PHOTONS));
    let with = |at: usize, field: &[u8]| {
        let mut file = sound.clone();
        file[at..at + field.len()].copy_from_slice(field);
        let read = read(&file);
        let (code, _, message) = read.only_finding();
        (code, message.to_owned())
    };
    assert_eq!(with(16, b"4.0").0, "unknown-format");
    assert!(with(328, &[0; 4]).1.contains("histograms of the TimeHarp 200"));
    assert!(with(320, &[2]).1.contains("several"));
    assert_eq!(with(540, &[0; 4]).0, "bad-header");
    assert_eq!(with(536, &f32::NAN.to_le_bytes()).0, "bad-header");
    assert_eq!(with(588, &i32::MAX.to_le_bytes()).0, "truncated");
    assert_eq!(with(584, &[99]).0, "truncated");
}

#[test]
fn a_cut_file_gives_what_is_before_the_cut_whatever_the_chunks() {
    let file = t3r(&records(&PHOTONS));
    for end in (64..file.len()).step_by(7) {
        let cut = &file[..end];
        let whole = read(cut);
        assert_eq!(whole.only_finding().0, "truncated");
        assert_eq!(whole, read_cut(cut, &[1, 17, end / 2]));
    }
}
