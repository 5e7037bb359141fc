/* SPDX-License-Identifier: Apache-2.0
 *
 * number_names.c: numbers names in the order of their first occurrences, so that edges between names become edges
 * between ids.
 */
#include "core/graph/vertex_names.h"

#include <inttypes.h>
#include <string.h>

#define NAMES_BETWEEN_REPORTS (1u << 16)

/* Checks the arguments; the text must end with the end of a name. */
static mg_status check_text(mg_context *context, uint64_t count, const char *text, uint64_t size) {
    if (size && text[size - 1]) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_number_names: the last byte of the text must be zero");
    }
    if (count > size) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_number_names: %" PRIu64 " names in %" PRIu64 " bytes", count,
                        size);
    }
    return MG_OK;
}

mg_status mg_number_names(mg_context *context, uint64_t count, const char *text, uint64_t size, uint32_t *numbers,
                          uint64_t *first, uint64_t *distinct) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!distinct || (!text && size) || (count && !(numbers && first))) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_number_names: text, numbers, first and distinct must not be NULL");
    }
    mg_names names = {0};
    mg_status status;
    uint64_t used = 0, known = 0;
    MG_TRY(check_text(context, count, text, size));
    for (uint64_t i = 0; i < count; i++) {
        if (i % NAMES_BETWEEN_REPORTS == 0) {
            MG_TRY(mg__progress(context, "numbering", (double)i / (double)count));
        }
        if (used == size) {
            status = mg__fail(context, MG_ERROR_INVALID,
                              "mg_number_names: the text has %" PRIu64 " names, not %" PRIu64, i, count);
            goto out;
        }
        const size_t length = strlen(text + used);
        MG_TRY(mg__names_add(context, &names, text + used, length, &numbers[i]));
        if (numbers[i] == known) {
            first[known++] = i;
        }
        used += length + 1;
    }
    if (used != size) {
        status =
            mg__fail(context, MG_ERROR_INVALID, "mg_number_names: the text has more than %" PRIu64 " names", count);
        goto out;
    }
    *distinct = known;
out:
    mg__names_release(&context->memory, &names);
    return status;
}
