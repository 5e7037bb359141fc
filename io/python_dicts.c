/* SPDX-License-Identifier: Apache-2.0
 *
 * python_dicts.c: walks over Python's dicts of dicts. The keys and values of a large graph lie all over the memory, so
 * that most of the time is waiting for it: what is needed is asked for a batch ahead. Only functions of Python's stable
 * interface are called, by their addresses in the process.
 */
#include "io/python_rows.h"

#include <multigraph/dicts.h>

#define BATCH 64u

static mg_status unsupported(mg_context *context, const mg_python *p, const char *what) {
    if (p->occurred()) {
        p->clear();
    }
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_dict: %s", what);
}

static mg_status no_room(mg_context *context, uint64_t room) {
    return mg__fail(context, MG_ERROR_INVALID, "mg_dict: there are more edges than room for %llu",
                    (unsigned long long)room);
}

/* ---- keys ---- */

typedef struct key_walk {
    mg_context *context;
    mg_python python;
    mg_python_keys keys;
    uint64_t count;
    void *batch[BATCH];
    uint32_t waiting;
} key_walk;

static mg_status take_keys(key_walk *w) {
    if (w->waiting > w->keys.room - w->count) {
        return no_room(w->context, w->keys.room);
    }
    for (uint32_t i = 0; i < w->waiting; i++) {
        const long long key = w->python.as_integer(w->batch[i]);
        const uint64_t place = (uint64_t)key - (uint64_t)w->keys.least;
        if (key < w->keys.least || place >= w->keys.span || (key == -1 && w->python.occurred())) {
            return unsupported(w->context, &w->python, "a key is no integer of the range");
        }
        w->keys.targets[w->count++] = w->keys.positions[place];
    }
    w->waiting = 0;
    return MG_OK;
}

static mg_status walk_row(key_walk *w, void *row) {
    mg_status status = MG_OK;
    void *key, *value;
    for (ptrdiff_t at = 0; w->python.next(row, &at, &key, &value);) {
        __builtin_prefetch(key);
        w->batch[w->waiting++] = key;
        if (w->waiting == BATCH) {
            MG_TRY(take_keys(w));
        }
    }
out:
    return status;
}

mg_status mg_dict_keys(mg_context *context, void *rows, int64_t least, uint64_t span, const uint32_t *positions,
                       uint64_t room, uint32_t *targets, uint64_t *count) {
    mg_status status = MG_OK;
    void *key, *row;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!rows || !count || (span && !positions) || (room && !targets)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_dict_keys: rows, positions, targets and count must not be NULL");
    }
    key_walk w = {.context = context, .keys = {least, span, room, positions, targets, NULL, false}};
    bool read = false;
    MG_TRY(mg__python_find(context, &w.python));
    MG_TRY(mg__python_rows(context, &w.python, rows, &w.keys, count, &read));
    if (read) {
        return MG_OK;
    }
    if (!mg__python_is_dict(&w.python, rows)) {
        return unsupported(context, &w.python, "the rows are no dict");
    }
    for (ptrdiff_t at = 0; w.python.next(rows, &at, &key, &row);) {
        if (!mg__python_is_dict(&w.python, row)) {
            return unsupported(context, &w.python, "a row is no dict");
        }
        MG_TRY(walk_row(&w, row));
    }
    MG_TRY(take_keys(&w));
    *count = w.count;
out:
    return status;
}

/* ---- values ---- */

typedef struct value_walk {
    mg_context *context;
    mg_python python;
    void *name;
    bool parallel;
    const uint8_t *keep;
    uint64_t room, seen, count, absent;
    int64_t *integers; /* the same memory */
    double *reals;
    mg_type type; /* of those so far */
    void *batch[BATCH];
    uint32_t waiting;
} value_walk;

static mg_status take_value(value_walk *w, void *value) {
    void *const type = w->python.type(value);
    const mg_type found = type == w->python.integers ? MG_INT64 : type == w->python.reals ? MG_FLOAT64 : MG_OTHER;
    w->python.release(type);
    if (found == MG_OTHER || (w->count && found != w->type)) {
        return unsupported(w->context, &w->python, "attributes are of several types, or of another than int and float");
    }
    w->type = found;
    if (found == MG_FLOAT64) {
        w->reals[w->count++] = w->python.as_real(value);
        return MG_OK;
    }
    w->integers[w->count++] = w->python.as_integer(value);
    return w->integers[w->count - 1] == -1 && w->python.occurred()
               ? unsupported(w->context, &w->python, "an attribute does not fit 64 bits")
               : MG_OK;
}

static mg_status take_values(value_walk *w) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < w->waiting; i++) {
        void *const value = w->python.get(w->batch[i], w->name); /* fails for what is no dict */
        if (!value && w->python.occurred()) {
            return unsupported(w->context, &w->python, "the attributes of an edge are no dict, or the name is no key");
        }
        if (value) {
            MG_TRY(take_value(w, value));
        } else {
            w->absent++;
        }
        if (w->absent && w->count) {
            return unsupported(w->context, &w->python, "some edges lack the attribute");
        }
    }
    w->waiting = 0;
out:
    return status;
}

/* An edge whose attributes are `data`. */
static mg_status add_edge(value_walk *w, void *data) {
    if (w->seen == w->room) {
        return no_room(w->context, w->room);
    }
    if (!w->keep || w->keep[w->seen]) {
        __builtin_prefetch(data);
        __builtin_prefetch((const char *)data + 32);
        w->batch[w->waiting++] = data;
    }
    w->seen++;
    return w->waiting == BATCH ? take_values(w) : MG_OK;
}

static mg_status add_parallel(value_walk *w, void *edges) {
    mg_status status = MG_OK;
    void *key, *data;
    if (!mg__python_is_dict(&w->python, edges)) {
        return unsupported(w->context, &w->python, "parallel edges are no dict");
    }
    for (ptrdiff_t at = 0; w->python.next(edges, &at, &key, &data);) {
        MG_TRY(add_edge(w, data));
    }
out:
    return status;
}

static mg_status walk_values(value_walk *w, void *rows) {
    mg_status status = MG_OK;
    void *key, *row, *data;
    if (!mg__python_is_dict(&w->python, rows)) {
        return unsupported(w->context, &w->python, "the rows are no dict");
    }
    for (ptrdiff_t at = 0; w->python.next(rows, &at, &key, &row);) {
        if (!mg__python_is_dict(&w->python, row)) {
            return unsupported(w->context, &w->python, "a row is no dict");
        }
        for (ptrdiff_t in = 0; w->python.next(row, &in, &key, &data);) {
            MG_TRY(w->parallel ? add_parallel(w, data) : add_edge(w, data));
        }
    }
    MG_TRY(take_values(w));
out:
    return status;
}

mg_status mg_dict_values(mg_context *context, void *rows, void *name, bool parallel, const uint8_t *keep, uint64_t room,
                         void *values, uint64_t *count, mg_type *type) {
    mg_status status = MG_OK;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!rows || !name || !count || !type || (room && !values)) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_dict_values: rows, name, values, count and type must not be NULL");
    }
    value_walk w = {.context = context,
                    .name = name,
                    .parallel = parallel,
                    .keep = keep,
                    .room = room,
                    .integers = values,
                    .reals = values,
                    .type = MG_TYPE_NONE};
    MG_TRY(mg__python_find(context, &w.python));
    MG_TRY(walk_values(&w, rows));
    *count = w.count;
    *type = w.type;
out:
    return status;
}

/* ---- both ---- */

typedef struct edge_walk {
    key_walk keys;
    value_walk values;
    bool readable; /* values: so far */
    uint32_t row;
    void *data[BATCH]; /* with the keys that wait, and their rows */
    uint32_t rows[BATCH];
} edge_walk;

/* Values that cannot be read are no failure: the keys are still of use. */
static mg_status values_taken(edge_walk *w) {
    const mg_status status = take_values(&w->values);
    w->readable = status >= 0;
    return status == MG_ERROR_UNSUPPORTED ? MG_OK : status;
}

static mg_status take_edges(edge_walk *w) {
    const uint64_t first = w->keys.count;
    const uint32_t waiting = w->keys.waiting;
    mg_status status;
    MG_TRY(take_keys(&w->keys));
    for (uint32_t i = 0; i < waiting && w->readable; i++) {
        if (!w->keys.keys.upper || w->keys.keys.targets[first + i] >= w->rows[i]) {
            __builtin_prefetch(w->data[i]);
            w->values.batch[w->values.waiting++] = w->data[i];
        }
        if (w->values.waiting == BATCH) {
            MG_TRY(values_taken(w));
        }
    }
out:
    return status;
}

static mg_status walk_edges(edge_walk *w, void *rows) {
    mg_status status = MG_OK;
    void *key, *row, *data;
    if (!mg__python_is_dict(&w->keys.python, rows)) {
        return unsupported(w->keys.context, &w->keys.python, "the rows are no dict");
    }
    for (ptrdiff_t at = 0; w->keys.python.next(rows, &at, &key, &row); w->row++) {
        if (!mg__python_is_dict(&w->keys.python, row)) {
            return unsupported(w->keys.context, &w->keys.python, "a row is no dict");
        }
        for (ptrdiff_t in = 0; w->keys.python.next(row, &in, &key, &data);) {
            __builtin_prefetch(key);
            w->data[w->keys.waiting] = data;
            w->rows[w->keys.waiting] = w->row;
            w->keys.batch[w->keys.waiting++] = key;
            if (w->keys.waiting == BATCH) {
                MG_TRY(take_edges(w));
            }
        }
    }
    MG_TRY(take_edges(w));
    if (w->readable) {
        MG_TRY(values_taken(w));
    }
out:
    return status;
}

mg_status mg_dict_edges(mg_context *context, void *rows, int64_t least, uint64_t span, const uint32_t *positions,
                        void *name, bool upper, uint64_t room, uint32_t *targets, uint64_t *count, void *values,
                        uint64_t *value_count, mg_type *type) {
    mg_status status = MG_OK;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!rows || !name || !count || !value_count || !type || (span && !positions) || (room && (!targets || !values))) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_dict_edges: rows, positions, name, targets, count, values, value_count and type must not "
                        "be NULL");
    }
    edge_walk w = {
        .keys = {.context = context, .keys = {least, span, room, positions, targets, name, upper}},
        .values = {.context = context, .name = name, .integers = values, .reals = values, .type = MG_TYPE_NONE},
        .readable = true};
    bool read = false;
    MG_TRY(mg__python_find(context, &w.keys.python));
    MG_TRY(mg__python_rows(context, &w.keys.python, rows, &w.keys.keys, count, &read));
    if (read) { /* there are no attributes */
        *value_count = 0;
        *type = MG_TYPE_NONE;
        return MG_OK;
    }
    w.values.python = w.keys.python;
    MG_TRY(walk_edges(&w, rows));
    *count = w.keys.count;
    *value_count = w.readable ? w.values.count : 0;
    *type = w.readable ? w.values.type : MG_OTHER;
out:
    return status;
}
