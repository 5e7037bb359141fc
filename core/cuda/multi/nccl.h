/* SPDX-License-Identifier: Apache-2.0
 *
 * nccl.h: NVIDIA's library of exchanges between GPUs, loaded by dlopen at first use, so that nothing depends on it and
 * no header of it is needed. The declarations are those of NCCL 2.28.9; they are the same since 2.7.
 */
#ifndef MG_CORE_CUDA_MULTI_NCCL_H
#define MG_CORE_CUDA_MULTI_NCCL_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#define MG_NCCL_ID_BYTES 128 /* NCCL_UNIQUE_ID_BYTES */

typedef struct mg_nccl_id {
    char internal[MG_NCCL_ID_BYTES];
} mg_nccl_id;
typedef struct ncclComm *mg_nccl_comm;
typedef enum mg_nccl_result {
    MG_NCCL_LATE = -1, /* not of NCCL: see mg__nccl_connect() */
    MG_NCCL_SUCCESS = 0,
    MG_NCCL_CUDA_ERROR = 1,
    MG_NCCL_SYSTEM_ERROR = 2,
    MG_NCCL_IN_PROGRESS = 7
} mg_nccl_result; /* else: an error */
typedef enum mg_nccl_type { MG_NCCL_UINT8 = 1 } mg_nccl_type;

typedef struct mg_nccl {
    int version;                    /* 22809: 2.28.9 */
    cudaError_t (*set_device)(int); /* not of NCCL */
    mg_nccl_result (*get_version)(int *);
    mg_nccl_result (*get_unique_id)(mg_nccl_id *);
    mg_nccl_result (*comm_init_rank)(mg_nccl_comm *, int, mg_nccl_id, int);
    mg_nccl_result (*comm_destroy)(mg_nccl_comm);
    mg_nccl_result (*comm_abort)(mg_nccl_comm);
    mg_nccl_result (*comm_async_error)(mg_nccl_comm, mg_nccl_result *);
    const char *(*error_string)(mg_nccl_result);
    mg_nccl_result (*group_start)(void);
    mg_nccl_result (*group_end)(void);
    mg_nccl_result (*send)(const void *, size_t, mg_nccl_type, int, mg_nccl_comm, cudaStream_t);
    mg_nccl_result (*receive)(void *, size_t, mg_nccl_type, int, mg_nccl_comm, cudaStream_t);
} mg_nccl;

/* The library, for the life of the process; NULL, with the reason in `why`. The environment variable MULTIGRAPH_NCCL
 * has its path, or "none". */
const mg_nccl *mg__nccl_open(char *why, size_t size);

/* Which rank connects to the others, with the device of that number. */
typedef struct mg_nccl_member {
    mg_nccl_id id;
    uint32_t size, rank;
    int device;
} mg_nccl_member;

/* Connects a rank to the others; all call it together. MG_NCCL_LATE: that took longer than `limit` seconds (0: no
 * limit), a rank may be lost. */
mg_nccl_result mg__nccl_connect(const mg_nccl *nccl, const mg_nccl_member *member, double limit, mg_nccl_comm *comm);

#endif
