"""Recordings of URLs and of file objects."""

from __future__ import annotations

import io
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Iterator

import numpy as np
import pytest
import tagview as tv
import tagview._remote as remote


class Server(BaseHTTPRequestHandler):
    content = b""
    is_down = False
    ranges: list[str] = []

    def do_GET(self) -> None:
        if not self.path.startswith("/x.tags.zst"):
            self.send_error(404)
            return
        if self.is_down:
            self.send_error(500)
            return
        match = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers["Range"])
        assert match is not None
        body = self.content
        if "whole" in self.path:
            self.send_response(200)
        else:
            self.ranges.append(self.headers["Range"])
            start, end = int(match[1]), int(match[2])
            body = body[start : end + 1]
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{start + len(body) - 1}/{len(self.content)}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Server, "content", pairs.read_bytes())
    monkeypatch.setattr(Server, "ranges", [])
    monkeypatch.setattr(remote, "_BLOCK", 1 << 19)
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_url_is_read_by_ranges(address: str, pairs: Path) -> None:
    r = tv.open(f"{address}/x.tags.zst?key=1")
    # The beginning is enough for the header.
    assert (r.name, r.tick, Server.ranges) == ("x.tags.zst", "156.25ps", ["bytes=0-524287"])
    expected = tv.open(pairs)
    assert r.g2(3, 15).to_dict() == expected.g2(3, 15).to_dict()
    assert np.array_equal(r.numpy()[0], expected.numpy()[0])
    assert sum(len(times) for times, _ in r.batches(100_000)) == len(expected)
    pytest.importorskip("pyarrow")
    assert r.arrow().read_all().num_rows == len(expected)


def test_a_server_without_ranges(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tv.TagviewError, match="the server sends no ranges: download the file"):
        tv.open(f"{address}/x.tags.zst?whole")
    monkeypatch.setattr(remote, "_BLOCK", 1 << 26)
    assert tv.open(f"{address}/x.tags.zst?whole").channels == [3, 15, 16]


def test_a_server_that_fails(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match="the server answers 404"):
        tv.open(f"{address}/none.ptu")
    with pytest.raises(tv.TagviewError, match="check the address") as refused:
        tv.open("http://127.0.0.1:9/x.ptu")
    assert refused.value.code == "open-failed"
    r = tv.open(f"{address}/x.tags.zst")
    monkeypatch.setattr(Server, "is_down", True)
    with pytest.raises(tv.TagviewError, match="reading failed .* 500 ") as lost:
        r.g2(3, 15)
    assert lost.value.code == "read-failed"


def test_other_schemes_need_fsspec(monkeypatch: pytest.MonkeyPatch, pairs: Path) -> None:
    import sys

    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "fsspec", None)
        with pytest.raises(tv.TagviewError, match="addresses of memory need fsspec"):
            tv.open("memory://x.tags.zst")
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://x.tags.zst", "wb") as file:
        file.write(pairs.read_bytes())
    assert tv.open("memory://x.tags.zst").counts == tv.open(pairs).counts
    with pytest.raises(FileNotFoundError):
        tv.open("memory://none.tags.zst")


def test_a_file_object_is_read(pairs: Path) -> None:
    expected = tv.open(pairs)
    with pairs.open("rb") as file:
        r = tv.open(file)
        assert r.name == "pairs.tags.zst" and r.counts == expected.counts
    held = tv.open(io.BytesIO(pairs.read_bytes()))
    assert held.g2(3, 15).to_dict() == expected.g2(3, 15).to_dict()
    assert np.array_equal(held.numpy()[0], expected.numpy()[0])
