# SPDX-License-Identifier: Apache-2.0
"""One exception per status of the library. Each is also what Python calls such a failure, where it has a name for
it."""

from .library import library


class Error(Exception):
    """A call of the library failed; the text is the library's own, `status` its name ("MG_ERROR_FORMAT").

    >>> try:
    ...     mg.read("none.el")
    ... except mg.FileError as failure:
    ...     print(failure, failure.status)
    none.el: No such file or directory MG_ERROR_FILE
    """

    status = "MG_ERROR"


class InvalidArgument(Error, ValueError):
    pass


class OutOfMemory(Error, MemoryError):
    pass


class FileError(Error, OSError):
    pass


class FormatError(Error, ValueError):
    pass


class RangeError(Error, LookupError):
    pass


class NoSuchVertex(RangeError, KeyError):
    """What was given as a vertex is none of the graph.

    >>> try:
    ...     mg.bfs(mg.from_edges([1], [2]), 7)
    ... except KeyError as failure:
    ...     print(failure)
    there is no vertex 7 in <multigraph.Graph directed, 2 vertices, 1 edges>
    """

    __str__ = Exception.__str__  # a KeyError's is the repr of its argument


class NoSuchColumn(RangeError, KeyError):
    """The name of a column that the result or the table does not have."""

    __str__ = Exception.__str__


class Unsupported(Error, NotImplementedError):
    pass


class Cancelled(Error):
    pass


class ProgramError(Error, ValueError):
    pass


class DeviceError(Error, RuntimeError):
    pass


class NotConverged(UserWarning):
    """The iteration limit came before the program had converged. The result is there."""


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
