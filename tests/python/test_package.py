"""The package: the wheel in an empty environment, its size, its import time, its types."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NODE, ROOT

MAX_WHEEL_BYTES = 6_000_000
MAX_IMPORT_MS = 60

PACKAGE = ROOT / "crates" / "python" / "python" / "tagview"


def wheel() -> Path:
    named = os.environ.get("TAGVIEW_WHEEL")
    if not named:
        pytest.skip("there is no wheel: run npm run python")
    return Path(named)


def test_the_wheel_is_small() -> None:
    assert wheel().stat().st_size < MAX_WHEEL_BYTES


def test_the_wheel_works_in_an_empty_environment(tmp_path: Path, pairs: Path) -> None:
    path = wheel()
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    python = tmp_path / "bin" / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--retries", "0", "--no-deps", path]
    subprocess.run(install, check=True)
    # Counts need no numpy.
    program = "import sys, tagview as tv; r = tv.open(sys.argv[1]); print(r); print(sorted(sys.modules))"
    printed = subprocess.run([python, "-c", program, pairs], capture_output=True, text=True, check=True).stdout
    assert printed.startswith("pairs.tags.zst") and "'numpy'" not in printed


def test_importing_is_quick() -> None:
    # Processor time: other programs may run meanwhile.
    program = "import time; t = time.process_time(); import tagview; print((time.process_time() - t) * 1e3)"
    command = [sys.executable, "-c", program]
    times = [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5)]
    assert min(times) < MAX_IMPORT_MS, times


def test_the_modules_are_loaded_when_they_are_used() -> None:
    program = (
        "import sys, tagview as tv; print([one for one in sys.modules if one.startswith('tagview')]);"
        "print(tv.__version__); from tagview import *; print(Recording, sum, sorted(set(tv.__all__) - set(dir(tv))))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    loaded, version, names = printed.splitlines()
    assert loaded == "['tagview']" and importlib.metadata.version("tagview") == version
    assert names.endswith(" []") and "tagview._recording.Recording" in names


USES = """
import tagview as tv
r = tv.open('x.ptu')
reveal_type(r)
reveal_type(tv.open(['x.ptu', b'']))
reveal_type(r.g2(3, 15, range='10ns'))
reveal_type(tv.sum([r, 'x.ptu']).lifetime(3, sync=7))
reveal_type(tv.simulate(light='thermal', light_rate=1e5, coherence_time='1us').slice('1s', '2s'))
reveal_type(r.delay(3, 15))
reveal_type(r.delay(3, 15, by='1s'))
r.view(height=500)
r.g2('3', 15)
"""


def test_the_types_are_sound(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    uses = tmp_path / "uses.py"
    uses.write_text(USES)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    finished = subprocess.run([*command, str(uses)], capture_output=True, text=True, check=False)
    lines = finished.stdout
    for revealed in ("_recording.Recording", "list[tagview._recording.Recording]", "_results.Correlation", "_results.Lifetime", "_results.DelaySlices"):
        assert revealed in lines, lines
    assert lines.count("error:") == 1 and 'incompatible type "str"' in lines, lines
    strict = [*command, "--no-warn-return-any", str(PACKAGE)]
    own = subprocess.run(strict, capture_output=True, text=True, check=False)
    # Optional packages have no types, or are not installed.
    missing = ("import-untyped", "import-not-found")
    errors = [line for line in own.stdout.splitlines() if "error:" in line]
    unfounded = [line for line in errors if not any(code in line for code in missing)]
    assert unfounded == [], own.stdout


def test_pyright_finds_the_same_types(tmp_path: Path) -> None:
    pyright = ROOT / "node_modules" / "pyright" / "index.js"
    if not pyright.exists():
        pytest.skip("there is no pyright: run npm run setup")
    (tmp_path / "uses.py").write_text(USES)
    command = [NODE, pyright, "--pythonpath", sys.executable, "uses.py"]
    lines = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    for revealed in ("Recording", "list[Recording]", "Correlation", "Lifetime", "Delay", "DelaySlices"):
        assert f'is "{revealed}"' in lines, lines
    assert lines.count("error:") == 1 and '"Literal[\'3\']"' in lines, lines
