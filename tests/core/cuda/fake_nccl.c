/* SPDX-License-Identifier: Apache-2.0
 *
 * fake_nccl.c: a library in the place of NCCL whose ncclCommInitRank succeeds, fails, or waits for a rank that never
 * comes, until the test lets it go on. FAKE_NCCL_OLD: one without point-to-point calls, as before 2.7.
 */
#include "tests/core/cuda/fake_nccl.h"

#include <string.h>
#include <unistd.h>

struct fake_nccl fake_nccl;

int ncclGetVersion(int *version) {
    *version = 22809;
    return 0;
}

int ncclGetUniqueId(fake_nccl_id *id) {
    memset(id, 7, sizeof *id);
    return 0;
}

int ncclCommInitRank(void **comm, int ranks, fake_nccl_id id, int rank) {
    fake_nccl.ranks = ranks;
    fake_nccl.rank = rank;
    fake_nccl.id = id.internal[FAKE_NCCL_ID - 1];
    while (__atomic_load_n(&fake_nccl.mode, __ATOMIC_ACQUIRE) == FAKE_NCCL_WAITS) {
        usleep(1000);
    }
    *comm = &fake_nccl;
    return fake_nccl.mode == FAKE_NCCL_FAILS ? 6 : 0; /* ncclRemoteError */
}

int ncclCommDestroy(void *comm) {
    (void)comm;
    return 0;
}

int ncclCommAbort(void *comm) {
    (void)comm;
    __atomic_add_fetch(&fake_nccl.aborts, 1, __ATOMIC_RELEASE);
    return 0;
}

int ncclCommGetAsyncError(void *comm, int *error) {
    (void)comm;
    *error = 0;
    return 0;
}

const char *ncclGetErrorString(int error) {
    return error ? "remote process exited" : "no error";
}

int ncclGroupStart(void) {
    return 0;
}

int ncclGroupEnd(void) {
    return 0;
}

#ifndef FAKE_NCCL_OLD
int ncclSend(const void *from, size_t count, int type, int peer, void *comm, void *stream) {
    (void)from, (void)count, (void)type, (void)peer, (void)comm, (void)stream;
    return 0;
}

int ncclRecv(void *to, size_t count, int type, int peer, void *comm, void *stream) {
    (void)to, (void)count, (void)type, (void)peer, (void)comm, (void)stream;
    return 0;
}
#endif
