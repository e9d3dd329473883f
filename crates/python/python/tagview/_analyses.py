"""Analyses as methods, shared by recordings, sums of runs and recordings on a cluster."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence, TypeVar

from . import _requests as requests
from ._errors import TagviewError, usage
from ._results import (
    Bursts,
    Coincidences,
    Correlation,
    Delay,
    Gaps,
    Heralded,
    Image,
    Lifetime,
    Pairs,
    Rate,
    Result,
    Stability,
    Stats,
)
from ._tables import scaled
from ._units import Tick, Time, TimeRange

R = TypeVar("R", bound=Result)

_COUNTED = {
    "rate": "the numbers are sums over all tags with the same times",
    "stability": "joined runs have no stability, because their counts are no series",
    "gaps": "the gaps of all parts are counted, and the gap between two parts is negative",
    "image": "the lines of all parts are summed",
    "lifetime": "the photons of all parts are counted",
}
"""What the numbers are of if times go back, for analyses that do not end there."""

_REFUSED = ("too-many-bins", "too-many-channels", "range-too-long")
"""Codes of findings about the request instead of damage."""


class RunAnalyses:
    """Analyses whose results of independent runs can be added."""

    _is_sum = False

    _tick: Tick
    _sync_period: float | None
    """The period of a T3 header in ticks."""

    def _outcome(self, request: dict[str, Any]) -> dict[str, Any]:
        """Runs a request of one analysis; warns of damage."""
        raise NotImplementedError

    @property
    def tick(self) -> str:
        """Length of a tick with its unit."""
        raise NotImplementedError

    @property
    def tick_s(self) -> float:
        """Length of a tick in seconds."""
        return self._tick.seconds

    def _analyse(
        self,
        kind: type[R],
        analysis: dict[str, Any],
        *,
        needed: Sequence[int | None] = (),
        beside: Sequence[str] = (),
        **selected: Any,
    ) -> R:
        """Computes an analysis; those ``beside`` it in the same pass are in ``_beside`` of the result."""
        requests.check_selected(selected)
        analyses = [analysis, *({"name": name} for name in beside)]
        outcome = self._outcome(self._request(analyses, **selected))
        fields = outcome["results"][analysis["name"]]
        check_channels(needed, fields.get("channels"))
        result = kind(with_arguments(fields), self._tick)
        result._beside = {name: outcome["results"][name] for name in beside}
        result._fields["findings"] = [error_of(one) for one in outcome["findings"]]
        return result

    def _request(
        self,
        analyses: list[dict[str, Any]],
        channels: Iterable[int] | int | None = None,
        start: Time | None = None,
        stop: Time | None = None,
        define: str | Sequence[str] | None = None,
    ) -> dict[str, Any]:
        tags = requests.tags(self._tick, self.tick, channels, start, stop, define)
        return {"analyses": analyses, **tags}

    def rate(self, bin: Time | None = None, **selected: Any) -> Rate:
        """Counts per time bin, by channel; without ``bin``, at most 2048 bins over everything."""
        analysis = {"name": "rate", **requests.bins(self._tick, None, bin)}
        # The last bin ends with the recording. A sum of runs has no common end.
        beside = () if self._is_sum else ("summary",)
        return self._analyse(Rate, analysis, beside=beside, **selected)

    def g2(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        log: int | None = None,
        fit: str | None = None,
        period: str | float | None = None,
        structure: float | None = None,
        **selected: Any,
    ) -> Correlation:
        """The second-order correlation of two channels, from -10 ns to 10 ns by default.

        With a period, the default has at least five of them on either side, up to 10 us.

        ``range`` is ``"-10ns..10ns"`` or ``"10ns"``; ``log`` is the number of bins per decade; ``fit`` the name of a
        model; ``period`` that of pulsed light: ``"12.5ns"``, ``"ch7"``, ``"ch7/8"`` or ``"none"``; ``structure`` the
        length of the focus over its width, 5 by default, for the fit of diffusion.
        """
        analysis = requests.correlation(
            self._tick, a, b, range=range, bin=bin, log=log, fit=fit, structure=structure, period_of=period,
            sync_period=self._sync_period,
        )
        return self._analyse(Correlation, analysis, needed=(a, b), **selected)

    def delay(
        self,
        a: int,
        b: int,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        **selected: Any,
    ) -> Delay:
        """The delay between two channels, from -1 us to 1 us by default."""
        analysis = requests.delay(self._tick, a, b, range=range, bin=bin, period_of=period)
        return self._analyse(Delay, analysis, needed=(a, b), **selected)

    def pairs(
        self,
        range: TimeRange | None = None,
        bin: Time | None = None,
        period: str | float | None = None,
        **selected: Any,
    ) -> Pairs:
        """The correlation peak of every pair of channels, and of each channel with itself."""
        return self._analyse(
            Pairs, requests.pairs(self._tick, range=range, bin=bin, period_of=period), **selected
        )

    def coincidences(
        self,
        patterns: Iterable[Sequence[int]] | None = None,
        *,
        window: Time,
        delays: Mapping[int, Time] | None = None,
        accidentals: str = "measured",
        displaced: Time = requests.DISPLACED,
        period: str | float | None = None,
        start: Time | None = None,
        stop: Time | None = None,
        define: str | Sequence[str] | None = None,
        channels: Iterable[int] | int | None = None,
    ) -> Coincidences:
        """Tags of several channels within a window, with accidentals, CAR and efficiencies.

        ``patterns`` such as ``[(3, 15)]``: every pair by default. ``delays`` are subtracted from a channel's times.
        ``displaced`` is the displacement of the windows that measure accidentals, longer than the detectors' dead time.
        """
        listed = None if patterns is None else list(patterns)
        analysis = requests.coincidence(
            self._tick,
            listed,
            window,
            delays=delays,
            accidentals=accidentals,
            displaced=displaced,
            period_of=period,
        )
        needed = [one for pattern in listed or [] for one in pattern] + list(delays or {})
        selected: dict[str, Any] = {"channels": channels, "start": start, "stop": stop, "define": define}
        return self._analyse(Coincidences, analysis, needed=needed, **selected)

    def heralded(
        self,
        herald: int,
        a: int,
        b: int,
        *,
        window: Time,
        delays: Mapping[int, Time] | None = None,
        **selected: Any,
    ) -> Heralded:
        """Heralded g2 at zero delay: 0 for single photons."""
        analysis = requests.heralded(self._tick, herald, a, b, window=window, delays=delays)
        return self._analyse(Heralded, analysis, needed=(herald, a, b), **selected)

    def bursts(
        self,
        donor: int,
        acceptor: int,
        *,
        within: Time,
        photons: int | None = None,
        least: int | None = None,
        **selected: Any,
    ) -> Bursts:
        """Bursts of photons of single molecules, with their proximity ratios.

        A window has 10 ``photons`` by default, ``within`` this time; a burst has at least 30 photons by default.
        """
        analysis = requests.bursts(self._tick, donor, acceptor, within=within, photons=photons, least=least)
        return self._analyse(Bursts, analysis, needed=(donor, acceptor), **selected)

    def lifetime(
        self,
        channel: int,
        sync: int | None = None,
        period: str | float | None = None,
        range: TimeRange | None = None,
        bin: Time | None = None,
        fwhm: str | float | None = None,
        decays: int | None = None,
        response: Sequence[int] | Lifetime | None = None,
        pile_up: bool = False,
        **selected: Any,
    ) -> Lifetime:
        """A channel after a clock's pulses, and the fit of one decay or two.

        The clock is the channel ``sync``, or ``period``, or the sync period of a T3 header. ``response`` is the
        instrument's: a lifetime of another recording, or its counts. ``pile_up`` corrects the fit for pile-up, by the first
        tag after each pulse.
        """
        counts = response.counts if isinstance(response, Lifetime) else response
        analysis = requests.lifetime(
            self._tick,
            channel,
            sync=sync,
            period_of=period,
            range=range,
            bin=bin,
            fwhm=fwhm,
            decays=decays,
            response=counts,
            pile_up=pile_up,
        )
        return self._analyse(Lifetime, analysis, needed=(channel, analysis.get("sync")), **selected)


class RecordingAnalyses(RunAnalyses):
    """Analyses of one recording."""

    @property
    def _scan_meta(self) -> Mapping[str, Any] | None:
        """How the header states that the sample was scanned."""
        return None

    def stats(self, dead_time: Time | Mapping[int, Time] | None = None, **selected: Any) -> Stats:
        """Tags, rates and least gaps, of all channels and of each.

        With ``dead_time``, of all detectors or by channel as in ``{3: "50ns"}``, channels have ``rate_corrected_hz``.
        """
        found = self._analyse(Stats, {"name": "summary"}, **selected)
        for one in found.channels:
            one._fields["rate_hz"] = one.tags / found.span_s if found.span else None
            if one.channel == requests.SYNC_CHANNEL and self._sync_period is not None:
                one._fields["rate_hz"] = 1 / self._tick.to_seconds(self._sync_period)
        if dead_time is not None:
            self._correct_rates(found, dead_time)
        return found

    def _correct_rates(self, found: Stats, dead_time: Time | Mapping[int, Time]) -> None:
        """Knoll, Radiation Detection and Measurement, chapter 4: light in the dead time does not extend it."""
        by_channel = dead_time if isinstance(dead_time, Mapping) else {}
        times = {one: self._tick.exact_ticks(time) for one, time in by_channel.items()}
        usual = None if isinstance(dead_time, Mapping) else self._tick.exact_ticks(dead_time)
        if any(time < 0 for time in (*times.values(), usual or 0)):
            raise usage("the dead time is negative", "give 0 or more")
        check_channels(times, [one.channel for one in found.channels])
        for one in found.channels:
            ticks = times.get(one.channel, usual)
            is_header = one.channel == requests.SYNC_CHANNEL and self._sync_period is not None
            dead = None if ticks is None else self._tick.to_seconds(ticks)
            is_known = one.rate_hz is not None and dead is not None and not is_header
            is_possible = is_known and one.rate_hz * dead < 1
            one._fields["rate_corrected_hz"] = one.rate_hz / (1 - one.rate_hz * dead) if is_possible else None

    def gaps(
        self,
        range: TimeRange | None = None,
        bin: Time | None = None,
        log: int | None = None,
        **selected: Any,
    ) -> Gaps:
        """Times between successive tags of the same channel: dead time, afterpulsing."""
        return self._analyse(Gaps, requests.gaps(self._tick, range=range, bin=bin, log=log), **selected)

    def stability(self, bin: Time | None = None, **selected: Any) -> Stability:
        """Stability of each channel's rate: Allan deviation, Fano factor, Mandel Q."""
        analysis = {"name": "stability", **requests.bins(self._tick, None, bin)}
        return self._analyse(Stability, analysis, **selected)


    def image(
        self,
        *,
        size: tuple[int, int] | None = None,
        markers: tuple[int, int | None, int | None] | None = None,
        bidirectional: bool | None = None,
        sine: float | None = None,
        period: str | float | None = None,
        photons: Iterable[int] | int | None = None,
        region: tuple[tuple[int, int], tuple[int, int]] | None = None,
        min_counts: int | None = None,
        **selected: Any,
    ) -> Image:
        """The photons of a scanned sample by pixel: intensity, mean arrival times, phasors, decay.

        Size, markers, direction and ``sine`` are those of a PTU header unless given: ``size`` is width and height,
        ``markers`` the numbers of the markers that begin a line, end it, and divide frames. ``sine`` is the share of the
        amplitude of a sinusoidal mirror that a line covers, in percent; 0 is a constant speed. ``photons`` are channels;
        ``region`` is first and last column, and first and last line, of the decay.
        """
        analysis = requests.image(
            self._tick,
            self._scan_meta,
            size=size,
            markers=markers,
            bidirectional=bidirectional,
            sine=sine,
            period=period,
            photons=photons,
            region=region,
            min_counts=min_counts,
        )
        return self._analyse(Image, analysis, **selected)


def with_order(outcome: dict[str, Any], request: Mapping[str, Any], tick: Tick) -> dict[str, Any]:
    """The outcome with a finding about times that go back, instead of the one about the tag that ended an analysis."""
    broken = outcome["order_break"]
    if broken is None:
        return outcome
    others = [one for one in outcome["findings"] if one["code"] != "order"]
    if len(others) < len(outcome["findings"]):
        counted = {"the numbers are those of the tags before"}
    else:
        counted = {_COUNTED[one["name"]] for one in request["analyses"] if one["name"] in _COUNTED}
    place = scaled(tick.to_seconds(broken["to"]), "s")
    sound = f"the first {broken['tags']:,} tags are in order"
    # A range of time selects both parts of a recording that starts again.
    if broken["next"] > broken["until"]:
        state = "is damaged there"
        advice = f"{sound}, and stop={broken['to']} selects only them"
    else:
        state = "starts again there, as files joined by cat do, or is damaged"
        advice = f"{sound}; analyse joined files one by one, or add them with tv.sum"
    message = f"times go back after {place}: the recording {state}"
    remedy = "; ".join([advice, *sorted(counted)])
    finding = {"code": "order", "message": message, "remedy": remedy, "offset": None}
    return {**outcome, "findings": [*others, finding]}


def check_channels(needed: Iterable[int | None], found: object) -> None:
    """Raises an error for a channel without tags, if the channels are known."""
    for one in needed:
        if one is not None and isinstance(found, list) and one not in found:
            remedy = f"choose from {', '.join(map(str, found[:20]))}" if found else "there are none"
            raise TagviewError("no-channel", f"channel {one} has no tags here", remedy)


def check_request(findings: Iterable[Mapping[str, Any]]) -> None:
    """Raises the finding about the request, if any."""
    for one in findings:
        if one["code"] in _REFUSED:
            raise error_of(one)


_ARGUMENTS = {"delay": "delays"}
"""Names of arguments that differ from those of the options of the command line."""


def with_arguments(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields with hints whose options are arguments."""
    return {**fields, "hints": [_with_argument(one) for one in fields["hints"]]} if "hints" in fields else fields


def _with_argument(hint: dict[str, Any]) -> dict[str, Any]:
    """The hint with the argument that applies it."""
    option = hint["option"]
    if option is None:
        return hint
    return {**hint, "option": {**option, "name": _ARGUMENTS.get(option["name"], option["name"])}}


def error_of(finding: Mapping[str, Any]) -> TagviewError:
    return TagviewError(finding["code"], finding["message"], finding["remedy"], finding["offset"])
