/* SPDX-License-Identifier: Apache-2.0
 *
 * test_containers.c: compressed files and archives, written by libarchive, are read like what they hold, or refused.
 */
#include "tests/failing_memory.h"
#include "tests/io/files.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <unistd.h>

#define MTX "%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 1\n4 2\n"

typedef struct member {
    const char *name, *text;
} member;

typedef int (*choose)(struct archive *);

/* Writes an archive; a single member without a name for the format `raw`. */
static const char *make_archive(const char *name, choose format, choose filter, const member *members, size_t count) {
    const char *path = file_path(name);
    struct archive *a = archive_write_new();
    CHECK(format(a) == ARCHIVE_OK && (!filter || filter(a) == ARCHIVE_OK));
    CHECK(archive_write_open_filename(a, path) == ARCHIVE_OK);
    for (size_t i = 0; i < count; i++) {
        struct archive_entry *entry = archive_entry_new();
        const size_t size = strlen(members[i].text);
        archive_entry_set_pathname(entry, members[i].name);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, (la_int64_t)size);
        CHECK(archive_write_header(a, entry) == ARCHIVE_OK);
        CHECK(archive_write_data(a, members[i].text, size) == (la_ssize_t)size);
        archive_entry_free(entry);
    }
    CHECK(archive_write_close(a) == ARCHIVE_OK);
    archive_write_free(a);
    return path;
}

static void check_graph(mg_context *context, const char *path, uint64_t vertices, uint64_t edges, bool directed) {
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, path, NULL, &graph));
    CHECK_EQ(mg_graph_vertex_count(graph), vertices);
    CHECK_EQ(mg_graph_edge_count(graph), edges);
    CHECK_EQ(mg_graph_directed(graph), directed);
    mg_graph_destroy(graph);
}

/* A copy that cannot be mapped. */
static void check_piped(mg_context *context, const char *path, uint64_t vertices, uint64_t edges, bool directed) {
    char command[1200], fd[64];
    snprintf(command, sizeof command, "cat '%s'", path);
    FILE *pipe = popen(command, "r");
    CHECK(pipe);
    snprintf(fd, sizeof fd, "/proc/self/fd/%d", fileno(pipe));
    check_graph(context, fd, vertices, edges, directed);
    pclose(pipe);
}

static const struct {
    const char *suffix;
    choose filter;
} filters[] = {{"gz", archive_write_add_filter_gzip},   {"zst", archive_write_add_filter_zstd},
               {"xz", archive_write_add_filter_xz},     {"bz2", archive_write_add_filter_bzip2},
               {"lz4", archive_write_add_filter_lz4},   {"lz", archive_write_add_filter_lzip},
               {"Z", archive_write_add_filter_compress}};
#define FILTERS (sizeof filters / sizeof *filters)

TEST(compressed_files) {
    static const member edges = {"data", "# Undirected graph\n1 2\n2 3\n"}, matrix = {"data", MTX};
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = make_context(threads);
        for (size_t i = 0; i < FILTERS; i++) {
            char name[32];
            snprintf(name, sizeof name, "x.el.%s", filters[i].suffix);
            make_archive(name, archive_write_set_format_raw, filters[i].filter, &edges, 1);
            check_graph(context, file_path(name), 3, 2, false);
            check_piped(context, file_path(name), 3, 2, false);
            make_archive("noname", archive_write_set_format_raw, filters[i].filter, &matrix, 1);
            check_graph(context, file_path("noname"), 4, 3, false);
        }
        mg_context_destroy(context);
    }
}

TEST(archives) {
    static const member suitesparse[] = {
        {"x/x_b.mtx", "%%MatrixMarket matrix array real general\n"}, {"x/README.txt", "read me"}, {"x/x.mtx", MTX}};
    static const member konect[] = {{"net/meta.net", "name: net"}, {"net/out.net", "% sym unweighted\n1 2\n2 3\n"}};
    static const member repository[] = {
        {"readme.html", "<html>"}, {"soc-x.edges", "1 2\n2 3\n"}, {".hidden.el", "1 9"}};
    mg_context *context = make_context(2);
    for (size_t i = 0; i < FILTERS; i++) {
        make_archive("a.tar", archive_write_set_format_pax_restricted, filters[i].filter, suitesparse, 3);
        check_graph(context, file_path("a.tar"), 4, 3, false);
        check_piped(context, file_path("a.tar"), 4, 3, false);
    }
    check_graph(context, make_archive("a.tar", archive_write_set_format_ustar, NULL, konect, 2), 3, 2, false);
    check_graph(context, make_archive("a.zip", archive_write_set_format_zip, NULL, repository, 3), 3, 2, true);
    check_piped(context, file_path("a.zip"), 3, 2, true);
    check_graph(context, make_archive("a.7z", archive_write_set_format_7zip, NULL, repository, 3), 3, 2, true);
    mg_context_destroy(context);
}

static void refuse_archive(mg_context *context, const char *name, const char *message) {
    mg_graph *graph = NULL;
    CHECK(mg_graph_read(context, file_path(name), NULL, &graph) < 0);
    if (!strstr(mg_context_error(context), message)) {
        test_fail(name, 0, "'%s' instead of '%s'", mg_context_error(context), message);
    }
}

TEST(refused_archives) {
    static const member two[] = {{"a.el", "1 2\n"}, {"b.el", "1 2\n"}}, other[] = {{"a.html", "1 2\n"}};
    static const member wrong[] = {{"d/a.el", "1 2\n1 x\n"}};
    mg_context *context = make_context(2);
    make_archive("a.zip", archive_write_set_format_zip, NULL, two, 2);
    refuse_archive(context, "a.zip", "holds several graphs; unpack it first");
    make_archive("a.tgz", archive_write_set_format_ustar, archive_write_add_filter_gzip, other, 1);
    refuse_archive(context, "a.tgz", "holds no file with a suffix of graphs; unpack it first");
    make_archive("a.zip", archive_write_set_format_zip, NULL, wrong, 1);
    refuse_archive(context, "a.zip", "a.zip/d/a.el:2: expected a vertex id, found 'x'");
    mg_context_destroy(context);
}

/* Truncated data is an error, and no byte that is changed crashes. */
TEST(damage) {
    static const member matrix = {"x.mtx", MTX};
    mg_context *context = make_context(2);
    for (size_t i = 0; i <= FILTERS + 1; i++) {
        unsigned char bytes[20000];
        mg_graph *graph = NULL;
        if (i < FILTERS) {
            make_archive("x", archive_write_set_format_raw, filters[i].filter, &matrix, 1);
        } else {
            make_archive("x", i == FILTERS ? archive_write_set_format_zip : archive_write_set_format_7zip, NULL,
                         &matrix, 1);
        }
        FILE *file = fopen(file_path("x"), "rb");
        const size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        CHECK(mg_graph_read(context, file_write("x", bytes, size / 2), NULL, &graph) < 0);
        for (size_t at = 0; at < size && at < 600; at++) {
            bytes[at] ^= 0x55;
            if (mg_graph_read(context, file_write("x", bytes, size), NULL, &graph) >= 0) {
                mg_graph_destroy(graph);
            }
            graph = NULL;
            bytes[at] ^= 0x55;
        }
    }
    mg_context_destroy(context);
}

TEST(skippable_frames_and_padding) {
    static const char frame[] = "\x50\x2a\x4d\x18\4\0\0\0abcd";
    unsigned char bytes[4096];
    static const member edges = {"data", "1 2\n2 3\n"};
    mg_context *context = make_context(2);
    const choose kinds[] = {archive_write_add_filter_zstd, archive_write_add_filter_gzip};
    for (size_t i = 0; i < 2; i++) {
        make_archive("x", archive_write_set_format_raw, kinds[i], &edges, 1);
        FILE *file = fopen(file_path("x"), "rb");
        const size_t begin = i == 0 ? 12 : 0, size = fread(bytes + begin, 1, 2000, file);
        fclose(file);
        memcpy(bytes, frame, begin);
        memset(bytes + begin + size, 0, 1000);
        check_graph(context, file_write("x.el", bytes, begin + size + (i == 0 ? 0 : 1000)), 3, 2, true);
        memcpy(bytes + begin + size + (i == 0 ? 0 : 600), bytes, begin + size); /* a further frame or member */
        check_graph(context, file_write("x.el", bytes, 2 * (begin + size) + (i == 0 ? 0 : 600)), 3, 4, true);
    }
    refuse_bytes(context, "x.el", frame, 12, MG_ERROR_FORMAT, "expected an edge");
    mg_context_destroy(context);
}

static size_t taken; /* bytes of all allocations together */

static void *count_bytes(void *data, size_t size) {
    (void)data;
    __atomic_add_fetch(&taken, size, __ATOMIC_RELAXED);
    return malloc(size);
}

static void release(void *data, void *memory) {
    (void)data;
    free(memory);
}

/* A bomb of 400 MiB is streamed: its memory is that of the windows. */
TEST(bombs_are_streamed) {
    const size_t size = (size_t)400 << 20;
    char *text = malloc(size + 1);
    memset(text, '\n', size);
    memcpy(text + size - 4, "1 2\n", 4);
    text[size] = 0;
    const member edges = {"data", text};
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.allocator = (mg_allocator){count_bytes, release, NULL};
    options.threads = 2;
    CHECK_OK(context, mg_context_create(&options, &context));
    make_archive("x.el.bz2", archive_write_set_format_raw, archive_write_add_filter_bzip2, &edges, 1);
    free(text);
    check_graph(context, file_path("x.el.bz2"), 2, 1, true);
    mg_context_destroy(context);
    /* the windows, and 12 bytes for each of a window's lines, which might be edges */
    CHECK(taken < (size_t)200 << 20);
}

TEST(every_allocation_may_fail) {
    static const member members[] = {{"x/x.el", "a;b;1\nb;c;2\n"}};
    make_archive("x.tar.gz", archive_write_set_format_ustar, archive_write_add_filter_gzip, members, 1);
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1000000);
    mg_status status = MG_ERROR_MEMORY;
    for (int n = 0; status < 0; n++) {
        mg_graph *graph = NULL;
        const int live = memory.live;
        memory.countdown = n;
        status = mg_graph_read(context, file_path("x.tar.gz"), NULL, &graph);
        CHECK(status >= 0 || (status == MG_ERROR_MEMORY && memory.live == live && *mg_context_error(context)));
        memory.countdown = 1000000;
        mg_graph_destroy(graph);
        CHECK(n < 10000);
    }
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}
