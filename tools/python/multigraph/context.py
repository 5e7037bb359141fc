# SPDX-License-Identifier: Apache-2.0
"""Contexts: threads, progress, messages. Every thread of Python has a default one, so that most programs need none."""

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

# stage ("reading"), fraction done and seconds left, each None where unknown; returning False cancels
ProgressFunction = Callable[[str, Optional[float], Optional[float]], Optional[bool]]

_log = logging.getLogger("multigraph")
_LEVELS = {0: logging.WARNING, 1: logging.INFO, 2: logging.DEBUG}


class _Interrupts:
    """Ctrl-C while the library runs: the handler only takes a note, and the next report cancels the run. An exception
    that Python raises as the library calls back, before any line of ours, would be lost."""

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
    """One user of the library, to be used by one thread at a time.

    threads: CPU threads, None for as many as OpenMP would use. progress: True draws a bar on standard error, by tqdm
    where it is installed; or a function of (stage, fraction, seconds left) that is called several times a second and
    cancels by returning False. memory_budget: bytes that a graph may keep beside its edges from run to run, None for
    no limit. gpus: how many GPUs runs use together, "all" for all; what cannot run on several runs on the first.
    ranks: threads that each run a part of the graph on the CPU, as processes on several hosts do, for tests. Messages
    go to the logger "multigraph". Ctrl-C interrupts a run.

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
        # Functions without a reference to self, which they would keep alive for ever.
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
        """Runs inside the library, also for Ctrl-C to be noticed; what is raised here is raised again by `call`."""
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
        """Calls a function of the library that takes the context first; its status, or an exception."""
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
        """CPU threads in use."""
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
    """Sets the options of the default contexts, as Context takes them; what is left out has its default again.

    >>> mg.configure(threads=1)
    >>> mg.default_context().threads
    1
    >>> mg.configure()
    """
    options: Dict[str, Any] = {"threads": threads, "progress": progress, "memory_budget": memory_budget}
    Context(**options)  # complains where they are wrong
    _defaults.clear()
    _defaults.update(options)


def default_context() -> Context:
    """The calling thread's own context.

    >>> mg.default_context() is mg.default_context()
    True
    """
    if _local.context is None or _local.options != _defaults:
        _local.context, _local.options = Context(**_defaults), dict(_defaults)
    return _local.context


def context_of(context: Optional[Context]) -> Context:
    """The context of a call: what the caller gave, or the thread's own."""
    if context is None:
        return default_context()
    if not isinstance(context, Context):
        raise TypeError(f"context must be a multigraph.Context or None, not {context!r}")
    return context


def devices() -> List[Dict[str, Any]]:
    """The GPUs that can be used: name, compute capability, multiprocessors, bytes of memory.

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
