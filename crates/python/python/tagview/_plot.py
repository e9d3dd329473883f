"""Figures of results, with matplotlib."""

from __future__ import annotations

from typing import Any

from ._errors import usage
from ._results import Coincidences, CoincidenceSlices, Correlation, Gaps, Lifetime, Rate, Result, Stability

_WITH_FIGURE = (Coincidences, CoincidenceSlices, Correlation, Gaps, Lifetime, Rate, Stability)


def plot(result: Result, ax: Any, style: dict[str, Any]) -> Any:
    if not isinstance(result, _WITH_FIGURE):
        named = "a part of a result" if type(result) is Result else f"a {type(result).__name__}"
        raise usage(f"{named} has no figure", "draw its columns(), or plot a rate, g2, gaps or lifetime")
    if ax is None:
        try:
            import matplotlib.pyplot
        except ModuleNotFoundError as failure:
            raise usage(f"plot() needs {failure.name}", "install it: pip install matplotlib") from None
        _, ax = matplotlib.pyplot.subplots()
    if isinstance(result, Correlation):
        _correlation(result, ax, style)
    elif isinstance(result, Rate):
        import numpy

        edges = numpy.append(result.time_s, result._end_s())
        for one in result.channels:
            rates = one.counts / numpy.diff(edges)
            ax.step(edges, numpy.append(rates, rates[-1:]), where="post", label=f"channel {one.channel}", **style)
        ax.set(xlabel="time (s)", ylabel="rate (1/s)")
        ax.legend()
    elif isinstance(result, Gaps):
        for one in result.channels:
            ax.step(
                result.gap_s[: len(one.counts)],
                one.counts,
                where="post",
                label=f"channel {one.channel}",
                **style,
            )
        ax.set(xlabel="gap (s)", ylabel="gaps", xscale="linear" if result.edges is None else "log")
        ax.legend()
    elif isinstance(result, Lifetime):
        ax.step(result.time_s * 1e9, result.counts, where="post", label="counts", **style)
        if result.fit is not None:
            ax.plot(result.time_s * 1e9, result.fit.expected, label="fit")
        ax.set(xlabel="time after the pulse (ns)", ylabel="counts", yscale="log")
        ax.legend()
    elif isinstance(result, Stability):
        for one in result.channels:
            ax.errorbar(
                result.times_s,
                one.allan_deviation,
                one.allan_deviation_error,
                label=f"channel {one.channel}",
                **style,
            )
        ax.set(xlabel="averaging time (s)", ylabel="Allan deviation", xscale="log", yscale="log")
        ax.legend()
    elif isinstance(result, CoincidenceSlices):
        _slices(result, ax, style)
    else:
        names = [",".join(map(str, one.channels)) for one in result.patterns]
        ax.bar(names, [one.counts for one in result.patterns], **style)
        ax.set(xlabel="channels", ylabel="coincidences")
    return ax


def _slices(result: CoincidenceSlices, ax: Any, style: dict[str, Any]) -> None:
    rows: dict[str, list[tuple[float, float, float, float]]] = {}
    for one in result.slices:
        length, middle = one.to_s - one.from_s, (one.from_s + one.to_s) / 2
        for pattern in one.patterns:
            # Small counts have an interval instead of a symmetric error.
            error = pattern.counts_error or 0.0
            low, high = pattern.counts_interval or (pattern.counts - error, pattern.counts + error)
            row = (middle, pattern.counts / length, (pattern.counts - low) / length, (high - pattern.counts) / length)
            rows.setdefault(",".join(map(str, pattern.channels)), []).append(row)
    for name, points in rows.items():
        middles, rates, below, above = zip(*points)
        ax.errorbar(middles, rates, (below, above), fmt=".", label=name, **style)
    ax.set(xlabel="time (s)", ylabel="coincidences (1/s)")
    ax.legend()


def _correlation(result: Correlation, ax: Any, style: dict[str, Any]) -> None:
    # Small counts have an interval instead of a symmetric error.
    errors = (result.g2 - result.g2_low, result.g2_high - result.g2)
    if result.edges is not None:
        ax.errorbar(result.centre_s, result.g2, errors, **style)
        ax.set(xlabel="delay (s)", ylabel="g2", xscale="log")
        return
    centres = result.centre_s * 1e9
    ax.errorbar(centres, result.g2, errors, fmt=".", label="g2", **style)
    if result.fit is not None:
        ax.plot(centres, result.fit.g2, label=result.fit.model)
        ax.legend()
    ax.set(xlabel="delay (ns)", ylabel="g2")
