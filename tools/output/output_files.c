/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/output_files.h"
#include "tools/cli/message.h"
#include "tools/output/packing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_ROOM 4352 /* the longest path, and a suffix */

/* Formats and their suffixes. */
static const struct {
    const char *name, *suffixes;
} formats[] = {{"tsv", "tsv txt tab"},  {"csv", "csv txt"},        {"json", "json"},    {"npy", "npy"},
               {"graphalytics", "txt"}, {"graphml", "graphml"},    {"gexf", "gexf"},    {"dot", "dot gv"},
               {"table", "txt log"},    {"picture", "svg png gp"}, {"page", "html htm"}};
#define FORMATS (sizeof formats / sizeof *formats)

/* Suffixes of formats that are not written for results, and of compressions, none of which is applied to them. */
static const char foreign[] =
    "gz zst xz bz2 lz4 lzma br z zip zstd tar tgz 7z rar npz parquet feather arrow orc avro xlsx "
    "xls ods mat h5 hdf5 pkl pickle xml yaml yml md tex mtx el wel mgb gml net sg "
    "wsg gr db sqlite pdf jpg jpeg gif";

static bool in_words(const char *words, const char *suffix) {
    const size_t length = strlen(suffix);
    for (const char *word = words; *word;) {
        const size_t size = strcspn(word, " ");
        if (size == length && strncasecmp(word, suffix, length) == 0) {
            return true;
        }
        word += size + strspn(word + size, " ");
    }
    return false;
}

/* The suffix of the name in `text`, without that of a compression if it is `packed`; "" if it has none: parts without a
 * letter (rank-0.85) are none. */
#define SUFFIX_SIZE 32
static void find_suffix(const char *path, bool packed, char text[SUFFIX_SIZE]) {
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    char copy[PATH_ROOM];
    snprintf(copy, sizeof copy, "%s", name);
    if (packed && packing_has_suffix(copy)) {
        *strrchr(copy, '.') = '\0';
    }
    const char *const dot = strrchr(copy, '.');
    const bool is_suffix = dot && strpbrk(dot, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    snprintf(text, SUFFIX_SIZE, "%s", is_suffix ? dot + 1 : "");
}

static const char *suffixes_of(const char *format) {
    size_t i = 0;
    while (i + 1 < FORMATS && strcmp(formats[i].name, format) != 0) {
        i++;
    }
    return formats[i].suffixes;
}

/* The format that a suffix promises; NULL: none. */
static const char *promised(const char *suffix) {
    for (size_t i = 0; i < FORMATS; i++) {
        if (in_words(formats[i].suffixes, suffix)) {
            return formats[i].name;
        }
    }
    return NULL;
}

/* False after printing that the suffix is not one of the format. */
static bool suffix_fits(const output_file *f) {
    struct stat info;
    char suffix[SUFFIX_SIZE];
    if (!f->path) {
        return true;
    }
    find_suffix(f->path, f->packed, suffix);
    if (!*suffix || in_words(suffixes_of(f->format), suffix) || (stat(f->path, &info) == 0 && !S_ISREG(info.st_mode))) {
        return true;
    }
    const char *const other = promised(suffix);
    if (f->chosen && !other && !in_words(foreign, suffix)) {
        return true;
    }
    if (f->formats && !f->chosen) {
        message("%s %s: the suffix .%s is none of %s, which --output-format names", f->option, f->path, suffix,
                f->formats);
    } else if (f->formats) {
        message("%s %s: the output is %s, which has no suffix .%s; name its format by --output-format: %s", f->option,
                f->path, f->format, suffix, f->formats);
    } else {
        message("%s %s: the output is %s, which has no suffix .%s; name it FILE.%.*s", f->option, f->path, f->format,
                suffix, (int)strcspn(suffixes_of(f->format), " "), suffixes_of(f->format));
    }
    return false;
}

/* What a path refers to. */
typedef struct place {
    bool exists;
    struct stat info;
    char path[PATH_ROOM]; /* of a file that does not exist: its folder without links, and its name */
} place;

static void find_place(place *p, const char *path, int standard) {
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    char folder[PATH_ROOM];
    p->exists = (strcmp(path, "-") == 0 ? fstat(standard, &p->info) : stat(path, &p->info)) == 0;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - path) : 1, slash ? path : ".");
    char *const real = realpath(folder, NULL);
    snprintf(p->path, sizeof p->path, "%.4000s/%.300s", real ? real : folder, name);
    free(real);
}

static bool same_place(const place *a, const place *b) {
    if (a->exists && b->exists) {
        return a->info.st_dev == b->info.st_dev && a->info.st_ino == b->info.st_ino;
    }
    return a->exists == b->exists && strcmp(a->path, b->path) == 0;
}

static bool is_terminal(const char *path) {
    const bool standard = strcmp(path, "-") == 0;
    const int file = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    const bool is = file >= 0 && isatty(file);
    if (file >= 0 && !standard) {
        close(file);
    }
    return is;
}

/* Two outputs into one device, such as /dev/null, are allowed, but not two on a terminal. */
static bool outputs_differ(const output_file *a, const output_file *b) {
    place first, second;
    find_place(&first, a->path, STDOUT_FILENO);
    find_place(&second, b->path, STDOUT_FILENO);
    if (is_terminal(a->path) && is_terminal(b->path)) {
        message("%s and %s both go to the terminal", a->option, b->option);
        return false;
    }
    if (!same_place(&first, &second) || (first.exists && S_ISCHR(first.info.st_mode))) {
        return true;
    }
    if (strcmp(a->path, "-") == 0 || strcmp(b->path, "-") == 0) {
        message("%s and %s both go to standard output", a->option, b->option);
    } else {
        message("%s and %s name the same file, %s", a->option, b->option, b->path);
    }
    return false;
}

static const char *path_name(const char *path, const char *standard) {
    return strcmp(path, "-") == 0 ? standard : path;
}

static bool spares(const output_file *f, const char *input) {
    place first, second;
    find_place(&first, f->path, STDOUT_FILENO);
    find_place(&second, input, STDIN_FILENO);
    if (!first.exists || !S_ISREG(first.info.st_mode) || !same_place(&first, &second)) {
        return true;
    }
    message("%s: %s would replace an input, %s", f->option, path_name(f->path, "standard output"),
            path_name(input, "standard input"));
    return false;
}

/* Of an LDBC graph any of its files is the operand, or their common name. */
static bool spares_parts(const output_file *f, const char *input) {
    static const char *const parts[] = {".v", ".e", ".properties"}, *const packed[] = {"", ".gz", ".zst"};
    size_t length = strlen(input), part = 0;
    bool spared = true;
    for (size_t i = 1; i < 3; i++) {
        const size_t tail = strlen(packed[i]);
        length -= length > tail && strcasecmp(input + length - tail, packed[i]) == 0 ? tail : 0;
    }
    for (size_t i = 0; i < 3; i++) {
        const size_t tail = strlen(parts[i]);
        part = length > tail && strncmp(input + length - tail, parts[i], tail) == 0 ? tail : part;
    }
    if (!part && access(input, F_OK) == 0) {
        return true;
    }
    for (size_t i = 0; i < 9 && spared; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "%.*s%s%s", (int)(length - part), input, parts[i / 3], packed[i % 3]);
        spared = spares(f, path);
    }
    return spared;
}

int output_files_check(const output_file *files, size_t count, const char *const *inputs, size_t input_count) {
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        good = suffix_fits(&files[i]);
        for (size_t k = 0; k < i && good; k++) {
            good = !files[i].path || !files[k].path || outputs_differ(&files[k], &files[i]);
        }
        for (size_t k = 0; k < input_count && good; k++) {
            good = !files[i].path || !inputs[k] || (spares(&files[i], inputs[k]) && spares_parts(&files[i], inputs[k]));
        }
    }
    return good ? STATUS_SUCCESS : STATUS_USAGE;
}

static const char *const result_formats[] = {[OUTPUT_TSV] = "tsv",
                                             [OUTPUT_CSV] = "csv",
                                             [OUTPUT_JSON] = "json",
                                             [OUTPUT_NPY] = "npy",
                                             [OUTPUT_GRAPHALYTICS] = "graphalytics",
                                             [OUTPUT_GRAPHML] = "graphml",
                                             [OUTPUT_GEXF] = "gexf",
                                             [OUTPUT_DOT] = "dot"};

output_format output_format_of(const cli_options *options, const char *path) {
    char suffix[SUFFIX_SIZE];
    find_suffix(path ? path : "", true, suffix);
    const char *const format = promised(suffix);
    for (int i = 0; i < OUTPUT_FORMATS && format && !options->output_format_given; i++) {
        if (strcmp(result_formats[i], format) == 0) {
            return (output_format)i;
        }
    }
    return (output_format)options->output_format;
}

output_file output_file_of(const cli_options *options, const char *option, const char *path) {
    return (output_file){option,
                         path,
                         result_formats[output_format_of(options, path)],
                         "tsv, csv, json, npy, graphalytics, graphml, gexf or dot",
                         options->output_format_given,
                         true};
}

output_file edges_file_of(const cli_options *options, const char *option, const char *path) {
    const bool npy = output_format_of(options, path) == OUTPUT_NPY;
    return (output_file){option, path, npy ? "npy" : "tsv", "tsv or npy", options->output_format_given, true};
}

int output_files_check_report(const cli_options *options) {
    const output_file files[] = {{"-o", options->output ? options->output : "-", "table", NULL, false, false},
                                 {"--metrics", options->metrics, "json", NULL, false, false}};
    const char *const against[] = {options->bench.against};
    const int status = output_files_check(files, 2, against, 1);
    return status == STATUS_SUCCESS
               ? output_files_check(files, 2, (const char *const *)options->operands, options->operand_count)
               : status;
}

bool npy_on_terminal(const cli_options *options) {
    const bool is_so = options->output_format == OUTPUT_NPY && !options->output && isatty(STDOUT_FILENO);
    if (is_so) {
        message("npy cannot be written to a terminal; use -o FILE");
    }
    return is_so;
}
