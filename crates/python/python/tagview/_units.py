"""Times as text with a unit or as ticks, in exact arithmetic."""

from __future__ import annotations

import operator
import re
from fractions import Fraction
from typing import Union

from ._errors import usage

Time = Union[str, int, float]
"""A time: a string with a unit such as ``"10ns"``, or a whole number of ticks."""

TimeRange = Union[Time, "tuple[Time, Time]"]
"""``"-10ns..10ns"``, ``("-10ns", "10ns")``, or one time for both directions."""

DEFAULT_TICK = "156.25ps"

_EXPONENTS = {"fs": 15, "ps": 12, "ns": 9, "us": 6, "µs": 6, "μs": 6, "ms": 3, "s": 0}
_TIME = re.compile(r"([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?\s*([a-zµμ]*)")
_MAX = 2**63 - 1
_TIMES = "write a string with a unit such as '10ns', or a whole number of ticks"


def _parse(text: str) -> tuple[Fraction, str, bool]:
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise usage(f'"{text}" is not a time', "write ticks such as 64 or a time such as 10ns")
    sign, whole, fraction, exponent, unit = match.groups()
    number = Fraction(int(whole + (fraction or "")), 10 ** len(fraction or "")) * Fraction(10) ** int(exponent or 0)
    if unit and unit not in _EXPONENTS:
        raise usage(f'"{unit}" is not a unit of time', "use fs, ps, ns, us, ms or s")
    seconds = number / 10 ** _EXPONENTS.get(unit, 0)
    return (-seconds if sign == "-" else seconds), unit, fraction is None and exponent is None


def _rounded(number: Fraction) -> int:
    """The nearest integer, halves away from zero."""
    half = number.denominator if number >= 0 else -number.denominator
    quotient = (2 * abs(number.numerator) + abs(half)) // (2 * number.denominator)
    return quotient if number >= 0 else -quotient


class Tick:
    """The length of a tick, exact."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise usage(f"the tick {text!r} is not a string", "write it with its unit, as in '156.25ps'")
        seconds, unit, _ = _parse(text)
        if not unit:
            raise usage(f'the tick "{text}" has no unit', "add a unit, as in 156.25ps")
        if seconds <= 0:
            raise usage(f'the tick "{text}" is not longer than 0', "give a longer tick")
        self.exact = seconds
        self.seconds = float(seconds)

    def part(self, parts: int) -> Tick:
        """One of ``parts`` equal parts of the tick."""
        part = Tick.__new__(Tick)
        part.exact = self.exact / parts
        part.seconds = float(part.exact)
        return part

    def ticks(self, time: Time) -> int:
        """A time in ticks, to the nearest one."""
        if not isinstance(time, str):
            # A result has some times as floats.
            if isinstance(time, float) and time.is_integer():
                return int(time)
            try:
                return operator.index(time)  # type: ignore[arg-type]  # Fails for other floats.
            except TypeError:
                raise usage(f"{time!r} is not a time", _TIMES) from None
        number, unit, is_whole = _parse(time)
        if not unit and not is_whole:
            raise usage(f'"{time}" is not a whole number of ticks', f"add a unit, as in {time}ns")
        ticks = _rounded(number / self.exact) if unit else int(number)
        if not -_MAX - 1 <= ticks <= _MAX:
            raise usage(f'"{time}" does not fit in 64 bits of ticks', "give a shorter time")
        return ticks

    def real_ticks(self, time: str | float) -> float:
        """A time in ticks, which may be fractional."""
        if not isinstance(time, str):
            try:
                return float(time)
            except TypeError:
                raise usage(f"{time!r} is not a time", _TIMES) from None
        number, unit, _ = _parse(time)
        if number <= 0:
            raise usage(f'"{time}" is not longer than 0', "give a longer time")
        return float(number / self.exact) if unit else float(number)

    def exact_ticks(self, time: str | float) -> float:
        """A time in ticks, which may be fractional; unlike ``real_ticks``, it may be 0."""
        if isinstance(time, str):
            number, unit, _ = _parse(time)
            if number == 0:
                return 0.0
        return self.real_ticks(time)

    def range(self, given: TimeRange, first: int | None = None) -> tuple[int, int]:
        """Both ends in ticks; a single time means ``-time..time``, or ``first..time``."""
        if isinstance(given, str) and ".." in given:
            parts = given.split("..")
            if len(parts) != 2 or not all(parts):
                raise usage(f'"{given}" is not a range', "write FROM..TO, as in -10ns..10ns")
            ends = (self.ticks(parts[0]), self.ticks(parts[1]))
        elif isinstance(given, (tuple, list)):
            low, high = given
            ends = (self.ticks(low), self.ticks(high))
        else:
            end = self.ticks(given)
            ends = (-end if first is None else first, end)
        if ends[0] > ends[1]:
            raise usage(f'the range "{given}" ends before it begins', "write the smaller time first")
        return ends

    def to_seconds(self, ticks: int | float) -> float:
        """The nearest float to a time in seconds."""
        if isinstance(ticks, float):
            return ticks * float(self.exact.numerator) / float(self.exact.denominator)
        return float(ticks * self.exact)


_USUAL = Tick(DEFAULT_TICK)


def default_delay(tick: Tick, time: str) -> int:
    """A default delay in ticks: the time, or its number of ticks of the default length."""
    return max(tick.ticks(time), _USUAL.ticks(time))
