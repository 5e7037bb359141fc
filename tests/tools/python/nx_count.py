# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: counts the calls that the backend answers in NetworkX's own tests and prints them. The run fails
where a function that the backend claims was never called."""

import collections
import os

import multigraph_networkx
import networkx as nx
from multigraph.nx_backend import interface

calls = collections.Counter()


def counted(name, function):
    def call(*args, **kwargs):
        calls[name] += 1
        return function(*args, **kwargs)

    return call


for _name in multigraph_networkx.FUNCTIONS:
    setattr(interface, _name, counted(_name, getattr(interface, _name)))


def pytest_terminal_summary(terminalreporter):
    algorithms = len(nx.utils.backends._registered_algorithms)
    terminalreporter.write_line(f"multigraph answered {sum(calls.values())} calls of {len(calls)} functions; "
                                f"NetworkX {nx.__version__} has {algorithms} that can be answered")  # fmt: skip


def pytest_sessionfinish(session, exitstatus):
    older = {"single_target_shortest_path_length"} if nx.__version__[:3] in ("3.3", "3.4") else set()  # left to it
    missing = sorted(set(multigraph_networkx.FUNCTIONS) - set(calls) - older)
    if missing and "NX_SUBSET" not in os.environ:
        print(f"\nnever called: {', '.join(missing)}")
        session.exitstatus = 1
