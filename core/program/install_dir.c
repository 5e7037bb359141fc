/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/install_dir.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void mg__install_dir(int which, char folder[MG_PATH_SIZE]) {
    folder[0] = '\0';
    if (which == 0) {
        Dl_info self;
        void *here;
        void (*const function)(int, char *) = mg__install_dir;
        memcpy(&here, &function, sizeof here);
        if (dladdr(here, &self) && self.dli_fname) {
            snprintf(folder, MG_PATH_SIZE, "%s", self.dli_fname);
        }
    } else {
        const ssize_t length = readlink("/proc/self/exe", folder, MG_PATH_SIZE - 1);
        folder[length > 0 ? length : 0] = '\0';
    }
    char *const slash = strrchr(folder, '/');
    *(slash ? slash : folder) = '\0';
}
