//! What a file is, from its first bytes.

/// How many of a file's first bytes [`recognise`] wants to see; fewer do where the file is shorter.
pub const HEAD: usize = 64;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Zstandard frames; what they hold shows only when decoded.
    Zstd,
    /// A Cap'n Proto stream without compression.
    Message,
    /// Something tagview does not open, by the name people know it by.
    Other(&'static str),
    /// Nothing known.
    Unknown,
}

/// Signatures of files that get mistaken for recordings, so that the error can name them.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x1f\x8b", "a gzip file"),
    (b"BZh", "a bzip2 file"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"\x04\x22\x4d\x18", "an LZ4 file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"PQTTTR", "a PicoQuant PTU recording"),
    (b"\xba\xaa\xd7\x92", "a TSDB index-header"),
    (b"ICE\xf0\x9f\xa7\x8aCHUNK", "an Icechunk metadata file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// The kind of file that begins with `head`.
pub fn recognise(head: &[u8]) -> Format {
    if is_zstd(head) {
        return Format::Zstd;
    }
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| head.starts_with(signature)) {
        return Format::Other(name);
    }
    if crate::tags::looks_like_message(head) {
        Format::Message
    } else if looks_like_text(head) {
        Format::Other("text")
    } else {
        Format::Unknown
    }
}

/// Whether a zstd frame or a skippable frame begins here (RFC 8878, 3.1).
fn is_zstd(head: &[u8]) -> bool {
    matches!(head, [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

fn looks_like_text(head: &[u8]) -> bool {
    // A multi-byte character may be cut at the end of `head`.
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    valid && !head.iter().any(|byte| matches!(byte, 0..=8 | 14..=31 | 127))
}
