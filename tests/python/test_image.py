"""Images of scanned samples, of a PTU file with known truth."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import numpy as np
import pytest

import tagview as tv

WIDTH, HEIGHT, DWELL = 5, 3, 40
TICK, PERIOD = 16e-12, 12.5e-9


def scan_records(width: int = WIDTH, height: int = HEIGHT) -> tuple[list[int], dict[tuple[int, int], list[int]]]:
    """Records of a HydraHarp 2 in T3 mode, and the delays of each pixel."""
    source = random.Random(3)
    records: list[int] = []
    pixels: dict[tuple[int, int], list[int]] = {}
    base = 0

    def append(sync: int, record: int) -> None:
        nonlocal base
        if sync // 1024 > base:
            records.append(1 << 31 | 63 << 25 | (sync // 1024 - base))
            base = sync // 1024
        records.append(record | sync % 1024)

    at = 7
    for frame in range(2):
        for y in range(height):
            append(at, 1 << 31 | 1 << 25)
            for step in range(width * DWELL):
                if source.random() < 0.3:
                    delay, channel = source.randrange(700), source.randrange(2)
                    append(at + step, channel << 25 | delay << 10)
                    pixels.setdefault((y, step // DWELL), []).append(delay)
            at += width * DWELL
            append(at, 1 << 31 | 2 << 25)
            at += 11
        append(at, 1 << 31 | 4 << 25)
        at += 5
    return records, pixels


def ptu(records: list[int], integers: dict[str, int]) -> bytes:
    def tag(name: str, kind: int, value: bytes) -> bytes:
        return name.encode().ljust(32, b"\0") + struct.pack("<iI", -1, kind) + value

    known = {"TTResultFormat_TTTRRecType": 0x01010304, "TTResult_NumberOfRecords": len(records), **integers}
    floats = {"MeasDesc_Resolution": TICK, "MeasDesc_GlobalResolution": PERIOD}
    tags = [tag(name, 0x10000008, struct.pack("<q", value)) for name, value in known.items()]
    tags += [tag(name, 0x20000008, struct.pack("<d", value)) for name, value in floats.items()]
    tags.append(tag("Header_End", 0xFFFF0008, bytes(8)))
    return b"PQTTTR\0\0" + b"1.0.00\0\0" + b"".join(tags) + struct.pack(f"<{len(records)}I", *records)


def scan_file(
    width: int = WIDTH, height: int = HEIGHT, **further: int
) -> tuple[bytes, dict[tuple[int, int], list[int]]]:
    """A PTU file whose header states the scan and ``further`` tags, and the delays of each pixel."""
    records, pixels = scan_records(width, height)
    size = {"ImgHdr_PixX": width, "ImgHdr_PixY": height}
    markers = {"ImgHdr_LineStart": 1, "ImgHdr_LineStop": 2, "ImgHdr_Frame": 3}
    return ptu(records, {**size, **markers, **further}), pixels


def test_an_image_has_each_photon_in_its_pixel(tmp_path: Path) -> None:
    file, pixels = scan_file()
    (tmp_path / "scan.ptu").write_bytes(file)
    r = tv.open(tmp_path / "scan.ptu")
    assert r.meta["image"]["line_stop"] == 2
    image = r.image()
    assert image.intensity.shape == image.mean.shape == (HEIGHT, WIDTH)
    phase = 2 * np.pi * TICK / PERIOD
    for (y, x), delays in pixels.items():
        assert image.intensity[y, x] == len(delays)
        assert image.mean_s[y, x] == pytest.approx(np.mean(delays) * TICK)
        assert image.g[y, x] == pytest.approx(np.mean(np.cos(phase * np.array(delays))), abs=1e-8)
        assert image.s[y, x] == pytest.approx(np.mean(np.sin(phase * np.array(delays))), abs=1e-8)
    assert (image.frames, image.lines, image.remarks) == (2, 2 * HEIGHT, [])
    region = r.image(region=((1, 2), (0, 0)))
    expected = np.bincount(pixels[0, 1] + pixels[0, 2], minlength=len(region.decay))
    assert (region.decay == expected).all()
    parts = [r.image(photons=one).intensity for one in (1, 2)]
    assert (parts[0] + parts[1] == image.intensity).all()
    assert np.isnan(r.image(min_counts=10**6).mean).all()


def test_columns_have_equal_widths_by_the_sine_of_the_header_or_the_argument(tmp_path: Path) -> None:
    for name, percent in (("plain", 0), ("sine", 80)):
        (tmp_path / f"{name}.ptu").write_bytes(scan_file(ImgHdr_SinCorrection=percent)[0])
    plain, sine = tv.open(tmp_path / "plain.ptu"), tv.open(tmp_path / "sine.ptu")
    corrected = sine.image()
    assert (corrected.sin_correction, plain.image().sin_correction) == (80, None)
    assert (corrected.intensity == plain.image(sine=80).intensity).all()
    assert (corrected.intensity != plain.image().intensity).any()
    assert (sine.image(sine=0).intensity == plain.image().intensity).all()


def test_a_recording_without_a_scan_needs_size_and_markers(tmp_path: Path) -> None:
    records, pixels = scan_records()
    (tmp_path / "plain.ptu").write_bytes(ptu(records, {}))
    r = tv.open(tmp_path / "plain.ptu")
    with pytest.raises(tv.TagviewError, match="does not describe a scan"):
        r.image()
    image = r.image(size=(WIDTH, HEIGHT), markers=(1, 2, 3))
    assert image.counts == sum(map(len, pixels.values()))
