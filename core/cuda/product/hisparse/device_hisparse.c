/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/product/hisparse/device_hisparse.h"

#include "core/cuda/product/hisparse/hisparse_kernels.h"
#include "core/cuda/product/product_launch.h"
#include "core/cuda/product/square/device_square.h"
#include "core/cuda/product/square/square_build.h"
#include "core/sparse/hisparse.h"

#define SLAB_BYTES ((uint64_t)MG_NODE_UNIT << MG_SLAB_SHIFT)
#define BLOCKS_OF_SM 4 /* thread blocks of the persistent kernel; it does not need all of them to be resident */
#define CLAIMS 8       /* of a warp, at least, from a queue of many tasks */
#define SHARES_MOST 16 /* shares that a warp claims together */

typedef struct device_hisparse {
    mg_square_device leaves; /* of the scheduler flat */
    mg_device_tree tree;     /* of the others, made when one is used; without: tree.pool is NULL */
    void *pool;              /* its nodes, a block of leaves.arrays */
} device_hisparse;

/* ---- the tree on the device ---- */

static uint64_t entries_of(const mg_hisparse *h, uint32_t node) {
    return mg__node_type(node) == MG_NODE_DENSE ? UINT64_C(1) << (2 * h->shift)
                                                : *(const uint32_t *)(const void *)mg__node_at(h, node);
}

/* Counts the tasks of a node and all below it, as tree_kind_of() makes them. */
static void count_tasks(const mg_hisparse *h, uint32_t node, uint32_t level, uint64_t *tasks) {
    const uint64_t count = entries_of(h, node);
    const bool is_dense = mg__node_type(node) == MG_NODE_DENSE;
    const uint32_t queue = level                  ? MG_QUEUE_INNER
                           : count == 1           ? MG_QUEUE_ONE
                           : count <= MG_TREE_FEW ? MG_QUEUE_FEW
                                                  : MG_QUEUE_MANY;
    tasks[queue] += (count + MG_TREE_RANGE - 1) / MG_TREE_RANGE;
    const char *at = mg__node_at(h, node) + (is_dense ? 0 : mg__node_entries(count, sizeof(uint32_t)));
    for (uint64_t i = 0; level && i < count; i++) {
        const uint32_t child = ((const uint32_t *)(const void *)at)[i];
        if (child) {
            count_tasks(h, child, level - 1, tasks);
        }
    }
}

static mg_status upload_nodes(mg_context *context, mg_cuda *cuda, const mg_hisparse *h, char *pool) {
    mg_status status = MG_OK;
    for (uint32_t i = 0; i < h->chunk_count; i++) {
        const mg_node_chunk *chunk = h->chunks[i];
        if (chunk) {
            MG_TRY(mg__cuda_upload(context, cuda, pool + chunk->first_slab * SLAB_BYTES, chunk->nodes, chunk->bytes));
        }
    }
out:
    return status;
}

/* Holds the storage's device lock. */
static mg_status make_tree(mg_context *context, mg_cuda *cuda, const mg_storage *storage, device_hisparse *d) {
    const mg_hisparse *h = storage->layout;
    uint64_t tasks[MG_QUEUES] = {0};
    mg_status status = MG_OK;
    if (h->root) {
        count_tasks(h, h->root, h->depth - 1, tasks);
    }
    mg_device_tree tree = {
        .root = h->root, .shift = h->shift, .depth = h->depth, .value_size = (uint32_t)mg__type_size(storage->type)};
    for (uint32_t i = 0; i < MG_QUEUES; i++) {
        if (tasks[i] > INT32_MAX) {
            return mg__fail(context, MG_ERROR_RANGE, "format hisparse: too many nodes for the queues of a GPU");
        }
        tree.capacity[i] = (uint32_t)tasks[i];
    }
    if (!d->pool) {
        MG_TRY(mg__device_block(context, &d->leaves.arrays, h->slab_count * SLAB_BYTES, "nodes of a matrix", &d->pool));
    }
    MG_TRY(upload_nodes(context, cuda, h, d->pool));
    tree.pool = d->pool;
    d->tree = tree;
out:
    return status;
}

static mg_status find_tree(mg_vector_work *w, device_hisparse *d) {
    mg_status status = MG_OK;
    pthread_mutex_lock(&w->storage->device_lock);
    if (!d->tree.pool) {
        status = make_tree(w->context, w->cuda, w->storage, d);
    }
    pthread_mutex_unlock(&w->storage->device_lock);
    return status;
}

/* ---- queues ---- */

/* The memory of a product: what is 0 at first, then the tasks; *zeros: bytes of the first part. */
static uint64_t lay_out(const mg_device_tree *tree, char *base, mg_tree_product *p, uint64_t *zeros) {
    uint64_t at = 0;
    p->state = mg__cuda_carve(base, &at, sizeof *p->state);
    for (uint32_t i = 0; i < MG_QUEUES; i++) {
        p->ready[i] = mg__cuda_carve(base, &at, tree->capacity[i] * sizeof **p->ready);
    }
    *zeros = at;
    for (uint32_t i = 0; i < MG_QUEUES; i++) {
        p->tasks[i] = mg__cuda_carve(base, &at, tree->capacity[i] * sizeof **p->tasks);
    }
    return at;
}

/* The nodes have values of the storage's type: others of the elements' run by the scheduler flat. */
static bool takes_tree(const mg_vector_work *w) {
    return w->options->scheduler != MG_SCHEDULER_FLAT && (w->values == MG_TYPE_NONE || w->values == w->storage->type);
}

static mg_status open_hisparse(mg_vector_work *w) {
    const bool tree = takes_tree(w);
    device_hisparse *found = NULL;
    mg_tree_product p;
    uint64_t zeros;
    mg_status status;
    MG_TRY(mg__device_arrays(w->context, w->cuda, w->storage, tree ? MG_TYPE_NONE : w->values, sizeof *found,
                             mg__square_build_hisparse, &found));
    w->device = found;
    if (tree) {
        MG_TRY(find_tree(w, found));
        MG_TRY(mg__cuda_get(w->context, w->cuda, &w->slots, lay_out(&found->tree, NULL, &p, &zeros),
                            "queues of a product"));
        MG_CUDA_TRY(w->context, cudaMemsetAsync(w->slots, 0, zeros, w->cuda->stream), "queues of a product");
    } else if (w->options->scheduler != MG_SCHEDULER_FLAT) {
        mg__log(w->context, MG_LOG_INFO, "format hisparse: its nodes have values of type %s: scheduler flat",
                mg__type_name(w->storage->type));
    }
out:
    return status;
}

static mg_tree_product product_of(const mg_vector_work *w) {
    const device_hisparse *d = w->device;
    mg_tree_product p = {.product = w->product,
                         .tree = d->tree,
                         .transposed = w->options->transpose,
                         .weighted = w->values != MG_TYPE_NONE};
    uint64_t zeros;
    lay_out(&d->tree, w->slots, &p, &zeros);
    return p;
}

/* ---- schedulers ---- */

static mg_tree_kernels kernels_for(const mg_vector_work *w) {
    switch (w->options->type) {
    case MG_FLOAT32:
        return mg__tree_kernels_f32(w->semiring);
    case MG_FLOAT64:
        return mg__tree_kernels_f64(w->semiring);
    case MG_INT32:
        return mg__tree_kernels_i32(w->semiring);
    default:
        return mg__tree_kernels_i64(w->semiring);
    }
}

static mg_status launch(mg_vector_work *w, const void *kernel, uint64_t blocks, const mg_tree_product *p) {
    const mg_product_launch launch = {.kernel = kernel, .blocks = blocks, .threads = MG_TREE_THREADS};
    return mg__product_launch(w->context, w->cuda, &launch, p, sizeof *p);
}

static mg_status read_state(mg_vector_work *w, const mg_tree_product *p, mg_tree_state *state) {
    return mg__cuda_download(w->context, w->cuda, state, p->state, sizeof *state);
}

/* Tasks of a queue that a warp runs together. */
static uint32_t share_of(uint32_t queue) {
    return queue == MG_QUEUE_ONE ? 32 : queue == MG_QUEUE_FEW ? 32 / MG_TREE_FEW_LANES : 1;
}

/* Launches a kernel for each queue that has tasks, until none has: the host is the controller. */
static mg_status run_dynamic(mg_vector_work *w, mg_tree_product *p) {
    mg_tree_state state;
    uint32_t done[MG_QUEUES] = {0};
    bool more = true;
    mg_status status;
    MG_TRY(read_state(w, p, &state));
    for (uint32_t round = 0; more; round++) {
        more = state.queues[MG_QUEUE_INNER].reserved > done[MG_QUEUE_INNER];
        if (round > p->tree.depth) {
            return mg__fail(w->context, MG_ERROR_DEVICE, "format hisparse: its queues do not become empty");
        }
        for (uint32_t i = 0; i < MG_QUEUES; i++) {
            p->queue = i;
            p->first = done[i];
            p->end = done[i] = state.queues[i].reserved;
            const uint64_t tasks = p->end - p->first, block = share_of(i) * (MG_TREE_THREADS / 32);
            MG_TRY(launch(w, kernels_for(w).queue, (tasks + block - 1) / block, p));
        }
        if (more) {
            MG_TRY(read_state(w, p, &state));
        }
    }
out:
    return status;
}

/* A warp claims one task of an inner node, since others wait for its children, and several shares of leaves where there
 * are many, so that warps do not wait for each other's additions to the head of a queue. */
static mg_status run_persistent(mg_vector_work *w, mg_tree_product *p) {
    const uint64_t blocks = (uint64_t)w->cuda->sms * BLOCKS_OF_SM, warps = blocks * (MG_TREE_THREADS / 32);
    for (uint32_t i = 0; i < MG_QUEUES; i++) {
        const uint64_t shares = i == MG_QUEUE_INNER ? 1 : p->tree.capacity[i] / (warps * share_of(i) * CLAIMS);
        p->batch[i] = share_of(i) * (shares < 1 ? 1 : shares < SHARES_MOST ? (uint32_t)shares : SHARES_MOST);
    }
    return launch(w, kernels_for(w).persistent, blocks, p);
}

static mg_status run_hisparse(mg_vector_work *w) {
    if (!takes_tree(w)) {
        return mg__strips_products.run(w);
    }
    mg_tree_product p = product_of(w);
    const uint64_t blocks = (w->product.rows + MG_TREE_THREADS - 1) / MG_TREE_THREADS;
    mg_status status;
    MG_TRY(launch(w, kernels_for(w).prepare, blocks ? blocks : 1, &p));
    status = w->options->scheduler == MG_SCHEDULER_DYNAMIC ? run_dynamic(w, &p) : run_persistent(w, &p);
out:
    return status;
}

/* The watchdog of the persistent kernel; a queue with fewer tasks than places would have had warps wait, too. */
static mg_status check_hisparse(mg_vector_work *w) {
    mg_status status = MG_OK;
    if (takes_tree(w) && w->options->scheduler == MG_SCHEDULER_PERSISTENT) {
        const mg_tree_product p = product_of(w);
        mg_tree_state state;
        MG_TRY(read_state(w, &p, &state));
        if (state.stuck) {
            return mg__fail(w->context, MG_ERROR_DEVICE, "format hisparse: a task did not come within 10 s");
        }
    }
out:
    return status;
}

const mg_vector_format mg__hisparse_products = {.open = open_hisparse, .run = run_hisparse, .check = check_hisparse};
