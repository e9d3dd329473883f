"""Requests of the core from keyword arguments, with the defaults of the command line."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable
from typing import Any, Mapping, Sequence

from ._errors import usage
from ._units import Tick, Time, TimeRange, default_delay

_NEAR = "10ns"
_PERIODS_NEAR = 5
"""Number of periods of pulsed light in the default range of a correlation, on either side of 0."""
_END_NEAR = "10us"
_SEARCHED = "1us"
_LONG = "1ms"
DISPLACED = "20us"
"""Default displacement of the windows that measure accidentals: most detectors have no afterpulses after it."""
_AFTER_PULSE = "20us"
_AFTER_PULSE_TICKS = 2**20 - 1
_PERIOD_PARTS = 1_000_000
_SEARCH_BINS = 2**18


def channel(number: int) -> int:
    value = whole("channel", number)
    if not 0 <= value < 2**64:
        raise usage(f"channel {value} is not from 0 to 2^64 - 1", "name a channel of the recording")
    return value


def bins(
    tick: Tick, range: TimeRange | None, bin: Time | None, log: int | None = None, first: int | None = None
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if range is not None:
        found["from"], found["to"] = tick.range(range, first)
    if log is not None:
        found["log"] = whole("log", log)
    if bin is not None:
        width = tick.ticks(bin)
        if width <= 0:
            raise usage("a bin is at least 1 tick wide", "give a longer time")
        found["bin"] = width
    return found


def both_ways(tick: Tick, time: str) -> dict[str, Any]:
    longest = default_delay(tick, time)
    return {"from": -longest, "to": longest}


def _near(tick: Tick, period: float | None) -> dict[str, Any]:
    """10 ns on either side of 0; for pulsed light of a known period five periods, if that is longer, up to 10 us."""
    longest = default_delay(tick, _NEAR)
    if period is not None:
        longest = max(longest, min(math.ceil(_PERIODS_NEAR * period), tick.ticks(_END_NEAR)))
    return {"from": -longest, "to": longest}


def whole(name: str, number: Any) -> int:
    """A whole number; ``10.0`` is one."""
    try:
        return int(number) if isinstance(number, float) and number.is_integer() else operator.index(number)
    except TypeError:
        raise usage(f"{name} {number!r} is not a whole number", "write a number such as 3") from None


_CLOCK = re.compile(r"ch(\d{1,20})(?:/(\d{1,9}))?")


def period(tick: Tick, given: str | float | None) -> dict[str, Any]:
    """``None`` for the header's, ``"none"``, ``"12.5ns"``, ticks, ``"ch7"`` or ``"ch7/8"``."""
    if given is None:
        return {}
    if given == "none":
        return {"period": 0}
    if not isinstance(given, str):
        ticks = float(given)
    else:
        clock = _CLOCK.fullmatch(given)
        if clock is not None:
            divider = {} if clock[2] is None else {"divider": int(clock[2])}
            return {"clock": channel(int(clock[1])), **divider}
        if re.fullmatch(r"\d+(\.\d+)?", given):
            ticks = float(given)
        else:
            ticks = tick.part(_PERIOD_PARTS).ticks(given) / _PERIOD_PARTS
    if not ticks >= 1:
        raise usage(f'the period "{given}" is shorter than 1 tick', 'give a longer period, or "none"')
    return {"period": ticks}


def correlation(
    tick: Tick,
    a: int,
    b: int,
    *,
    range: TimeRange | None,
    bin: Time | None,
    log: int | None,
    fit: str | None,
    structure: float | None,
    period_of: str | float | None,
    sync_period: float | None,
) -> dict[str, Any]:
    pulses = period(tick, period_of)
    stated = pulses.get("period") if pulses else sync_period
    default = _near(tick, stated) if log is None else {"to": default_delay(tick, _LONG)}
    first = None if log is None else 1
    request = {"name": "correlation", "a": channel(a), "b": channel(b), **default}
    request.update(bins(tick, range, bin, log, first), **pulses)
    if structure is not None:
        request["structure"] = float(structure)
    return request if fit is None else {**request, "fit": fit}


def delay(
    tick: Tick, a: int, b: int, *, range: TimeRange | None, bin: Time | None, period_of: str | float | None
) -> dict[str, Any]:
    found = {**both_ways(tick, _SEARCHED), **bins(tick, range, bin)}
    found.setdefault("bin", (found["to"] - found["from"]) // _SEARCH_BINS + 1)
    return {"name": "delay", "a": channel(a), "b": channel(b), **found, **period(tick, period_of)}


def pairs(
    tick: Tick, *, range: TimeRange | None, bin: Time | None, period_of: str | float | None
) -> dict[str, Any]:
    found = {**both_ways(tick, _SEARCHED), **bins(tick, range, bin)}
    return {"name": "pairs", **found, **period(tick, period_of)}


def _window(tick: Tick, window: Time, delays: Mapping[int, Time] | None) -> dict[str, Any]:
    width = tick.ticks(window)
    if width < 0:
        raise usage("the window is negative", "give 0 or more")
    if width == 0 and tick.exact_ticks(window) > 0:
        raise usage(f'the window "{window}" is shorter than half a tick', "give a longer window, or 0 for equal times")
    if delays is not None and not isinstance(delays, Mapping):
        raise usage("delays is not a dictionary", 'write it as in {15: "4ns"}')
    shifts = [[channel(one), tick.ticks(time)] for one, time in (delays or {}).items()]
    return {"window": width, "delays": shifts}


def coincidence(
    tick: Tick,
    patterns: Iterable[Sequence[int]] | None,
    window: Time,
    *,
    delays: Mapping[int, Time] | None,
    accidentals: str,
    displaced: Time,
    period_of: str | float | None,
) -> dict[str, Any]:
    request = {
        "name": "coincidence",
        **_window(tick, window, delays),
        "displaced": tick.ticks(displaced),
        "accidentals": accidentals,
        **period(tick, period_of),
    }
    if patterns is not None:
        if any(not isinstance(pattern, Iterable) for pattern in patterns):
            raise usage("patterns is not a list of lists of channels", "write it as in [(3, 15)]")
        request["patterns"] = [[channel(one) for one in pattern] for pattern in patterns]
    return request


def heralded(
    tick: Tick, herald: int, a: int, b: int, *, window: Time, delays: Mapping[int, Time] | None
) -> dict[str, Any]:
    channels = {"herald": channel(herald), "a": channel(a), "b": channel(b)}
    return {"name": "heralded", **channels, **_window(tick, window, delays)}


def bursts(
    tick: Tick, donor: int, acceptor: int, *, within: Time, photons: int | None, least: int | None
) -> dict[str, Any]:
    request = {"name": "bursts", "donor": channel(donor), "acceptor": channel(acceptor), "within": tick.ticks(within)}
    given = {"photons": photons, "least": least}
    return {**request, **{name: whole(name, n) for name, n in given.items() if n is not None}}


def lifetime(
    tick: Tick,
    one: int,
    *,
    sync: int | None,
    period_of: str | float | None,
    range: TimeRange | None,
    bin: Time | None,
    fwhm: str | float | None,
    decays: int | None,
    response: Sequence[int] | None,
    pile_up: bool,
) -> dict[str, Any]:
    request: dict[str, Any] = {"name": "lifetime", "channel": channel(one)}
    if period_of == "none":
        raise usage('period "none": a lifetime needs a clock', "give a period, or the channel of the clock")
    clock = _CLOCK.fullmatch(period_of) if isinstance(period_of, str) else None
    if clock is not None:
        if clock[2] is not None or (sync is not None and sync != int(clock[1])):
            raise usage(f"the period {period_of} is not the clock of the lifetime", "name the clock by sync")
        sync, period_of = int(clock[1]), None
    if sync is not None:
        request["sync"] = channel(sync)
        request["range"] = max(tick.ticks(_AFTER_PULSE), _AFTER_PULSE_TICKS)
    if period_of is not None:
        request["period"] = tick.real_ticks(period_of)
    if bin is not None:
        request["bin"] = tick.ticks(bin)
    if range is not None:
        start, end = tick.range(range, 0)
        if start != 0:
            raise usage(f'the range "{range}" does not begin at 0', "write 0..TO: times count from a pulse")
        request["range"] = end
    if fwhm is not None:
        request["fwhm"] = tick.real_ticks(fwhm)
    if decays is not None:
        request["decays"] = whole("decays", decays)
    if response is not None:
        request["response"] = [whole("response", n) for n in response]
    if pile_up:
        request["pile_up"] = True
    return request


def image(
    tick: Tick,
    scan: Mapping[str, Any] | None,
    *,
    size: tuple[int, int] | None,
    markers: tuple[int, int | None, int | None] | None,
    bidirectional: bool | None,
    sine: float | None,
    period: str | float | None,
    photons: Iterable[int] | int | None,
    region: tuple[tuple[int, int], tuple[int, int]] | None,
    min_counts: int | None,
) -> dict[str, Any]:
    """The image of a scan. Arguments replace the values of ``scan``, from the header."""
    known = scan or {}
    width, height = size or (known.get("width"), known.get("height"))
    names = ("line_start", "line_stop", "frame")
    numbers = markers or tuple(known.get(name) for name in names)
    if width is None or height is None or numbers[0] is None:
        raise usage("the recording does not describe a scan", "give size=(width, height) and markers=(start, stop, frame)")
    request: dict[str, Any] = {"name": "image", "width": operator.index(width), "height": operator.index(height)}
    for name, number in zip(names, numbers):
        if number is not None:
            request[name] = _LAST_INPUT + operator.index(number)
    if known.get("bidirectional", False) if bidirectional is None else bidirectional:
        request["bidirectional"] = True
    percent = known.get("sin_correction") if sine is None else float(sine)
    if percent is not None:
        request["sin_correction"] = percent
    if period is not None:
        request["period"] = tick.real_ticks(period)
    if photons is not None:
        listed = photons if isinstance(photons, Iterable) else [photons]
        request["channels"] = [channel(one) for one in listed]
    if region is not None:
        (x_from, x_to), (y_from, y_to) = region
        ends = {"x_from": x_from, "x_to": x_to, "y_from": y_from, "y_to": y_to}
        request["region"] = {name: operator.index(end) for name, end in ends.items()}
    if min_counts is not None:
        request["min_counts"] = operator.index(min_counts)
    return request


def gaps(tick: Tick, *, range: TimeRange | None, bin: Time | None, log: int | None) -> dict[str, Any]:
    default = {"from": 0, "to": default_delay(tick, _SEARCHED)} if log is None else {}
    return {"name": "gaps", **default, **bins(tick, range, bin, log, 0)}


def selection(
    tick: Tick, channels: Iterable[int] | int | None, start: Time | None, stop: Time | None
) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    if channels is not None:
        listed = channels if isinstance(channels, Iterable) else [channels]
        found["channels"] = [channel(one) for one in listed]
    if start is not None:
        found["from"] = tick.ticks(start)
    if stop is not None:
        found["to"] = tick.ticks(stop)
    if start is not None and stop is not None and found["from"] > found["to"]:
        raise usage("start is later than stop", "swap them")
    return found or None


def tags(
    tick: Tick,
    tick_text: str,
    channels: Iterable[int] | int | None,
    start: Time | None,
    stop: Time | None,
    define: str | Sequence[str] | None,
) -> dict[str, Any]:
    """The selected tags, and the definitions of virtual channels."""
    selected = selection(tick, channels, start, stop)
    found: dict[str, Any] = {} if selected is None else {"selection": selected}
    if define:
        found["define"] = [define] if isinstance(define, str) else list(define)
        found["tick"] = tick_text
    return found


def with_header_period(request: dict[str, Any], period: float | None) -> dict[str, Any]:
    """A request with the period of a T3 header in the analyses without a period."""
    if period is None:
        return request
    analyses = []
    for one in request["analyses"]:
        if one["name"] == "lifetime":
            if "period" not in one and one.get("sync", SYNC_CHANNEL) == SYNC_CHANNEL:
                one = {name: value for name, value in one.items() if name != "sync"}
                one["header_period"] = period
        elif one["name"] in _PULSED and "clock" not in one:
            one = {"period": period, **one}
        analyses.append(one)
    return {**request, "analyses": analyses}


SYNC_CHANNEL = 0
_LAST_INPUT = 100
"""Marker 1 is channel 101."""
_PULSED = ("correlation", "delay", "pairs", "coincidence", "image")

_SELECTED = ("channels", "start", "stop", "define")
_ARGUMENTS = (*_SELECTED, "range", "bin", "log", "fit", "period", "window", "delays", "sync", "fwhm", "decays", "response")


def check_selected(given: Mapping[str, Any]) -> None:
    """Rejects unknown arguments."""
    for name in given:
        if name not in _SELECTED:
            import difflib

            near = [] if name in _ARGUMENTS else difflib.get_close_matches(name, _ARGUMENTS, 1)
            advice = f"did you mean {near[0]!r}?" if near else f"every analysis takes {', '.join(_SELECTED)}"
            raise TypeError(f"unexpected argument {name!r}: {advice}; help() lists the others")
