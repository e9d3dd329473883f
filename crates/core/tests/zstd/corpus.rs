//! Frames to decode, and what a decoder gives for them.
#![cfg(all(feature = "libzstd", feature = "ruzstd"))]

use crate::hand::{frame, framed, noise, raw, rle, skippable, tags};
use tagview_core::Error;
use tagview_core::zstd::{Decode, libzstd, ruzstd};

/// The result of decoding.
#[derive(Debug, Default, PartialEq)]
pub struct Decoded {
    pub content: Vec<u8>,
    /// Positions in the input at which frames were complete.
    pub ends: Vec<usize>,
    pub error: Option<Error>,
}

pub fn decode<D: Decode + Default>(input: &[u8], input_piece: usize, output_piece: usize) -> Decoded {
    let mut decoder = D::default();
    let mut output = vec![0; output_piece];
    let mut decoded = Decoded::default();
    let mut at = 0;
    loop {
        let chunk = &input[at..input.len().min(at + input_piece)];
        match decoder.decode(chunk, &mut output) {
            Ok(step) => {
                at += step.read;
                decoded.content.extend_from_slice(&output[..step.written]);
                if step.frame_done {
                    decoded.ends.push(at);
                } else if step.read == 0 && step.written == 0 {
                    assert!(chunk.is_empty(), "no progress at byte {at}");
                    return decoded;
                }
            }
            Err(error) => {
                assert_eq!(decoder.decode(chunk, &mut output), Err(error.clone()), "an error stays");
                decoded.error = Some(error);
                return decoded;
            }
        }
    }
}

/// The content of a frame that ends early: decoded and salvaged.
pub fn rescue<D: Decode + Default>(input: &[u8], output_piece: usize) -> Decoded {
    let mut decoder = D::default();
    let mut output = vec![0; output_piece];
    let mut rescued = Decoded::default();
    let mut at = 0;
    loop {
        match decoder.decode(&input[at..], &mut output) {
            Ok(step) if step.read == 0 && step.written == 0 => break,
            Ok(step) => {
                at += step.read;
                rescued.content.extend_from_slice(&output[..step.written]);
                if step.frame_done {
                    rescued.ends.push(at);
                }
            }
            Err(error) => {
                rescued.error = Some(error);
                break;
            }
        }
    }
    loop {
        let count = decoder.salvage(&mut output);
        if count == 0 {
            break;
        }
        rescued.content.extend_from_slice(&output[..count]);
    }
    // A reset decoder is as good as new.
    decoder.reset();
    let next = frame(&[raw(true, b"next")]);
    let mut output = [0; 9];
    let step = decoder.decode(&next, &mut output).unwrap();
    assert_eq!((step.frame_done, &output[..step.written]), (true, &b"next"[..]));
    rescued
}

pub fn libzstd_frame(content: &[u8], level: i32) -> Vec<u8> {
    let mut out = Vec::new();
    libzstd::Encoder::new(level).unwrap().compress(content, &mut out).unwrap();
    out
}

pub fn ruzstd_frame(content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    ruzstd::Encoder::new(1).unwrap().compress(content, &mut out).unwrap();
    out
}

/// Contents of every character: name and bytes.
pub fn contents() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("empty", vec![]),
        ("one byte", vec![7]),
        ("small", b"channel 3 channel 15 channel 3 channel 15".to_vec()),
        ("RLE", vec![42; 70_000]),
        ("incompressible", noise(200_000, 3)),
        ("exactly one block", noise(1 << 17, 4)),
        ("several blocks", tags(40_000)),
    ]
}

/// Files: name, bytes, content, number of frames.
pub fn corpus() -> Vec<(String, Vec<u8>, Vec<u8>, usize)> {
    let mut files = Vec::new();
    for (name, content) in contents() {
        files.push((format!("{name}, libzstd"), libzstd_frame(&content, 3), content.clone(), 1));
        files.push((format!("{name}, ruzstd"), ruzstd_frame(&content), content, 1));
    }
    let parts = [
        frame(&[raw(false, b"photon"), rle(false, b'!', 100_000), raw(true, b"")]),
        skippable(0, b""),
        libzstd_frame(&tags(20_000), 19),
        skippable(9, &noise(1000, 1)),
        ruzstd_frame(&tags(9_000)),
        golden().1,
        // A content size, no checksum, one segment: 5 bytes in two blocks.
        framed(&[0x20, 5], &[raw(false, b"ab"), raw(true, b"cde")]),
    ];
    let content = [&b"photon"[..], &[b'!'; 100_000], &tags(20_000), &tags(9_000), &golden().0, b"abcde"];
    files.push(("many frames".into(), parts.concat(), content.concat(), parts.len()));
    files
}

/// 800 bytes of text and the frame `zstd -19 --check` 1.5.4 made of it, reading from a pipe.
pub fn golden() -> (Vec<u8>, Vec<u8>) {
    let content = (0..40_u32)
        .flat_map(|i| format!("channel {} time {}\n", i * i % 7, i * i * i).into_bytes())
        .collect();
    #[rustfmt::skip]
    let file = vec![
        0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x68, 0xD5, 0x05, 0x00, 0xE2, 0x0A, 0x1A, 0x13, 0xA0, 0xA9, 0x0D,
        0x98, 0xCF, 0xCC, 0x7D, 0x01, 0x80, 0xB3, 0xB2, 0xBB, 0x77, 0x4A, 0x1E, 0x7E, 0x51, 0xC5, 0x03,
        0x25, 0xFB, 0x2C, 0x1F, 0x52, 0xBD, 0x6C, 0xCA, 0xCA, 0x8C, 0xEA, 0xD0, 0x44, 0xF3, 0xFC, 0x3D,
        0xEB, 0x76, 0x7E, 0xF3, 0xD2, 0xE7, 0xC4, 0x93, 0x5D, 0x59, 0x1F, 0x2D, 0x6B, 0x57, 0x57, 0x5B,
        0x95, 0x8C, 0xEF, 0x59, 0x5D, 0x24, 0x9B, 0xD6, 0x9C, 0x33, 0x83, 0x59, 0x68, 0x3E, 0xD6, 0x9B,
        0x64, 0x39, 0x54, 0xF7, 0x13, 0x9D, 0x2F, 0xD1, 0xD7, 0xFE, 0x9D, 0x99, 0xA6, 0xCF, 0xAD, 0xD3,
        0x8B, 0xD5, 0xE5, 0x92, 0x9D, 0x8D, 0xD4, 0x96, 0x01, 0x86, 0xA3, 0x48, 0x80, 0x01, 0x8C, 0x01,
        0x41, 0x02, 0x42, 0x08, 0x2A, 0xA8, 0x11, 0x90, 0x1C, 0xE7, 0xEA, 0xFD, 0x0C, 0x80, 0x42, 0x63,
        0x79, 0x03, 0x11, 0x68, 0x04, 0x06, 0x12, 0x6E, 0xE0, 0xDC, 0xC8, 0x22, 0x2C, 0x67, 0x8D, 0xAE,
        0x56, 0x0C, 0x37, 0x9C, 0xF1, 0x02, 0x4D, 0x57, 0xC4, 0x66, 0xFE, 0x44, 0x6C, 0xBD, 0x28, 0x1B,
        0x1F, 0x72, 0xE6, 0x3F, 0xAF, 0xF7, 0x9D, 0x7E, 0x51, 0x18, 0xC8, 0x16, 0xEE, 0xC7, 0x4B, 0xE8,
        0xF7, 0x2C, 0x12, 0x11, 0x00, 0xC2, 0xBD, 0x38, 0x50, 0xF7, 0xAF, 0xBD, 0x71, 0x8D, 0xAD, 0xB5,
        0xD2, 0xD5, 0xD5, 0xA1, 0x47, 0x1E, 0x36,
    ];
    (content, file)
}
