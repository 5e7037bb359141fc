/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_reader.c: a libFuzzer target for one reader, MG_FUZZ_FORMAT; "any" detects the format by content. Reading any
 * input must give a graph that can be used, or a failure with a message.
 */
#include "tests/fuzz/fuzz.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char fuzz_format[] = MG_FUZZ_FORMAT;

#ifdef MG_FUZZ_SNAPSHOTS
static void mend(uint8_t *bytes, size_t size) {
    fuzz_mend_snapshot(bytes, size);
}
#else /* the reader of another format takes no snapshots */
static void mend(uint8_t *bytes, size_t size) {
    (void)bytes, (void)size;
}
#endif

/* An in-memory file with a path that can be opened. In three of four inputs the hashes of a snapshot are corrected. */
static int make_file(const uint8_t *bytes, size_t size, bool mends, char path[64]) {
    uint8_t *const copy = malloc(size + 1);
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    if (!copy || file < 0) {
        abort();
    }
    memcpy(copy, bytes, size);
    if (mends) {
        mend(copy, size);
    }
    if (write(file, copy, size) != (ssize_t)size) {
        abort();
    }
    free(copy);
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const uint64_t choice = fuzz_choice(bytes, size);
    char path[64];
    const int file = make_file(bytes, size, choice % 4 > 0, path);
    fuzz_read(path, strcmp(fuzz_format, "any") == 0 ? NULL : fuzz_format, choice / 4);
    close(file);
    return 0;
}
