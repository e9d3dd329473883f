"""Slices of a recording, each analysed like a whole recording."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Callable, Iterable, Union

from ._analyses import check_channels, error_of, with_arguments, with_order
from ._errors import usage
from ._results import CoincidenceSlices, Correlation, Delay, DelaySlices
from ._units import Time

if TYPE_CHECKING:
    from ._recording import Recording

By = Union[Time, "tuple[str, int]"]
"""A length, ``"file"``, ``"ch7"`` for slices that begin at the tags of a channel, or ``("blocks", n)``."""

MAX_SLICES = 4096
_AT_ONCE = 256
"""Maximum number of slices per pass: each has its counts in memory."""
_MAX_BINS = 2**22
"""Maximum number of bins in all slices of a pass."""

_MIN_BLOCKS, _MAX_BLOCKS = 4, 256
_MAX_SHARE = 1 / 4
"""Maximum delay as a share of a block: the longer the delay, the fewer pairs lie within one block."""
_MIN_PAIRS = 20
"""Minimum number of pairs in a bin with an error."""
_MIN_POINTS = 3
"""Minimum number of slices with a delay for the fit of a drift."""
_MAX_DEVIATION = 5
"""Excess of chi squared over that of a straight line, in standard deviations, beyond which a drift has no error."""


def each_slice(
    recording: Recording,
    request: dict[str, Any],
    by: By,
    take: Callable[[int, int, dict[str, Any]], None],
    needed: list[int],
) -> list[dict[str, Any]]:
    """Calls ``take`` with the ends of each slice and the result of the analysis of ``request``; returns the findings."""
    (analysis,) = request["analyses"]
    outcome = recording._summary()
    summary = outcome["results"]["summary"]
    if "define" not in request:
        check_channels(needed, [one["channel"] for one in summary["channels"]])
    if summary["first"] is None:
        return []
    selection = request.get("selection", {})
    begin = selection.get("from", 0)
    end = summary["last"] - summary["first"]
    edges = _edges(recording, by, begin, min(selection.get("to", end), end), request)
    bins = 1
    if "from" in analysis and "bin" in analysis:
        bins = (analysis["to"] - analysis["from"]) // analysis["bin"] + 1
    at_once = max(1, min(_AT_ONCE, _MAX_BINS // bins))
    findings: list[dict[str, Any]] = []
    for k in range(0, len(edges), at_once):
        some = edges[k : k + at_once]
        within = {**selection, "from": some[0][0], "to": max(to for _, to in some)}
        part = {**request, "selection": within, "slices": some}
        outcome = with_order(recording._native.run(part), part, recording._tick)
        findings = findings or outcome["findings"]
        for (first, to), one in zip(some, outcome["results"]["slices"]):
            take(first, to, one[analysis["name"]])
    return findings


def _edges(recording: Recording, by: By, begin: int, last: int, request: dict[str, Any]) -> list[list[int]]:
    """Slices from ``begin`` to ``last``; the last one ends at ``last`` and contains it."""
    if begin > last:
        return []
    if by == "file":
        return [[begin, last]]
    if isinstance(by, tuple):
        n = by[1]
        length = last - begin + 1
        starts = [begin + k * length // n for k in range(n)] if length >= n else []
    elif isinstance(by, str) and (marker := re.fullmatch(r"ch(\d{1,20})", by)):
        times, _ = recording.slice(channels=int(marker[1]), define=request.get("define")).numpy()
        first = recording._summary()["results"]["summary"]["first"]
        starts = [one for one in sorted({int(time) - first for time in times}) if begin <= one <= last]
    else:
        length = recording._tick.ticks(by)
        if length <= 0:
            raise usage("slices are not longer than 0", "give a longer time")
        n = 1 if last == begin else -((begin - last) // length)
        _check_number(n)
        starts = [begin + k * length for k in range(n)]
    _check_number(len(starts))
    ends = [start - 1 for start in starts[1:]] + [last]
    return [[start, end] for start, end in zip(starts, ends)]


def _check_number(n: int) -> None:
    if n > MAX_SLICES:
        raise usage(f"{n} slices are too many", f"choose at most {MAX_SLICES} slices")


def _first_hints(slices: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first hint of each kind, because later slices have similar ones."""
    hints: dict[str, dict[str, Any]] = {}
    for one in slices:
        for hint in one["hints"]:
            hints.setdefault(hint["code"], hint)
    return list(hints.values())


# Coincidences.


def coincidence_slices(recording: Recording, request: dict[str, Any], by: By) -> CoincidenceSlices:
    """Coincidences in each slice."""
    (analysis,) = request["analyses"]
    slices: list[dict[str, Any]] = []
    needed = [channel for pattern in analysis.get("patterns", []) for channel in pattern]
    findings = each_slice(
        recording, request, by, lambda first, to, one: slices.append({"from": first, "to": to, **with_arguments(one)}), needed
    )
    recording._warn(findings)
    period = slices[0].get("period") if slices else None
    fields = {"window": analysis["window"], "period": period, "slices": slices, "hints": _first_hints(slices)}
    result = CoincidenceSlices(fields, recording._tick)
    result._fields["findings"] = [error_of(one) for one in findings]
    return result


# Delays.


def delay_slices(recording: Recording, request: dict[str, Any], by: By) -> DelaySlices:
    """The delay in each slice, and its drift."""
    (analysis,) = request["analyses"]
    a, b = analysis["a"], analysis["b"]
    found: list[tuple[int, int, Delay]] = []
    findings = each_slice(
        recording,
        request,
        by,
        lambda first, to, one: found.append((first, to, Delay(with_arguments(one), recording._tick))),
        [a, b],
    )
    recording._warn(findings)
    rows = [_delay_row(*one) for one in found]
    seconds = recording._tick.to_seconds
    middles = [(seconds(first) + seconds(to)) / 2 for first, to, _ in found]
    is_modulo = any(one.delay_modulo is not None for _, _, one in found)
    line = _drift(rows, middles, is_modulo)
    fields = {"a": a, "b": b, "by": by, "slices": rows, **line, "hints": _first_hints(one.to_dict() for _, _, one in found)}
    result = DelaySlices(fields, recording._tick)
    result._fields["findings"] = [error_of(one) for one in findings]
    return result


def _delay_row(first: int, to: int, result: Delay) -> dict[str, Any]:
    peak = None if result.centre is None else result.peaks[0]
    return {
        "from": first,
        "to": to,
        "delay_s": result.centre_s,
        "delay_error_s": result.centre_error_s,
        "width_s": result.fwhm_s,
        "width_error_s": result.fwhm_error_s,
        "pairs": None if peak is None else peak.pairs,
        "pairs_error": None if peak is None else peak.pairs_error,
        "peak_counts": result.peak_counts,
        "significance": result.significance,
        "remarks": result.remarks,
    }


def _drift(rows: list[dict[str, Any]], middles: list[float], is_modulo: bool) -> dict[str, Any]:
    """The straight line through the delays, each at the middle of its slice."""
    points = [
        (middle, one["delay_s"], one["delay_error_s"])
        for middle, one in zip(middles, rows)
        if one["delay_s"] is not None and one["delay_error_s"] is not None and one["delay_error_s"] > 0
    ]
    if is_modulo:
        return _no_drift("pulsed", "delays that are known up to whole periods have no drift")
    line = _straight_line(points) if len(points) >= _MIN_POINTS else None
    if line is None:
        message = f"a drift needs {_MIN_POINTS} slices with a delay, but there are {len(points)}"
        return _no_drift("too-few-slices", message)
    slope, error, chi2 = line
    freedom = len(points) - 2
    if chi2 <= freedom + _MAX_DEVIATION * math.sqrt(2 * freedom):
        return {"drift_s_per_s": slope, "drift_error": error, "remarks": []}
    message = (
        f"the delays do not lie on a straight line (chi squared {chi2:.3g} for {freedom} degrees of freedom)"
    )
    remark = {"about": "drift_error", "code": "fit-poor", "message": message}
    return {"drift_s_per_s": slope, "drift_error": None, "remarks": [remark]}


def _no_drift(code: str, message: str) -> dict[str, Any]:
    remark = {"about": "drift_s_per_s", "code": code, "message": message}
    return {"drift_s_per_s": None, "drift_error": None, "remarks": [remark]}


def _total(terms: Iterable[float]) -> float:
    """The sum in the order in which the command line adds; ``sum`` corrects for rounding."""
    result = 0.0
    for term in terms:
        result += term
    return result


def _straight_line(points: list[tuple[float, float, float]]) -> tuple[float, float, float] | None:
    """Slope, its error, and chi squared of the weighted least squares."""
    weights = [error**-2 for _, _, error in points]
    weighted = list(zip(points, weights))
    whole = _total(weights)
    x0 = _total([weight * x for (x, _, _), weight in weighted]) / whole
    y0 = _total([weight * y for (_, y, _), weight in weighted]) / whole
    spread = _total([weight * (x - x0) ** 2 for (x, _, _), weight in weighted])
    if not spread > 0:
        return None
    slope = _total([weight * (x - x0) * (y - y0) for (x, y, _), weight in weighted]) / spread
    chi2 = _total([weight * (y - y0 - slope * (x - x0)) ** 2 for (x, y, _), weight in weighted])
    return slope, spread**-0.5, chi2


# Errors of g2.


def check_blocks(blocks: int) -> None:
    if not _MIN_BLOCKS <= blocks <= _MAX_BLOCKS:
        raise usage(f"{blocks} blocks", f"choose from {_MIN_BLOCKS} to {_MAX_BLOCKS} blocks")


def set_block_errors(recording: Recording, result: Correlation, request: dict[str, Any], blocks: int) -> None:
    """Replaces the errors of g2 by those of its mean over equal blocks of the recording.

    Each block is normalised by its own rates: Wohland, Rigler, Vogel, Biophys. J. 80, 2987 (2001).
    """
    import numpy

    (analysis,) = request["analyses"]
    hidden = ("clock", "divider")
    in_block = {**{name: value for name, value in analysis.items() if name not in hidden}, "period": 0}
    bins = len(result.counts)
    # Welford, Technometrics 4, 419 (1962).
    mean, squares = numpy.zeros(bins), numpy.zeros(bins)
    lengths: list[int] = []
    fitted: dict[str, list[float]] = {}

    def add(first: int, to: int, one: dict[str, Any]) -> None:
        nonlocal mean, squares
        lengths.append(to - first + 1)
        value = one["g2"] if len(one["g2"]) == bins else numpy.full(bins, numpy.nan)
        following = mean + (value - mean) / len(lengths)
        squares = squares + (value - mean) * (value - following)
        mean = following
        for parameter in (one["fit"] or {}).get("parameters", ()):
            fitted.setdefault(parameter["name"], []).append(parameter["value"])

    each_slice(recording, {**request, "analyses": [in_block]}, ("blocks", blocks), add, [])
    n = len(lengths)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        errors = numpy.sqrt(squares / (n - 1) / n) if n > 1 else numpy.full(bins, numpy.nan)
    longest = _MAX_SHARE * min(lengths) if n == blocks else 0
    edges = result.edges if result.edges is not None else None
    lower = result.delay if edges is None else edges[:-1]
    upper = lower + result.bin if edges is None else edges[1:]
    distance = numpy.maximum(numpy.abs(lower), numpy.abs(upper - 1))
    is_known = numpy.isfinite(result.g2)
    is_long = distance > longest
    is_rare = ~numpy.isfinite(result.g2_error) if edges is None else result.counts < _MIN_PAIRS
    reasons = [
        ("blocks-too-short", is_long, "delays longer than a quarter of a block have no error: choose fewer blocks"),
        (
            "few-pairs-in-blocks",
            is_rare,
            f"bins of fewer than {_MIN_PAIRS} pairs have no error from blocks: choose a wider bin",
        ),
        (
            "block-without-tags",
            ~numpy.isfinite(errors),
            "a block without tags of both channels has no g2, so its errors are unknown: choose fewer blocks",
        ),
    ]
    left = is_known
    remarks = [one.to_dict() for one in result.remarks if one.about != "g2_error" and one.code != "errors-not-known"]
    fit = None if result.fit is None else result.fit.to_dict()
    if fit is not None:
        has_errors = all(len(fitted.get(one["name"], ())) == n for one in fit["parameters"])
        for one in fit["parameters"]:
            known = has_errors and one["name"] != "structure"
            one["error"] = _standard_error(fitted[one["name"]]) if known else None
        if not has_errors:
            message = "the model does not fit every block, so its errors are unknown: choose fewer blocks"
            remarks.append({"about": "fit", "code": "errors-not-known", "message": message})
    for code, applies, message in reasons:
        if (left & applies).any():
            remarks.append({"about": "g2_error", "code": code, "message": message})
        left = left & ~applies
    fields = {
        "g2_error": numpy.where(left, errors, numpy.nan),
        "g2_low": numpy.where(left, numpy.maximum(0, result.g2 - errors), numpy.nan),
        "g2_high": numpy.where(left, result.g2 + errors, numpy.nan),
        "remarks": remarks,
        "blocks": blocks,
        "fit": fit,
    }
    result._fields.update(Correlation(fields, result._tick)._fields)


def _standard_error(values: list[float]) -> float:
    n = len(values)
    mean = _total(values) / n
    return math.sqrt(_total((value - mean) * (value - mean) for value in values) / (n - 1) / n)
