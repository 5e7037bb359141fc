/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_snapshot.c: snapshots whose hashes are right whatever is in them, as an attacker would make them.
 */
#include "io/snapshot.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>
#include <xxhash.h>

void fuzz_mend_snapshot(uint8_t *bytes, size_t size) {
    mg_snapshot s;
    if (size < MG_SNAPSHOT_HEADER || memcmp(bytes, MG_SNAPSHOT_MAGIC, 8) != 0) {
        return;
    }
    memcpy(&s, bytes, sizeof s);
    mg_snapshot laid_out = s;
    if (mg__snapshot_layout(&laid_out) && laid_out.file_size <= size) {
        s = laid_out;
        for (int i = 0; i < MG_SECTION_COUNT; i++) {
            s.sections[i].hash = XXH64(bytes + s.sections[i].begin, s.sections[i].size, 0);
        }
        if (s.version == MG_SNAPSHOT_NAMED && s.names.size / sizeof(uint64_t) >= s.vertices) {
            uint64_t *ends = (uint64_t *)(bytes + s.names.begin);
            const mg_names names = {.ends = ends, .count = s.vertices, .text = (char *)(ends + s.vertices)};
            s.names.hash = mg__snapshot_hash_names(&names, s.names.size - s.vertices * sizeof(uint64_t));
        }
    }
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(bytes, &s, sizeof s);
}
