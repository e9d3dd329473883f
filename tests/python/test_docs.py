"""Every block of docs/python.md runs, one after the other."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from conftest import ROOT
from test_image import scan_file


def test_the_blocks_of_the_docs_run(
    tmp_path: Path, pairs: Path, pulsed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for needed in ("anywidget", "duckdb", "matplotlib", "pandas", "pyarrow"):
        pytest.importorskip(needed)
    import matplotlib

    matplotlib.use("Agg")
    for name in ("x", "run-1", "run-2"):
        shutil.copy(pairs, tmp_path / f"{name}.tags.zst")
    shutil.copy(pulsed, tmp_path / "pulsed.tags.zst")
    (tmp_path / "flim.ptu").write_bytes(scan_file(width=32, height=16)[0])
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 15
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, block.splitlines()[0], "exec"), names)
