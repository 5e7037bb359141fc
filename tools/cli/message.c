/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"

#include <stdarg.h>
#include <stdio.h>

void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    progress_erase();
    fputs("multigraph: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int message_interrupted(void) {
    if (!terminated()) {
        message("interrupted");
    }
    return STATUS_INTERRUPTED;
}

int status_of(mg_status status) {
    switch (status) {
    case MG_OK:
    case MG_NOT_CONVERGED:
        return STATUS_SUCCESS;
    case MG_ERROR_INVALID:
    case MG_ERROR_FILE:
    case MG_ERROR_FORMAT:
    case MG_ERROR_RANGE:
    case MG_ERROR_PROGRAM:
        return STATUS_USAGE;
    case MG_ERROR_CANCELLED:
        return STATUS_INTERRUPTED;
    default:
        return STATUS_FAILURE;
    }
}

int library_failure(const mg_context *context, mg_status status) {
    const char *error = mg_context_error(context);
    if (status == MG_ERROR_CANCELLED) {
        return message_interrupted();
    }
    message("%s", error[0] ? error : mg_status_text(status));
    return status_of(status);
}
