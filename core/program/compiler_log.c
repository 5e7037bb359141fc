/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/compiler_log.h"

#include <stdio.h>
#include <string.h>

#define EXCERPT 900     /* bytes of a log in a message */
#define LINE_SIZE 4096  /* longer lines are read in pieces */
#define PLACE_SIZE 1250 /* FILE:LINE, the file as long as MG_PATH_SIZE allows */

/* A log in reading. */
typedef struct log_reader {
    const char *name, *source; /* of the user's file */
    char included[PLACE_SIZE]; /* place in the user's file that includes the file of the next message; may be empty */
    char place[PLACE_SIZE];    /* place in the user's file that led to the error; may be empty */
    char reason[200];          /* the error without its place */
    char excerpt[EXCERPT + 1]; /* from the first error on, else the beginning */
    size_t length;             /* of the excerpt */
    bool has_error, needs_place, is_cut;
} log_reader;

/* Length of "FILE:LINE" at the beginning of a text, if FILE is the user's; else 0. */
static size_t place_length(const log_reader *r, const char *text) {
    const char *const files[] = {r->name, r->source};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const size_t length = strlen(files[i]);
        if (strncmp(text, files[i], length) == 0 && text[length] == ':') {
            const size_t digits = strspn(text + length + 1, "0123456789");
            return digits ? length + 1 + digits : 0;
        }
    }
    return 0;
}

static void keep_place(char place[PLACE_SIZE], const char *text, size_t length) {
    snprintf(place, PLACE_SIZE, "%.*s", (int)length, text);
}

/* "In file included from FILE:LINE," or "                 from FILE:LINE:", as gcc and clang print it. */
static bool read_inclusion(log_reader *r, const char *line) {
    static const char first[] = "In file included from ", next[] = "                 from ";
    const bool begins = strncmp(line, first, sizeof first - 1) == 0;
    if (!begins && strncmp(line, next, sizeof next - 1) != 0) {
        return false;
    }
    const char *const file = line + (begins ? sizeof first : sizeof next) - 1;
    r->included[0] = begins ? '\0' : r->included[0];
    keep_place(r->included, file, place_length(r, file));
    return true;
}

static void read_error(log_reader *r, const char *line, const char *error) {
    r->has_error = true;
    r->needs_place = !place_length(r, line);
    r->length = 0;
    r->is_cut = false;
    snprintf(r->reason, sizeof r->reason, "%.*s", (int)strcspn(error, "\n"), error);
    if (r->needs_place) {
        snprintf(r->place, sizeof r->place, "%s", r->included);
    }
}

/* Takes the place from a note of the first error, such as the use of a macro. */
static void read_note(log_reader *r, const char *line) {
    const size_t length = place_length(r, line);
    if (length) {
        keep_place(r->place, line, length);
        r->needs_place = false;
    }
}

static void keep_line(log_reader *r, const char *line) {
    const size_t size = strlen(line), room = EXCERPT - r->length, kept = size < room ? size : room;
    memcpy(r->excerpt + r->length, line, kept);
    r->length += kept;
    r->is_cut = r->is_cut || kept < size;
}

static void read_line(log_reader *r, const char *line) {
    const char *const error = strstr(line, "error:");
    if (!r->has_error && read_inclusion(r, line)) {
        return;
    }
    if (error && !r->has_error) {
        read_error(r, line, error);
    } else if (error) {
        r->needs_place = false;
    } else if (r->needs_place) {
        read_note(r, line);
    } else if (!r->has_error && place_length(r, line)) {
        r->included[0] = '\0'; /* a message about the user's file itself */
    }
    keep_line(r, line);
}

mg_status mg__fail_with_log(mg_context *context, const char *name, const char *source, const char *path) {
    log_reader r = {.name = name, .source = source};
    char line[LINE_SIZE];
    FILE *const log = fopen(path, "rb");
    while (log && fgets(line, sizeof line, log)) {
        read_line(&r, line);
    }
    if (log) {
        fclose(log);
    }
    while (r.length && r.excerpt[r.length - 1] == '\n') {
        r.length--;
    }
    r.excerpt[r.length] = '\0';
    if (!r.length) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s: the compiler failed", name);
    }
    const bool elsewhere = r.place[0];
    return mg__fail(context, MG_ERROR_PROGRAM, "program %s: %s%s%s%s%s%s", name, r.place, elsewhere ? ": " : "",
                    elsewhere ? r.reason : "", elsewhere ? "\n" : "", r.excerpt, r.is_cut ? "..." : "");
}
