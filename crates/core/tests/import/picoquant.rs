//! PTU recordings: every type of record, every kind of malformed file, and real recordings.

use proptest::prelude::*;
use tagview_bridge::Value;

use super::files::{read, read_cut, read_in, shared};
use super::picoquant_files::{
    Event, HeaderTag, KINDS, Kind, every_type, expected, file, header, integer, long, needed, overflow, ptu,
    records,
};

const HYDRAHARP2_T2: Kind = KINDS[4];
const HYDRAHARP2_T3: Kind = KINDS[5];

fn photon(at: u64, input: u32, delay: u32) -> Event {
    Event::Photon { at, input, delay }
}

/// A photon on each of three inputs, over some overflows, a sync and markers.
fn events(kind: Kind) -> Vec<Event> {
    let far = 3 * kind.period;
    let delay = |delay| if kind.t3 { delay } else { 0 };
    let mut events =
        vec![photon(5, 1, delay(0)), photon(5, 2, delay(7)), photon(kind.period - 1, 3, delay(4000))];
    events.push(Event::Markers { at: kind.period, bits: 0b0101 });
    if !kind.t3 {
        events.push(Event::Sync { at: kind.period + 20 });
    }
    events.extend([photon(far + 33, 4, delay(1)), photon(far + 34, 1, delay(2))]);
    events
}

fn t2(records: &[u32]) -> Vec<u8> {
    file(header(needed(HYDRAHARP2_T2, records.len())), records)
}

#[test]
fn every_type_of_record_is_read() {
    for kind in KINDS {
        let events = events(kind);
        let read = read(&ptu(kind, &events));
        assert_eq!(read.pairs(), expected(kind, &events), "{:#x}", kind.code);
        assert_eq!(read.findings, [], "{:#x}", kind.code);
        assert_eq!(read.facts.get("overflows"), Some(&Value::Count(3)), "{:#x}", kind.code);
        assert_eq!(read.facts.get("markers"), Some(&Value::Count(1)), "{:#x}", kind.code);
        let tick = if kind.t3 {
            "16ps"
        } else if kind.picoharp {
            "4ps"
        } else {
            "1ps"
        };
        assert_eq!(read.tick.as_deref(), Some(tick), "{:#x}", kind.code);
    }
}

#[test]
fn a_header_states_the_device_and_that_events_were_dropped() {
    let read = read(&ptu(HYDRAHARP2_T2, &events(HYDRAHARP2_T2)));
    assert_eq!(read.facts.get("device"), Some(&Value::Text("HydraHarp 400".to_owned())));
    assert_eq!(read.facts.get("warnings"), Some(&Value::UInt(0x82)));
    assert_eq!(read.facts.get("events_dropped"), Some(&Value::Bool(true)));
}

#[test]
fn the_real_file_of_t2_has_its_tags() {
    let Some(file) = shared("hydraharp-t2.ptu") else { return };
    let read = read_in(&file, 65_536);
    let photons: Vec<i64> = read.tags.iter().filter(|tag| tag.channel == 1).map(|tag| tag.time).collect();
    assert_eq!(photons.len(), 305_565);
    assert_eq!((photons[0], photons[photons.len() - 1]), (24_433_765, 4_999_964_931_763));
    assert_eq!(read.disordered(), 0);
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("1ps")));
}

#[test]
fn the_real_file_of_t3_has_its_tags() {
    let Some(file) = shared("hydraharp-t3.timeres") else { return };
    let read = read_in(&file, 65_536);
    let counts = read.counts();
    assert_eq!(counts[1..], [(1, 160_953), (2, 235_373)]);
    let photons: Vec<_> = read.tags.iter().filter(|tag| tag.channel > 0).collect();
    let period = 1.249_552_035_595_239_2e-8 / 1.6e-11;
    let time = |sync: u64, delay: i64| (sync as f64 * period).round() as i64 + delay;
    assert_eq!(photons[0].time, time(13_049, 341));
    assert_eq!(photons[photons.len() - 1].time, time(400_137_390, 344));
    // Every photon comes after the sync that its record names, by the delay of its record.
    let syncs =
        read.tags.windows(2).filter(|pair| pair[0].channel == 0).map(|pair| pair[1].time - pair[0].time);
    assert_eq!(syncs.max(), Some(750));
    assert_eq!((read.findings.len(), read.tick.as_deref()), (0, Some("16ps")));
}

#[test]
fn an_unknown_record_type_is_reported() {
    // ... TTResultFormat_TTTRRecType = 0x00010209 ...
    let unknown = Kind { code: 0x0001_0209, ..HYDRAHARP2_T2 };
    let read = read(&ptu(unknown, &events(HYDRAHARP2_T2)));
    let (code, offset, message) = read.only_finding();
    assert_eq!((code, read.tags.len()), ("unknown-format", 0));
    assert!(offset.is_some_and(|offset| offset > 16));
    assert_eq!(message, "the header states the unknown record type 0x00010209");
}

#[test]
fn a_mode_that_contradicts_the_record_type_is_reported_and_records_are_read() {
    // Measurement_Mode = 3 | TTResultFormat_TTTRRecType = T2 | ... | records of T2
    let records = records(HYDRAHARP2_T2, &[photon(7, 1, 0)]);
    let mut tags = needed(HYDRAHARP2_T2, records.len());
    tags[0] = integer("Measurement_Mode", 3);
    let read = read(&file(header(tags), &records));
    assert_eq!(read.pairs(), [(1, 7)]);
    assert_eq!(read.only_finding(), ("bad-header", Some(16), "the header states mode T3, but records of T2"));
}

#[test]
fn records_of_t3_in_a_file_of_t2_are_recognised_by_their_disorder() {
    // The header states T2 | records of T3, whose delay is where T2 has the higher bits of the time
    let events: Vec<Event> = (0..600).map(|n| photon(n, 1, (n * 7919 % 1000) as u32)).collect();
    let records = records(HYDRAHARP2_T3, &events);
    let file = t2(&records);
    let whole = read(&file);
    let (code, offset, message) = whole.only_finding();
    assert_eq!((code, offset, whole.tags.len()), ("bad-record", Some(16 + 10 * 48), 600));
    assert!(message.ends_with("the header states mode T2, but the records look like T3"), "{message}");
    assert_eq!(read_in(&file, 5), whole);
}

/// As most T3 recordings are: overflows lie between most photons, so that few are earlier than the one before.
#[test]
fn records_of_t3_with_many_overflows_between_them_are_recognised_too() {
    let events: Vec<Event> =
        (0..600).map(|n| photon(n * 900 + n * n % 97, 1, (n * 7919 % 1500) as u32)).collect();
    let records = records(HYDRAHARP2_T3, &events);
    let whole = read(&t2(&records));
    let (code, _, message) = whole.only_finding();
    assert_eq!(code, "bad-record");
    assert!(message.ends_with("the header states mode T2, but the records look like T3"), "{message}");
    assert_eq!(read_in(&t2(&records), 5), whole);
    // Detections of T2 some nanoseconds out of order are sound.
    let sound: Vec<Event> = (0..600_u64).map(|n| photon(n * 1000 + 5000 * (n % 2), 1, 0)).collect();
    assert_eq!(read(&ptu(HYDRAHARP2_T2, &sound)).findings, []);
}

/// At low rates, overflows lie between most photons, so that few are earlier than the one before.
#[test]
fn records_of_t2_in_a_file_of_t3_are_recognised_at_low_rates_too() {
    for (mean_gap, seed) in [(3e6, 1_u64), (3e7, 2), (2e8, 3)] {
        let (mut word, mut at) = (seed, 0);
        let mut next = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let uniform = ((word >> 11) + 1) as f64 / (1_u64 << 53) as f64;
            // Gaps of a Poisson process.
            at += (-uniform.ln() * mean_gap) as u64;
            photon(at, 1, 0)
        };
        let events: Vec<Event> = (0..400).map(|_| next()).collect();
        let records = records(HYDRAHARP2_T2, &events);
        let file = file(header(needed(HYDRAHARP2_T3, records.len())), &records);
        let read = read(&file);
        let wrong_mode = "the header states mode T3, but the records look like T2";
        let has_finding = read.findings.iter().any(|finding| finding.message.ends_with(wrong_mode));
        assert!(has_finding, "{mean_gap}: {:?}", read.findings);
    }
    // Photons after one sync have any order.
    let sound: Vec<Event> = (0..600_u64).map(|n| photon(n / 3 * 40, 1, (n * 7919 % 780) as u32)).collect();
    assert_eq!(read(&ptu(HYDRAHARP2_T3, &sound)).findings, []);
}

#[test]
fn an_undefined_record_is_reported_and_the_records_around_it_are_read() {
    // photon | special record of channel 20, which there is not | twice more | photon
    let file = t2(&[5, 1 << 31 | 20 << 25, 1 << 31 | 21 << 25, 1 << 31 | 22 << 25, 9]);
    let read = read(&file);
    assert_eq!(read.pairs(), [(1, 5), (1, 9)]);
    assert_eq!(read.findings[0].code.as_str(), "bad-record");
    assert_eq!(read.findings[0].offset, Some(16 + 10 * 48 + 4));
    assert_eq!(read.findings[0].message, "record 2 is 0xa8000000, which is not defined");
    assert_eq!(read.findings[1].message, "2 further records are not defined either");
    assert_eq!(read.findings.len(), 2);
}

#[test]
fn a_picoharp_has_no_channel_past_its_router() {
    for (kind, record) in [(KINDS[0], 5 << 28), (KINDS[0], 14 << 28), (KINDS[1], 0), (KINDS[1], 5 << 28)] {
        let read = read(&file(header(needed(kind, 1)), &[record]));
        assert_eq!((read.only_finding().0, read.tags.len()), ("bad-record", 0), "{:#x}", kind.code);
    }
}

#[test]
fn a_record_that_is_cut_is_reported_with_its_number_and_offset() {
    // header | 4 bytes | 4 bytes | 1 byte
    let file = t2(&[5, 9, 11]);
    let end = file.len() - 3;
    let read = read(&file[..end]);
    assert_eq!(read.pairs(), [(1, 5), (1, 9)]);
    assert_eq!(
        read.only_finding(),
        ("truncated", Some(end as u64 - 1), "the file ends 1 byte into record 3")
    );
}

#[test]
fn missing_records_are_reported() {
    // TTResult_NumberOfRecords = 9 | two records
    let records = [5, 9];
    let read = read(&file(header(needed(HYDRAHARP2_T2, 9)), &records));
    assert_eq!(read.pairs(), [(1, 5), (1, 9)]);
    assert_eq!(
        read.only_finding(),
        ("truncated", Some(16 + 480 + 8), "the header states 9 records, but the file ends after record 2")
    );
}

#[test]
fn what_is_behind_the_promised_records_is_not_read() {
    // TTResult_NumberOfRecords = 1 | two records, or one and a bit
    for (records, cut) in [(&[5, 9][..], 0), (&[5, 9], 3)] {
        let file = file(header(needed(HYDRAHARP2_T2, 1)), records);
        let read = read(&file[..file.len() - cut]);
        assert_eq!(read.pairs(), [(1, 5)]);
        assert_eq!(
            read.only_finding(),
            (
                "trailing-bytes",
                Some(16 + 480 + 4),
                "the file has more than the 1 records that its header states"
            )
        );
    }
}

#[test]
fn a_header_that_promises_no_records_is_of_a_measurement_that_did_not_end() {
    for count in [0_i64, -1] {
        let mut tags = needed(HYDRAHARP2_T2, 0);
        tags[8] = integer("TTResult_NumberOfRecords", count);
        let whole = read(&file(header(tags), &[5, 9]));
        assert_eq!(whole.pairs(), [(1, 5), (1, 9)]);
        assert_eq!(whole.only_finding().2, "the header states no records, but 2 were read");
    }
    assert_eq!(read(&file(header(needed(HYDRAHARP2_T2, 0)), &[])).findings, []);
}

#[test]
fn a_tag_that_claims_an_impossible_length_is_reported() {
    // a string of 2^62 bytes | ...
    let huge = || HeaderTag("File_Comment", 0x4001_ffff, (1_u64 << 62).to_le_bytes(), Vec::new());
    let file = header([huge()].into_iter().chain(needed(HYDRAHARP2_T2, 0)).collect());
    let read = read(&file);
    assert_eq!(read.only_finding().0, "truncated");
    // A string of negative length.
    let negative = HeaderTag("File_Comment", 0x4001_ffff, (-8_i64).to_le_bytes(), Vec::new());
    let read = super::files::read(&header(vec![negative]));
    assert_eq!(
        read.only_finding(),
        ("bad-header", Some(16), "the header's tag File_Comment claims to be -8 bytes long")
    );
}

#[test]
fn a_tag_of_an_unknown_type_ends_the_reading() {
    let tag = HeaderTag("New_Thing", 0x3000_0008, [0; 8], Vec::new());
    let read = read(&header(vec![tag]));
    let message = "the header's tag New_Thing has the unknown type 0x30000008";
    assert_eq!(read.only_finding(), ("bad-header", Some(16), message));
}

#[test]
fn a_header_without_a_needed_tag_is_reported() {
    let without = |kind, name: &str| {
        let tags = needed(kind, 1).into_iter().filter(|tag| tag.0 != name).collect();
        read(&file(header(tags), &[5]))
    };
    let no_type = without(HYDRAHARP2_T2, "TTResultFormat_TTTRRecType");
    assert_eq!(no_type.only_finding().2, "the header does not state the type of the records");
    let no_tick = without(HYDRAHARP2_T2, "MeasDesc_GlobalResolution");
    assert_eq!((no_tick.pairs(), no_tick.tick.clone()), (vec![(1, 5)], None));
    assert_eq!(no_tick.only_finding().2, "the header does not state the length of a tick");
    for name in ["MeasDesc_GlobalResolution", "MeasDesc_Resolution"] {
        let no_times = without(HYDRAHARP2_T3, name);
        assert_eq!((no_times.only_finding().0, no_times.tags.len()), ("bad-header", 0));
    }
    let mut tags = needed(HYDRAHARP2_T2, 1);
    tags[3] = integer("TTResultFormat_BitsPerRecord", 64);
    let wide = read(&file(header(tags), &[5]));
    assert_eq!(wide.pairs(), [(1, 5)]);
    assert_eq!(wide.only_finding().2, "the header states records of 64 bits; records of this type have 32");
}

#[test]
fn overflows_that_no_time_holds_end_the_reading() {
    // photon | 2^25 - 1 overflows of 2^25 ticks, again and again | photon
    for (kind, most) in [(HYDRAHARP2_T2, (1 << 25) - 1), (HYDRAHARP2_T3, 1023)] {
        let count = if kind.t3 { 100 } else { 5000 };
        let mut records = vec![5];
        records.resize(count, overflow(kind, most));
        records.push(7);
        let mut tags = needed(kind, records.len());
        if kind.t3 {
            // A sync every second, and a delay in units that are a thousandth of a ps.
            tags[4] = super::picoquant_files::float("MeasDesc_Resolution", 1e-12);
            tags[5] = super::picoquant_files::float("MeasDesc_GlobalResolution", 1.0);
        }
        let read = read(&file(header(tags), &records));
        let (code, offset, message) = read.only_finding();
        assert_eq!(code, "overflow", "{message}");
        assert!(offset.is_some_and(|offset| offset > 16 + 480));
        assert!(read.tags.len() <= 2);
    }
}

#[test]
fn long_values_are_skipped_wherever_chunks_end() {
    let blob = long("UsrBlob", 0xffff_ffff, &[0x51; 100_000]);
    let tags = [blob].into_iter().chain(every_type()).chain(needed(HYDRAHARP2_T2, 1)).collect();
    let file = file(header(tags), &[5]);
    let whole = read(&file);
    assert_eq!((whole.pairs(), whole.findings.len()), (vec![(1, 5)], 0));
    assert_eq!(read_in(&file, 977), whole);
}

pub fn any_events(kind: Kind) -> impl Strategy<Value = Vec<Event>> {
    let event = (0..10_u32, 0..3 * kind.period, 1..5_u32, 0..4096_u32, 1..16_u32);
    proptest::collection::vec(event, 1..40).prop_map(move |events| {
        let mut at = 0;
        let event = |(which, step, input, delay, bits)| {
            // Small steps are the rule.
            at += if which < 7 { step % 50 } else { step };
            match which {
                0 if !kind.t3 => Event::Sync { at },
                1 => Event::Markers { at, bits },
                _ => photon(at, input, if kind.t3 { delay } else { 0 }),
            }
        };
        events.into_iter().map(event).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_split_of_any_file_gives_its_tags(
        (kind, events) in (0..KINDS.len()).prop_flat_map(|k| (Just(KINDS[k]), any_events(KINDS[k]))),
        cuts in proptest::collection::btree_set(0_usize..2500, 0..8),
    ) {
        let file = ptu(kind, &events);
        let whole = read(&file);
        prop_assert_eq!(&whole.pairs(), &expected(kind, &events));
        let cuts: Vec<usize> = cuts.into_iter().collect();
        prop_assert_eq!(&read_cut(&file, &cuts), &whole);
    }

    #[test]
    fn any_records_are_read_without_a_panic(
        kind in 0..KINDS.len(),
        records in proptest::collection::vec(any::<u32>(), 0..300),
    ) {
        let file = file(header(needed(KINDS[kind], records.len())), &records);
        prop_assert_eq!(read_in(&file, 7), read(&file));
    }

    #[test]
    fn any_byte_of_a_header_may_be_wrong(at in 0_usize..1200, byte in any::<u8>(), chunk in 1_usize..200) {
        let mut file = ptu(HYDRAHARP2_T3, &events(HYDRAHARP2_T3));
        if at >= 8 && at < file.len() {
            file[at] = byte;
        }
        prop_assert_eq!(read_in(&file, chunk), read(&file));
    }
}

// Found by the fuzzer: a finding about many records was listed after that of a later record in the same chunk.
#[test]
fn findings_are_in_the_order_of_the_file_whatever_the_chunks() {
    let kind = KINDS[5];
    let mut word = 1_u32;
    let mut words: Vec<u32> = (0..700)
        .map(|_| {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            word & 0x01ff_ffff
        })
        .collect();
    words[600] = 0xb197_9981;
    let file = file(header(needed(kind, words.len())), &words);
    let whole = read(&file);
    let offsets: Vec<_> = whole.findings.iter().filter_map(|finding| finding.offset).collect();
    assert!(offsets.len() >= 2 && offsets.is_sorted(), "{:?}", whole.findings);
    assert_eq!(read_in(&file, 7), whole);
}
