//! Repository info: branches, tags, history and configuration.

use super::findings::Findings;
use super::object_id::id_text;
use super::schema::{
    CommitAmendedUpdate, NamedSnapshotUpdate, NewCommitUpdate, NewDetachedSnapshotUpdate, Ref, Repo,
    RepoMigratedUpdate, SnapshotInfo, UPDATES, Update,
};
use super::snapshot::metadata_value;
use super::table::{Table, Tables};
use super::time::time_text;
use super::user_data::Encoding;
use crate::{Code, Value};

/// `{spec_version, branches: {name: id}, tags, deleted_tags, snapshots: [{id, parent, parent_offset, flushed_at,
/// flushed_at_us, message, metadata}], status: {availability, set_at, set_at_us, reason}, metadata, latest_updates:
/// [{type, name, snapshot, previous, updated_at, updated_at_us, backup_path}], repo_before_updates, config,
/// enabled_feature_flags, disabled_feature_flags}`.
pub fn to_value(repo: Table<'_, Repo>, encoding: Encoding, findings: &mut Findings) -> Value {
    let snapshots = repo.snapshots().unwrap_or_default();
    let listed = snapshots.iter().map(|info| snapshot_value(info, snapshots, encoding, findings)).collect();
    let branches = refs_value(repo.branches(), snapshots, findings);
    let tags = refs_value(repo.tags(), snapshots, findings);
    let status = repo.status().map_or(Value::Null, |status| {
        let availability = match status.availability() {
            0 => "online",
            1 => "read-only",
            2 => "offline",
            _ => "unknown",
        };
        Value::map([
            ("availability", Value::Text(availability.to_owned())),
            ("set_at", time_text(status.set_at())),
            ("set_at_us", Value::UInt(status.set_at())),
            ("reason", text(status.limited_availability_reason())),
        ])
    });
    let config = repo.config().map_or(Value::Null, |bytes| {
        Encoding::FlexBuffers.read(bytes).unwrap_or_else(|what| {
            let message = format!("the configuration is not {what}");
            findings.error(Code::BadMetadata, message, "look which program wrote it");
            Value::Null
        })
    });
    let flags = |flags: Option<&[[u8; 2]]>| {
        let flags = flags.unwrap_or_default().iter();
        Value::List(flags.map(|bytes| Value::Count(u16::from_le_bytes(*bytes).into())).collect())
    };
    let updates = repo.latest_updates().unwrap_or_default().iter().map(update_value);
    Value::map([
        ("id", Value::Null),
        ("spec_version", Value::Count(repo.spec_version().into())),
        ("branches", branches),
        ("tags", tags),
        ("deleted_tags", Value::List(repo.deleted_tags().into_iter().map(|tag| text(Some(tag))).collect())),
        ("snapshots", Value::List(listed)),
        ("status", status),
        ("metadata", metadata_value(repo.metadata(), encoding, findings)),
        ("latest_updates", Value::List(updates.collect())),
        ("repo_before_updates", text(repo.repo_before_updates())),
        ("config", config),
        ("enabled_feature_flags", flags(repo.enabled_feature_flags())),
        ("disabled_feature_flags", flags(repo.disabled_feature_flags())),
    ])
}

fn text(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

fn id_value(id: Option<&[u8; 12]>) -> Value {
    id.map_or(Value::Null, |id| Value::Text(id_text(id)))
}

/// Branches or tags, with the snapshots they name by their number.
fn refs_value(
    refs: Option<Tables<'_, Ref>>,
    snapshots: Tables<'_, SnapshotInfo>,
    findings: &mut Findings,
) -> Value {
    let refs = refs.unwrap_or_default().iter().map(|named| {
        let (name, number) = (named.name().unwrap_or_default(), named.snapshot_index());
        let snapshot = snapshots.get(number as usize);
        if snapshot.is_none() {
            let message = format!("{name:?} is of snapshot number {number}, of {}", snapshots.len());
            findings.error(Code::BadTable, message, "restore the file from its folder overwritten");
        }
        (name.to_owned(), id_value(snapshot.and_then(|snapshot| snapshot.id())))
    });
    Value::Entries(refs.collect())
}

fn snapshot_value(
    info: Table<'_, SnapshotInfo>,
    snapshots: Tables<'_, SnapshotInfo>,
    encoding: Encoding,
    findings: &mut Findings,
) -> Value {
    let parent = usize::try_from(info.parent_offset()).ok();
    let parent_id = parent.and_then(|parent| snapshots.get(parent)?.id());
    if parent.is_some() && parent_id.is_none() {
        let message =
            format!("a snapshot has parent number {}, of {}", info.parent_offset(), snapshots.len());
        findings.error(Code::BadTable, message, "restore the file from its folder overwritten");
    }
    Value::map([
        ("id", id_value(info.id())),
        ("parent", id_value(parent_id)),
        ("parent_offset", Value::Float(info.parent_offset().into())),
        ("flushed_at", time_text(info.flushed_at())),
        ("flushed_at_us", Value::UInt(info.flushed_at())),
        ("message", text(info.message())),
        ("metadata", metadata_value(info.metadata(), encoding, findings)),
    ])
}

fn update_value(update: Table<'_, Update>) -> Value {
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
            let version = |version: u8| Value::Count(version.into());
            Value::List(vec![version(migrated.from_version()), version(migrated.to_version())])
        }
        _ => Value::Null,
    };
    let kind = usize::from(kind).checked_sub(1).and_then(|kind| UPDATES.get(kind)).copied();
    Value::map([
        ("type", text(Some(kind.unwrap_or("Unknown")))),
        ("name", text(name)),
        ("snapshot", id_value(snapshot)),
        ("previous", id_value(previous)),
        ("versions", versions),
        ("updated_at", time_text(update.updated_at())),
        ("updated_at_us", Value::UInt(update.updated_at())),
        ("backup_path", text(update.backup_path())),
    ])
}
