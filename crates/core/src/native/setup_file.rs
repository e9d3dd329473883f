//! The file with the settings of a measurement that Becker & Hickl's program writes next to a recording.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Bytes of a `.set` file that are read: its texts come first.
const MAX_BYTES: u64 = 256 << 10;

/// Returns the text of the regular `.set` file beside the `.spc` file at `path`; `None` if there is none.
pub(super) fn read_sibling(path: &Path) -> Option<String> {
    path.extension().filter(|extension| extension.eq_ignore_ascii_case("spc"))?;
    let setup = ["set", "SET"].iter().map(|extension| path.with_extension(extension));
    // Opening a pipe would block the thread until another program opened its other end.
    let file = setup.filter(|setup| setup.is_file()).find_map(|setup| File::open(setup).ok())?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes.into_iter().map(char::from).collect())
}
