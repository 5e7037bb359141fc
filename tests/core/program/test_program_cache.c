/* SPDX-License-Identifier: Apache-2.0
 *
 * The cache of compiled programs: entries, invalid entries, eviction, and concurrent processes.
 */
#include "tests/core/program/program_text.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* The number of cache entries; *path: one of them. */
static int entries(char path[512]) {
    int count = 0;
    DIR *folder = opendir(cache);
    CHECK(folder != NULL);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        if (strstr(e->d_name, ".entry")) {
            snprintf(path, 512, "%s/%s", cache, e->d_name);
            count++;
        }
    }
    closedir(folder);
    return count;
}

static void write_text(const char *path, const char *content) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    fputs(content, file);
    CHECK_EQ(fclose(file), 0);
}

/* A compiler that logs each call shows which programs came from the cache. */
static int calls(void) {
    char mark[128];
    int count = 0;
    snprintf(mark, sizeof mark, "%s/calls", cache);
    FILE *file = fopen(mark, "rb");
    for (int c = file ? fgetc(file) : EOF; c != EOF; c = fgetc(file)) {
        count++;
    }
    if (file) {
        fclose(file);
    }
    return count;
}

static void use_counting_compiler(void) {
    char path[128], script[256];
    snprintf(path, sizeof path, "%s/counting-cc", cache);
    snprintf(script, sizeof script, "#!/bin/sh\nprintf x >>%s/calls\nexec cc \"$@\"\n", cache);
    write_text(path, script);
    CHECK_EQ(chmod(path, 0700), 0);
    setenv("CC", path, 1);
}

TEST(what_was_compiled_is_kept) {
    char entry[512];
    mg_context *context = open_context();
    use_counting_compiler();
    load_once(context, text);
    CHECK_EQ(calls(), 1);
    CHECK_EQ(entries(entry), 1);
    load_once(context, text);
    CHECK_EQ(calls(), 1);
    load_once(context, HEAD "/* changed */" PHASE(FIELDS) PROGRAM(COLUMNS, PARAMETERS));
    CHECK_EQ(calls(), 2);
    setenv("MULTIGRAPH_CACHE", "off", 1);
    load_once(context, text);
    CHECK_EQ(calls(), 3);
    setenv("MULTIGRAPH_CACHE", cache, 1);
    CHECK_EQ(chmod(cache, 0755), 0); /* accessible to others: not used */
    load_once(context, text);
    CHECK_EQ(calls(), 4);
    CHECK_EQ(chmod(cache, 0700), 0);
    load_once(context, text);
    CHECK_EQ(calls(), 4);
    mg_context_destroy(context);
}

TEST(damaged_entries_are_made_anew) {
    char entry[512];
    mg_context *context = open_context();
    use_counting_compiler();
    load_once(context, text);
    CHECK_EQ(entries(entry), 1);
    for (int damage = 0; damage < 3; damage++) {
        FILE *file = fopen(entry, "r+b");
        CHECK(file != NULL);
        if (damage == 0) { /* a byte in the middle */
            fseek(file, 5000, SEEK_SET);
            const int old = fgetc(file);
            fseek(file, 5000, SEEK_SET);
            fputc(old ^ 1, file);
        } else {
            CHECK_EQ(ftruncate(fileno(file), damage == 1 ? 4000 : 0), 0);
        }
        CHECK_EQ(fclose(file), 0);
        load_once(context, text);
        CHECK_EQ(calls(), 2 + damage);
        load_once(context, text);
        CHECK_EQ(calls(), 2 + damage);
    }
    mg_context_destroy(context);
}

/* Over the limit the least recently used entries are evicted. */
TEST(the_cache_is_limited) {
    char entry[512], kept[512];
    mg_context *context = open_context();
    use_counting_compiler();
    load_once(context, text);
    setenv("MULTIGRAPH_CACHE_SIZE", "1", 1); /* MiB */
    for (int i = 0; i < 5; i++) {
        char other[sizeof text + 64];
        snprintf(other, sizeof other, "%sconst char ballast[400000] = {%d};\n", text, 1 + i);
        load_once(context, other);
        CHECK(entries(entry) >= 1);
    }
    struct stat found;
    uint64_t total = 0;
    DIR *folder = opendir(cache);
    CHECK(folder != NULL);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        if (strstr(e->d_name, ".entry")) {
            snprintf(kept, sizeof kept, "%s/%s", cache, e->d_name);
            CHECK_EQ(stat(kept, &found), 0);
            total += (uint64_t)found.st_size;
        }
    }
    closedir(folder);
    CHECK(total <= 1u << 20);
    const int before = calls();
    load_once(context, text);
    CHECK_EQ(calls(), before + 1);
    mg_context_destroy(context);
}

/* Several processes compile the same program into the same cache at once. */
TEST(processes_share_the_cache) {
    char entry[512];
    mg_context *context = open_context();
    for (int i = 0; i < 4; i++) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            mg_context *own = NULL;
            const mg_program *program = NULL;
            const bool loaded = mg_context_create(NULL, &own) == MG_OK &&
                                mg_program_from_source(own, "steps.c", text, &program) == MG_OK;
            mg_program_release(program);
            mg_context_destroy(own);
            _exit(loaded ? 0 : 1);
        }
    }
    for (int i = 0; i < 4; i++) {
        int code = 1;
        CHECK(wait(&code) > 0);
        CHECK_EQ(code, 0);
    }
    CHECK_EQ(entries(entry), 1);
    load_once(context, text);
    mg_context_destroy(context);
}

/* A changed include file invalidates the entry. */
TEST(files_may_include_their_own) {
    char path[128], other[128], line[256];
    mg_context *context = open_context();
    mg_graph *graph = small_graph(context);
    int called[3];
    use_counting_compiler();
    snprintf(path, sizeof path, "%s/program.c", cache);
    snprintf(other, sizeof other, "%s/other.h", cache);
    snprintf(line, sizeof line, "#include <string.h>\n#include \"other.h\"\n");
    write_text(path, line);
    for (int i = 0; i < 3; i++) { /* unchanged; again; changed */
        const mg_program *program = NULL;
        const int before = calls();
        char changed[sizeof text];
        snprintf(changed, sizeof changed, "%s", text);
        char *const step = strstr(changed, "(hops, 1)");
        step[7] = i == 2 ? '3' : '1';
        write_text(other, changed);
        CHECK_OK(context, mg_program_from_file(context, path, &program));
        CHECK_STR(program->source, path);
        CHECK(program->text == NULL);
        const uint32_t step_size = i == 2 ? 3 : 1;
        expect_hops(context, graph, program, NULL, (const uint32_t[4]){0, step_size, 2 * step_size, MG_UNREACHED});
        mg_program_release(program);
        called[i] = calls() - before;
    }
    CHECK_EQ(called[0],
             2 * called[1]); /* expanded and compiled, once or, for a GPU and the CPU, twice; only expanded */
    CHECK_EQ(called[2], called[0]);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
