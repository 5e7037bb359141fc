/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/multi/nccl.h"

#include <dlfcn.h>
#include <glob.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the library is looked for: by SONAME, in the default folder of toolkits, and in the wheel nvidia-nccl-cu13 of
 * a virtual environment, of the user and of the system. %s: the variable's value. */
static const struct {
    const char *variable, *pattern;
} places[] = {{NULL, "libnccl.so.2"},
              {NULL, "/usr/local/cuda/lib64/libnccl.so.2"},
              {"VIRTUAL_ENV", "%s/lib/python3*/site-packages/nvidia/nccl/lib/libnccl.so.2"},
              {"HOME", "%s/.local/lib/python3*/site-packages/nvidia/nccl/lib/libnccl.so.2"},
              {NULL, "/usr/local/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2"},
              {NULL, "/usr/lib/python3*/*-packages/nvidia/nccl/lib/libnccl.so.2"}};

/* A library that is loaded stays: it has threads and state of its own. */
static void *load_first(const char *pattern) {
    void *library = NULL;
    glob_t found = {0};
    if (!strchr(pattern, '*')) {
        return dlopen(pattern, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && !library; i++) {
            library = dlopen(found.gl_pathv[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        }
    }
    globfree(&found);
    return library;
}

static void *load(char *why, size_t size) {
    const char *const given = getenv("MULTIGRAPH_NCCL");
    void *library = NULL;
    if (given && strcmp(given, "none") == 0) {
        snprintf(why, size, "MULTIGRAPH_NCCL is none");
        return NULL;
    }
    if (given && given[0]) {
        library = dlopen(given, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        library ? (void)0 : (void)snprintf(why, size, "MULTIGRAPH_NCCL: %s", dlerror());
        return library;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places && !library; i++) {
        char path[1024];
        const char *const value = places[i].variable ? getenv(places[i].variable) : NULL;
        if (!places[i].variable) {
            library = load_first(places[i].pattern);
        } else if (value && snprintf(path, sizeof path, places[i].pattern, value) < (int)sizeof path) {
            library = load_first(path);
        }
    }
    if (!library) {
        snprintf(why, size, "NCCL (libnccl.so.2) was not found");
    }
    return library;
}

static bool find_symbols(void *library, mg_nccl *n) {
    const struct {
        const char *name;
        void *at;
    } symbols[] = {
        {"ncclGetVersion", &n->get_version},
        {"ncclGetUniqueId", &n->get_unique_id},
        {"ncclCommInitRank", &n->comm_init_rank},
        {"ncclCommDestroy", &n->comm_destroy},
        {"ncclCommAbort", &n->comm_abort},
        {"ncclCommGetAsyncError", &n->comm_async_error},
        {"ncclGetErrorString", &n->error_string},
        {"ncclGroupStart", &n->group_start},
        {"ncclGroupEnd", &n->group_end},
        {"ncclSend", &n->send},
        {"ncclRecv", &n->receive},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *const symbol = dlsym(library, symbols[i].name);
        if (!symbol) {
            return false;
        }
        memcpy(symbols[i].at, &symbol, sizeof symbol);
    }
    n->set_device = cudaSetDevice;
    return n->get_version(&n->version) == MG_NCCL_SUCCESS;
}

const mg_nccl *mg__nccl_open(char *why, size_t size) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool tried, found;
    static char reason[256];
    static mg_nccl nccl;
    pthread_mutex_lock(&lock);
    if (!tried) {
        void *const library = load(reason, sizeof reason);
        found = library && find_symbols(library, &nccl);
        if (library && !found) {
            snprintf(reason, sizeof reason, "libnccl.so.2 is of an unexpected version");
        }
        tried = true;
    }
    pthread_mutex_unlock(&lock);
    snprintf(why, size, "%s", reason);
    return found ? &nccl : NULL;
}
