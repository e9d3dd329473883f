//! A generator of PicoQuant's files before PTU, drawn by hand.

/// A header of zeros, with `fields` at their places.
fn header(bytes: usize, fields: &[(usize, &[u8])]) -> Vec<u8> {
    let mut header = vec![0; bytes];
    for (at, field) in fields {
        header[*at..at + field.len()].copy_from_slice(field);
    }
    header
}

/// Header of a PicoHarp: 328 bytes of strings, 208 of settings, 156 of the board, 36 of the measurement, `image` words.
pub fn picoharp(mode: i32, records: &[u32], image: i32) -> Vec<u8> {
    let mut file = header(
        728 + 4 * image as usize,
        &[
            (0, b"PicoHarp 300"),
            (16, b"2.0"),
            (332, &32_i32.to_le_bytes()),
            (340, &1_i32.to_le_bytes()),
            (348, &mode.to_le_bytes()),
            (584, &0.016_f32.to_le_bytes()),
            (704, &80_000_000_i32.to_le_bytes()),
            (720, &(records.len() as i32).to_le_bytes()),
            (724, &image.to_le_bytes()),
        ],
    );
    file.extend(records.iter().flat_map(|record| record.to_le_bytes()));
    file
}

/// Of a HydraHarp with three inputs: 696 bytes, 20 for each input, 24 of the measurement.
pub fn hydraharp(version: &[u8], mode: i32, records: &[u32]) -> Vec<u8> {
    let mut file = header(
        696 + 60 + 24,
        &[
            (0, b"HydraHarp"),
            (16, version),
            (332, &32_i32.to_le_bytes()),
            (340, &mode.to_le_bytes()),
            (352, &16_f64.to_le_bytes()),
            (664, &3_i32.to_le_bytes()),
            (756, &80_000_000_i32.to_le_bytes()),
            (772, &(records.len() as i64).to_le_bytes()),
        ],
    );
    file.extend(records.iter().flat_map(|record| record.to_le_bytes()));
    file
}
