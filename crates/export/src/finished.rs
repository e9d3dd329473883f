//! The description of a file that is written.

use tagview_core::tags::FileSummary;

/// Result of a sink's `finish`.
pub(crate) fn finished(tags: u64, head: Option<Vec<u8>>) -> Option<FileSummary> {
    Some(FileSummary { tags, head, ..FileSummary::default() })
}
