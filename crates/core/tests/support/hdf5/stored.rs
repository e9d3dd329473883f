//! Filters of chunks and the checksum of metadata, from their descriptions.

/// Filters of a chunk, in the order of writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Filter {
    Shuffle,
    Deflate,
    Fletcher,
    /// One that is not read.
    Other(u16),
}

impl Filter {
    pub fn applied(self, content: Vec<u8>, size: usize) -> Vec<u8> {
        match self {
            Self::Deflate => miniz_oxide::deflate::compress_to_vec_zlib(&content, 6),
            Self::Shuffle => (0..size).flat_map(|k| content.iter().skip(k).step_by(size)).copied().collect(),
            Self::Fletcher => {
                let (mut a, mut b) = (0_u64, 0_u64);
                for word in content.chunks(2) {
                    a += u64::from(word[0]) * 256 + word.get(1).map_or(0, |byte| u64::from(*byte));
                    b += a;
                }
                let sum = (((b % 65535) << 16) | (a % 65535)) as u32;
                [&content[..], &sum.to_le_bytes()].concat()
            }
            Self::Other(_) => content,
        }
    }
}

pub fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// `bytes` followed by Jenkins' `lookup3` of them, as its author describes it.
pub fn summed(bytes: Vec<u8>) -> Vec<u8> {
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let (mut a, mut b, mut c) = (start, start, start);
    let word = |part: &[u8], k: usize| {
        (0..4).fold(0, |word, n| word | part.get(4 * k + n).map_or(0, |byte| u32::from(*byte)) << (8 * n))
    };
    let parts: Vec<_> = bytes.chunks(12).collect();
    for (k, part) in parts.iter().enumerate() {
        a = a.wrapping_add(word(part, 0));
        b = b.wrapping_add(word(part, 1));
        c = c.wrapping_add(word(part, 2));
        if k + 1 < parts.len() {
            a = a.wrapping_sub(c) ^ c.rotate_left(4);
            c = c.wrapping_add(b);
            b = b.wrapping_sub(a) ^ a.rotate_left(6);
            a = a.wrapping_add(c);
            c = c.wrapping_sub(b) ^ b.rotate_left(8);
            b = b.wrapping_add(a);
            a = a.wrapping_sub(c) ^ c.rotate_left(16);
            c = c.wrapping_add(b);
            b = b.wrapping_sub(a) ^ a.rotate_left(19);
            a = a.wrapping_add(c);
            c = c.wrapping_sub(b) ^ b.rotate_left(4);
            b = b.wrapping_add(a);
        } else {
            c = (c ^ b).wrapping_sub(b.rotate_left(14));
            a = (a ^ c).wrapping_sub(c.rotate_left(11));
            b = (b ^ a).wrapping_sub(a.rotate_left(25));
            c = (c ^ b).wrapping_sub(b.rotate_left(16));
            a = (a ^ c).wrapping_sub(c.rotate_left(4));
            b = (b ^ a).wrapping_sub(a.rotate_left(14));
            c = (c ^ b).wrapping_sub(b.rotate_left(24));
        }
    }
    [bytes, c.to_le_bytes().to_vec()].concat()
}
