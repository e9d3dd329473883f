"""Recordings to test with, and the command line to compare with."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Callable

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "cli" / "bin" / "tagview.js"
NODE = os.environ.get("TAGVIEW_NODE", "node")


def run_tagview(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [NODE, str(PROGRAM), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def tagview_json() -> Callable[..., Any]:
    """Runs a command of `tagview` with `--json` and returns what it prints."""

    def run(*arguments: object) -> Any:
        finished = run_tagview(*arguments, "--json")
        assert finished.stdout, finished.stderr
        return json.loads(finished.stdout)

    return run


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recordings")


def simulated(path: Path, *options: object) -> Path:
    finished = run_tagview("simulate", *options, "-o", path, "--quiet")
    assert finished.returncode == 0, finished.stderr
    return path


@pytest.fixture(scope="session")
def pairs(folder: Path) -> Path:
    """Photon pairs in many frames, 3 MB: long enough to be read in parts."""
    return simulated(
        folder / "pairs.tags.zst", "--duration", "6s", "--pair-rate", "500000", "--frame-tags", 20000
    )


@pytest.fixture(scope="session")
def pulsed(folder: Path) -> Path:
    """A pulsed emitter with its clock on channel 7."""
    light = ["--light", "emitter", "--light-rate", "2e5", "--lifetime", "2ns", "--pulse-rate", "1e6"]
    options = [*light, "--clock", 7, "--duration", "1s", "--tick", "4ps"]
    return simulated(folder / "pulsed.tags.zst", *options)


@pytest.fixture(scope="session")
def damaged(folder: Path, pairs: Path) -> Path:
    content = bytearray(pairs.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 100] = bytes(100)
    path = folder / "damaged.tags.zst"
    path.write_bytes(content)
    return path


def shared_recordings() -> list[Path]:
    """Recordings of shared/data beside the repository; a worktree may lie one folder deeper."""
    for above in (ROOT.parent, ROOT.parent.parent):
        data = above / "shared" / "data"
        if data.is_dir():
            files = [*(data / "tags").glob("*.tags.zst"), *(data / "other-taggers").iterdir()]
            return sorted(one for one in files if one.suffix != ".json")
    return []
