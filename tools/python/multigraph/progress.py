# SPDX-License-Identifier: Apache-2.0
"""The progress bar of Context(progress=True): a bar of tqdm, which also works in notebooks, if tqdm is installed;
otherwise the bar that the command `multigraph` draws."""

import sys
import warnings
from typing import Any, Optional

_WIDTH = 24
_ERASE = "\r\033[K"


def duration_text(seconds: float) -> str:
    """Formats a duration as the command `multigraph` does.

    >>> [duration_text(seconds) for seconds in (0.25, 7.04, 125, 9000)]
    ['250 ms', '7.0 s', '2:05 min', '2.5 h']
    """
    if seconds < 0.9995:
        return f"{1000 * seconds:.0f} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    if seconds < 3600:
        return f"{int(seconds) // 60}:{int(seconds) % 60:02} min"
    return f"{seconds / 3600:.1f} h"


class _Line:
    """A bar of one line on standard error."""

    def draw(self, stage: str, fraction: Optional[float], left: str) -> None:
        done = round(_WIDTH * (fraction or 0))
        bar = "..." if fraction is None else f"[{'#' * done}{'.' * (_WIDTH - done)}] {fraction:4.0%}{left}"
        sys.stderr.write(f"{_ERASE}{stage} {bar}")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write(_ERASE)
        sys.stderr.flush()


class _Tqdm:
    """A bar of tqdm in percent; it shows the elapsed time while the fraction is unknown."""

    _KNOWN, _UNKNOWN = "{desc} {percentage:3.0f}%|{bar}|{postfix}", "{desc} ... {elapsed}"

    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(total=100, leave=False, file=sys.stderr, bar_format=self._UNKNOWN)

    def draw(self, stage: str, fraction: Optional[float], left: str) -> None:
        self._bar.bar_format = self._UNKNOWN if fraction is None else self._KNOWN
        self._bar.n = 100 * (fraction or 0)
        self._bar.set_description_str(stage, refresh=False)
        self._bar.set_postfix_str(left[2:], refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def _tqdm() -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # in a notebook without widgets tqdm warns and draws a line of text
            from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


class Bar:
    """The bar of a context, which is drawn from the first progress report of a call until the end of the call."""

    def __init__(self) -> None:
        self._shown: Any = None

    def draw(self, stage: str, fraction: Optional[float], remaining: Optional[float]) -> None:
        if self._shown is None:
            tqdm = _tqdm()
            self._shown = _Line() if tqdm is None else _Tqdm(tqdm)
        self._shown.draw(stage, fraction, "" if remaining is None else f", {duration_text(remaining)} left")

    def close(self) -> None:
        if self._shown is not None:
            self._shown.close()
            self._shown = None
