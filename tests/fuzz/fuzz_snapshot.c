/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_snapshot.c: snapshots whose hashes are right whatever is in them, as an attacker would make them.
 */
#include "io/snapshot.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>
#include <xxhash.h>

#define MOST_PIECES 64

static uint64_t hash_of(uint32_t version, const uint8_t *bytes, uint64_t size) {
    uint64_t hashes[MOST_PIECES] = {0};
    const uint64_t pieces = mg__snapshot_pieces(version, size);
    for (uint64_t i = 0; i < pieces && i < MOST_PIECES; i++) {
        hashes[i] = mg__snapshot_hash_piece(version, bytes, size, i);
    }
    return mg__snapshot_join(version, hashes, pieces < MOST_PIECES ? pieces : MOST_PIECES);
}

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
            s.sections[i].hash = hash_of(s.version, bytes + s.sections[i].begin, s.sections[i].size);
        }
        if (mg__snapshot_has_in_edges(&s)) {
            mg_in_sections in;
            uint64_t hashes[3];
            mg__snapshot_place_in_edges(&s, &in);
            for (int i = 0; i < 3; i++) {
                hashes[i] = hash_of(s.version, bytes + in.part[i].begin, in.part[i].size);
            }
            s.in_hash = mg__snapshot_join(s.version, hashes, 3);
        }
        if (mg__snapshot_named(&s) && s.names.size / sizeof(uint64_t) >= s.vertices) {
            uint64_t *ends = (uint64_t *)(bytes + s.names.begin);
            const mg_names names = {.ends = ends, .count = s.vertices, .text = (char *)(ends + s.vertices)};
            s.names.hash = mg__snapshot_hash_names(&names, s.names.size - s.vertices * sizeof(uint64_t));
        }
    }
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(bytes, &s, sizeof s);
}
