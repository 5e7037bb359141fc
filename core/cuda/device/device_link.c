/* SPDX-License-Identifier: Apache-2.0
 *
 * device_link.c: how devices reach each other. The number of NVLink connections is known to NVIDIA's management library
 * only, which is opened if it is there. The types and numbers are those of its interface.
 */
#include "core/cuda/device/device.h"

#include <dlfcn.h>

#define LINKS_MAX 18u /* NVML_NVLINK_MAX_LINKS */

typedef struct nvml {
    void *library;
    int (*start)(void);
    int (*stop)(void);
    int (*find)(const char *bus, void **device);
    int (*link_state)(void *device, unsigned link, int *active);
} nvml;

static bool open_nvml(nvml *n) {
    n->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!n->library) {
        return false;
    }
    *(void **)&n->start = dlsym(n->library, "nvmlInit_v2");
    *(void **)&n->stop = dlsym(n->library, "nvmlShutdown");
    *(void **)&n->find = dlsym(n->library, "nvmlDeviceGetHandleByPciBusId_v2");
    *(void **)&n->link_state = dlsym(n->library, "nvmlDeviceGetNvLinkState");
    return n->start && n->stop && n->find && n->link_state && n->start() == 0;
}

/* NVLink connections of a device that are up. */
static uint32_t count_nvlinks(uint32_t position) {
    nvml n = {0};
    char bus[32];
    void *device = NULL;
    uint32_t count = 0;
    const bool open = open_nvml(&n);
    if (open && cudaDeviceGetPCIBusId(bus, sizeof bus, (int)position) == cudaSuccess && n.find(bus, &device) == 0) {
        for (unsigned link = 0; link < LINKS_MAX; link++) {
            int active = 0;
            count += n.link_state(device, link, &active) == 0 && active;
        }
    }
    if (open) {
        n.stop();
    }
    if (n.library) {
        dlclose(n.library);
    }
    return count;
}

mg_status mg__cuda_device_link(mg_context *context, uint32_t from, uint32_t to, mg_device_link *link) {
    mg_status status = MG_OK;
    const uint32_t present = mg__cuda_device_count(context), missing = from >= present ? from : to;
    int access = 0, atomics = 0, rank = 0;
    if (from >= present || to >= present) {
        return mg__fail(context, MG_ERROR_RANGE, "there is no GPU %u", missing);
    }
    MG_CUDA_TRY(context, cudaDeviceCanAccessPeer(&access, (int)from, (int)to), "reading a link");
    if (access) {
        MG_CUDA_TRY(context,
                    cudaDeviceGetP2PAttribute(&atomics, cudaDevP2PAttrNativeAtomicSupported, (int)from, (int)to),
                    "reading a link");
        MG_CUDA_TRY(context, cudaDeviceGetP2PAttribute(&rank, cudaDevP2PAttrPerformanceRank, (int)from, (int)to),
                    "reading a link");
    }
    *link =
        (mg_device_link){.access = access, .atomics = atomics, .rank = (uint32_t)rank, .nvlinks = count_nvlinks(from)};
out:
    return status;
}
