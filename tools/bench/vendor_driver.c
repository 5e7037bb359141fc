/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/vendor_driver.h"

#include <dlfcn.h>
#include <string.h>

#define FLUSH_BYTES ((size_t)256 << 20)

/* In the order of the struct; _v2: 64-bit addresses. */
static const char *const names[] = {
    "cuInit",          "cuCtxGetCurrent",    "cuCtxSynchronize",   "cuMemAlloc_v2",    "cuMemFree_v2",
    "cuMemcpyHtoD_v2", "cuMemcpyDtoH_v2",    "cuMemcpyDtoD_v2",    "cuMemsetD8_v2",    "cuEventCreate",
    "cuEventRecord",   "cuEventSynchronize", "cuEventElapsedTime", "cuEventDestroy_v2"};

bool vendor_load(void *library, const char *const *functions_of, size_t count, void *functions, const char **missing) {
    for (size_t i = 0; i < count; i++) {
        void *const function = dlsym(library, functions_of[i]);
        if (!function) {
            *missing = functions_of[i];
            return false;
        }
        memcpy((char *)functions + i * sizeof function, &function, sizeof function);
    }
    return true;
}

const char *vendor_driver_open(vendor_driver *driver) {
    const char *missing = NULL;
    void *context = NULL;
    *driver = (vendor_driver){.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)};
    if (!driver->library) {
        return dlerror();
    }
    if (!vendor_load(driver->library, names, sizeof names / sizeof *names, &driver->cuInit, &missing)) {
        return missing;
    }
    if (driver->cuInit(0) || driver->cuCtxGetCurrent(&context) || !context) {
        return "no device is open";
    }
    uint64_t memory = 0;
    if (driver->cuEventCreate(&driver->begin, 0) || driver->cuEventCreate(&driver->end, 0) ||
        driver->cuMemAlloc(&memory, FLUSH_BYTES)) {
        return "out of device memory";
    }
    driver->flushed = memory;
    return NULL;
}

void vendor_driver_close(vendor_driver *driver) {
    if (driver->flushed) {
        driver->cuMemFree(driver->flushed);
    }
    if (driver->begin) {
        driver->cuEventDestroy(driver->begin);
    }
    if (driver->end) {
        driver->cuEventDestroy(driver->end);
    }
    if (driver->library) {
        dlclose(driver->library);
    }
    *driver = (vendor_driver){.library = NULL};
}

void *vendor_upload(const vendor_driver *driver, const void *from, size_t bytes) {
    uint64_t memory = 0;
    if (driver->cuMemAlloc(&memory, bytes ? bytes : 1)) {
        return NULL;
    }
    if (from && bytes && driver->cuMemcpyHtoD(memory, from, bytes)) {
        driver->cuMemFree(memory);
        return NULL;
    }
    return (void *)(uintptr_t)memory;
}

void vendor_free(const vendor_driver *driver, void *memory) {
    if (memory) {
        driver->cuMemFree((uint64_t)(uintptr_t)memory);
    }
}

bool vendor_download(const vendor_driver *driver, void *to, const void *from, size_t bytes) {
    return !bytes || !driver->cuMemcpyDtoH(to, (uint64_t)(uintptr_t)from, bytes);
}

void vendor_flush(const vendor_driver *driver) {
    driver->cuMemsetD8(driver->flushed, 1, FLUSH_BYTES);
    driver->cuCtxSynchronize();
}

size_t vendor_copy(const vendor_driver *driver) {
    const size_t half = FLUSH_BYTES / 2;
    return driver->cuMemcpyDtoD(driver->flushed, driver->flushed + half, half) ? 0 : 2 * half;
}

void vendor_begin(const vendor_driver *driver) {
    driver->cuEventRecord(driver->begin, NULL);
}

double vendor_end(const vendor_driver *driver) {
    float milliseconds = 0;
    const bool failed = driver->cuEventRecord(driver->end, NULL) || driver->cuEventSynchronize(driver->end) ||
                        driver->cuEventElapsedTime(&milliseconds, driver->begin, driver->end);
    return failed ? -1 : 1e-3 * (double)milliseconds;
}
