//! FIFO files of Becker & Hickl's cards, written from the description in the TCSPC handbook.

use proptest::prelude::*;
use tagview_core::import::{TextOptions, import_of, source_of};
use tagview_core::tags::Tag;

use super::files::{Read, read, read_as, read_with};

/// Period of the macro time's clock in units of 0.1 ns, and three routing bits.
const CLOCK: u32 = 125;

/// An event: macro time, routing number, microtime in units.
type Photon = (u64, u32, u32);

fn header() -> Vec<u8> {
    (1_u32 << 31 | 3 << 27 | CLOCK).to_le_bytes().to_vec()
}

/// A word of each photon, and of overflows before it; a single one may be in the photon's own word.
fn words(photons: &[Photon], period: u64, word: impl Fn(u32, u32, u32) -> u32) -> Vec<u32> {
    let (mut words, mut base) = (Vec::new(), 0);
    for &(time, routing, microtime) in photons {
        let overflows = time / period - base / period;
        base += overflows * period;
        if overflows > 1 {
            words.push(0b1100 << 28 | u32::try_from(overflows).unwrap());
        }
        let flag = u32::from(overflows == 1) << 30;
        words.push(flag | word(u32::try_from(time - base).unwrap(), routing, microtime));
    }
    words
}

fn standard_word(time: u32, routing: u32, microtime: u32) -> u32 {
    (4095 - microtime) << 16 | routing << 12 | time
}

fn with_header(words: &[u32]) -> Vec<u8> {
    header().into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
}

fn standard(photons: &[Photon]) -> Vec<u8> {
    with_header(&words(photons, 1 << 12, standard_word))
}

fn fifo_256(photons: &[Photon]) -> Vec<u8> {
    let word = |time, routing, microtime| routing << 25 | time << 8 | (255 - microtime);
    with_header(&words(photons, 1 << 17, word))
}

/// Records of 6 bytes; each further overflow is a separate record.
fn fifo_4096(photons: &[Photon]) -> Vec<u8> {
    let mut file = vec![0, 0x13, CLOCK as u8, 0, 0, 0];
    let mut base = 0;
    for &(time, routing, microtime) in photons {
        while time - base >= 2 << 24 {
            base += 1 << 24;
            file.extend([0, 0b11_0000, 0, 0, 0, 0]);
        }
        let overflows = u16::from(time - base >= 1 << 24);
        base += u64::from(overflows) << 24;
        let [t0, t1, t2, _] = u32::try_from(time - base).unwrap().to_le_bytes();
        let [low, high] = ((4095 - microtime as u16) | (overflows << 13)).to_le_bytes();
        file.extend([low, high, t2, routing as u8, t0, t1]);
    }
    file
}

const FIRST: [Photon; 8] = [
    (7, 0, 100),
    (9, 3, 4095),
    (9, 1, 0),
    (4000, 0, 7),
    (4095, 2, 8),
    (4096 + 5, 0, 9),
    (3 * 4096, 1, 10),
    (3 * 4096 + 90, 1, 11),
];

/// Photons every few periods, and a pause.
fn many() -> Vec<Photon> {
    (0..600_u64)
        .map(|k| (k * k % 17 + 40 * k + 200_000 * (k / 300), (k % 3) as u32, (k * 37 % 256) as u32))
        .collect()
}

fn with(delay_unit: &str) -> TextOptions {
    TextOptions::default().delay_unit(delay_unit.to_owned())
}

fn fact(read: &Read, name: &str) -> String {
    format!("{:?}", read.facts.get(name).unwrap_or(&tagview_bridge::Value::Null))
}

#[test]
fn without_a_unit_of_microtimes_times_are_macro_times() {
    let read = read(&standard(&FIRST));
    let expected: Vec<_> =
        FIRST.iter().map(|&(time, routing, _)| (u64::from(routing) + 1, time as i64)).collect();
    assert_eq!(read.pairs(), expected);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("12500ps")));
    assert_eq!(fact(&read, "delay_unit_s"), "Null");
    assert!(fact(&read, "routing_bits").contains('3'));
}

#[test]
fn with_a_unit_of_microtimes_photons_are_behind_their_macro_time() {
    // 12.5 ns are 3125 units of 4 ps.
    let read = read_with(&standard(&FIRST), &with("4ps"));
    let mut expected = Vec::new();
    let mut last = None;
    for (time, routing, microtime) in FIRST {
        let start = time as i64 * 3125;
        if last.replace(time) != Some(time) {
            expected.push((0, start));
        }
        expected.push((u64::from(routing) + 1, start + i64::from(microtime)));
    }
    assert_eq!(read.pairs(), expected);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("4ps")));
}

#[test]
fn microtimes_select_photons_and_need_a_unit() {
    let options = with("4ps").microtime("0..9".to_owned());
    let photons =
        read_with(&standard(&FIRST), &options).tags.into_iter().filter(|tag| tag.channel > 0).count();
    assert_eq!(photons, FIRST.iter().filter(|(.., microtime)| *microtime <= 9).count());
    let options = TextOptions::default().microtime("0..9".to_owned());
    let refused = source_of("spc", &options).err().unwrap();
    assert_eq!(refused.code.as_str(), "usage");
    assert!(
        refused.remedy.contains(".set") && refused.remedy.contains("`delay_unit: "),
        "{}",
        refused.remedy
    );
}

const SETUP: &str = "\u{0}\u{8}binary*IDENTIFICATION\r\n  Title     : run: 5\r\n  Date      : 2016-09-05\r\n  Time      : 16:12:20\r\n \
    with module SPC-150 (Ser.No. 3F0022)\r\n*END\r\n*SETUP\r\n  SYS_PARA_BEGIN:\r\n  #SP [SP_TAC_R,F,5.0033574e-08]\r\n  \
    #SP [SP_TAC_G,I,5]\r\n  #SP [SP_SYN_FD,I,1]\r\n  #SP [SP_MTCLK,I,1]\r\n  #SP [SP_COL_T,F,180]\r\n  #SP [broken\r\n";

#[test]
fn the_set_file_gives_the_unit_the_card_and_the_sync() {
    let options = TextOptions::default().setup(SETUP.to_owned());
    let mut source = source_of("spc", &options).unwrap();
    source.push(&standard(&FIRST), &mut |_| {});
    source.finish(&mut |_| {});
    let meta = source.meta().unwrap();
    assert_eq!(meta.device.as_deref(), Some("SPC-150"));
    assert_eq!(meta.start.as_deref(), Some("2016-09-05T16:12:20"));
    assert_eq!((meta.acquisition_time_s, meta.sync_period_s), (Some(180.0), Some(1.25e-8)));
    // The range of the converter over its gain and 4096 values.
    assert_eq!(meta.delay_resolution_s, Some(2.4430456e-12));
    let names: Vec<_> = source.header().into_iter().map(|entry| entry.tag).collect();
    assert!(
        names.contains(&"MacroTimeClock".to_owned()) && names.contains(&"SP_TAC_R".to_owned()),
        "{names:?}"
    );
    // With an inner clock, the light's period is not known.
    let inner = TextOptions::default().setup(SETUP.replace("MTCLK,I,1", "MTCLK,I,0"));
    let mut source = source_of("spc", &inner).unwrap();
    source.push(&standard(&FIRST), &mut |_| {});
    let meta = source.meta().unwrap();
    assert_eq!((meta.sync_period_s, meta.delay_resolution_s), (None, Some(2.4430456e-12)));
}

#[test]
fn a_setup_without_a_range_gives_no_unit() {
    for wrong in [
        "",
        "#SP [SP_TAC_R,F,0]\n#SP [SP_TAC_G,I,5]",
        "#SP [SP_TAC_R,F,inf]\n#SP [SP_TAC_G,I,1]",
        "#SP [SP_TAC_R,F,5e-8]",
    ] {
        let options = TextOptions::default().setup(wrong.to_owned());
        assert_eq!(read_with(&standard(&FIRST), &options), read(&standard(&FIRST)), "{wrong}");
    }
    let refused = source_of("spc", &with("4 parsecs")).err().unwrap();
    assert!(refused.message.contains("`delay_unit` \"4 parsecs\""), "{}", refused.message);
}

#[test]
fn markers_gaps_and_invalid_records_are_no_photons() {
    let mut more = words(&FIRST, 1 << 12, standard_word);
    let photons = more.len();
    more.extend([
        // Markers 1 and 3, with an overflow; a gap; an event out of range; an overflow alone.
        0b1101 << 28 | 0b0101 << 12 | 77,
        0b0010 << 28 | standard_word(80, 1, 5),
        0b1000 << 28 | standard_word(90, 1, 5),
        0b1100 << 28 | 2,
        standard_word(95, 0, 6),
    ]);
    let read = read(&with_header(&more));
    assert_eq!(read.findings.len(), 0, "{:?}", read.findings);
    let tags = &read.pairs()[photons - 1..];
    let base = 4 * 4096;
    assert_eq!(tags, [(101, base + 77), (103, base + 77), (2, base + 80), (1, base + 2 * 4096 + 95)]);
    for (name, count) in
        [("markers", "1"), ("gaps", "1"), ("invalid_records", "1"), ("events_dropped", "true")]
    {
        assert!(fact(&read, name).contains(count), "{name}: {}", fact(&read, name));
    }
}

#[test]
fn each_form_is_recognised_and_read() {
    let many = many();
    let pairs =
        |read: Read| -> Vec<_> { read.tags.iter().map(|Tag { time, channel }| (*channel, *time)).collect() };
    let expected: Vec<_> =
        many.iter().map(|&(time, routing, _)| (u64::from(routing) + 1, time as i64)).collect();
    for (id, file) in [("spc", standard(&many)), ("spc-256", fifo_256(&many)), ("spc-4096", fifo_4096(&many))]
    {
        assert_eq!(import_of(&file).map(|import| import.id), Some(id));
        assert_eq!(import_of(&file[..64]).map(|import| import.id), Some(id), "by 64 bytes");
        let whole = read(&file);
        assert_eq!((whole.findings.len(), whole.tick.as_deref()), (0, Some("12500ps")), "{id}");
        assert_eq!(pairs(whole), expected, "{id}");
        // Each microtime by the distance from the tag of its macro time.
        let fine = read_with(&file, &with("4ps")).tags;
        let microtimes: Vec<_> =
            fine.chunks(2).map(|pair| (pair[0].channel, pair[1].time - pair[0].time)).collect();
        let wanted: Vec<_> = many.iter().map(|&(.., microtime)| (0, i64::from(microtime))).collect();
        assert_eq!(microtimes, wanted, "{id}");
    }
}

#[test]
fn times_beyond_24_bits_count_overflows_in_records_of_6_bytes() {
    let mut photons = many();
    photons.push(((5 << 24) + 3, 200, 4095));
    let last = read(&fifo_4096(&photons)).pairs().pop();
    assert_eq!(last, Some((201, (5 << 24) + 3)));
}

#[test]
fn records_read_in_another_form_are_a_finding() {
    let mut source = source_of("spc", &TextOptions::default()).unwrap();
    source.push(&fifo_256(&many()), &mut |_| {});
    source.finish(&mut |_| {});
    let findings = source.totals().findings;
    assert_eq!((findings.len(), findings[0].code.as_str()), (1, "bad-record"));
    assert!(findings[0].remedy.as_ref().unwrap().contains("spc-4096"));
}

#[test]
fn what_only_looks_like_it_is_not_recognised() {
    let is = |bytes: &[u8]| import_of(bytes).is_some();
    let sound = standard(&FIRST);
    assert!(is(&sound));
    assert!(!is(&sound[..8]), "one record may be anything");
    assert!(!is(&[&header()[..], &[0; 60]].concat()), "all at one time");
    let mut invalid = sound.clone();
    invalid[3] = 0;
    assert!(!is(&invalid));
    let slow = [&[0xff, 0xff, 0xff, 0x98][..], &sound[4..]].concat();
    assert!(!is(&slow), "no card has a clock of a millisecond");
    let falling: Vec<Photon> = (0..20).map(|k| (4000 - 100 * k, 0, 5)).collect();
    assert!(!is(&standard(&falling[..1])
        .into_iter()
        .chain(standard(&falling)[4..].to_vec())
        .collect::<Vec<_>>()));
}

#[test]
fn numbers_with_floating_point_are_not_recognised() {
    let floats: Vec<u8> =
        std::iter::once(-2.1_f32).chain((2_u16..501).map(f32::from)).flat_map(f32::to_le_bytes).collect();
    assert!(import_of(&floats).is_none());
}

#[test]
fn a_unit_that_does_not_fit_the_clock_is_an_error() {
    let read = read_as("spc", &standard(&FIRST), &[], &with("1ms"));
    let (code, _, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("usage", 0), "{message}");
}

#[test]
fn times_that_do_not_fit_end_the_reading() {
    let mut words = words(&FIRST, 1 << 12, standard_word);
    words.extend(std::iter::repeat_n(0b1100 << 28 | 0x0fff_ffff, 5000));
    words.push(standard_word(5, 0, 5));
    let read = read_as("spc", &with_header(&words), &[], &with("4ps"));
    let (code, offset, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("overflow", 15));
    assert!(offset.is_some() && message.starts_with("at record 50"), "{message}");
}

proptest! {
    #[test]
    fn chunks_make_no_difference(
        damage in prop::collection::vec((4_usize..2000, any::<u8>()), 0..4),
        mut cuts in prop::collection::vec(0_usize..2400, 0..6),
        form in 0..3,
        missing in 0_usize..6,
    ) {
        let mut file = [standard, fifo_256, fifo_4096][form as usize](&many());
        let id = import_of(&file).unwrap().id;
        for (at, byte) in damage {
            file[at] = byte;
        }
        file.truncate(file.len() - missing);
        cuts.sort_unstable();
        for options in [TextOptions::default(), with("4ps")] {
            let whole = read_as(id, &file, &[], &options);
            prop_assert_eq!(whole, read_as(id, &file, &cuts, &options));
        }
    }
}
