//! One pass over a recording: bytes in, analyses fed, a snapshot at any time.
