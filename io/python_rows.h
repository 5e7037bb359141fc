/* SPDX-License-Identifier: Apache-2.0
 *
 * python_rows.h: Python's interpreter as seen from the library, and its dicts of dicts read by several threads.
 */
#ifndef MG_IO_PYTHON_ROWS_H
#define MG_IO_PYTHON_ROWS_H

#include "core/context.h"

/* Functions and types of Python's stable interface, by their addresses in the process. */
typedef struct mg_python {
    int (*next)(void *dict, ptrdiff_t *at, void **key, void **value);
    void *(*get)(void *dict, void *key);
    ptrdiff_t (*size)(void *dict);
    long long (*as_integer)(void *object);
    long long (*as_integer_and_overflow)(void *object, int *overflow);
    double (*as_real)(void *object);
    void *(*type)(void *object);
    void (*release)(void *object);
    void *(*occurred)(void);
    void (*clear)(void);
    const void *integers, *reals, *dicts, *types; /* the types int, float, dict and type */
} mg_python;

/* UNSUPPORTED where no interpreter runs in the process. */
mg_status mg__python_find(mg_context *context, mg_python *python);

/* PyDict_Next() does not say so of other objects. */
bool mg__python_is_dict(const mg_python *python, void *object);

/* What is read of a dict of dicts (mg_dict_keys, mg_dict_edges). */
typedef struct mg_python_keys {
    int64_t least;
    uint64_t span, room;
    const uint32_t *positions;
    uint32_t *targets;
    void *name; /* of an attribute that no edge may have, see below; NULL: attributes are not looked at */
    bool upper; /* only of edges whose target is not less than their row */
} mg_python_keys;

/* Reads all keys by the context's threads. *done: false if there is anything that only the thread that holds the
 * interpreter's lock may read: another object than a dict or an int, an int out of range, an edge that has attributes,
 * an interpreter of another kind; or if there is one thread or too little room. `targets` is then partly written.
 * Errors: MEMORY. */
mg_status mg__python_rows(mg_context *context, const mg_python *python, void *rows, const mg_python_keys *keys,
                          uint64_t *count, bool *done);

#endif
