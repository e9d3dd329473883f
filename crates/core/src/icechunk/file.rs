//! A file whose content is in memory, verified.

use std::fmt;

use super::content::{Content, Frame};
use super::header::{FileType, HEADER_BYTES, Header};
use super::reference::ManifestReferences;
use super::reference_columns::{ReferenceColumns, UpdatedChunks, read_references, read_updated_chunks};
use super::results::IcechunkSummary;
use super::schema::{Manifest, Repo, Snapshot, TransactionLog};
use super::table::{Table, identifier, verify};
use super::user_data::Encoding;
use super::{manifest, repo, snapshot, transaction_log};
use crate::{Code, Error, Finding, Findings, Severity};

/// The identifier at the beginning of every FlatBuffer of the specification.
const IDENTIFIER: [u8; 4] = *b"Ichk";

/// A metadata file, read and verified.
pub struct MetadataFile {
    header: Header,
    file_bytes: u64,
    frame: Option<Frame>,
    content: Vec<u8>,
    findings: Findings,
    /// Whether the content was verified, so that its tables can be read.
    is_sound: bool,
}

impl fmt::Debug for MetadataFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetadataFile").field("header", &self.header).finish_non_exhaustive()
    }
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
            let message = format!("the content is not a valid {} ({what})", header.file_type.as_str());
            findings.push(Error::new(
                Code::BadTable,
                message,
                "copy the file again, or restore it from another copy",
            ));
        } else if identifier(&content) != Some(IDENTIFIER) {
            findings.push(Finding {
                code: Code::BadTable,
                severity: Severity::Warning,
                offset: None,
                length: 0,
                message: "the identifier of the content is not Ichk".to_owned(),
                remedy: Some("check which program wrote it".to_owned()),
            });
        }
        Self { header, file_bytes, frame, content, findings, is_sound }
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes of the decompressed content.
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// Returns all but single references and updated chunks. `complete` states whether the file is sound, and
    /// `findings` has its damage.
    pub fn summary(&self) -> IcechunkSummary {
        let mut findings = self.findings.clone();
        let Header { file_type, spec_version, ref implementation, compression } = self.header;
        let encoding = Encoding::of_version(spec_version);
        let (mut snapshot, mut manifest, mut transaction_log, mut repo) = (None, None, None, None);
        if self.is_sound {
            let content = &self.content;
            match file_type {
                FileType::Snapshot => {
                    snapshot = Some(snapshot::content(Table::root(content), encoding, &mut findings));
                }
                FileType::Manifest => manifest = Some(manifest::content(Table::root(content), &mut findings)),
                FileType::TransactionLog => {
                    transaction_log = Some(transaction_log::content(Table::root(content)));
                }
                FileType::RepoInfo => {
                    repo = Some(repo::content(Table::root(content), encoding, &mut findings));
                }
            }
        }
        let ids = [
            snapshot.as_ref().map(|part| &part.id),
            manifest.as_ref().map(|part| &part.id),
            transaction_log.as_ref().map(|part| &part.id),
        ];
        let id = ids.into_iter().flatten().next().cloned();
        let error = findings.first_error().cloned().map(Error::from);
        IcechunkSummary {
            file_type,
            spec_version,
            id,
            implementation: implementation.clone(),
            compression,
            file_bytes: self.file_bytes,
            header_bytes: HEADER_BYTES as u64,
            content_bytes: self.content.len() as u64,
            identifier: identifier(&self.content).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            frame: self.frame,
            snapshot,
            manifest,
            transaction_log,
            repo,
            complete: error.is_none(),
            error,
            findings: findings.all(),
        }
    }

    /// Returns the references of a manifest one by one.
    ///
    /// # Errors
    /// `UnknownFormat` if the file is not a manifest, `BadTable` if it is damaged.
    pub fn manifest_references(&self) -> Result<ManifestReferences<'_>, Error> {
        if self.header.file_type != FileType::Manifest {
            let file_type = self.header.file_type.as_str();
            let message = format!("this is Icechunk metadata of type {file_type}, which has no references");
            return Err(Error::new(Code::UnknownFormat, message, "name a manifest: a file in manifests/"));
        }
        match self.findings.first_error() {
            Some(error) => Err(error.clone().into()),
            None => Ok(ManifestReferences::unverified(&self.content)),
        }
    }

    /// At most `count` references of a manifest's array number `array`, starting at number `from`. Long references
    /// reduce the count, but at least one is returned if any is left. Empty for other files.
    pub fn references(&self, array: usize, from: u64, count: u64) -> ReferenceColumns {
        if !self.is_sound || self.header.file_type != FileType::Manifest {
            return ReferenceColumns::default();
        }
        read_references(Table::root(&self.content), array, from, count)
    }

    /// At most `count` coordinates of updated chunks of a transaction log's array number `array`, starting at number
    /// `from`. Empty for other files.
    pub fn updated_chunks(&self, array: usize, from: u64, count: u64) -> UpdatedChunks {
        if !self.is_sound || self.header.file_type != FileType::TransactionLog {
            return UpdatedChunks::default();
        }
        read_updated_chunks(Table::root(&self.content), array, from, count)
    }
}
