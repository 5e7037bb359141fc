/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_ldbc.c: a libFuzzer target for graphs of LDBC Graphalytics. The input is NAME.properties, NAME.v and NAME.e,
 * separated by form feeds; NAME.properties may be missing.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char fuzz_format[] = "ldbc";

static const char *const parts[] = {"x.properties", "x.v", "x.e"};
static char folder[64];

static void remove_folder(void) {
    char path[128];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void make_folder(void) {
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz.XXXXXX" : "/tmp/fuzz.XXXXXX");
    if (!mkdtemp(folder)) {
        abort();
    }
    atexit(remove_folder);
}

static void write_part(const char *name, const uint8_t *bytes, size_t size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        abort();
    }
}

/* Writes the files; missing ones are empty. */
static void write_parts(const uint8_t *bytes, size_t size) {
    for (int i = 0; i < 3; i++) {
        const uint8_t *cut = size ? memchr(bytes, '\f', size) : NULL;
        const size_t length = cut && i < 2 ? (size_t)(cut - bytes) : size;
        write_part(parts[i], bytes, length);
        const size_t skip = length < size ? length + 1 : length;
        bytes += skip;
        size -= skip;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char path[128];
    if (!folder[0]) {
        make_folder();
    }
    write_parts(bytes, size);
    snprintf(path, sizeof path, "%s/%s", folder, parts[size % 3]);
    fuzz_read(path, "ldbc", fuzz_choice(bytes, size));
    return 0;
}
