/* SPDX-License-Identifier: Apache-2.0
 *
 * devices.c: the public list of devices: that of the first backend that has devices.
 */
#include "core/engine/backend.h"

#include "core/stage_clock.h"

static const mg_backend *with_devices(void) {
    const mg_backend *const *b = mg__backends;
    while (*b && !(*b)->device_count) {
        b++;
    }
    return *b;
}

uint32_t mg_device_count(mg_context *context) {
    MG_STAGE(context, MG_STAGE_DEVICE);
    if (!context) {
        return 0;
    }
    const mg_backend *backend = with_devices();
    if (!backend) {
        mg__fail(context, MG_ERROR_UNSUPPORTED, "no GPU: this library was built without CUDA");
        return 0;
    }
    return backend->device_count(context);
}

mg_status mg_device_start(mg_context *context) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_backend *const backend = with_devices();
    if (backend && backend->start) {
        backend->start(context);
        mg__parse_on_device(context);
    }
    return MG_OK;
}

mg_status mg_device_info(mg_context *context, uint32_t position, mg_device *device) {
    MG_STAGE(context, MG_STAGE_DEVICE);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!device) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_device_info: device is NULL");
    }
    const mg_backend *backend = with_devices();
    return backend
               ? backend->device_info(context, position, device)
               : mg__fail(context, MG_ERROR_RANGE, "there is no GPU %u: this library was built without CUDA", position);
}

mg_status mg_device_link_info(mg_context *context, uint32_t from, uint32_t to, mg_device_link *link) {
    MG_STAGE(context, MG_STAGE_DEVICE);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!link) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_device_link_info: link is NULL");
    }
    if (from == to) {
        return mg__fail(context, MG_ERROR_RANGE, "a link is between two GPUs, not from %u to itself", from);
    }
    const mg_backend *backend = with_devices();
    return backend ? backend->device_link(context, from, to, link)
                   : mg__fail(context, MG_ERROR_RANGE, "there is no GPU %u: this library was built without CUDA", from);
}
