//! The words of column names, and their meaning.

/// Returns whether a column of this name has channels.
pub fn is_channel(name: &str) -> bool {
    let name = name.to_lowercase();
    words(&name).any(|word| {
        let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
        ["ch", "chn", "channel", "channels", "chan", "detector", "det", "input", "line"].contains(&word)
    })
}

/// Returns whether a column of this name has times.
pub fn is_time(name: &str) -> bool {
    let name = name.to_lowercase();
    words(&name).any(|word| {
        [
            "t",
            "time",
            "times",
            "timestamp",
            "timestamps",
            "timetag",
            "timetags",
            "tag",
            "tags",
            "toa",
            "ticks",
        ]
        .contains(&word)
    })
}

/// Returns whether a column of this name has counts of a histogram.
pub fn is_counts(name: &str) -> bool {
    let name = name.to_lowercase();
    words(&name)
        .any(|word| ["count", "counts", "events", "hits", "intensity", "photons", "decay"].contains(&word))
}

/// Returns the words of a name: `Time_Tag [ps]` has three.
pub fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric() && c != 'µ' && c != 'μ').filter(|word| !word.is_empty())
}
