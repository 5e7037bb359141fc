# SPDX-License-Identifier: Apache-2.0
"""Contexts, which hold the options of threads, progress and messages. Every Python thread has a default context, so
that most programs need not create one."""

import ctypes as c
import logging
import signal
import threading
import weakref
from typing import Any, Callable, Dict, List, Optional, Union

from . import layouts as l
from .arguments import count, flag
from .errors import InvalidArgument, error_of
from .library import library
from .progress import Bar

# A function of the stage ("reading"), the fraction that is done and the seconds that are left; the last two are None if
# they are unknown. The run is cancelled if it returns False.
ProgressFunction = Callable[[str, Optional[float], Optional[float]], Optional[bool]]

_log = logging.getLogger("multigraph")
_LEVELS = {0: logging.WARNING, 1: logging.INFO, 2: logging.DEBUG}


class _Interrupts:
    """Handles Ctrl-C while the library runs. The handler only records it, and the next progress report cancels the run:
    ctypes would lose an exception that Python raises at the beginning of a callback, before its first line."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._before: Any = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
                self._before = signal.signal(signal.SIGINT, self._note)

    def _note(self, number: int, frame: Any) -> None:
        self._context._failure = KeyboardInterrupt()

    def __exit__(self, *failure: Any) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


class Context:
    """The options of calls. Functions take a context as the argument `context`; without it they use the default context
    of the thread (configure()). Only one thread at a time may use a context.

    Messages go to the logger "multigraph". Ctrl-C interrupts a run.

    threads: number of CPU threads; None: as many as OpenMP would use.
    progress: True draws a bar on standard error, with tqdm if that is installed. A function of (stage, fraction,
      seconds left) is called several times a second and cancels the run by returning False.
    memory_budget: the bytes that a graph may cache for later runs in addition to its edges; None: no limit.
    gpus: number of GPUs that share a run, or "all". A run that cannot be shared uses the first GPU.
    ranks: number of threads that act as ranks: each of them runs a part of the graph on the CPU, as processes on
      several hosts do. It is meant for tests.

    >>> mg.Context(threads=2).threads
    2
    """

    def __init__(self, *, threads: Optional[int] = None, progress: Union[bool, ProgressFunction] = False,
                 memory_budget: Optional[int] = None, gpus: Union[int, str] = 1,
                 ranks: int = 1) -> None:  # fmt: skip
        if not callable(progress):
            progress = flag(progress, "progress")
        try:
            threads = count(threads or 0, "threads", largest=l.CONSTANTS["MG_THREADS_MAX"])
            gpus = (l.CONSTANTS["MG_DEVICES_ALL"] if gpus == "all"
                    else count(gpus, "gpus", largest=l.CONSTANTS["MG_DEVICES_MAX"]))  # fmt: skip
            ranks = count(ranks, "ranks", largest=l.CONSTANTS["MG_RANKS_MAX"])
        except ValueError as failure:
            raise InvalidArgument(str(failure)) from None
        self._failure: Optional[BaseException] = None
        self._bar = Bar()
        self._progress = self._bar.draw if progress is True else progress or None
        # The callbacks have only a weak reference to the context: a strong one would keep it alive for ever.
        this = weakref.ref(self)
        self._on_progress = l.progress_fn(lambda _, report: _report(this, report.contents))
        self._on_log = l.log_fn(lambda _, level, text: _log.log(_LEVELS.get(level, 10), text.decode(errors="replace")))
        options = l.mg_context_options(
            size=c.sizeof(l.mg_context_options), log_level=2 if _log.isEnabledFor(10) else 1,
            threads=threads, log=self._on_log, progress=self._on_progress,
            memory_budget=count(memory_budget or 0, "memory_budget"), device_count=gpus,
            ranks=ranks,
        )  # fmt: skip
        handle = c.c_void_p()
        status = library().mg_context_create(c.byref(options), c.byref(handle))
        if status < 0:
            raise error_of(status, "cannot create a context")
        self._handle = handle
        self._finalizer = weakref.finalize(self, library().mg_context_destroy, handle)

    def _report(self, report: l.mg_progress) -> bool:
        """The callback for progress. It also notices Ctrl-C. Exceptions that occur here are raised again by call()."""
        try:
            if self._failure is not None:
                return False
            if self._progress is None:
                return True
            fraction = report.fraction if report.fraction >= 0 else None
            remaining = report.remaining if report.remaining >= 0 else None
            return self._progress(report.stage.decode(), fraction, remaining) is not False
        except BaseException as failure:
            self._failure = failure
            return False

    def call(self, name: str, *arguments: Any) -> int:
        """Calls a function of the library with the context as first argument. Returns its status; a negative status is
        raised as an exception."""
        self._failure = None
        with _Interrupts(self):
            status = getattr(library(), name)(self._handle, *arguments)
        self._bar.close()
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        if status < 0:
            raise error_of(status, library().mg_context_error(self._handle).decode(errors="replace"))
        return int(status)

    @property
    def threads(self) -> int:
        """The number of CPU threads."""
        return int(library().mg_context_threads(self._handle))


def _report(this: "weakref.ref[Context]", report: l.mg_progress) -> bool:
    context = this()
    return context is not None and context._report(report)


class _Local(threading.local):
    context: Optional[Context] = None
    options: Optional[Dict[str, Any]] = None


_local = _Local()
_defaults: Dict[str, Any] = {}


def configure(*, threads: Optional[int] = None, progress: Union[bool, ProgressFunction] = False,
              memory_budget: Optional[int] = None) -> None:  # fmt: skip
    """Sets the options of the default contexts of all threads. The arguments are those of Context; an argument that is
    left out gets its default again.

    >>> mg.configure(threads=1)
    >>> mg.default_context().threads
    1
    >>> mg.configure()
    """
    options: Dict[str, Any] = {"threads": threads, "progress": progress, "memory_budget": memory_budget}
    Context(**options)  # raises an exception if an option is wrong
    _defaults.clear()
    _defaults.update(options)


def default_context() -> Context:
    """The default context of the calling thread.

    >>> mg.default_context() is mg.default_context()
    True
    """
    if _local.context is None or _local.options != _defaults:
        _local.context, _local.options = Context(**_defaults), dict(_defaults)
    return _local.context


def context_of(context: Optional[Context]) -> Context:
    """The context of a call: the given one, or the default context of the thread."""
    if context is None:
        return default_context()
    if not isinstance(context, Context):
        raise TypeError(f"context must be a multigraph.Context or None, not {context!r}")
    return context


def devices() -> List[Dict[str, Any]]:
    """The GPUs that can be used: a list of dicts with "name", "capability" (the compute capability, two numbers),
    "multiprocessors" and "memory" (in bytes).

    >>> all(device["memory"] > 0 for device in mg.devices())
    True
    """
    context = default_context()
    found = []
    for position in range(library().mg_device_count(context._handle)):
        device = l.mg_device()
        context.call("mg_device_info", position, c.byref(device))
        found.append({"name": device.name.decode(), "capability": (device.major, device.minor),
                      "multiprocessors": device.multiprocessors, "memory": device.memory})  # fmt: skip
    return found
