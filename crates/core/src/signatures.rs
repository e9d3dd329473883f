//! First bytes that identify files: the reader of recordings uses the table for its error messages, and the list of
//! formats to recognise files.

/// Number of a file's first bytes that are examined; fewer if the file is shorter.
pub const HEAD_BYTES: usize = 64;

/// An unsupported kind of file that is often mistaken for a supported one.
#[derive(Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its first bytes.
    pub magic: &'static [u8],
    /// One word for it, in the form of [`formats`](crate::formats)' ids.
    pub id: &'static str,
    /// Its common name, with an article.
    pub name: &'static str,
    /// The program that opens it, as in "open it with ...".
    pub opens: &'static str,
}

macro_rules! signatures {
    ($($magic:literal, $id:literal, $name:literal, $opens:literal;)*) => {
        &[$(Signature { magic: $magic, id: $id, name: $name, opens: $opens },)*]
    };
}

/// Sources: each format's own specification.
pub const SIGNATURES: &[Signature] = signatures! {
    b"\x1f\x8b", "gzip", "a gzip file", "`gzip -d`";
    b"BZh", "bzip2", "a bzip2 file", "`bzip2 -d`";
    b"\xfd7zXZ\0", "xz", "an xz file", "`xz -d`";
    b"\x04\x22\x4d\x18", "lz4", "an LZ4 file", "`lz4 -d`";
    b"PK\x03\x04", "zip", "a zip archive", "`unzip`";
    b"%PDF", "pdf", "a PDF document", "a PDF reader";
    b"\x89PNG", "png", "a PNG picture", "a picture viewer";
    b"\x89HDF\r\n\x1a\n", "hdf5", "an HDF5 file", "the Python package h5py";
    b"PAR1", "parquet", "a Parquet file", "DuckDB or the Python package pyarrow";
    b"ARROW1", "arrow", "an Arrow file", "the Python package pyarrow";
    b"SITT", "ttbin", "a Swabian ttbin file", "Swabian's Time Tagger library (FileReader): its format is not published";
    b"PQTTTR", "ptu", "a PicoQuant PTU recording", "`tagview convert`";
    b"ICE\xf0\x9f\xa7\x8aCHUNK", "icechunk", "an Icechunk metadata file", "the Python package icechunk";
    b"\x7fELF", "elf", "a program", "`readelf`";
    b"SQLite format 3\0", "sqlite", "an SQLite database", "`sqlite3`";
};

/// The kind of file that begins with `head`, of those in [`SIGNATURES`].
pub fn signature_of(head: &[u8]) -> Option<&'static Signature> {
    SIGNATURES.iter().find(|signature| head.starts_with(signature.magic))
}

/// Whether `head` can be the beginning of a text in UTF-8.
pub fn looks_like_text(head: &[u8]) -> bool {
    // A multi-byte character may be cut at the end of `head`.
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(e) => e.error_len().is_none(),
    };
    valid && !head.iter().any(|byte| matches!(byte, 0..=8 | 14..=31 | 127))
}
