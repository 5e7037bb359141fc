/* SPDX-License-Identifier: Apache-2.0
 *
 * test_compressed.c: gzip and zstd input: members and frames, truncation, damage, failing memory.
 */
#include "tests/io/files.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

typedef bytes (*compressor)(const char *text, size_t size);

static bytes gzip(const char *text, size_t size) {
    bytes out = {.data = malloc(size + size / 100 + 256)};
    z_stream stream = {.next_in = (unsigned char *)text, .avail_in = (unsigned)size, .next_out = out.data};
    stream.avail_out = (unsigned)(size + size / 100 + 256);
    CHECK_EQ(deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    CHECK_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.size = stream.total_out;
    deflateEnd(&stream);
    return out;
}

static bytes zstd(const char *text, size_t size) {
    bytes out = {.data = malloc(ZSTD_compressBound(size))};
    out.size = ZSTD_compress(out.data, ZSTD_compressBound(size), text, size, 1);
    CHECK(!ZSTD_isError(out.size));
    return out;
}

static const compressor compressors[] = {gzip, zstd};
static const char *const suffixes[] = {"gz", "zst"};

static bytes join(bytes a, bytes b) {
    bytes out = {.data = malloc(a.size + b.size), .size = a.size + b.size};
    memcpy(out.data, a.data, a.size);
    memcpy(out.data + a.size, b.data, b.size);
    return out;
}

/* About 12 MB: more than one window. */
static bytes make_text(void) {
    bytes out = {.data = malloc(20u << 20)};
    uint64_t state = 2463534242u;
    while (out.size < 12u << 20) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        out.size += (size_t)sprintf((char *)out.data + out.size, "%u %u\n", (unsigned)(state >> 33) % 100000,
                                    (unsigned)(state >> 20) % 100000);
    }
    return out;
}

TEST(large_compressed_files) {
    const bytes text = make_text();
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = make_context(threads);
        mg_graph *plain = NULL;
        CHECK_OK(context, mg_graph_read(context, file_write("x.el", text.data, text.size), NULL, &plain));
        for (int k = 0; k < 2; k++) {
            char name[32];
            const size_t cut = text.size / 3; /* within a line, most likely */
            const bytes one = compressors[k]((const char *)text.data, cut);
            const bytes two = compressors[k]((const char *)text.data + cut, text.size - cut);
            const bytes both = join(one, two);
            mg_graph *graph = NULL;
            snprintf(name, sizeof name, "x.el.%s", suffixes[k]);
            CHECK_OK(context, mg_graph_read(context, file_write(name, both.data, both.size), NULL, &graph));
            check_same(plain, graph);
            mg_graph_destroy(graph);
            free(one.data);
            free(two.data);
            free(both.data);
        }
        mg_graph_destroy(plain);
        mg_context_destroy(context);
    }
    free(text.data);
}

TEST(compression_is_known_by_content) {
    mg_context *context = make_context(2);
    for (int k = 0; k < 2; k++) {
        const char *text = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1";
        const bytes packed = compressors[k](text, strlen(text));
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_graph_read(context, file_write("plain.txt", packed.data, packed.size), NULL, &graph));
        CHECK_EQ(mg_graph_arc_count(graph), 2);
        CHECK_EQ(mg_graph_vertex_count(graph), 3);
        mg_graph_destroy(graph);
        free(packed.data);
    }
    mg_context_destroy(context);
}

TEST(empty_and_garbage) {
    mg_context *context = make_context(2);
    for (int k = 0; k < 2; k++) {
        const bytes nothing = compressors[k]("", 0), edge = compressors[k]("1 2\n", 4);
        const bytes garbage = {(unsigned char *)"garbage", 7}, joined = join(edge, garbage);
        char name[32];
        snprintf(name, sizeof name, "x.el.%s", suffixes[k]);
        refuse_bytes(context, name, nothing.data, nothing.size, MG_ERROR_FORMAT, ":1: expected an edge");
        refuse_bytes(context, name, joined.data, joined.size, MG_ERROR_FORMAT, "data is damaged");
        free(nothing.data);
        free(edge.data);
        free(joined.data);
    }
    mg_context_destroy(context);
}

TEST(every_truncation_is_noticed) {
    const char *text = "1 2\n2 3\n10 20\n";
    mg_context *context = make_context(1);
    for (int k = 0; k < 2; k++) {
        const bytes packed = compressors[k](text, strlen(text));
        for (size_t size = 4; size < packed.size; size++) {
            refuse_bytes(context, k ? "x.el.zst" : "x.el.gz", packed.data, size, MG_ERROR_FORMAT, "truncated");
        }
        free(packed.data);
    }
    mg_context_destroy(context);
}

/* A flipped byte either gives an error or a graph that can be read. gzip's checksum detects all of them. */
TEST(damage_never_crashes) {
    const char *text = "1 2\n2 3\n10 20\n10 21\n10 22\n10 23\n";
    mg_context *context = make_context(1);
    for (int k = 0; k < 2; k++) {
        const bytes packed = compressors[k](text, strlen(text));
        for (size_t i = 4; i < packed.size; i++) {
            mg_graph *graph = NULL;
            packed.data[i] ^= 0x55;
            const char *path = file_write(k ? "x.el.zst" : "x.el.gz", packed.data, packed.size);
            const mg_status status = mg_graph_read(context, path, NULL, &graph);
            CHECK(status == MG_OK || mg_context_error(context)[0]);
            CHECK(k == 1 || i < 10 || status != MG_OK); /* bytes 4 to 9 of gzip are time and flags, not data */
            mg_graph_destroy(graph);
            packed.data[i] ^= 0x55;
        }
        free(packed.data);
    }
    mg_context_destroy(context);
}

/* An allocator that refuses blocks much larger than two windows and records the largest block. */
static void *limited_allocate(void *data, size_t size) {
    const size_t limit = (size_t)64 << 20;
    *(size_t *)data = size > *(size_t *)data ? size : *(size_t *)data;
    return size > limit ? NULL : malloc(size);
}

static void limited_release(void *data, void *memory) {
    (void)data;
    free(memory);
}

TEST(memory_does_not_grow_with_the_text) {
    const size_t size = (size_t)256 << 20;
    char *text = malloc(size);
    memset(text, '#', size);
    for (size_t i = 99; i < size; i += 100) {
        text[i] = '\n';
    }
    memcpy(text + size - 5, "\n7 8\n", 5);
    size_t largest = 0;
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    options.threads = 2;
    options.allocator = (mg_allocator){limited_allocate, limited_release, &largest};
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(&options, &context));
    for (int k = 0; k < 2; k++) {
        const bytes packed = compressors[k](text, size);
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_graph_read(context, file_write("bomb.txt", packed.data, packed.size), NULL, &graph));
        CHECK_EQ(mg_graph_arc_count(graph), 1);
        CHECK(largest < ((size_t)32 << 20));
        mg_graph_destroy(graph);
        free(packed.data);
    }
    mg_context_destroy(context);
    free(text);
}

typedef struct failing {
    int countdown, live;
} failing;

static void *failing_allocate(void *data, size_t size) {
    failing *f = data;
    if (__atomic_sub_fetch(&f->countdown, 1, __ATOMIC_RELAXED) < 0) {
        return NULL;
    }
    __atomic_add_fetch(&f->live, 1, __ATOMIC_RELAXED);
    return malloc(size);
}

static void failing_release(void *data, void *memory) {
    __atomic_sub_fetch(&((failing *)data)->live, 1, __ATOMIC_RELAXED);
    free(memory);
}

/* The types of ids and weights widen during reading; every allocation fails once. */
TEST(every_allocation_may_fail) {
    char text[4096], *end = text;
    for (int i = 0; i < 200; i++) {
        end += sprintf(end, "%llu %d %s\n", i > 100 ? 5000000000ull : 5ull, i, i > 150 ? "0.123456789" : "3");
    }
    for (int k = -1; k < 2; k++) {
        const bytes packed =
            k < 0 ? (bytes){(unsigned char *)text, (size_t)(end - text)} : compressors[k](text, (size_t)(end - text));
        file_write("x.wel", packed.data, packed.size);
        mg_status status = MG_ERROR_MEMORY;
        int allocations = 0;
        for (; status != MG_OK; allocations++) {
            failing f = {.countdown = 1};
            mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
            options.threads = 2;
            options.allocator = (mg_allocator){failing_allocate, failing_release, &f};
            mg_context *context = NULL;
            mg_graph *graph = NULL;
            CHECK_OK(context, mg_context_create(&options, &context));
            f.countdown = allocations;
            status = mg_graph_read(context, file_path("x.wel"), NULL, &graph);
            CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
            CHECK(status == MG_OK || strstr(mg_context_error(context), "out of memory"));
            mg_graph_destroy(graph);
            mg_context_destroy(context);
            CHECK_EQ(f.live, 0);
            CHECK(allocations < 200);
        }
        CHECK(allocations > 10);
        if (k >= 0) {
            free(packed.data);
        }
    }
}
