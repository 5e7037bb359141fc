# SPDX-License-Identifier: Apache-2.0
"""Exceptions, one for each error status of the library. If Python has a standard exception for the failure, they are
subclasses of it."""

from .library import library


class Error(Exception):
    """A call of the library failed. The text is the message of the library; `status` is the name of the status, such as
    "MG_ERROR_FORMAT".

    >>> try:
    ...     mg.read("none.el")
    ... except mg.FileError as failure:
    ...     print(failure, failure.status)
    none.el: No such file or directory MG_ERROR_FILE
    """

    status = "MG_ERROR"


class InvalidArgument(Error, ValueError):
    """An argument or a combination of arguments is not allowed."""


class OutOfMemory(Error, MemoryError):
    """There is not enough memory on the host or on the GPU."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""


class FormatError(Error, ValueError):
    """The content of a file is not in the expected format."""


class RangeError(Error, LookupError):
    """A number is out of range, such as a vertex that does not exist or a distance that its type cannot hold."""


class NoSuchVertex(RangeError, KeyError):
    """An argument is not a vertex of the graph.

    >>> try:
    ...     mg.bfs(mg.from_edges([1], [2]), 7)
    ... except KeyError as failure:
    ...     print(failure)
    there is no vertex 7 in <multigraph.Graph directed, 2 vertices, 1 edges>
    """

    __str__ = Exception.__str__  # str() of a KeyError gives the repr of the message


class NoSuchColumn(RangeError, KeyError):
    """The result or the table has no column of this name."""

    __str__ = Exception.__str__


class Unsupported(Error, NotImplementedError):
    """The library, the backend or this build does not support the operation."""


class Cancelled(Error):
    """The run was cancelled."""


class ProgramError(Error, ValueError):
    """A vertex program cannot be compiled, or violates a rule."""


class DeviceError(Error, RuntimeError):
    """A GPU reported a failure."""


class NotConverged(UserWarning):
    """A warning: the run reached its iteration limit before it converged. The result has the values at that point."""


_BY_NAME = {
    "MG_ERROR_INVALID": InvalidArgument,
    "MG_ERROR_MEMORY": OutOfMemory,
    "MG_ERROR_FILE": FileError,
    "MG_ERROR_FORMAT": FormatError,
    "MG_ERROR_RANGE": RangeError,
    "MG_ERROR_UNSUPPORTED": Unsupported,
    "MG_ERROR_CANCELLED": Cancelled,
    "MG_ERROR_PROGRAM": ProgramError,
    "MG_ERROR_DEVICE": DeviceError,
}


def error_of(status: int, text: str) -> Error:
    """The exception for a negative status."""
    name = library().mg_status_name(status).decode()
    error = _BY_NAME.get(name, Error)(text or name)
    error.status = name
    return error
