/* SPDX-License-Identifier: Apache-2.0
 *
 * dicts.h: reads graphs that Python keeps as dicts of dicts. Included by multigraph.h. The functions call the
 * interpreter of the process they run in, which they find at run time; the library is not linked with Python.
 */
#ifndef MG_DICTS_H
#define MG_DICTS_H

#include <multigraph/contexts.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Positions of the keys of a dict of dicts, such as the adjacency of a graph of NetworkX: rows[u][v] for each u, of
 *  each u for each v, in the dicts' order. rows: a dict of dicts (a borrowed PyObject pointer). Its inner keys must be
 *  integers k, least <= k < least + span; positions: host array of `span` elements, the position of key least + i.
 *  targets: host array of `room` elements, receives positions[k - least] of each key. *count: the number of keys, which
 *  may be less than `room`. The caller holds the interpreter's lock (ctypes.PyDLL) and lets no other thread change the
 *  dicts; they are not changed, and no object is kept. O(keys), by the context's threads; on one thread if there is any
 *  other type than dict and int. Deterministic. Errors: INVALID (NULL; room is too small), UNSUPPORTED (no interpreter
 *  in the process, something that is no dict, no such integer): `targets` is then partly written, and no exception is
 *  pending; MEMORY. */
MG_API mg_status mg_dict_keys(mg_context *context, void *rows, int64_t least, uint64_t span, const uint32_t *positions,
                              uint64_t room, uint32_t *targets, uint64_t *count);

/** Values of an attribute of all edges: rows[u][v][name], or with `parallel` rows[u][v][k][name] for each k, in the
 *  order of mg_dict_keys(), on one thread. rows, name: borrowed PyObject pointers, a dict of dicts of dicts and any
 *  key; of a class derived from dict the stored entries are read. keep: a byte for each edge, host array; edges with 0
 *  are left out; NULL: none are. room: elements of `values` (a host array of 8 bytes each), and of `keep`. *count: the
 *  values written; *type: MG_INT64 if all are of the type int and fit, MG_FLOAT64 if all are of the type float,
 *  MG_TYPE_NONE if no edge has the attribute (*count is then 0). The same rules and costs as for mg_dict_keys().
 *  Errors: INVALID (NULL; room is too small), UNSUPPORTED (as above; some edges lack the attribute; values of other or
 *  of several types). */
MG_API mg_status mg_dict_values(mg_context *context, void *rows, void *name, bool parallel, const uint8_t *keep,
                                uint64_t room, void *values, uint64_t *count, mg_type *type);

/** Both in one walk, of graphs without parallel edges: the positions of all keys, as mg_dict_keys(), and the values
 *  rows[u][v][name], as mg_dict_values(); by several threads if no edge has attributes. upper: the values only of those
 *  edges whose target is not less than the number of their row, which is each edge of an undirected graph once. values:
 *  host array of `room` elements of 8 bytes. *value_count, *type: as *count and *type there; values that cannot be read
 *  are no error: *type is MG_OTHER, and *value_count 0. The same rules, costs and errors otherwise. */
MG_API mg_status mg_dict_edges(mg_context *context, void *rows, int64_t least, uint64_t span, const uint32_t *positions,
                               void *name, bool upper, uint64_t room, uint32_t *targets, uint64_t *count, void *values,
                               uint64_t *value_count, mg_type *type);

#ifdef __cplusplus
}
#endif

#endif
