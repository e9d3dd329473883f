//! Images of scans in PTU files, read in parts, against a naive loop and the Python packages ptufile and tttrlib.

use std::fs;
use std::path::Path;
use std::process::Command;

use tagview_core::analysis::{ImageRequest, ImageResult};
use tagview_core::native::OpenOptions;
use tagview_core::open_bytes;
use tagview_core::scan::ScanRequest;

use super::picoquant_files::{Event, KINDS, Kind, every_type, file, float, header, integer, needed, records};
use super::ptufile::python;

const T3: Kind = KINDS[5];

/// Syncs of a pixel.
const DWELL: u64 = 50;
const WIDTH: u64 = 60;
const HEIGHT: u64 = 40;

/// Enough for a file that is read in parts.
const FRAMES: u64 = 45;

/// A scan of `frames` frames and its image.
fn scan(frames: u64, bidirectional: bool) -> (Vec<Event>, Vec<u64>) {
    let mut state = 3_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let photon = |at, n: u64| Event::Photon { at, input: 1 + (n % 2) as u32, delay: (n % 700) as u32 };
    let mut events = vec![photon(2, 5)];
    let mut image = vec![0; (WIDTH * HEIGHT) as usize];
    let mut at = 10;
    for _ in 0..frames {
        for y in 0..HEIGHT {
            events.push(Event::Markers { at, bits: 1 });
            for step in 0..WIDTH * DWELL {
                let x = step / DWELL;
                if random(8 + x / 4) < 2 {
                    events.push(photon(at + step, random(1 << 20)));
                    let x = if bidirectional && y % 2 == 1 { WIDTH - 1 - x } else { x };
                    image[(y * WIDTH + x) as usize] += 1;
                }
            }
            at += WIDTH * DWELL;
            events.extend([Event::Markers { at, bits: 2 }, photon(at + 3, 9)]);
            at += 100;
        }
        events.push(Event::Markers { at, bits: 4 });
        at += 20;
    }
    (events, image)
}

fn ptu(events: &[Event], bidirectional: bool, sin_correction: i64) -> Vec<u8> {
    let records = records(T3, events);
    let scan = [
        ("ImgHdr_Dimensions", 3),
        ("ImgHdr_Ident", 9),
        ("ImgHdr_PixX", WIDTH as i64),
        ("ImgHdr_PixY", HEIGHT as i64),
        ("ImgHdr_LineStart", 1),
        ("ImgHdr_LineStop", 2),
        ("ImgHdr_Frame", 3),
        ("ImgHdr_BiDirect", i64::from(bidirectional)),
        ("ImgHdr_SinCorrection", sin_correction),
    ];
    let mut tags: Vec<_> = every_type().into_iter().chain(needed(T3, records.len())).collect();
    // Measurement_SubMode of an image.
    tags.retain(|tag| tag.0 != "Measurement_SubMode");
    tags.push(integer("Measurement_SubMode", 3));
    tags.extend(scan.map(|(name, value)| integer(name, value)));
    tags.push(float("ImgHdr_TimePerPixel", DWELL as f64 * 1.25e-8 * 1000.0));
    file(header(tags), &records)
}

fn image_of(file: Vec<u8>) -> ImageResult {
    let opened = open_bytes(file, &OpenOptions::default()).unwrap();
    let meta = opened.meta().unwrap().image.unwrap();
    let channel = |marker: Option<u64>| 100 + marker.unwrap();
    let request = ImageRequest::of(meta.width, meta.height, channel(meta.line_start))
        .line_stop(channel(meta.line_stop))
        .frame(channel(meta.frame))
        .bidirectional(meta.bidirectional)
        .sin_correction(meta.sin_correction.unwrap_or(0.0));
    let outcome = opened.scan(&ScanRequest::of([request])).unwrap();
    outcome.results.selected().unwrap().take::<ImageRequest>("image").unwrap()
}

#[test]
fn a_file_read_on_all_cores_has_the_image_of_its_scan() {
    for bidirectional in [false, true] {
        let (events, image) = scan(FRAMES, bidirectional);
        let file = ptu(&events, bidirectional, 0);
        assert!(file.len() > 2 << 20, "read in parts");
        let found = image_of(file);
        assert_eq!(*found.intensity, image);
        assert_eq!(
            (found.frames, found.lines, found.outside),
            (FRAMES, FRAMES * HEIGHT, 1 + FRAMES * HEIGHT)
        );
        assert!(found.remarks.is_empty(), "{:?}", found.remarks);
        assert_eq!(found.period, Some(781.25));
    }
}

/// Compares the images of scans, each bidirectional or not and with a sine correction, with those of a Python package.
fn assert_same_images(package: &str, requirement: &str, scans: &[(bool, i64)]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = match python(&root, package, requirement) {
        Ok(python) => python,
        Err(reason) => return println!("skipped: {reason}"),
    };
    let folder = root.join(format!(".tools/{package}-images"));
    fs::create_dir_all(&folder).unwrap();
    let mut files = Vec::new();
    let mut images = Vec::new();
    for &(bidirectional, sin_correction) in scans {
        let bytes = ptu(&scan(2, bidirectional).0, bidirectional, sin_correction);
        let path = folder.join(format!("{bidirectional}-{sin_correction}.ptu"));
        fs::write(&path, &bytes).unwrap();
        files.push(path);
        images.push(image_of(bytes).intensity.0);
    }
    let script = root.join(format!("tests/support/{package}-image.py"));
    let output = Command::new(python).arg(script).args(&files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let theirs: Vec<Vec<u64>> =
        text.lines().map(|line| line.split_whitespace().map(|n| n.parse().unwrap()).collect()).collect();
    assert_eq!(theirs, images);
}

/// ptufile has no correction of bidirectional scans.
#[test]
fn ptufile_has_the_same_images() {
    assert_same_images("ptufile", "ptufile", &[(false, 0), (true, 0), (false, 80), (false, 95)]);
}

/// tttrlib has no sine correction.
#[test]
fn tttrlib_has_the_same_images() {
    assert_same_images("tttrlib", "tttrlib==0.26.2", &[(false, 0), (true, 0)]);
}
