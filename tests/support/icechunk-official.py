"""Writes a repository with the official package, and prints what that answers about it, as JSON."""

import asyncio
import inspect
import json
import sys

import icechunk
import numpy
import zarr


def collect(repository, branch):
    """The snapshots of a branch, the newest first."""
    return [
        {
            "id": info.id,
            "parent": info.parent_id,
            "message": info.message,
            "written_at_us": round(info.written_at.timestamp() * 1_000_000),
            "metadata": info.metadata,
            "manifests": sorted(
                [manifest.id, manifest.size_bytes, manifest.num_chunk_refs] for manifest in manifests(repository, info)
            ),
        }
        for info in repository.ancestry(branch=branch)
    ]


def manifests(repository, info):
    """The manifests of a snapshot, which later versions list in another place."""
    if hasattr(repository, "list_manifest_files"):
        return repository.list_manifest_files(info.id)
    return info.manifests


def inspected(repository, id):
    """A snapshot, which earlier versions give as text."""
    snapshot = repository.inspect_snapshot(id)
    return json.loads(snapshot) if isinstance(snapshot, str) else snapshot


async def chunk_kinds(session, path):
    """The coordinates and the kind of each chunk of an array."""
    kinds = []
    async for index in session.chunk_coordinates(path):
        index = list(index)
        kind = str(await session.chunk_type_async(path, index)).split(".")[-1].lower()
        kinds.append([index, kind])
    return sorted(kinds)


def main(folder, spec):
    config = icechunk.RepositoryConfig.default()
    config.inline_chunk_threshold_bytes = 16
    config.set_virtual_chunk_container(
        icechunk.VirtualChunkContainer("s3://example-bucket/", icechunk.s3_store(region="us-east-1"))
    )
    storage = icechunk.local_filesystem_storage(folder)
    options = {}
    if "spec_version" in inspect.signature(icechunk.Repository.create).parameters:
        options["spec_version"] = spec
    repository = icechunk.Repository.create(storage, config, **options)

    session = repository.writable_session("main")
    root = zarr.group(store=session.store, overwrite=True)
    root.attrs["title"] = "written by a test"
    group = root.create_group("measured")
    group.create_group("empty")
    native = group.create_array("native", shape=(40, 30), chunks=(10, 10), dtype="f8")
    native[:] = numpy.arange(1200.0).reshape(40, 30)
    tiny = group.create_array("tiny", shape=(6,), chunks=(2,), dtype="i4", compressors=None)
    tiny[:] = [1, 2, 3, 4, 5, 6]
    sharded = root.create_array("sharded", shape=(64, 64), chunks=(8, 8), shards=(32, 32), dtype="i8")
    sharded[:] = numpy.arange(4096).reshape(64, 64)
    root.create_array("never-written", shape=(9, 9), chunks=(4, 4), dtype="u1")
    scalar = root.create_array("scalar", shape=(), dtype="f4", compressors=None)
    scalar[...] = 2.5
    first = session.commit("first", metadata={"author": "test", "numbers": [1, 2.5, None, True], "in": {"k": "v"}})

    repository.create_tag("v1", snapshot_id=first)
    repository.create_branch("dev", snapshot_id=first)
    repository.create_branch("other-name", snapshot_id=first)

    session = repository.writable_session("dev")
    virtual = zarr.open_group(store=session.store).create_array("virtual", shape=(50, 40), chunks=(1, 1), dtype="f4")
    session.store.set_virtual_refs(
        "virtual",
        [
            icechunk.VirtualChunkSpec(
                [i, j], f"s3://example-bucket/archive/year={2000 + i}/part-{j:04}.nc", offset=j * 1000, length=4
            )
            for i in range(50)
            for j in range(30)
        ],
        validate_containers=False,
    )
    dev = session.commit("virtual references")

    session = repository.writable_session("main")
    root = zarr.open_group(store=session.store)
    root["measured/native"][0, 0] = -1.0
    root["measured/native"].attrs["units"] = "K"
    del root["measured/tiny"]
    second = session.commit("change and delete")
    repository.create_tag("v2", snapshot_id=second)
    repository.create_tag("gone", snapshot_id=second)
    repository.delete_tag("gone")

    branches = {name: repository.lookup_branch(name) for name in repository.list_branches()}
    tags = {name: repository.lookup_tag(name) for name in repository.list_tags()}
    arrays = {}
    for branch in ["main", "dev"]:
        session = repository.readonly_session(branch)
        group = zarr.open_group(store=session.store, mode="r")
        arrays[branch] = {
            f"/{path}": {"shape": list(node.shape), "chunks": asyncio.run(chunk_kinds(session, f"/{path}"))}
            for path, node in group.members(max_depth=None)
            if isinstance(node, zarr.Array)
        }
    changes = {}
    diffs = []
    for before, after in [(first, second), (first, dev)]:
        diff = repository.diff(from_snapshot_id=before, to_snapshot_id=after)
        changes[after] = {
            "new_arrays": len(diff.new_arrays),
            "deleted_arrays": len(diff.deleted_arrays),
            "updated_arrays": len(diff.updated_arrays),
            "updated_chunks": sum(len(chunks) for chunks in diff.updated_chunks.values()),
        }
        diffs.append(
            {
                "from": before,
                "to": after,
                "new": sorted(diff.new_arrays | diff.new_groups),
                "deleted": sorted(diff.deleted_arrays | diff.deleted_groups),
                "updated": sorted(diff.updated_arrays | diff.updated_groups),
                "chunks": {path: len(chunks) for path, chunks in diff.updated_chunks.items()},
            }
        )
    locations = repository.readonly_session("dev").all_virtual_chunk_locations()
    stats = repository.chunk_storage_stats()
    answers = {
        "version": icechunk.__version__,
        "branches": branches,
        "tags": tags,
        "ancestry": {name: collect(repository, name) for name in branches},
        "inspected": {id: inspected(repository, id) for id in {first, second, dev}},
        "arrays": arrays,
        "changes": changes,
        "diffs": diffs,
        "locations": sorted(locations),
        "storage": [stats.native_bytes, stats.virtual_bytes, stats.inlined_bytes],
    }
    print(json.dumps(answers))


main(sys.argv[1], int(sys.argv[2]))
