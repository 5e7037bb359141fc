/* SPDX-License-Identifier: Apache-2.0
 *
 * fake_nccl.h: what a test and fake_nccl.c have in common; the test finds `fake_nccl` by dlsym.
 */
#ifndef MG_TESTS_FAKE_NCCL_H
#define MG_TESTS_FAKE_NCCL_H

#include <stddef.h>

#define FAKE_NCCL_ID 128

typedef struct fake_nccl_id {
    char internal[FAKE_NCCL_ID];
} fake_nccl_id;

enum { FAKE_NCCL_CONNECTS, FAKE_NCCL_FAILS, FAKE_NCCL_WAITS };

extern struct fake_nccl {
    int mode;
    int aborts;          /* of connections */
    int ranks, rank, id; /* of the last ncclCommInitRank */
} fake_nccl;

int ncclGetVersion(int *version);
int ncclGetUniqueId(fake_nccl_id *id);
int ncclCommInitRank(void **comm, int ranks, fake_nccl_id id, int rank);
int ncclCommDestroy(void *comm);
int ncclCommAbort(void *comm);
int ncclCommGetAsyncError(void *comm, int *error);
const char *ncclGetErrorString(int error);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclSend(const void *from, size_t count, int type, int peer, void *comm, void *stream);
int ncclRecv(void *to, size_t count, int type, int peer, void *comm, void *stream);

#endif
