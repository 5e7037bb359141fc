/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ranks/process_link.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PLUGIN "multigraph_mpi.so"

/* The folder of the library, or of the program that it is linked into; both end in '/'. */
static void folder_of_library(char folder[MG_PATH_SIZE]) {
    Dl_info self;
    void *here;
    mg_status (*const function)(mg_context *, mg_ranks *) = mg__join_processes;
    memcpy(&here, &function, sizeof here);
    folder[0] = '\0';
    if (dladdr(here, &self) && self.dli_fname && strchr(self.dli_fname, '/')) {
        snprintf(folder, MG_PATH_SIZE, "%s", self.dli_fname);
    } else {
        const ssize_t length = readlink("/proc/self/exe", folder, MG_PATH_SIZE - 1);
        folder[length > 0 ? length : 0] = '\0';
    }
    char *const slash = strrchr(folder, '/');
    slash ? (void)(slash[1] = '\0') : (void)(folder[0] = '\0');
}

/* Tries the places of the plug-in: beside the library or above the command in a build, and where it is installed. */
static void *load(char *why, size_t size) {
    static const char *const places[] = {"%s" PLUGIN, "%s../" PLUGIN, "%smultigraph/" PLUGIN,
                                         "%s../" MG_LIBRARY_DIR "/multigraph/" PLUGIN};
    char folder[MG_PATH_SIZE], path[2 * MG_PATH_SIZE];
    folder_of_library(folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, places[i], folder);
        if (access(path, R_OK) == 0) {
            void *const plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL); /* Open MPI's own plug-ins want its symbols */
            if (!plugin) {
                snprintf(why, size, "%s", dlerror());
            }
            return plugin;
        }
    }
    snprintf(why, size, "no " PLUGIN " beside the library: it was built without MPI (Debian: libopenmpi-dev)");
    return NULL;
}

mg_status mg__join_processes(mg_context *context, mg_ranks *ranks) {
    char why[512] = "";
    mg_mpi_join_fn join = NULL;
    void *const plugin = load(why, sizeof why);
    if (!plugin) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "ranks of mpirun: %s", why);
    }
    void *const symbol = dlsym(plugin, "mg_mpi_join");
    memcpy(&join, &symbol, sizeof join);
    ranks->timeout = MG_RANKS_TIMEOUT;
    if (!join || !join(ranks, why, sizeof why)) {
        return mg__fail(context, MG_ERROR_DEVICE, "ranks of mpirun: %s", join ? why : "the plug-in is not that of MPI");
    }
    if (ranks->size > MG_RANKS_MAX) {
        ranks->link->close(ranks, false);
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "%u ranks; at most %d are possible", ranks->size, MG_RANKS_MAX);
    }
    return MG_OK;
}
