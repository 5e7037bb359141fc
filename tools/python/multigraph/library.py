# SPDX-License-Identifier: Apache-2.0
"""Finds libmultigraph and declares its functions.

It is searched in this order: the file that the environment variable MULTIGRAPH_LIBRARY names; the folder `lib` of the
package; the folder of the package; the build folders of the source tree, if the package is in one; the folders where
the system searches libraries. The library and the package must have the same major and minor version."""

import ctypes as c
import os
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

from . import layouts as l
from ._version import RELEASE

VERSION = RELEASE.rsplit(".", 1)[0]
NAME = f"libmultigraph.so.{VERSION}"

_pointer, _text, _status = c.c_void_p, c.c_char_p, c.c_int
_out = c.POINTER(c.c_void_p)

# name of a function: type of its result, types of its arguments
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "mg_version": (_text, []),
    "mg_status_name": (_text, [_status]),
    "mg_context_create": (_status, [c.POINTER(l.mg_context_options), _out]),
    "mg_context_destroy": (None, [_pointer]),
    "mg_context_error": (_text, [_pointer]),
    "mg_context_threads": (c.c_int, [_pointer]),
    "mg_device_count": (c.c_uint32, [_pointer]),
    "mg_device_link_info": (_status, [_pointer, c.c_uint32, c.c_uint32, c.POINTER(l.mg_device_link)]),
    "mg_device_info": (_status, [_pointer, c.c_uint32, c.POINTER(l.mg_device)]),
    "mg_graph_from_edges": (_status, [_pointer, c.POINTER(l.mg_edge_list), c.POINTER(l.mg_graph_options), _out]),
    "mg_graph_from_csr": (_status, [_pointer, c.c_uint32, _pointer, _pointer, c.c_int, _pointer, c.c_bool, _out]),
    "mg_graph_read": (_status, [_pointer, _text, c.POINTER(l.mg_graph_options), _out]),
    "mg_graph_write": (_status, [_pointer, _pointer, _text, _text]),
    "mg_graph_check": (_status, [_pointer, _pointer]),
    "mg_graph_destroy": (None, [_pointer]),
    "mg_graph_vertex_count": (c.c_uint32, [_pointer]),
    "mg_graph_arc_count": (c.c_uint64, [_pointer]),
    "mg_graph_edge_count": (c.c_uint64, [_pointer]),
    "mg_graph_directed": (c.c_bool, [_pointer]),
    "mg_graph_weight_type": (c.c_int, [_pointer]),
    "mg_graph_reorder": (_status, [_pointer, _pointer, c.c_int, c.c_uint64, _out]),
    "mg_graph_edit": (_status, [_pointer, _pointer, c.POINTER(l.mg_graph_edits), _out]),
    "mg_graph_order": (c.c_int, [_pointer, c.POINTER(c.c_double)]),
    "mg_graph_by_id": (_pointer, [_pointer]),
    "mg_order_name": (c.c_char_p, [c.c_int]),
    "mg_graph_id": (c.c_uint64, [_pointer, c.c_uint32]),
    "mg_graph_find": (c.c_bool, [_pointer, c.c_uint64, c.POINTER(c.c_uint32)]),
    "mg_graph_has_names": (c.c_bool, [_pointer]),
    "mg_graph_on_device": (c.c_bool, [_pointer]),
    "mg_graph_name": (_text, [_pointer, c.c_uint32]),
    "mg_graph_out_edges": (l.mg_adjacency, [_pointer]),
    "mg_graph_in_edges": (_status, [_pointer, _pointer, c.POINTER(l.mg_adjacency)]),
    "mg_generate": (_status, [_pointer, _text, c.POINTER(l.mg_generate_options), _out]),
    "mg_result_destroy": (None, [_pointer]),
    "mg_result_vertex_count": (c.c_uint32, [_pointer]),
    "mg_result_column_count": (c.c_size_t, [_pointer]),
    "mg_result_column_at": (c.POINTER(l.mg_column), [_pointer, c.c_size_t]),
    "mg_result_edge_column_count": (c.c_size_t, [_pointer]),
    "mg_result_edge_column_at": (c.POINTER(l.mg_column), [_pointer, c.c_size_t]),
    "mg_result_statistics": (c.POINTER(l.mg_statistics), [_pointer]),
    "mg_result_sources": (c.c_void_p, [_pointer, c.POINTER(c.c_size_t)]),
    "mg_result_totals": (c.c_void_p, [_pointer, c.POINTER(c.c_size_t)]),
    "mg_mode_name": (_text, [c.c_int]),
    "mg_bfs": (_status, [_pointer, _pointer, c.POINTER(l.mg_bfs_options), _out]),
    "mg_sssp": (_status, [_pointer, _pointer, c.POINTER(l.mg_sssp_options), _out]),
    "mg_cc": (_status, [_pointer, _pointer, c.POINTER(l.mg_cc_options), _out]),
    "mg_pagerank": (_status, [_pointer, _pointer, c.POINTER(l.mg_pagerank_options), _out]),
    "mg_bc": (_status, [_pointer, _pointer, c.POINTER(l.mg_bc_options), _out]),
    "mg_estimate_memory": (_status, [_pointer, _pointer, _text, c.POINTER(l.mg_run_options),
                                     c.POINTER(l.mg_memory_estimate)]),
    "mg_edge_bc": (_status, [_pointer, _pointer, c.POINTER(l.mg_bc_options), _pointer]),
    "mg_hits": (_status, [_pointer, _pointer, c.POINTER(l.mg_hits_options), _out]),
    "mg_path": (_status, [_pointer, _pointer, c.POINTER(l.mg_path_options), _pointer, _pointer,
                          c.POINTER(c.c_uint32)]),
    "mg_triangles": (_status, [_pointer, _pointer, c.POINTER(l.mg_triangles_options), _out]),
    "mg_lcc": (_status, [_pointer, _pointer, c.POINTER(l.mg_lcc_options), _out]),
    "mg_scc": (_status, [_pointer, _pointer, c.POINTER(l.mg_scc_options), _out]),
    "mg_cdlp": (_status, [_pointer, _pointer, c.POINTER(l.mg_cdlp_options), _out]),
    "mg_eccentricity": (_status, [_pointer, _pointer, c.POINTER(l.mg_eccentricity_options), _out]),
    "mg_diameter": (_status, [_pointer, _pointer, c.POINTER(l.mg_eccentricity_options),
                              c.POINTER(l.mg_diameter_info)]),
    "mg_louvain": (_status, [_pointer, _pointer, c.POINTER(l.mg_communities_options), _out]),
    "mg_leiden": (_status, [_pointer, _pointer, c.POINTER(l.mg_communities_options), _out]),
    "mg_modularity": (_status, [_pointer, _pointer, c.POINTER(l.mg_modularity_options), _pointer,
                                c.POINTER(c.c_double)]),
    "mg_kcore": (_status, [_pointer, _pointer, c.POINTER(l.mg_kcore_options), _out]),
    "mg_ktruss": (_status, [_pointer, _pointer, c.POINTER(l.mg_ktruss_options), _pointer]),
    "mg_mis": (_status, [_pointer, _pointer, c.POINTER(l.mg_mis_options), _out]),
    "mg_coloring": (_status, [_pointer, _pointer, c.POINTER(l.mg_coloring_options), _out]),
    "mg_msf": (_status, [_pointer, _pointer, c.POINTER(l.mg_msf_options), _out]),
    "mg_closeness": (_status, [_pointer, _pointer, c.POINTER(l.mg_closeness_options), _out]),
    "mg_bipartite": (_status, [_pointer, _pointer, c.POINTER(l.mg_bipartite_options), _out]),
    "mg_matching": (_status, [_pointer, _pointer, c.POINTER(l.mg_matching_options), _out]),
    "mg_eigenvector": (_status, [_pointer, _pointer, c.POINTER(l.mg_eigenvector_options), _out]),
    "mg_katz": (_status, [_pointer, _pointer, c.POINTER(l.mg_katz_options), _out]),
    "mg_similarity": (_status, [_pointer, _pointer, c.POINTER(l.mg_similarity_options), c.c_uint32, _pointer,
                                c.c_uint64, _pointer]),
    "mg_set_similarity": (_status, [_pointer, _pointer, c.POINTER(l.mg_set_similarity_options), c.c_uint64, _pointer,
                                    _pointer, _pointer]),
    "mg_set_similarity_top": (_status, [_pointer, _pointer, c.POINTER(l.mg_set_similarity_options), c.c_uint64,
                                        _pointer, _pointer, _pointer, c.POINTER(c.c_uint64)]),
    "mg_walks": (_status, [_pointer, _pointer, c.POINTER(l.mg_walks_options), c.c_uint64, c.c_uint64, _pointer]),
    "mg_draw_sources": (_status, [_pointer, _pointer, c.c_uint64, c.c_size_t, _pointer]),
    "mg_number_names": (_status, [_pointer, c.c_uint64, _text, c.c_uint64, _pointer, _pointer, c.POINTER(c.c_uint64)]),
    "mg_spmv": (_status, [_pointer, _pointer, c.POINTER(l.mg_spmv_options), _pointer, _pointer]),
    "mg_spmm": (_status, [_pointer, _pointer, c.POINTER(l.mg_spmv_options), c.c_uint32, _pointer, _pointer]),
    "mg_matrix_create": (_status, [_pointer, c.POINTER(l.mg_matrix_arrays), _out]),
    "mg_matrix_of_graph": (_status, [_pointer, _pointer, _out]),
    "mg_matrix_read": (_status, [_pointer, _text, _out]),
    "mg_matrix_write": (_status, [_pointer, _pointer, _text]),
    "mg_matrix_destroy": (None, [_pointer, _pointer]),
    "mg_matrix_transposed": (_status, [_pointer, _pointer, _out]),
    "mg_matrix_scaled": (_status, [_pointer, _pointer, c.c_double, _out]),
    "mg_matrix_convert": (_status, [_pointer, _pointer, c.c_int, c.c_uint32, c.c_uint64, _out]),
    "mg_matrix_add": (_status, [_pointer, c.c_double, _pointer, c.c_double, _pointer, _out]),
    "mg_matrix_edit": (_status, [_pointer, _pointer, c.POINTER(l.mg_matrix_changes), _out]),
    "mg_matrix_rows": (c.c_uint64, [_pointer]),
    "mg_matrix_columns": (c.c_uint64, [_pointer]),
    "mg_matrix_nonzeros": (c.c_uint64, [_pointer]),
    "mg_matrix_type": (c.c_int, [_pointer]),
    "mg_matrix_format_of": (c.c_int, [_pointer]),
    "mg_matrix_format_name": (_text, [c.c_int]),
    "mg_matrix_to_csr": (_status, [_pointer, _pointer, c.POINTER(l.mg_matrix_arrays)]),
    "mg_matrix_describe": (_status, [_pointer, _pointer, c.POINTER(l.mg_matrix_statistics)]),
    "mg_matrix_spmm": (_status, [_pointer, _pointer, c.POINTER(l.mg_product_options), c.c_uint32, _pointer, c.c_uint64,
                                 _pointer, c.c_uint64]),
    "mg_matrix_sddmm": (_status, [_pointer, _pointer, c.POINTER(l.mg_product_options), c.c_uint32, _pointer, c.c_uint64,
                                  _pointer, c.c_uint64, _pointer]),
    "mg_program_from_file": (_status, [_pointer, _text, _out]),
    "mg_program_from_source": (_status, [_pointer, _text, _text, _out]),
    "mg_program_release": (None, [_pointer]),
    "mg_program_defaults": (_status, [_pointer, _pointer, _pointer, _pointer]),
    "mg_program_set": (_status, [_pointer, _pointer, _pointer, _text, _text, _pointer]),
    "mg_program_check": (_status, [_pointer, _pointer, _pointer, c.c_int]),
    "mg_run": (_status, [_pointer, _pointer, _pointer, _pointer, c.POINTER(l.mg_run_options), _pointer, _out]),
}

# The same for functions that read Python objects. They are called while the thread holds the interpreter's lock (GIL).
_LOCKED = {
    "mg_dict_keys": (_status, [_pointer, c.py_object, c.c_int64, c.c_uint64, _pointer, c.c_uint64, _pointer,
                               c.POINTER(c.c_uint64)]),
    "mg_dict_values": (_status, [_pointer, c.py_object, c.py_object, c.c_bool, _pointer, c.c_uint64, _pointer,
                                 c.POINTER(c.c_uint64), c.POINTER(c.c_int)]),
    "mg_dict_edges": (_status, [_pointer, c.py_object, c.c_int64, c.c_uint64, _pointer, c.py_object, c.c_bool,
                                c.c_uint64, _pointer, c.POINTER(c.c_uint64), _pointer, c.POINTER(c.c_uint64),
                                c.POINTER(c.c_int)]),
}

# A path as the functions of Python accept it.
AnyPath = Union[str, "os.PathLike[str]"]

_loaded: Optional[c.CDLL] = None
_locked: Optional[c.PyDLL] = None
_path = ""


def _candidates() -> List[str]:
    given = os.environ.get("MULTIGRAPH_LIBRARY")
    if given:
        return [given]
    here = Path(__file__).resolve().parent
    found = [here / "lib" / NAME, here / NAME, here / "libmultigraph.so"]
    if (here.parents[2] / "include" / "multigraph" / "multigraph.h").exists():  # the source tree
        found += sorted(here.parents[2].glob("build*/" + NAME))
    return [str(path) for path in found if path.exists()] + [NAME]


def _load(path: str) -> c.CDLL:
    """Loads a library. If it loads GCC's OpenMP, threads that wait spin only for a short time, so that they do not
    occupy cores that other processes need ("Threads that wait" in README.md)."""
    spins = "GOMP_SPINCOUNT"
    chosen = spins not in os.environ and "OMP_WAIT_POLICY" not in os.environ
    if chosen:
        os.environ[spins] = "10000"
    try:
        return c.CDLL(path)
    finally:
        if chosen:
            del os.environ[spins]


def _open() -> c.CDLL:
    global _path
    failures = []
    for path in _candidates():
        try:
            library = _load(path)
        except OSError as failure:
            failures.append(str(failure))
            continue
        library.mg_version.restype = c.c_char_p
        has = library.mg_version().decode()
        if has.rsplit(".", 1)[0] != VERSION:
            raise ImportError(f"{path} is version {has}; this package needs {VERSION}")
        _path = path
        return library
    raise ImportError(
        "libmultigraph was not found: install it (cmake --install build && ldconfig, or a wheel with the library), or "
        f"set the environment variable MULTIGRAPH_LIBRARY to the file {NAME}; tried: {'; '.join(failures)}"
    )


def _declare(opened: c.CDLL, functions: Mapping[str, Tuple[Any, List[Any]]]) -> None:
    for name, (result, arguments) in functions.items():
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments


def library() -> c.CDLL:
    """The library, whose functions have types. The first call loads it."""
    global _loaded
    if _loaded is None:
        opened = _open()
        _declare(opened, _FUNCTIONS)
        _loaded = opened
    return _loaded


def locked_library() -> Optional[c.PyDLL]:
    """The library for functions that read Python objects; None in free-threaded Python, which has no lock."""
    global _locked
    if _locked is None and getattr(sys, "_is_gil_enabled", lambda: True)():
        library()
        opened = c.PyDLL(_path)
        _declare(opened, _LOCKED)
        _locked = opened
    return _locked


def library_path() -> str:
    """The path or the name from which the library was loaded.

    >>> os.path.basename(mg.library_path()).startswith("libmultigraph.so")
    True
    """
    library()
    return _path


def version() -> str:
    """The version of the library, such as "0.2.0".

    >>> mg.version() == mg.__version__
    True
    """
    return str(library().mg_version().decode())
