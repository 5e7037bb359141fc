/* SPDX-License-Identifier: Apache-2.0 */
#include "core/context.h"

typedef struct status_entry {
    mg_status status;
    const char *name, *text;
} status_entry;

#define STATUS_ENTRY(name, value, text) {MG_##name, "MG_" #name, text},
static const status_entry statuses[] = {MG_STATUS_MAP(STATUS_ENTRY)};

static const status_entry *find_status(mg_status status) {
    static const status_entry unknown = {MG_OK, "unknown status", "unknown status"};
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        if (statuses[i].status == status) {
            return &statuses[i];
        }
    }
    return &unknown;
}

const char *mg_status_name(mg_status status) {
    return find_status(status)->name;
}

const char *mg_status_text(mg_status status) {
    return find_status(status)->text;
}

const char *mg_mode_name(mg_mode mode) {
    static const char *const names[] = {"auto", "sparse", "dense", "pull"};
    return (unsigned)mode < 4 ? names[mode] : "unknown";
}

static const struct {
    const char *name;
    size_t size;
} types[] = {
    [MG_TYPE_NONE] = {"none", 0},  [MG_INT32] = {"int32", 4},     [MG_UINT32] = {"uint32", 4},
    [MG_INT64] = {"int64", 8},     [MG_UINT64] = {"uint64", 8},   [MG_FLOAT32] = {"float32", 4},
    [MG_FLOAT64] = {"float64", 8}, [MG_OTHER] = {"user type", 0},
};

size_t mg__type_size(mg_type type) {
    return (unsigned)type <= MG_OTHER ? types[type].size : 0;
}

const char *mg__type_name(mg_type type) {
    return (unsigned)type <= MG_OTHER ? types[type].name : "unknown type";
}
