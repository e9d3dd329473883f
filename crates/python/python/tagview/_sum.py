"""Independent runs: their counts and their time spans are added."""

from __future__ import annotations

from typing import Any, Mapping, NoReturn, Sequence

from . import _requests as requests
from ._analyses import RunAnalyses, check_request, error_of, with_order
from ._errors import TagviewError, usage
from ._recording import Recording, warn_of_damage
from ._tagview import conclude, merge

_AT_ONCE = 16
"""Maximum number of partial results in memory."""


class Sum(RunAnalyses):
    """Recordings of independent runs, each with its own times.

    Counts and time spans are added. Nothing is counted across the border of two runs.
    """

    _is_sum = True

    def __init__(self, runs: Sequence[Recording]) -> None:
        if not runs:
            raise usage("there are no runs", "name one or more recordings")
        self.runs = list(runs)
        """The recordings."""
        self._tick = self.runs[0]._tick
        self._sync_period = self.runs[0]._sync_period
        for one in self.runs:
            check_one_tick(self.runs[0].tick, one.tick, one.name)

    @property
    def tick(self) -> str:
        """Length of a tick with its unit."""
        return self.runs[0].tick

    def __len__(self) -> int:
        return len(self.runs)

    def __repr__(self) -> str:
        return f"sum of {len(self.runs)} runs: {', '.join(one.name for one in self.runs)}"

    def view(self, height: int = 700) -> NoReturn:
        """Raises an error: the page shows one recording."""
        raise usage("a sum of runs has no view", "show one of them, as in runs.runs[0].view()")

    def _outcome(self, request: dict[str, Any]) -> dict[str, Any]:
        first = self.runs[0]
        merged = requests.with_header_period(request, first._native.sync_period)
        for one in self.runs:
            check_one_period(request, merged, one._native.sync_period, f"{first.name} and {one.name}")
        partials: list[bytes] = []
        for one in self.runs:
            partial, findings = one._native.partial(request)
            check_request(findings)
            check_read(findings, one)
            damage = [finding for finding in findings if finding["code"] != "order"]
            if damage:
                warn_of_damage(one.name, damage)
            partials.append(partial)
            if len(partials) == _AT_ONCE:
                partials = [merge(merged, partials, "sum")]
        outcome = with_order(conclude(merged, merge(merged, partials, "sum")), merged, self._tick)
        check_request(outcome["findings"])
        broken = [finding for finding in outcome["findings"] if finding["code"] == "order"]
        if broken:
            warn_of_damage(f"sum of {len(self.runs)} runs", broken)
        for result in outcome["results"].values():
            result["runs"] = len(self.runs)
        return outcome


def check_one_tick(tick: str, other: str, name: str) -> None:
    if tick != other:
        message = f"a tick of one recording is {tick}, and of {name} {other}: such runs cannot be added"
        raise usage(message, "analyse them one by one; if a file does not state its tick, open it with its tick")


def check_one_period(
    request: dict[str, Any], merged: Mapping[str, Any], period: float | None, names: str
) -> None:
    if requests.with_header_period(request, period) != merged:
        raise usage(f"{names} have different sync periods", "give the period")


def check_read(findings: list[dict[str, Any]], run: Recording) -> None:
    """Raises the error of a run that could not be read."""
    if findings and len(run) == 0:
        failure = error_of(findings[0])
        raise TagviewError(failure.code, f"{run.name}: {failure.message}", failure.remedy, failure.offset)
