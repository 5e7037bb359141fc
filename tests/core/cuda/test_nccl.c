/* SPDX-License-Identifier: Apache-2.0
 *
 * Connections by NCCL, with fake_nccl.c in its place (MULTIGRAPH_NCCL): what it returns, and that nobody waits without
 * limit. But for ranks_without_connection no GPU is needed.
 */
#include "core/cuda/multi/nccl.h"
#include "core/ranks/ranks.h"
#include "tests/core/cuda/fake_nccl.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/core/cuda/gpu_multi_checks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIMIT 0.05

static int chosen = -1; /* the device of the last attempt */

static cudaError_t choose(int device) {
    chosen = device;
    return cudaSuccess;
}

static cudaError_t cannot_choose(int device) {
    (void)device;
    return cudaErrorInvalidDevice;
}

static struct fake_nccl *fake(void) {
    void *const library = dlopen(getenv("MULTIGRAPH_NCCL"), RTLD_NOW | RTLD_NOLOAD);
    struct fake_nccl *const found = library ? dlsym(library, "fake_nccl") : NULL;
    CHECK(found);
    dlclose(library); /* the library under test has it open, too */
    return found;
}

/* The fake, without CUDA. */
static mg_nccl open_fake(int mode) {
    char why[256];
    if (!getenv("MULTIGRAPH_NCCL")) {
        test_skip("MULTIGRAPH_NCCL is not the fake");
    }
    const mg_nccl *const nccl = mg__nccl_open(why, sizeof why);
    CHECK(nccl);
    mg_nccl without = *nccl;
    without.set_device = choose;
    __atomic_store_n(&fake()->mode, mode, __ATOMIC_RELEASE);
    return without;
}

static mg_nccl_member member_of(const mg_nccl *nccl) {
    mg_nccl_member member = {.size = 3, .rank = 1, .device = 5};
    CHECK(nccl->get_unique_id(&member.id) == MG_NCCL_SUCCESS);
    return member;
}

TEST(a_connection) {
    const mg_nccl nccl = open_fake(FAKE_NCCL_CONNECTS);
    const mg_nccl_member member = member_of(&nccl);
    mg_nccl_comm comm = NULL;
    for (int unlimited = 0; unlimited < 2; unlimited++) {
        CHECK(mg__nccl_connect(&nccl, &member, unlimited ? 0.0 : 60.0, &comm) == MG_NCCL_SUCCESS);
        CHECK(comm && chosen == 5);
        CHECK(fake()->ranks == 3 && fake()->rank == 1 && fake()->id == 7);
    }
    CHECK_EQ(fake()->aborts, 0);
}

TEST(a_failure) {
    mg_nccl nccl = open_fake(FAKE_NCCL_FAILS);
    const mg_nccl_member member = member_of(&nccl);
    mg_nccl_comm comm = NULL;
    const mg_nccl_result result = mg__nccl_connect(&nccl, &member, 60.0, &comm);
    CHECK_STR(nccl.error_string(result), "remote process exited");
    nccl.set_device = cannot_choose;
    CHECK(mg__nccl_connect(&nccl, &member, 60.0, &comm) == MG_NCCL_CUDA_ERROR);
}

/* The caller goes on in time. What connects later is given up. */
TEST(a_rank_that_never_comes) {
    const mg_nccl nccl = open_fake(FAKE_NCCL_WAITS);
    const mg_nccl_member member = member_of(&nccl);
    mg_nccl_comm comm = NULL;
    const int before = fake()->aborts;
    const double start = mg__now();
    CHECK(mg__nccl_connect(&nccl, &member, LIMIT, &comm) == MG_NCCL_LATE);
    CHECK(!comm && mg__now() - start >= LIMIT);
    CHECK_EQ(__atomic_load_n(&fake()->aborts, __ATOMIC_ACQUIRE), before);
    __atomic_store_n(&fake()->mode, FAKE_NCCL_CONNECTS, __ATOMIC_RELEASE);
    while (__atomic_load_n(&fake()->aborts, __ATOMIC_ACQUIRE) == before) {
        usleep(1000);
    }
}

static char said[512];
static mg_ranks_link short_links[2];
static const mg_ranks_link *real_links[2];

static void log_line(void *data, mg_log_level level, const char *text) {
    (void)data, (void)level;
    if (strstr(text, "each with a GPU, exchange")) {
        snprintf(said, sizeof said, "%s", text);
    }
}

static mg_status short_gather(mg_ranks *ranks, const void *own, void *all, const size_t *offsets, char *why,
                              size_t why_size) {
    ranks->timeout = 10.0; /* up to the end of the task */
    return real_links[ranks->rank]->gather(ranks, own, all, offsets, why, why_size);
}

static mg_status install(mg_context *context, mg_ranks *ranks, void *data) {
    (void)context, (void)data;
    real_links[ranks->rank] = ranks->link;
    short_links[ranks->rank] = *ranks->link;
    short_links[ranks->rank].gather = short_gather;
    ranks->link = &short_links[ranks->rank];
    return MG_OK;
}

/* Ranks that NCCL does not connect in time exchange through host memory. */
TEST(ranks_without_connection) {
    open_fake(FAKE_NCCL_WAITS);
    mg_context *context = gpu_context();
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    const uint32_t gpus = mg_device_count(context);
    mg_context_destroy(context);
    if (gpus < 2) {
        test_skip("NCCL needs two GPUs");
    }
    options.ranks = 2;
    options.log = log_line;
    CHECK_OK(NULL, mg_context_create(&options, &context));
    CHECK_OK(context, mg__on_ranks(context, install, NULL, NULL));
    mg_graph *graph = gpu_kron(context, true);
    gpu_check_traversals(context, graph, MG_MODE_AUTO, 2, true);
    CHECK(strstr(said, "through host memory: NCCL on rank 0: no connection in 5 seconds"));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    __atomic_store_n(&fake()->mode, FAKE_NCCL_CONNECTS, __ATOMIC_RELEASE);
}

/* Run alone, with another library. */
TEST(old_library) {
    const char *const path = getenv("MULTIGRAPH_NCCL");
    char why[256];
    if (!path || !strstr(path, "old")) {
        test_skip("MULTIGRAPH_NCCL is not the old one");
    }
    CHECK(!mg__nccl_open(why, sizeof why));
    CHECK_STR(why, "libnccl.so.2 is of an unexpected version");
}
