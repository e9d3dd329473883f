"""Requests of simulations from keyword arguments."""

from __future__ import annotations

from typing import Any, Iterable, Mapping

from ._errors import TagviewError, usage
from ._units import Tick, Time, TimeRange

_DETECTORS = {"a": 3, "b": 15}
"""Channels of the detectors of pairs."""
_DARK = 16
"""Channel of the third detector."""
_LIGHTS = ("coherent", "thermal", "emitter")
_KINDS = {"coherence_time": "thermal", "lifetime": "emitter", "emitter_g2": "emitter"}
"""Arguments of one kind of light."""
_NEEDED = {"thermal": ("coherence_time", "1us"), "emitter": ("lifetime", "5ns")}
"""Required arguments of a kind of light, with an example."""


def simulation(
    tick: Tick,
    *,
    seed: int | None,
    duration: Time,
    delay: Mapping[int, Time] | None,
    extra: bool,
    transmission: tuple[float, float] | None,
    pause: Iterable[TimeRange] | None,
    about_tick: str | None,
    **options: Any,
) -> dict[str, Any]:
    """The request of the core, which has defaults for missing keys."""
    given = {name: value for name, value in options.items() if value is not None}
    _check_light(given)
    for one in delay or {}:
        if one not in _DETECTORS.values():
            raise usage(f"channel {one} has no delay", "give delays only for channels 3 and 15")
    detector = {
        **_only(given, efficiency="efficiency", dark_rate="dark_rate", afterpulsing="afterpulsing"),
        **_times(tick, given, jitter="jitter", afterpulse_decay="afterpulse_decay"),
    }
    if "dead_time" in given:
        detector["dead_time"] = tick.ticks(given["dead_time"])
    request: dict[str, Any] = {
        "duration": tick.ticks(duration),
        "tick": tick.seconds,
        **_only(given, pair_rate="pair_rate"),
    }
    if about_tick is not None:
        request["about"] = {"tick": about_tick}
    if seed is not None:
        request["seed"] = seed
    for name, channel in _DETECTORS.items():
        shift = (delay or {}).get(channel)
        request[name] = detector if shift is None else {**detector, "delay": tick.ticks(shift)}
    if not extra:
        request["extra"] = False
    if "light" in given:
        request["light"] = {
            **_only(given, light="statistics", light_rate="rate", emitter_g2="g2"),
            **_times(tick, given, coherence_time="coherence_time", lifetime="lifetime"),
        }
    if "pulse_rate" in given:
        pulses = {**_only(given, pulse_rate="rate"), **_times(tick, given, pulse_width="width")}
        clock = _only(given, clock="channel", clock_divider="divider")
        request["pulses"] = {**pulses, "clock": clock} if clock else pulses
    passed: dict[str, Any] = {}
    if transmission is not None:
        passed["start"], passed["end"] = transmission
    if pause is not None:
        passed["pauses"] = [list(tick.range(one, 0)) for one in pause]
    return {**request, "transmission": passed} if passed else request


def _only(given: Mapping[str, Any], **names: str) -> dict[str, Any]:
    return {name: given[argument] for argument, name in names.items() if argument in given}


def _times(tick: Tick, given: Mapping[str, Any], **names: str) -> dict[str, Any]:
    return {name: tick.exact_ticks(given[argument]) for argument, name in names.items() if argument in given}


def _check_light(given: Mapping[str, Any]) -> None:
    light = given.get("light")
    if light is not None and light not in _LIGHTS:
        raise usage(f"there is no kind of light called {light!r}", f"choose from {', '.join(_LIGHTS)}")
    for argument in ("light_rate", *_KINDS):
        if argument in given and light is None:
            raise _lacking(argument, "light", "'coherent', 'thermal' or 'emitter'")
    if light is not None and "light_rate" not in given:
        raise _lacking("light", "light_rate", "1e5")
    for argument, kind in _KINDS.items():
        if argument in given and light != kind:
            raise usage(f"light={light!r} has no {argument}", f"leave it out, or choose light={kind!r}")
    if light in _NEEDED:
        needed, example = _NEEDED[light]
        if needed not in given:
            raise _lacking(f"light={light!r}", needed, repr(example))
    if light == "thermal" and "pulse_rate" in given:
        raise usage("pulsed thermal light can't be simulated", "leave out pulse_rate, or choose light='coherent'")
    if "clock_divider" in given and "clock" not in given:
        raise _lacking("clock_divider", "clock", "7")
    for argument in ("clock", "pulse_width", "emitter_g2"):
        if given.get(argument) and "pulse_rate" not in given:
            raise _lacking(argument, "pulse_rate", "1e6")
    if given.get("clock") in (*_DETECTORS.values(), _DARK):
        raise usage(f"clock={given['clock']} is the channel of a detector", "choose another channel")


def _lacking(option: str, needed: str, example: str) -> TagviewError:
    return usage(f"{option} needs {needed}", f"add {needed}={example}, or leave out {option}")
