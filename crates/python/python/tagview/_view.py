"""The page with the panels of a recording, as a widget of a notebook. It needs anywidget."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import anywidget
import traitlets

from ._ranges import RangeServer

if TYPE_CHECKING:
    from ._recording import Recording


class View(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]  # Without anywidget, its class is unknown.
    """Shows a recording in a notebook, from ``Recording.view``."""

    _esm = Path(__file__).with_name("_view.js").read_text("utf-8")

    height = traitlets.Int(700).tag(sync=True)
    """Height of the page in pixels."""

    _server: RangeServer | None = None

    def __init__(self, recording: Recording, height: int) -> None:
        server = RangeServer(recording, self.send)
        super().__init__(height=height)
        self._server = server
        self.on_msg(lambda _widget, content, _buffers: server.receive(content))

    def close(self) -> None:
        """Removes the page and releases the recording."""
        # The destructor closes the widget too, also after a failed constructor.
        if self._server is not None:
            self._server.close()
        super().close()
