//! Repository info: branches, tags, history and configuration.

use super::object_id::id_text;
use super::repo_content::{Availability, RepoContent, RepoStatus, RepoUpdate, SnapshotInfo};
use super::schema::{
    CommitAmendedUpdate, NamedSnapshotUpdate, NewCommitUpdate, NewDetachedSnapshotUpdate, Ref, Repo,
    RepoMigratedUpdate, SnapshotInfo as SnapshotInfoTable, UPDATES, Update,
};
use super::snapshot::metadata;
use super::table::{Table, Tables};
use super::time::time_text;
use super::user_data::{Encoding, UserData};
use crate::numbers::{Entries, Large};
use crate::{Code, Error, Findings};

/// Returns the branches, tags and history of a repository.
pub fn content(repo: Table<'_, Repo>, encoding: Encoding, findings: &mut Findings) -> RepoContent {
    let infos = repo.snapshots().unwrap_or_default();
    let snapshots = infos.iter().map(|info| snapshot(info, infos, encoding, findings)).collect();
    let branches = refs(repo.branches(), infos, findings);
    let tags = refs(repo.tags(), infos, findings);
    let status = repo.status();
    let set_at = status.map_or(0, |status| status.set_at());
    let status = RepoStatus {
        availability: match status.map(|status| status.availability()) {
            Some(0) => Availability::Online,
            Some(1) => Availability::ReadOnly,
            Some(2) => Availability::Offline,
            _ => Availability::Unknown,
        },
        set_at: time_text(set_at),
        set_at_us: Large(set_at),
        reason: text(status.and_then(|status| status.limited_availability_reason())),
    };
    let config = repo.config().map_or_else(UserData::default, |bytes| {
        Encoding::FlexBuffers.read(bytes).unwrap_or_else(|what| {
            let message = format!("the configuration is not {what}");
            findings.push(Error::new(Code::BadMetadata, message, "check which program wrote it"));
            UserData::default()
        })
    });
    let flags = |flags: Option<&[[u8; 2]]>| {
        flags.unwrap_or_default().iter().map(|bytes| u16::from_le_bytes(*bytes)).collect()
    };
    RepoContent {
        id: (),
        spec_version: repo.spec_version(),
        branches,
        tags,
        deleted_tags: repo.deleted_tags().into_iter().map(str::to_owned).collect(),
        snapshots,
        status,
        metadata: metadata(repo.metadata(), encoding, findings),
        latest_updates: repo.latest_updates().unwrap_or_default().iter().map(repo_update).collect(),
        repo_before_updates: text(repo.repo_before_updates()),
        config,
        enabled_feature_flags: flags(repo.enabled_feature_flags()),
        disabled_feature_flags: flags(repo.disabled_feature_flags()),
    }
}

fn text(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn id(id: Option<&[u8; 12]>) -> Option<String> {
    id.map(|id| id_text(id))
}

/// Branches or tags, with the snapshots they name by their number.
fn refs(
    refs: Option<Tables<'_, Ref>>,
    snapshots: Tables<'_, SnapshotInfoTable>,
    findings: &mut Findings,
) -> Entries<Option<String>> {
    let refs = refs.unwrap_or_default().iter().map(|named| {
        let (name, number) = (named.name().unwrap_or_default(), named.snapshot_index());
        let snapshot = snapshots.get(number as usize);
        if snapshot.is_none() {
            let message = format!("{name:?} refers to snapshot number {number} of {}", snapshots.len());
            findings.push(Error::new(
                Code::BadTable,
                message,
                "restore the file from the folder 'overwritten'",
            ));
        }
        (name.to_owned(), id(snapshot.and_then(|snapshot| snapshot.id())))
    });
    Entries(refs.collect())
}

fn snapshot(
    info: Table<'_, SnapshotInfoTable>,
    snapshots: Tables<'_, SnapshotInfoTable>,
    encoding: Encoding,
    findings: &mut Findings,
) -> SnapshotInfo {
    let parent = usize::try_from(info.parent_offset()).ok();
    let parent_id = parent.and_then(|parent| snapshots.get(parent)?.id());
    if parent.is_some() && parent_id.is_none() {
        let message =
            format!("a snapshot refers to parent number {} of {}", info.parent_offset(), snapshots.len());
        findings.push(Error::new(Code::BadTable, message, "restore the file from the folder 'overwritten'"));
    }
    SnapshotInfo {
        id: id(info.id()).unwrap_or_default(),
        parent: id(parent_id),
        parent_offset: info.parent_offset(),
        flushed_at: time_text(info.flushed_at()),
        flushed_at_us: Large(info.flushed_at()),
        message: info.message().unwrap_or_default().to_owned(),
        metadata: metadata(info.metadata(), encoding, findings),
    }
}

fn repo_update(update: Table<'_, Update>) -> RepoUpdate {
    let (kind, data) = update.update_type().unzip();
    let kind = kind.unwrap_or(0);
    let (mut name, mut snapshot, mut previous) = (None, None, None);
    match (kind, data) {
        // The name comes first in all of these.
        (5..=9, Some(data)) => {
            let named = data.cast::<NamedSnapshotUpdate>();
            name = named.name();
            if matches!(kind, 6 | 8 | 9) {
                previous = named.previous_snap_id();
            }
        }
        (10, Some(data)) => {
            let commit = data.cast::<NewCommitUpdate>();
            (name, snapshot) = (commit.branch(), commit.new_snap_id());
        }
        (11, Some(data)) => {
            let amended = data.cast::<CommitAmendedUpdate>();
            (name, snapshot, previous) =
                (amended.branch(), amended.new_snap_id(), amended.previous_snap_id());
        }
        (12, Some(data)) => snapshot = data.cast::<NewDetachedSnapshotUpdate>().new_snap_id(),
        _ => {}
    }
    let versions = match (kind, data) {
        (2, Some(data)) => {
            let migrated = data.cast::<RepoMigratedUpdate>();
            Some((migrated.from_version(), migrated.to_version()))
        }
        _ => None,
    };
    let kind = usize::from(kind).checked_sub(1).and_then(|kind| UPDATES.get(kind)).copied();
    RepoUpdate {
        update_type: kind.unwrap_or("Unknown"),
        name: text(name),
        snapshot: id(snapshot),
        previous: id(previous),
        versions,
        updated_at: time_text(update.updated_at()),
        updated_at_us: Large(update.updated_at()),
        backup_path: text(update.backup_path()),
    }
}
