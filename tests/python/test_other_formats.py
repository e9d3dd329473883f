"""Offset headers, index-headers and Icechunk metadata: what the command line prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import pytest
import tagview as tv
from conftest import ROOT

Json = Callable[..., Any]


def shared(folder: str) -> list[Path]:
    for above in (ROOT.parent, ROOT.parent.parent):
        if (above / "shared" / "data").is_dir():
            return sorted(one for one in (above / "shared" / "data" / folder).rglob("*") if one.is_file())
    return []


def test_offsets(tagview_json: Json) -> None:
    header = tv.offsets("v1=0:1042,1:977,2:-1")
    assert [(one["partition"], one["offset"]) for one in header["partitions"]] == [(0, 1042), (1, 977), (2, -1)]
    printed = tagview_json("offsets", "v1=0:1042,1:977,2:-1")
    assert [one["code"] for one in header["findings"]] == [one["code"] for one in printed["findings"]]
    with pytest.raises(tv.TagviewError):
        tv.offsets("v1=0:1", encoding="no such encoding")


def test_index_headers(tagview_json: Json) -> None:
    files = [one for one in shared("index-header") if one.name.endswith("index-header")][:5]
    if not files:
        pytest.skip("there is no folder shared/data/index-header")
    for path in files:
        found, printed = tv.index_header(path), tagview_json("index-header", path)
        assert found["complete"] == printed["complete"], path
        assert found["label_names"] == printed["label_names"], path


def test_icechunk() -> None:
    files = [one for one in shared("icechunk") if one.read_bytes()[:3] == b"ICE"][:20]
    if not files:
        pytest.skip("there is no folder shared/data/icechunk")
    assert all(tv.icechunk(path)["type"] for path in files)


def test_files_that_are_something_else(pairs: Path) -> None:
    assert not tv.index_header(pairs)["complete"]
    with pytest.raises(tv.TagviewError):
        tv.icechunk(pairs)
    with pytest.raises(tv.TagviewError) as missing:
        tv.index_header("/no/such/file")
    assert missing.value.code == "open-failed"
