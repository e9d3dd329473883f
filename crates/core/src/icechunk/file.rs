//! A file whose content is in memory, verified.

use super::content::{Content, Frame};
use super::findings::Findings;
use super::header::{FileType, HEADER_BYTES, Header};
use super::manifest::{ManifestSummary, summarise};
use super::reference_columns::{ReferenceColumns, UpdatedChunks, read_references, read_updated_chunks};
use super::schema::{Manifest, Repo, Snapshot, TransactionLog};
use super::table::{Table, identifier, verify};
use super::user_data::Encoding;
use super::{repo, snapshot, transaction_log};
use crate::{Code, Error, Finding, Severity, Value};

/// What the specification has every FlatBuffer begin with.
const IDENTIFIER: [u8; 4] = *b"Ichk";

/// A file.
pub struct MetadataFile {
    header: Header,
    file_bytes: u64,
    frame: Option<Frame>,
    content: Vec<u8>,
    findings: Findings,
    /// Whether the content was verified, so that its tables can be read.
    is_sound: bool,
}

impl MetadataFile {
    pub(super) fn new(header: Header, content: Content) -> Self {
        let Content { file_bytes, frame, bytes: content, mut findings } = content;
        let verified = match header.file_type {
            FileType::Snapshot => verify::<Snapshot>(&content),
            FileType::Manifest => verify::<Manifest>(&content),
            FileType::TransactionLog => verify::<TransactionLog>(&content),
            FileType::RepoInfo => verify::<Repo>(&content),
        };
        let is_sound = verified.is_ok();
        if let Err(what) = verified {
            // What is wrong is told first, in one line; the places follow.
            let what = what.to_string();
            let first = what.lines().next().unwrap_or_default().trim_end_matches('.');
            let message = format!("the content is no {} ({first})", header.file_type.as_str());
            findings.error(Code::BadTable, message, "copy the file again, or restore it from another copy");
        } else if identifier(&content) != Some(IDENTIFIER) {
            findings.push(Finding {
                code: Code::BadTable,
                severity: Severity::Warning,
                offset: None,
                length: 0,
                message: "the content has another identifier than Ichk".to_owned(),
                remedy: Some("look which program wrote it".to_owned()),
            });
        }
        Self { header, file_bytes, frame, content, findings, is_sound }
    }

    /// What the file holds.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the decompressed content.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// All but single references and updated chunks.
    ///
    /// ```text
    /// {type, spec_version, id, implementation, compression, file_bytes, content_bytes, header_bytes, identifier,
    ///  frame: {content_bytes, window_bytes, checksum} | null, snapshot, manifest, transaction_log, repo,
    ///  complete, error, findings}
    /// ```
    /// Of the four, the one that the file is; the others are null.
    pub fn to_value(&self) -> Value {
        let mut findings = self.findings.clone();
        let encoding = Encoding::of_version(self.header.spec_version);
        let mut parts = [Value::Null, Value::Null, Value::Null, Value::Null];
        let mut id = Value::Null;
        if self.is_sound {
            let (place, part) = match self.header.file_type {
                FileType::Snapshot => {
                    (0, snapshot::to_value(Table::root(&self.content), encoding, &mut findings))
                }
                FileType::Manifest => {
                    let summary: ManifestSummary = summarise(Table::root(&self.content));
                    (1, summary.to_value(&mut findings))
                }
                FileType::TransactionLog => (2, transaction_log::to_value(Table::root(&self.content))),
                FileType::RepoInfo => {
                    (3, repo::to_value(Table::root(&self.content), encoding, &mut findings))
                }
            };
            id = part.get("id").cloned().unwrap_or(Value::Null);
            parts[place] = part;
        }
        let [snapshot, manifest, transaction_log, repo] = parts;
        let error = findings.first_error().cloned().map(Error::from);
        let text = |text: &str| Value::Text(text.to_owned());
        let frame = self.frame.map_or(Value::Null, |frame| {
            Value::map([
                ("content_bytes", frame.content_bytes.map_or(Value::Null, Value::Count)),
                ("window_bytes", Value::Count(frame.window_bytes)),
                ("checksum", Value::Bool(frame.checksum)),
            ])
        });
        let identifier = identifier(&self.content)
            .map_or(Value::Null, |bytes| Value::Text(String::from_utf8_lossy(&bytes).into_owned()));
        Value::map([
            ("type", text(self.header.file_type.as_str())),
            ("spec_version", Value::Count(self.header.spec_version.into())),
            ("id", id),
            ("implementation", text(&self.header.implementation)),
            ("compression", text(self.header.compression.as_str())),
            ("file_bytes", Value::Count(self.file_bytes)),
            ("header_bytes", Value::Count(HEADER_BYTES as u64)),
            ("content_bytes", Value::Count(self.content.len() as u64)),
            ("identifier", identifier),
            ("frame", frame),
            ("snapshot", snapshot),
            ("manifest", manifest),
            ("transaction_log", transaction_log),
            ("repo", repo),
            ("complete", Value::Bool(error.is_none())),
            ("error", error.as_ref().map_or(Value::Null, Value::from)),
            ("findings", Value::List(findings.all().map(|finding| Value::from(&finding)).collect())),
        ])
    }

    /// At most `count` references of a manifest's array number `array`, from number `from` on; fewer where they are long,
    /// but at least one where there is one. None of other files.
    pub fn references(&self, array: usize, from: usize, count: usize) -> ReferenceColumns {
        if !self.is_sound || self.header.file_type != FileType::Manifest {
            return ReferenceColumns::default();
        }
        read_references(Table::root(&self.content), array, from, count)
    }

    /// At most `count` coordinates of updated chunks of a transaction log's array number `array`, from number `from` on.
    /// None of other files.
    pub fn updated_chunks(&self, array: usize, from: usize, count: usize) -> UpdatedChunks {
        if !self.is_sound || self.header.file_type != FileType::TransactionLog {
            return UpdatedChunks::default();
        }
        read_updated_chunks(Table::root(&self.content), array, from, count)
    }
}
