/* SPDX-License-Identifier: Apache-2.0
 *
 * report_page.c: HTML. Pictures are data URIs: the ids in one SVG do not meet those of another.
 */
#include "tools/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char style[] = "body{font:16px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}"
                            "pre{font:12px/1.35 monospace;background:#f5f5f2;padding:.8em;overflow-x:auto;tab-size:24}"
                            "code{font:13px monospace;background:#f5f5f2;padding:.1em .3em}"
                            "h2{border-top:1px solid #ccc;padding-top:1em;margin-top:2em}"
                            "figure{margin:1em 0;overflow-x:auto}img{max-width:100%;min-width:44em;height:auto}"
                            "figcaption{color:#555;font-size:90%}";

/* With the characters that HTML gives a meaning as entities. */
static void escape(sink *page, const char *text, size_t length) {
    static const struct {
        char character;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (size_t i = 0; i < length; i++) {
        const char *entity = NULL;
        for (size_t e = 0; e < sizeof entities / sizeof *entities; e++) {
            entity = text[i] == entities[e].character ? entities[e].entity : entity;
        }
        if (entity) {
            sink_text(page, entity);
        } else {
            sink_write(page, text + i, 1);
        }
    }
}

static void element(sink *page, const char *name, const char *text) {
    sink_text(page, "<");
    sink_text(page, name);
    sink_text(page, ">");
    escape(page, text, strlen(text));
    sink_text(page, "</");
    sink_text(page, name);
    sink_text(page, ">\n");
}

void page_begin(sink *page, const char *title, const char *summary) {
    sink_text(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width\">\n");
    element(page, "title", title);
    sink_text(page, "<style>");
    sink_text(page, style);
    sink_text(page, "</style>\n</head>\n<body>\n");
    element(page, "h1", title);
    element(page, "p", summary);
}

void page_end(sink *page) {
    sink_text(page, "</body>\n</html>\n");
}

void page_heading(sink *page, const char *title, const char *about, const char *call) {
    element(page, "h2", title);
    element(page, "p", about);
    sink_text(page, "<p><code>multigraph ");
    escape(page, call, strlen(call));
    sink_text(page, "</code></p>\n");
}

void page_text(sink *page, const char *text) {
    element(page, "p", text);
}

/* The whole file, which the caller frees; NULL: it cannot be read, or is empty. */
static char *read_all(const char *path, size_t *size) {
    FILE *const file = fopen(path, "rb");
    char *content = NULL;
    *size = 0;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long length = ftell(file);
        content = length > 0 ? malloc((size_t)length) : NULL;
        rewind(file);
        *size = content ? fread(content, 1, (size_t)length, file) : 0;
    }
    if (file) {
        fclose(file);
    }
    return content;
}

bool page_table(sink *page, const char *path) {
    size_t size;
    char *const content = read_all(path, &size);
    if (content) {
        sink_text(page, "<pre>");
        escape(page, content, size);
        sink_text(page, "</pre>\n");
    }
    free(content);
    return content != NULL;
}

static void write_base64(sink *page, const unsigned char *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned group = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (unsigned)bytes[i + 2] : 0);
        const char four[] = {digits[group >> 18], digits[group >> 12 & 63], left > 1 ? digits[group >> 6 & 63] : '=',
                             left > 2 ? digits[group & 63] : '='};
        sink_write(page, four, sizeof four);
    }
}

bool page_picture(sink *page, const char *path, const char *title) {
    size_t size;
    char *const content = read_all(path, &size);
    if (content) {
        sink_text(page, "<figure><img alt=\"");
        escape(page, title, strlen(title));
        sink_text(page, "\" src=\"data:image/svg+xml;base64,");
        write_base64(page, (const unsigned char *)content, size);
        sink_text(page, "\">");
        element(page, "figcaption", title);
        sink_text(page, "</figure>\n");
    }
    free(content);
    return content != NULL;
}
