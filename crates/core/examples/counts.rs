//! Prints the tags of each channel: `cargo run --example counts -- FILE`.

use tagview_core::Error;

/// Returns a line for each channel of the recording at `path`.
pub fn counts(path: &str) -> Result<String, Error> {
    let recording = tagview_core::open(path)?;
    let mut lines = format!("{}, tick {}\n", recording.format_name(), recording.tick());
    for count in recording.counts()? {
        lines += &format!("channel {}: {} tags\n", count.channel, count.tags);
    }
    for finding in recording.findings()? {
        lines += &format!("{finding}\n");
    }
    Ok(lines)
}

fn main() -> Result<(), Error> {
    for path in std::env::args().skip(1) {
        print!("{}", counts(&path)?);
    }
    Ok(())
}
