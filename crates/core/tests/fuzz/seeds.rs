//! Sound inputs of each target, from which mutations start.

use tagview_core::import::TailFirst;
use tagview_core::offsets::Encoding;
use tagview_core::offsets::encodings::encode;
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Tag, Writer};
use tagview_core::zstd::Encoder;

use crate::dynamic::scan::PartReader;
use crate::fixed_header_files::{hydraharp, picoharp};
use crate::hdf5_files::{DataLocation, Filter, Node, group, integers, new_file, old_file, real, text};
use crate::picoquant_files::{Event, KINDS, ptu};
use crate::targets::{base64, request};
use crate::zip::{Packed, array, zip};

fn tags(count: i64) -> Vec<Tag> {
    (0..count).map(|k| Tag { time: 1000 + k * k % 977 + 40 * k, channel: (k * k % 3) as u64 + 1 }).collect()
}

fn frame(tags: &[Tag]) -> Vec<u8> {
    let mut out = Vec::new();
    encode_frame(tags, 1, &mut out).unwrap();
    out
}

fn compressed(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Encoder::new(1).unwrap().compress(content, &mut out).unwrap();
    out
}

/// Words of messages: two inner lists in one segment; each in a separate segment, reached by far pointers; none.
fn bodies() -> Vec<Vec<u8>> {
    let one = [
        9 << 32,
        1 << 48,
        1 | 6 << 32 | 2 << 35,
        1 << 2 | 1 | 7 << 32 | 2 << 35,
        3 << 2 | 1 | 7 << 32 | 2 << 35,
        1 << 2 | 2 << 32,
        585,
        3,
        1 << 2 | 2 << 32,
        600,
        15,
    ];
    let far = [
        1 | 3 << 32,
        4,
        1 << 48,
        1 | 6 << 32 | 1 << 35,
        2 | 1 << 32,
        1 | 7 << 32 | 2 << 35,
        1 << 2 | 2 << 32,
        7,
        9,
    ];
    let empty = [1 << 32, 0];
    [&one[..], &far, &empty]
        .map(|words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect())
        .into()
}

fn files() -> Vec<Vec<u8>> {
    let (mut indexed, mut writer) = (Vec::new(), Writer::new(1, 40).unwrap());
    writer.push(&tags(100), &mut indexed).unwrap();
    writer.finish(&mut indexed).unwrap();
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    let [one, far, _] = <[Vec<u8>; 3]>::try_from(bodies()).unwrap();
    vec![indexed, [frame(&tags(50)), skippable.to_vec(), frame(&tags(3))].concat(), compressed(&far), one]
}

/// A FIFO file: header, photons, markers and overflows.
fn fifo() -> Vec<u8> {
    let words =
        [0x9800_007d_u32, 0x0123_0007, 0x0456_1009, 0xc000_0003, 0x4321_2fff, 0x9000_5010, 0x0777_3099];
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A `.t3r` file: header, photons, markers and an overflow.
fn timeharp() -> Vec<u8> {
    let mut file = vec![0; 592];
    let fields: [(usize, &[u8]); 8] = [
        (0, b"TimeHarp 200"),
        (16, b"5.0"),
        (320, &[1]),
        (328, &[2]),
        (536, &0.08_f32.to_le_bytes()),
        (540, &[100]),
        (568, &5_000_000_i32.to_le_bytes()),
        (584, &[4]),
    ];
    fields.iter().for_each(|(at, field)| file[*at..at + field.len()].copy_from_slice(field));
    let words = [0x4123_0007_u32, 0x5456_1009, 0x0800_0000, 0x0005_0033];
    file.into_iter().chain(words.iter().flat_map(|word| word.to_le_bytes())).collect()
}

/// Photons with microtimes, in chunks.
fn photons(place: &DataLocation) -> Node {
    let photons = group([
        ("timestamps", integers(&[10, 10, 80, 90], 8, true, place.clone())),
        ("detectors", integers(&[0, 1, 0, 2], 1, false, place.clone())),
        ("nanotimes", integers(&[5, 6, 700, 8], 2, false, place.clone())),
        ("timestamps_specs", group([("timestamps_unit", real(12.5e-9))])),
        ("nanotimes_specs", group([("tcspc_unit", real(16e-12))])),
    ]);
    group([("photon_data", photons), ("description", text("pulsed"))])
}

/// A Parquet file with its end in front.
fn tail_first(file: &[u8]) -> Vec<u8> {
    let length = TailFirst::length(file, file.len() as u64).unwrap() as usize;
    [TailFirst::prefix(&file[file.len() - length..]), file.to_vec()].concat()
}

/// A recording of each other tagger.
fn imports() -> Vec<Vec<u8>> {
    let events = [
        Event::Photon { at: 4, input: 1, delay: 3 },
        Event::Markers { at: 5, bits: 0b101 },
        Event::Photon { at: 250_000_000, input: 2, delay: 9 },
    ];
    let words = [0_u32, 0x0100_0002, 0xf000_0000, 77];
    let npy_header =
        "{'descr': [('time', '<i8'), ('channel', '<u2')], 'fortran_order': False, 'shape': (2,), }\n";
    let swabian: Vec<u8> = [(0_u64, 1_u64), (0, 2), (4 | 7 << 16, 1), (0, 3)]
        .iter()
        .enumerate()
        .flat_map(|(k, (kind, channel))| [kind | channel << 32, 90 + k as u64])
        .flat_map(u64::to_le_bytes)
        .collect();
    [
        KINDS.map(|kind| ptu(kind, &events)).to_vec(),
        vec![picoharp(3, &words, 2), picoharp(2, &words, 0), hydraharp(b"2.0", 3, &words)],
        vec![
            [&[0x87, 0xb3, 0x91, 0xfa][..], &[0; 36], &[5, 0, 0, 0, 0, 0, 0, 0, 1, 0], &[9; 10]].concat(),
            [b"\x93NUMPY\x01\x00", &[npy_header.len() as u8, 0][..], npy_header.as_bytes(), &[3; 20]]
                .concat(),
            zip(&[
                ("times.npy", &array("'<i8'", 2, &[5; 16]), Packed::Deflated),
                ("channels.npy", &array("'|u1'", 2, &[1, 2]), Packed::Stored),
            ]),
            tail_first(include_bytes!("../import/parquet/zstd-delta.parquet")),
            tail_first(include_bytes!("../import/parquet/others-1.parquet")),
            include_bytes!("../import/arrow/two-batches.arrows").to_vec(),
            include_bytes!("../import/arrow/others-lz4.feather").to_vec(),
            include_bytes!("../import/arrow/others-zstd.feather").to_vec(),
            old_file(&photons(&DataLocation::Tree(
                2,
                vec![Filter::Shuffle, Filter::Deflate, Filter::Fletcher],
            ))),
            new_file(&photons(&DataLocation::Array(3, vec![Filter::Deflate]))),
            swabian,
            fifo(),
            timeharp(),
            b"time,channel\n5,1\n7,2\n".to_vec(),
        ],
    ]
    .concat()
}

const HEADERS: [&str; 8] = [
    "v1=0:1042,1:977,2:-1",
    "x-read-consistency-offsets: v1=0:5,1:6,5:7\r\nX-Read-Consistency: strong\r\n",
    "v2=0/0:5;6,0/1:7,1/0:-1;9",
    "{\"name\": \"X-Read-Consistency-Offsets\", \"value\": \"v1=0:5,\\u0031:6\"}",
    "map[__consistency_offsets__:[v1=0:5,1:6] __consistency_max_delay__:[30s]]",
    "0:5=1:6,+2:7,03:8, 4:9,,5:9223372036854775808",
    "AAAAAP//////////AQAAAAUAAAAAAAAA",
    "level=info msg=\"v1=0:5,0:6\"",
];

const DEFINITIONS: [&str; 3] = [
    "156.25ps\n100=3+15\n101=3&15@2ns\n102=3@+4ns\n103=15~3:0..5ns",
    "1ps\n15=15@-4\n104 = 15 ~ 101 : -5ns .. 1us\n101=1&2&3@7",
    "81ps\n0=18446744073709551615+1",
];

/// The inputs; those of targets that have tests of their own are written by these.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let in_pieces = |files: Vec<Vec<u8>>| files.into_iter().map(|file| [vec![7], file].concat()).collect();
    match target {
        "definitions" => DEFINITIONS.map(|text| text.as_bytes().to_vec()).into(),
        "headers" => HEADERS.map(|text| text.as_bytes().to_vec()).into(),
        "encodings" => {
            let (partitions, offsets) = ([0, 1, 2], [1042, -1, i64::MAX]);
            let text = |encoding| encode(encoding, &partitions, &offsets).unwrap().into_bytes();
            (0_u8..6).map(|k| [vec![k, 1], text(Encoding::ALL[usize::from(k) + 1])].concat()).collect()
        }
        "imports" => in_pieces(imports()),
        "merge_law" => vec![(0..120_u8).map(|k| k.wrapping_mul(73)).collect(), vec![128; 40]],
        "messages" => in_pieces([bodies(), vec![bodies().concat()]].concat()),
        "partial_results" => files()
            .into_iter()
            .map(|file| {
                let mut reader = PartReader::new(&request([])).unwrap();
                reader.push(&file);
                reader.finish();
                reader.save().unwrap()
            })
            .collect(),
        "text" => in_pieces(vec![b"3\t5\n15\t-7\r\n18446744073709551615\t9223372036854775807\n".to_vec()]),
        "zstd" => in_pieces(vec![
            frame(&tags(200)),
            compressed(base64(&frame(&tags(90))).as_bytes()),
            // A stored block, one of a byte repeated, and the checksum of neither.
            [&[0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0x18, 0, 0, 1, 2, 3, 0x53, 0, 0, 9][..]].concat(),
        ]),
        _ => in_pieces(files()),
    }
}
