/* SPDX-License-Identifier: Apache-2.0
 *
 * output_files.h: checks the names of output files before anything is read: that a suffix promises no other format,
 * and that no output replaces another one or an input.
 */
#ifndef MG_TOOLS_OUTPUT_OUTPUT_FILES_H
#define MG_TOOLS_OUTPUT_OUTPUT_FILES_H

#include "tools/cli/options.h"

typedef struct output_file {
    const char *option;  /* for messages */
    const char *path;    /* NULL: not given; "-": standard output */
    const char *format;  /* "tsv", "json", ..., "table" (text for people) or "picture" */
    const char *formats; /* the formats of --output-format, for messages; NULL: there is only one */
    bool chosen;         /* the user named the format: a suffix of no format is allowed, too */
    bool packed;         /* .gz or .zst may follow the suffix */
} output_file;

/* Returns an exit status; prints an error. inputs: may be NULL or "-"; of an LDBC graph all its files count. */
int output_files_check(const output_file *files, size_t count, const char *const *inputs, size_t input_count);

/* A file with results in the format of output_format_of(). path: NULL: not given. */
output_file output_file_of(const cli_options *options, const char *option, const char *path);

/* A file with a list of edges, tsv or npy. */
output_file edges_file_of(const cli_options *options, const char *option, const char *path);

/* The format of a file with results: that of --output-format, else by its suffix, else tsv. */
output_format output_format_of(const cli_options *options, const char *path);

/* Is --output-format npy to be written to a terminal, without -o? Then prints that it cannot be. */
bool npy_on_terminal(const cli_options *options);

/* Checks -o as a text table and --metrics, against the operands of bench and compare, and --against. */
int output_files_check_report(const cli_options *options);

#endif
