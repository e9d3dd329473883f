"""Opens recordings of photon time tags and analyses them.

>>> import tagview as tv
>>> r = tv.open("x.tags.zst")        # .tags.zst, .tags, PTU, quTAG, text
>>> times, channels = r.numpy()
>>> g = r.g2(3, 15, range="10ns")    # g.delay_s, g.counts, g.g2, g.g2_error, g.plot()
>>> r.view()                         # in a notebook: the page with all panels
"""

# Type checkers take this for true. The modules are loaded when a name is used, so that importing takes no time.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from ._errors import DamagedWarning, NoFileError, TagviewError
    from ._functions import icechunk, index_header, offsets, open, open_all, simulate, sum, write
    from ._recording import Batches, Recording
    from ._results import (
        Bursts,
        Coincidences,
        CoincidenceSlices,
        Correlation,
        Delay,
        DelaySlices,
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
    from ._sum import Sum

    __version__: str

__all__ = [
    "Batches",
    "Bursts",
    "Coincidences",
    "CoincidenceSlices",
    "Correlation",
    "DamagedWarning",
    "Delay",
    "DelaySlices",
    "Gaps",
    "Heralded",
    "Image",
    "Lifetime",
    "NoFileError",
    "Pairs",
    "Rate",
    "Recording",
    "Result",
    "Stability",
    "Stats",
    "Sum",
    "TagviewError",
    "__version__",
    "icechunk",
    "index_header",
    "offsets",
    "open",
    "open_all",
    "simulate",
    "sum",
    "write",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__version__":
            from importlib.metadata import version

            globals()[name] = version(__name__)
            return globals()[name]
        from . import _errors, _functions, _recording, _results, _sum

        for module in (_errors, _functions, _recording, _results, _sum):
            globals().update({one: value for one, value in vars(module).items() if one in __all__})
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
