//! Text of a file in a message.

/// `bytes` quoted, escaped, and cut to 40 characters: a value may have megabytes, and several of them are in messages.
pub(crate) fn quote(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let shown = String::from_utf8_lossy(bytes.get(..LONGEST * 4).unwrap_or(bytes));
    let mut text: String = shown.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if bytes.len() > LONGEST && shown.chars().count() > LONGEST {
        text.push('…');
    }
    format!("\"{text}\"")
}
