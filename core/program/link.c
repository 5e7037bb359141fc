/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link.h"

mg_status mg__link_kernel(mg_context *context, mg_cuda *cuda, const char *source, const char *name, size_t value_size,
                          mg_kernel_family family, bool wide, const void **kernel) {
    (void)cuda, (void)name, (void)value_size, (void)family, (void)wide, (void)kernel;
    return mg__fail(context, MG_ERROR_UNSUPPORTED, "program %s: run-time linking is not there yet", source);
}

void mg__linked_release(mg_context *context, mg_linked *linked) {
    (void)context, (void)linked;
}
