/* SPDX-License-Identifier: Apache-2.0
 *
 * snapshot_hash.c: the hash of a section. Since version 4 it is that of the hashes of its pieces, so that all threads
 * hash one section; before, it is one XXH64, which has no parts.
 */
#include "io/snapshot.h"

#include <assert.h>
#include <xxhash.h>

uint64_t mg__snapshot_pieces(uint32_t version, uint64_t size) {
    return version < MG_SNAPSHOT_PIECED || !size ? 1 : (size - 1) / MG_SNAPSHOT_PIECE + 1;
}

uint64_t mg__snapshot_hash_piece(uint32_t version, const void *bytes, uint64_t size, uint64_t piece) {
    assert(piece < mg__snapshot_pieces(version, size));
    if (version < MG_SNAPSHOT_PIECED) {
        return XXH64(bytes, (size_t)size, 0);
    }
    const uint64_t begin = piece * MG_SNAPSHOT_PIECE, left = size - begin;
    return XXH3_64bits((const char *)bytes + begin, (size_t)(left < MG_SNAPSHOT_PIECE ? left : MG_SNAPSHOT_PIECE));
}

uint64_t mg__snapshot_join(uint32_t version, const uint64_t *hashes, uint64_t pieces) {
    return version < MG_SNAPSHOT_PIECED ? hashes[0] : XXH3_64bits(hashes, (size_t)pieces * sizeof *hashes);
}

mg_status mg__snapshot_hash(mg_context *context, uint32_t version, const void *bytes, uint64_t size, uint64_t *hash) {
    const uint64_t pieces = mg__snapshot_pieces(version, size);
    uint64_t *hashes = NULL;
    const mg_status status = MG_ALLOC(context, hashes, pieces, "hashes");
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) if (pieces > 1)
    for (uint64_t i = 0; i < pieces; i++) {
        hashes[i] = mg__snapshot_hash_piece(version, size ? bytes : "", size, i);
    }
    *hash = mg__snapshot_join(version, hashes, pieces);
    mg__release(&context->memory, hashes);
    return MG_OK;
}
