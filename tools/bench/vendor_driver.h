/* SPDX-License-Identifier: Apache-2.0
 *
 * vendor_driver.h: device memory and times for bench --vendor, by the CUDA driver's library, which is loaded when it is
 * needed: the command needs no CUDA library to start. All in the context that the library's CUDA backend uses.
 */
#ifndef MG_TOOLS_BENCH_VENDOR_DRIVER_H
#define MG_TOOLS_BENCH_VENDOR_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vendor_driver {
    void *library; /* of dlopen */
    int (*cuInit)(unsigned flags);
    int (*cuCtxGetCurrent)(void **context);
    int (*cuCtxSynchronize)(void);
    int (*cuMemAlloc)(uint64_t *memory, size_t bytes);
    int (*cuMemFree)(uint64_t memory);
    int (*cuMemcpyHtoD)(uint64_t to, const void *from, size_t bytes);
    int (*cuMemcpyDtoH)(void *to, uint64_t from, size_t bytes);
    int (*cuMemcpyDtoD)(uint64_t to, uint64_t from, size_t bytes);
    int (*cuMemsetD8)(uint64_t to, unsigned char value, size_t bytes);
    int (*cuEventCreate)(void **event, unsigned flags);
    int (*cuEventRecord)(void *event, void *stream);
    int (*cuEventSynchronize)(void *event);
    int (*cuEventElapsedTime)(float *milliseconds, void *begin, void *end);
    int (*cuEventDestroy)(void *event);
    void *begin, *end; /* events */
    uint64_t flushed;  /* memory that a flush overwrites */
} vendor_driver;

/* Loads the functions by their names in a library, a pointer after the other; false: one is missing, in *missing. */
bool vendor_load(void *library, const char *const *names, size_t count, void *functions, const char **missing);

/* Opens the driver; the calling thread has a current context. Returns NULL or what went wrong. */
const char *vendor_driver_open(vendor_driver *driver);
void vendor_driver_close(vendor_driver *driver);

/* Memory on the device, with a copy of `from` unless that is NULL; NULL: there is not enough. Zero bytes: one. */
void *vendor_upload(const vendor_driver *driver, const void *from, size_t bytes);
void vendor_free(const vendor_driver *driver, void *memory);
bool vendor_download(const vendor_driver *driver, void *to, const void *from, size_t bytes);

/* Overwrites more memory than the L2 cache has, and waits. */
void vendor_flush(const vendor_driver *driver);
/* Starts a copy within memory that is larger than the L2 cache; returns the bytes that it reads and writes, 0: it
 * failed. */
size_t vendor_copy(const vendor_driver *driver);
/* Times the work between the two calls, in seconds; negative: it failed. */
void vendor_begin(const vendor_driver *driver);
double vendor_end(const vendor_driver *driver);

#endif
