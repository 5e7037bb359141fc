/* SPDX-License-Identifier: Apache-2.0
 *
 * fake_driver.c: the functions of the CUDA driver that bench --vendor calls, in host memory. A product of
 * fake_cusparse.c says by cuFakeWork how long it takes.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct event {
    double time;
} event;

static double now; /* milliseconds */

int cuInit(unsigned flags);
int cuCtxGetCurrent(void **context);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(uint64_t *memory, size_t bytes);
int cuMemFree_v2(uint64_t memory);
int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes);
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes);
int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes);
int cuMemsetD8_v2(uint64_t to, unsigned char value, size_t bytes);
int cuEventCreate(void **made, unsigned flags);
int cuEventRecord(void *recorded, void *stream);
int cuEventSynchronize(void *recorded);
int cuEventElapsedTime(float *milliseconds, void *begin, void *end);
int cuEventDestroy_v2(void *destroyed);
void cuFakeWork(double milliseconds);

int cuInit(unsigned flags) {
    return (int)flags;
}

int cuCtxGetCurrent(void **context) {
    *context = &now;
    return 0;
}

int cuCtxSynchronize(void) {
    return 0;
}

int cuMemAlloc_v2(uint64_t *memory, size_t bytes) {
    *memory = (uint64_t)(uintptr_t)malloc(bytes);
    return *memory ? 0 : 2;
}

int cuMemFree_v2(uint64_t memory) {
    free((void *)(uintptr_t)memory);
    return 0;
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
    memcpy((void *)(uintptr_t)to, from, bytes);
    return 0;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return 0;
}

/* 1 TB/s, read and written */
int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) {
    now += 2e-9 * (double)bytes;
    return to == from;
}

int cuMemsetD8_v2(uint64_t to, unsigned char value, size_t bytes) {
    memset((void *)(uintptr_t)to, value, bytes < 64 ? bytes : 64);
    return 0;
}

int cuEventCreate(void **made, unsigned flags) {
    *made = calloc(1, sizeof(event));
    return *made ? (int)flags : 2;
}

int cuEventRecord(void *recorded, void *stream) {
    ((event *)recorded)->time = now;
    return stream != NULL;
}

int cuEventSynchronize(void *recorded) {
    return recorded == NULL;
}

int cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
    *milliseconds = (float)(((event *)end)->time - ((event *)begin)->time);
    return 0;
}

int cuEventDestroy_v2(void *destroyed) {
    free(destroyed);
    return 0;
}

void cuFakeWork(double milliseconds) {
    now += milliseconds;
}
