/* SPDX-License-Identifier: Apache-2.0
 *
 * python_rows.c: dicts of dicts read by several threads. The calling thread holds the interpreter's lock, so nobody
 * changes an object meanwhile. The others have no state of the interpreter: they call only functions that neither count
 * references nor fail for objects of exactly the types int and dict, and read the types themselves.
 */
#include "io/python_rows.h"

#include <dlfcn.h>
#include <string.h>

#define BATCH 64u  /* keys that are prefetched before they are read: they lie all over the memory */
#define CHUNK 256u /* rows that a thread takes at once */

/* The head of an object in the stable interface of interpreters with a lock. */
typedef struct object_head {
    ptrdiff_t references;
    const void *type;
} object_head;

/* A function of the process, as a pointer of its type. */
static void find(void *to, const char *name) {
    void *const found = dlsym(RTLD_DEFAULT, name);
    memcpy(to, &found, sizeof found);
}

mg_status mg__python_find(mg_context *context, mg_python *p) {
    find(&p->next, "PyDict_Next");
    find(&p->get, "PyDict_GetItemWithError");
    find(&p->size, "PyDict_Size");
    find(&p->as_integer, "PyLong_AsLongLong");
    find(&p->as_integer_and_overflow, "PyLong_AsLongLongAndOverflow");
    find(&p->as_real, "PyFloat_AsDouble");
    find(&p->type, "PyObject_Type");
    find(&p->release, "Py_DecRef");
    find(&p->occurred, "PyErr_Occurred");
    find(&p->clear, "PyErr_Clear");
    find(&p->integers, "PyLong_Type");
    find(&p->reals, "PyFloat_Type");
    find(&p->dicts, "PyDict_Type");
    find(&p->types, "PyType_Type");
    const bool all = p->next && p->get && p->size && p->as_integer && p->as_integer_and_overflow && p->as_real &&
                     p->type && p->release && p->occurred && p->clear && p->integers && p->reals && p->dicts &&
                     p->types;
    return all ? MG_OK : mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_dict: no Python interpreter runs in this process");
}

bool mg__python_is_dict(const mg_python *p, void *object) {
    void *const type = p->type(object);
    const bool same = type == p->dicts;
    p->release(type);
    return same;
}

static bool has_type(const void *object, const void *type) {
    return ((const object_head *)object)->type == type;
}

/* Do objects begin as above? In interpreters without a lock, and in some made for debugging, they do not. */
static bool heads_are_known(const mg_python *p) {
    return has_type(p->integers, p->types) && has_type(p->dicts, p->types) && has_type(p->types, p->types);
}

typedef struct row_list {
    const mg_python *python;
    const mg_python_keys *keys;
    void **row;
    uint64_t *begin; /* of each row in targets, and the end */
    uint64_t rows;
} row_list;

/* Keys that wait for their memory, with the dicts of their attributes and their rows. */
typedef struct batch {
    void *key[BATCH], *data[BATCH];
    uint64_t row[BATCH];
    uint32_t count;
} batch;

static bool take(const row_list *l, batch *b, uint32_t *to) {
    const mg_python *const p = l->python;
    const mg_python_keys *const k = l->keys;
    for (uint32_t i = 0; i < b->count; i++) {
        int overflow = 0;
        if (!has_type(b->key[i], p->integers)) {
            return false;
        }
        const long long key = p->as_integer_and_overflow(b->key[i], &overflow);
        const uint64_t place = (uint64_t)key - (uint64_t)k->least;
        if (overflow || key < k->least || place >= k->span) {
            return false;
        }
        to[i] = k->positions[place];
        if (k->name && (!k->upper || to[i] >= b->row[i]) && (!has_type(b->data[i], p->dicts) || p->size(b->data[i]))) {
            return false;
        }
    }
    b->count = 0;
    return true;
}

/* The keys of consecutive rows are consecutive in targets. */
static bool read_chunk(const row_list *l, uint64_t first, uint64_t end) {
    uint32_t *to = l->keys->targets + l->begin[first];
    batch b = {.count = 0};
    for (uint64_t r = first; r < end; r++) {
        void *key, *data;
        for (ptrdiff_t at = 0; l->python->next(l->row[r], &at, &key, &data);) {
            __builtin_prefetch(key);
            if (l->keys->name) {
                __builtin_prefetch(data);
                __builtin_prefetch((const char *)data + 32);
            }
            b.key[b.count] = key;
            b.data[b.count] = data;
            b.row[b.count++] = r;
            if (b.count == BATCH) {
                if (!take(l, &b, to)) {
                    return false;
                }
                to += BATCH;
            }
        }
    }
    return take(l, &b, to);
}

/* The rows and their lengths; false: one is no dict. */
static bool list_rows(mg_context *context, row_list *l, void *rows) {
    void *key, *row;
    uint64_t others = 0, at = 0;
    for (ptrdiff_t next = 0; l->python->next(rows, &next, &key, &row);) {
        l->row[at++] = row;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(+ : others)
    for (uint64_t r = 0; r < l->rows; r++) {
        const bool is_dict = has_type(l->row[r], l->python->dicts);
        l->begin[r + 1] = is_dict ? (uint64_t)l->python->size(l->row[r]) : 0;
        others += !is_dict;
    }
    for (uint64_t r = 0; r < l->rows; r++) {
        l->begin[r + 1] += l->begin[r];
    }
    return others == 0;
}

mg_status mg__python_rows(mg_context *context, const mg_python *python, void *rows, const mg_python_keys *keys,
                          uint64_t *count, bool *done) {
    row_list l = {.python = python, .keys = keys};
    uint64_t failed = 0;
    mg_status status = MG_OK;
    *done = false;
    if (context->threads < 2 || !heads_are_known(python) || !has_type(rows, python->dicts)) {
        return MG_OK;
    }
    l.rows = (uint64_t)python->size(rows);
    MG_TRY(MG_ALLOC(context, l.row, l.rows, "rows of a dict"));
    MG_TRY(MG_ALLOC_ZEROED(context, l.begin, l.rows + 1, "rows of a dict"));
    if (!list_rows(context, &l, rows) || l.begin[l.rows] > keys->room) {
        goto out;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic) reduction(+ : failed)
    for (uint64_t first = 0; first < l.rows; first += CHUNK) {
        failed += !read_chunk(&l, first, first + CHUNK < l.rows ? first + CHUNK : l.rows);
    }
    *count = l.begin[l.rows];
    *done = failed == 0;
out:
    mg__release(&context->memory, l.row);
    mg__release(&context->memory, l.begin);
    return status;
}
