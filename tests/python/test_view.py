"""The page in a notebook: what Python answers to its requests. No notebook is needed."""

from __future__ import annotations

import gzip
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import tagview as tv
from tagview._ranges import MAX_LENGTH, RangeServer


class Browser:
    """A page that sends requests to a recording and keeps the answers."""

    def __init__(self, recording: tv.Recording) -> None:
        self.answers: list[tuple[dict[str, Any], list[bytes]]] = []
        self.server = RangeServer(recording, lambda content, buffers: self.answers.append((content, buffers)))

    def request(self, **request: Any) -> tuple[dict[str, Any], list[bytes]]:
        before = len(self.answers)
        self.server.receive({"view": "v", "id": 7, **request})
        assert len(self.answers) == before + 1
        content, buffers = self.answers[-1]
        assert (content.pop("view"), content.pop("id")) == ("v", 7)
        return content, buffers

    def read(self, offset: int, length: int) -> bytes:
        content, [buffer] = self.request(type="read", offset=offset, length=length)
        assert content == {"type": "bytes"}
        return buffer

    def refused(self, **request: Any) -> str:
        content, buffers = self.request(**request)
        assert content["type"] == "error" and buffers == []
        return str(content["error"]["message"])


def test_ranges_of_a_path_of_bytes_and_of_a_file(pairs: Path) -> None:
    content = pairs.read_bytes()
    size = len(content)
    with pairs.open("rb") as file:
        for source in (pairs, content, io.BytesIO(content), file):
            browser = Browser(tv.open(source))
            for offset, length in ((0, 1), (size - 10, 10), (1000, 1 << 20), (7, MAX_LENGTH), (size, 0), (5, 0)):
                assert browser.read(offset, length) == content[offset : offset + length]


def test_the_page_and_what_it_needs_to_know(pairs: Path, tmp_path: Path) -> None:
    content, [packed] = Browser(tv.open(pairs)).request(type="open")
    size = pairs.stat().st_size
    # The file states no tick: the page uses that of Python.
    file = {"name": "pairs.tags.zst", "byteLength": size, "format": "tags", "view": "tick=156.25ps"}
    assert content == {"type": "page", "file": file}
    page = gzip.decompress(packed).decode()
    assert page.startswith("<!doctype html>") and "Content-Security-Policy" in page
    content, _ = Browser(tv.open(pairs, tick="4ps")).request(type="open")
    assert content["file"]["view"] == "tick=4ps"
    tv.write(tmp_path / "own.tags.zst", [1, 2], [3, 15], tick="4ps")
    content, _ = Browser(tv.open(tmp_path / "own.tags.zst")).request(type="open")
    assert "view" not in content["file"]
    text = tv.open(b"100,7\n200,8\n", columns="time,channel", unit="ns", tick="1ns")
    content, _ = Browser(text).request(type="open")
    options = {"import": "columns", "columns": "time,channel", "unit": "ns", "tick": "1ns"}
    facts = {"name": "<bytes>", "byteLength": 12, "format": "tags", "view": "tick=1ns"}
    assert content["file"] == {**facts, "readAs": options}


def test_parts_and_simulated_recordings_have_bytes_too(pairs: Path) -> None:
    for recording in (tv.open(pairs).slice("1s", "2s"), tv.simulate(duration="10ms", seed=1)):
        content, _ = Browser(recording).request(type="open")
        size = content["file"]["byteLength"]
        again = tv.open(Browser(recording).read(0, size))
        assert again.counts == recording.counts


@pytest.mark.parametrize(
    ("offset", "length"),
    [(-1, 5), (0, -1), (0, "5"), (None, 5), (0.0, 5), (True, 5), (2**53, 1), (2**80, 1), (0, 2**62), ("end", 1)],
)
def test_a_range_that_is_none_is_refused(pairs: Path, offset: object, length: object) -> None:
    assert Browser(tv.open(pairs)).refused(type="read", offset=offset, length=length).endswith("outside the recording")


def test_requests_are_checked(pairs: Path) -> None:
    browser = Browser(tv.open(pairs))
    size = pairs.stat().st_size
    assert browser.refused(type="read", offset=size - 1, length=2).endswith("outside the recording")
    assert browser.refused(type="delete") == "the page sent an unknown request"
    # No answer would find its way back.
    for message in (None, "read", [], {}, {"view": "v"}, {"view": "v" * 65, "id": 1}, {"view": "v", "id": -1}):
        browser.server.receive(message)
    assert len(browser.answers) == 2


def test_a_large_request_is_refused() -> None:
    text = b"time,channel\n" + b"1,1\n" * (MAX_LENGTH // 4)
    browser = Browser(tv.open(text, unit="ns", tick="1ns"))
    assert browser.refused(type="read", offset=0, length=MAX_LENGTH + 1).startswith("the page requested more than")
    assert len(browser.read(0, MAX_LENGTH)) == MAX_LENGTH


def test_requests_at_the_same_time(pairs: Path) -> None:
    content = pairs.read_bytes()
    answers: dict[int, bytes] = {}
    server = RangeServer(tv.open(io.BytesIO(content)), lambda to, buffers: answers.update({to["id"]: buffers[0]}))
    requests = [{"view": "v", "id": k, "type": "read", "offset": 9999 * k, "length": 5000 + k} for k in range(200)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(server.receive, requests))
    assert len(answers) == 200
    for k, read in answers.items():
        assert read == content[9999 * k : 9999 * k + 5000 + k]


def test_a_closed_view_refuses(pairs: Path) -> None:
    browser = Browser(tv.open(pairs))
    browser.server.close()
    for request in ({"type": "open"}, {"type": "read", "offset": 0, "length": 1}):
        assert browser.refused(**request) == "the view was closed"


def test_a_file_that_fails_or_became_shorter(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cut.tags.zst"
    path.write_bytes(pairs.read_bytes())
    browser = Browser(tv.open(path))
    with path.open("r+b") as file:
        file.truncate(1000)
    assert browser.refused(type="read", offset=990, length=20) == "cut.tags.zst now ends at byte 1000"
    assert browser.read(990, 10) == pairs.read_bytes()[990:1000]

    class Failing(io.BytesIO):
        is_down = False

        def read(self, size: int | None = -1, /) -> bytes:
            if self.is_down:
                raise OSError("the disk is gone")
            return super().read(size)

    file_object = Failing(pairs.read_bytes())
    browser = Browser(tv.open(file_object))
    file_object.is_down = True
    assert "the disk is gone" in browser.refused(type="read", offset=0, length=5)
    monkeypatch.setattr("tagview._ranges._read", lambda *_: 1 // 0)
    assert "ZeroDivisionError" in browser.refused(type="read", offset=0, length=5)


def test_what_cannot_be_shown(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(tv.TagviewError, match="a sum of runs has no view: show one of them") as refused:
        tv.sum([pairs, pairs]).view()
    assert refused.value.code == "usage"
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "tagview._view", raising=False)
    with pytest.raises(tv.TagviewError, match="needs anywidget: install it: pip install 'tagview.notebook.'"):
        tv.open(pairs).view()


def test_the_widget_answers_messages(pairs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget")
    r = tv.open(pairs)
    view = r.view(height=500)
    assert view.height == 500 and "export default" in view._esm
    sent: list[tuple[dict[str, Any], list[bytes]]] = []
    monkeypatch.setattr(view._server, "_send", lambda content, buffers: sent.append((content, buffers)))
    view._handle_custom_msg({"type": "read", "view": "v", "id": 1, "offset": 4, "length": 3}, [])
    assert sent == [({"view": "v", "id": 1, "type": "bytes"}, [pairs.read_bytes()[4:7]])]
    view.close()
    view._handle_custom_msg({"type": "read", "view": "v", "id": 2, "offset": 4, "length": 3}, [])
    assert sent[-1][0]["error"]["message"] == "the view was closed"
