//! Files of histograms: headers drawn by hand, from the manufacturers' descriptions.

use std::path::PathBuf;

use proptest::prelude::*;
use tagview_core::Code;
use tagview_core::analysis::lifetime_of_histogram;
use tagview_core::formats::recognise;
use tagview_core::import::{HistogramFile, is_histogram_file, read_histograms};

use super::picoquant_files::{HeaderTag, float, header as ptu_header, integer, long};

fn bins(counts: &[u32]) -> Vec<u8> {
    counts.iter().flat_map(|count| count.to_le_bytes()).collect()
}

const COUNTS: [&[u32]; 2] = [&[0, 7, 90, 40, 20, 10], &[1, 2, 3]];

fn sum(counts: &[u32]) -> i64 {
    counts.iter().map(|count| i64::from(*count)).sum()
}

/// Sets the index of the first tag with this name that has none.
fn indexed(file: &mut [u8], name: &str, index: i32) {
    let is_it = |window: &[u8]| {
        window.starts_with(name.as_bytes()) && window[name.len()] == 0 && window[32..] == [0xff; 4]
    };
    let at = file.windows(36).position(is_it).unwrap() + 32;
    file[at..at + 4].copy_from_slice(&index.to_le_bytes());
}

fn phu() -> Vec<u8> {
    let names = ["CurveIndex", "DataOffset", "HistogramBins", "IntegralCount", "SyncRate"];
    let build = |start: i64| -> Vec<u8> {
        let mut tags: Vec<HeaderTag> = vec![
            long("HW_Type", 0x4001_ffff, b"MultiHarp 150\0"),
            long("File_Comment", 0x4001_ffff, b"a decay\0"),
            integer("MeasDesc_AcquisitionTime", 2000),
            integer("HistoResult_NumberOfCurves", 2),
        ];
        let mut offset = start;
        for (k, counts) in COUNTS.iter().enumerate() {
            let values = [k as i64 + 4, offset, counts.len() as i64, sum(counts), 20_000_000];
            tags.extend(names.iter().zip(values).map(|(name, value)| {
                let name: &'static str = match *name {
                    "CurveIndex" => "HistResDscr_CurveIndex",
                    "DataOffset" => "HistResDscr_DataOffset",
                    "HistogramBins" => "HistResDscr_HistogramBins",
                    "IntegralCount" => "HistResDscr_IntegralCount",
                    _ => "HistResDscr_SyncRate",
                };
                integer(name, value)
            }));
            tags.push(float("HistResDscr_MDescResolution", 8e-11));
            offset += 4 * counts.len() as i64;
        }
        let mut file = ptu_header(tags);
        file[..8].copy_from_slice(b"PQHISTO\0");
        for index in 0..2 {
            for name in names.iter().chain(&["MDescResolution"]) {
                indexed(&mut file, &format!("HistResDscr_{name}"), index);
            }
        }
        file
    };
    let length = build(0).len();
    [build(length as i64), COUNTS.map(bins).concat()].concat()
}

/// A file of zeros, with `fields` at their places.
fn with_fields(length: usize, fields: &[(usize, &[u8])]) -> Vec<u8> {
    let mut file = vec![0; length];
    for (at, field) in fields {
        file[*at..at + field.len()].copy_from_slice(field);
    }
    file
}

const TEXTS: [(usize, &[u8]); 2] = [(52, b"08/09/03 12:51:43\0"), (72, b"a decay\0")];

fn phd() -> Vec<u8> {
    let mut file = with_fields(692, &[(0, b"PicoHarp 300"), (16, b"2.0"), (328, &[2])]);
    TEXTS.iter().for_each(|(at, text)| file[*at..at + text.len()].copy_from_slice(text));
    let mut offset = 692 + 2 * 172;
    for (k, counts) in COUNTS.iter().enumerate() {
        file.extend(with_fields(
            172,
            &[
                (0, &[k as u8 + 4]),
                (60, &[k as u8]),
                (92, &0.08_f32.to_le_bytes()),
                (96, &(counts.len() as i32).to_le_bytes()),
                (100, &2000_i32.to_le_bytes()),
                (112, &20_000_000_i32.to_le_bytes()),
                (124, &sum(counts).to_le_bytes()),
                (136, &(offset as i32).to_le_bytes()),
            ],
        ));
        offset += 4 * counts.len();
    }
    [file, COUNTS.map(bins).concat()].concat()
}

fn hhd(version: &[u8]) -> Vec<u8> {
    let mut file = with_fields(696 + 3 * 16, &[(0, b"HydraHarp"), (16, version), (328, &[2]), (664, &[3])]);
    TEXTS.iter().for_each(|(at, text)| file[*at..at + text.len()].copy_from_slice(text));
    let mut offset = file.len() + 2 * 264;
    for (k, counts) in COUNTS.iter().enumerate() {
        file.extend(with_fields(
            264,
            &[
                (0, &[k as u8 + 4]),
                (184, &[k as u8]),
                (200, &80_f64.to_le_bytes()),
                (212, &2000_i32.to_le_bytes()),
                (236, &20_000_000_i32.to_le_bytes()),
                (248, &sum(counts).to_le_bytes()),
                (256, &(counts.len() as i32).to_le_bytes()),
                (260, &(offset as i32).to_le_bytes()),
            ],
        ));
        offset += 4 * counts.len();
    }
    [file, COUNTS.map(bins).concat()].concat()
}

/// All curves have the same number of bins; counts follow each description.
fn thd(version: &[u8]) -> Vec<u8> {
    let shift = if version == b"6.0" { 24 } else { 0 };
    let mut file = with_fields(
        540 + 2 * shift,
        &[
            (0, b"TimeHarp 200"),
            (16, version),
            (28 + shift, b"08/09/03 12:51:43"),
            (48 + shift, b"a decay"),
            (304 + shift, &[6]),
            (308 + shift, &[2]),
        ],
    );
    for (k, counts) in COUNTS.iter().enumerate() {
        let fields: [(usize, &[u8]); 6] = [
            (0, &[k as u8 + 4]),
            (28, &[k as u8]),
            (60, &2000_i32.to_le_bytes()),
            (72, &20_000_000_i32.to_le_bytes()),
            (84, &(sum(counts) as i32).to_le_bytes()),
            (88, &0.08_f32.to_le_bytes()),
        ];
        file.extend(with_fields(100, &fields));
        let mut counts = counts.to_vec();
        counts.resize(6, 0);
        file.extend(bins(&counts));
    }
    file
}

fn files() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("phu", phu()),
        ("phd", phd()),
        ("hhd", hhd(b"1.0")),
        ("hhd", hhd(b"2.0")),
        ("thd", thd(b"2.0")),
        ("thd", thd(b"5.0")),
        ("thd", thd(b"6.0")),
    ]
}

fn codes(file: &HistogramFile) -> Vec<&'static str> {
    file.findings.iter().map(|finding| finding.code.as_str()).collect()
}

#[test]
fn each_kind_is_recognised_and_read_with_its_header() {
    for (format, bytes) in files() {
        assert_eq!(recognise(&bytes[..bytes.len().min(8192)], &[], "").format, Some("histogram"), "{format}");
        let file = read_histograms(&bytes, None).unwrap();
        assert_eq!((file.format, codes(&file).len()), (format, 0), "{:?}", file.findings);
        assert!(file.device.is_some() && file.comment.as_deref() == Some("a decay"), "{file:?}");
        assert_eq!(file.curves.len(), 2);
        for (k, (curve, counts)) in file.curves.iter().zip(COUNTS).enumerate() {
            let mut wanted: Vec<u64> = counts.iter().map(|count| u64::from(*count)).collect();
            wanted.resize(curve.counts.0.len(), 0);
            assert_eq!(curve.counts.0, wanted, "{format}");
            assert_eq!((curve.curve, curve.total), (k as u64 + 4, sum(counts) as u64));
            assert_eq!(curve.peak, Some(2));
            let is_near = |seconds: f64| (seconds - 8e-11).abs() < 1e-20;
            assert!(curve.resolution_s.is_some_and(is_near), "{:?}", curve.resolution_s);
            assert_eq!((curve.sync_rate_hz, curve.acquisition_time_s), (Some(2e7), Some(2.0)));
            assert_eq!(curve.input, (format != "phu").then_some(k as u64 + 1));
        }
    }
}

#[test]
fn a_text_of_equal_steps_and_counts_is_read_with_its_unit() {
    let rows: String =
        (0..40).map(|k| format!("{:.4}\t{}\n", f64::from(k) * 0.15625, 7 + k * 3 % 11)).collect();
    assert!(is_histogram_file(rows.as_bytes()));
    assert_eq!(recognise(rows.as_bytes(), &[], "x.txt").format, Some("histogram"));
    let file = read_histograms(rows.as_bytes(), None).unwrap();
    let curve = &file.curves[0];
    assert_eq!((curve.counts.0.len(), curve.resolution_s, curve.start_s), (40, None, None));
    let bare = file.bare_delays.unwrap();
    assert!(bare.start == 0.0 && (bare.width / 0.15625 - 1.0).abs() < 1e-4, "{bare:?}");
    let file = read_histograms(rows.as_bytes(), Some("ns")).unwrap();
    let curve = &file.curves[0];
    assert!((curve.resolution_s.unwrap() / 1.5625e-10 - 1.0).abs() < 1e-4);
    assert_eq!((curve.start_s, file.bare_delays), (Some(0.0), None));
    assert_eq!(read_histograms(rows.as_bytes(), Some("parsec")).unwrap_err().code, Code::Usage);
    // Names state the unit, and counts that ascend.
    let named: String = (0..20).map(|k| format!("{},{}\n", 16 * k, 5 + k)).collect();
    let named = format!("time (ns),counts\n{named}");
    assert_eq!(recognise(named.as_bytes(), &[], "x.csv").format, Some("histogram"));
    let file = read_histograms(named.as_bytes(), None).unwrap();
    assert_eq!((file.curves[0].resolution_s, file.curves[0].counts.0[19]), (Some(1.6e-8), 24));
    let broken = format!("{rows}oops\n");
    let file = read_histograms(broken.as_bytes(), Some("ns")).unwrap();
    assert_eq!((codes(&file), file.curves[0].counts.0.len()), (vec!["bad-record"], 40));
}

/// The caller has decided: names above the columns may be unknown, and rows few.
#[test]
fn a_text_with_unknown_names_is_read_if_it_may_be_a_histogram() {
    let rows = "0,5\n1,7\n2,9\n3,4\n4,3\n5,6\n6,1\n7,2\n";
    for (text, bins) in [(format!("foo,bar\n{rows}"), 8), ("delay,foo\n0,5\n1,7\n2,6\n".to_owned(), 3)] {
        assert_ne!(recognise(text.as_bytes(), &[], "x.csv").format, Some("histogram"));
        let curve = &read_histograms(text.as_bytes(), Some("ns")).unwrap().curves[0];
        assert_eq!((curve.counts.0.len(), curve.start_s, curve.counts.0[1]), (bins, Some(0.0), 7));
    }
    // Ascending counts may also be the times of one channel, so that such a text is not recognised.
    let rising = "0,5\n1,7\n2,9\n";
    assert_ne!(recognise(rising.as_bytes(), &[], "x.csv").format, Some("histogram"));
    assert_eq!(read_histograms(rising.as_bytes(), Some("ns")).unwrap().curves[0].counts.0, [5, 7, 9]);
    // Times and channels are no histogram, neither are steps of any size.
    for (text, remedy) in [
        (format!("time,channel\n{rows}"), "`stats`; a histogram has names"),
        ("3,100\n15,250\n3,251\n".to_owned(), "`stats`; a histogram has names"),
        ("foo,bar\n3,100\n15,250\n3,251\n".to_owned(), "`stats` with `columns`"),
        ("Dear Sir or Madam\n".to_owned(), "`stats` with `columns`"),
        ("\0\x01\x02".to_owned(), "open a recording with `stats`"),
        (String::new(), "open a recording with `stats`"),
    ] {
        let error = read_histograms(text.as_bytes(), None).unwrap_err();
        assert!(error.code == Code::UnknownFormat && error.remedy.contains(remedy), "{text}: {error:?}");
    }
}

#[test]
fn a_text_ends_where_its_delays_do_not_go_on() {
    let rows: String = (0..1500).map(|k| format!("{}\t{}\n", 8 * k, 7 + k * 3 % 11)).collect();
    let gap: String = (1501..1600).map(|k| format!("{}\t1\n", 8 * k)).collect();
    for (text, whole) in [
        (format!("{rows}# a comment\n\n"), true),
        (format!("{rows}{rows}"), false),
        (format!("{rows}{gap}"), false),
        (format!("{rows}n/a\n{gap}"), false),
    ] {
        let file = read_histograms(text.as_bytes(), Some("ps")).unwrap();
        let curve = &file.curves[0];
        assert_eq!((curve.counts.0.len(), curve.resolution_s), (1500, Some(8e-12)));
        assert_eq!(codes(&file), if whole { vec![] } else { vec!["bad-record"] });
    }
}

#[test]
fn a_histogram_that_is_shorter_than_the_period_has_the_same_lifetime() {
    let counts: Vec<u64> = (0..100).map(|k| (1e4 * (-f64::from(k) / 40.0).exp()).round() as u64).collect();
    let lifetime = lifetime_of_histogram(&counts, 1000.0, false).unwrap().lifetime.unwrap();
    assert!((lifetime / 40.0 - 1.0).abs() < 0.02, "{lifetime}");
    let huge = [u64::MAX / 2, u64::MAX / 2, 5];
    assert_eq!(lifetime_of_histogram(&huge, 10.0, false).unwrap_err().code, Code::Usage);
}

#[test]
fn the_shared_texts_are_read() {
    let folder =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/cases/histogram-read-as-tags");
    for name in ["hist.txt", "decay.txt"] {
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("skipped: there is no {name}");
            continue;
        };
        let file = read_histograms(&bytes, Some("ns")).unwrap();
        assert_eq!(codes(&file).len(), 0, "{:?}", file.findings);
        assert!(file.curves[0].total > 0);
    }
}

#[test]
fn what_is_wrong_is_stated_and_the_rest_is_read() {
    let with = |bytes: &[u8], at: usize, field: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + field.len()].copy_from_slice(field);
        read_histograms(&bytes, None)
    };
    // The first curve's counts lie outside the file, or their number is too large.
    let file = with(&phd(), 692 + 136, &i32::MAX.to_le_bytes()).unwrap();
    assert_eq!((codes(&file), file.curves.len()), (vec!["bad-header"], 1));
    let file = with(&phd(), 692 + 96, &i32::MAX.to_le_bytes()).unwrap();
    assert_eq!((codes(&file), file.curves.len()), (vec!["truncated"], 2));
    let file = with(&thd(b"5.0"), 540 + 84, &[1]).unwrap();
    assert_eq!((codes(&file), file.curves.len()), (vec!["bad-header"], 2));
    assert!(file.findings[0].message.contains("but its bins have 167"), "{}", file.findings[0].message);
    // Two curves, each of the whole file.
    let mut both = hhd(b"2.0");
    let length = (both.len() / 4) as i32;
    for description in [744, 744 + 264] {
        both[description + 256..description + 260].copy_from_slice(&length.to_le_bytes());
        both[description + 260..description + 264].copy_from_slice(&[0; 4]);
    }
    let file = read_histograms(&both, None).unwrap();
    assert_eq!((file.curves.len(), codes(&file).last()), (1, Some(&"bad-header")));
    for (at, bytes) in [(328, phd()), (328, hhd(b"2.0")), (308, thd(b"3.0"))] {
        assert_eq!(with(&bytes, at, &i32::MAX.to_le_bytes()).unwrap_err().code, Code::BadHeader);
    }
    assert_eq!(read_histograms(b"PQHISTO\0", None).unwrap_err().code, Code::Truncated);
    assert_eq!(read_histograms(b"nothing", None).unwrap_err().code, Code::UnknownFormat);
}

#[test]
fn the_lifetime_of_a_curve_is_that_of_the_decay_it_was_drawn_from() {
    // A period of 250 bins, a decay of 40 bins after pulses with a standard deviation of 2 bins, and a background.
    let (bins, tau) = (250, 40.0_f64);
    let mut expected = vec![0.0; 250];
    for jitter in (-80..=80).map(|step| 0.1 * f64::from(step)) {
        for after in (0..6000).map(|step| 0.1 * f64::from(step)) {
            let weight = (-0.5 * (jitter / 2.0_f64).powi(2) - after / tau).exp();
            expected[(20.55 + jitter + after).rem_euclid(250.0) as usize] += weight;
        }
    }
    let scale = 2e5 / expected.iter().sum::<f64>();
    let counts: Vec<u64> = expected.iter().map(|weight| (scale * weight + 20.0).round() as u64).collect();
    let found = lifetime_of_histogram(&counts, f64::from(bins), false).unwrap();
    let lifetime = found.lifetime.unwrap_or_else(|| panic!("{:?}", found.remarks));
    assert!((lifetime / tau - 1.0).abs() < 0.02, "{lifetime}");
    assert_eq!(found.counts.0, counts);
    for wrong in [0.0, f64::NAN, f64::INFINITY, 1e12] {
        assert_eq!(lifetime_of_histogram(&counts, wrong, false).unwrap_err().code, Code::Usage);
    }
    assert_eq!(lifetime_of_histogram(&[], 100.0, true).unwrap().lifetime, None);
}

proptest! {
    #[test]
    fn damage_is_an_error_or_a_finding_and_never_a_panic(
        kind in 0_usize..7,
        damage in prop::collection::vec((0_usize..4000, any::<u8>()), 0..6),
        end in 0_usize..4000,
    ) {
        let (_, mut bytes) = files().swap_remove(kind);
        for (at, byte) in damage {
            let length = bytes.len();
            bytes[at % length] = byte;
        }
        bytes.truncate(end.max(1));
        if let Ok(file) = read_histograms(&bytes, None) {
            let read: usize = file.curves.iter().map(|curve| 4 * curve.counts.0.len()).sum();
            prop_assert!(read <= bytes.len());
        }
    }
}
