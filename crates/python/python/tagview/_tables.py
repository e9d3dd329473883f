"""The printed form of a recording: a line about the file and a table of its channels."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._recording import Recording

_MAX_ROWS = 1000


def scaled(value: float | None, unit: str) -> str:
    """Four digits with a prefix of the unit."""
    if value is None:
        return "–"
    if value == 0:
        return f"0 {unit}"
    for exponent, prefix in ((9, "G"), (6, "M"), (3, "k"), (0, ""), (-3, "m"), (-6, "u"), (-9, "n"), (-12, "p")):
        if abs(value) >= 10.0**exponent:
            return f"{value / 10.0**exponent:.4g} {prefix}{unit}"
    return f"{value:.4g} {unit}"


def _heading(recording: Recording, stats: Any) -> str:
    meta = recording.meta
    facts = [scaled(float(meta["bytes"]), "B"), str(meta["name"])]
    if isinstance(meta.get("device"), str):
        facts.append(meta["device"])
    facts += [f"{stats.tags:,} tags", scaled(stats.span_s, "s")]
    facts.append("in order" if stats.out_of_order == 0 else f"{stats.out_of_order:,} out of order")
    facts.append(f"tick {recording.tick}" if meta["tick"] else f"tick {recording.tick}, not stated in the file")
    if not recording.complete:
        facts.append("incomplete")
    return f"{recording.name}   {' · '.join(facts)}"


_TITLES = ("channel", "tags", "rate", "share", "least gap")


def _rows(stats: Any) -> list[tuple[str, ...]]:
    return [
        (
            str(one.channel),
            f"{one.tags:,}",
            scaled(one.rate_hz, "Hz"),
            f"{100 * one.tags / max(1, stats.tags):.4g} %",
            scaled(one.min_gap_s, "s"),
        )
        for one in stats.channels[:_MAX_ROWS]
    ]


def recording_text(recording: Recording) -> str:
    stats = recording.stats()
    rows = [_TITLES, *_rows(stats)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(_TITLES))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]
    return "\n".join([_heading(recording, stats), "", *lines])


def recording_html(recording: Recording) -> str:
    stats = recording.stats()

    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row(cells, "td") for cells in _rows(stats))
    heading = escape(_heading(recording, stats))
    return f"<p>{heading}</p><table><thead>{row(_TITLES, 'th')}</thead><tbody>{body}</tbody></table>"
