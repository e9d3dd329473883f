//! Zip files of NumPy arrays, as Python's `zipfile` writes them for `numpy.savez`: sizes in an extra field of 64 bits.

/// How a member is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packed {
    Stored,
    Deflated,
}

/// A `.npy` file with rows of the type `descr`.
pub fn array(descr: &str, rows: usize, values: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': ({rows},), }}\n");
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), values].concat()
}

/// A zip file with these members.
pub fn zip(members: &[(&str, &[u8], Packed)]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, content, packed) in members {
        let data = match packed {
            Packed::Stored => content.to_vec(),
            Packed::Deflated => miniz_oxide::deflate::compress_to_vec(content, 6),
        };
        let method: u16 = if *packed == Packed::Deflated { 8 } else { 0 };
        let (start, length) = (file.len() as u32, name.len() as u16);
        let fields = |sizes: [u32; 2]| {
            let numbers = [
                &45_u16.to_le_bytes()[..],
                &[0, 0],
                &method.to_le_bytes(),
                &[0; 4],
                &crc32(content).to_le_bytes(),
            ];
            [numbers.concat(), sizes.map(u32::to_le_bytes).concat(), length.to_le_bytes().to_vec()].concat()
        };
        file.extend_from_slice(b"PK\x03\x04");
        file.extend(fields([u32::MAX; 2]));
        file.extend_from_slice(&20_u16.to_le_bytes());
        file.extend_from_slice(name.as_bytes());
        file.extend_from_slice(&[1, 0, 16, 0]);
        file.extend([content.len() as u64, data.len() as u64].map(u64::to_le_bytes).concat());
        file.extend(&data);
        directory.extend_from_slice(b"PK\x01\x02\x2d\x03");
        directory.extend(fields([data.len() as u32, content.len() as u32]));
        directory.extend_from_slice(&[0; 12]);
        directory.extend_from_slice(&start.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (at, count) = (file.len() as u32, members.len() as u16);
    file.extend_from_slice(&directory);
    file.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    file.extend([count, count].map(u16::to_le_bytes).concat());
    file.extend([directory.len() as u32, at].map(u32::to_le_bytes).concat());
    file.extend_from_slice(&[0, 0]);
    file
}

/// CRC32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
