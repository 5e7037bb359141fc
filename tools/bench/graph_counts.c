/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_counts.c: the dense layout of the MultiGraph paper (section 3.4), counted instead of measured with counters of
 * a GPU, for PageRank: every edge is read in each iteration, an element has 4 bytes, a mark of activity one.
 */
#include "tools/bench/graph_runs.h"

#include <stdlib.h>

#define ELEMENT 4.0
#define THREADS 1024.0 /* of a thread block: columns of the matrix of a heavy block */
#define SECTOR 32.0

/* One row panel: edges, and destinations with an edge, by column panel. */
typedef struct row_panel {
    uint64_t *edges, *destinations;
    uint64_t *last; /* the destination that was counted last, plus 1 */
} row_panel;

static void count_row_panel(const mg_matrix_arrays *a, uint64_t begin, uint64_t end, uint64_t width, row_panel *p) {
    for (uint64_t row = begin; row < end; row++) {
        for (uint64_t e = a->row_offsets[row]; e < a->row_offsets[row + 1]; e++) {
            const uint64_t panel = a->column_indices[e] / width;
            p->edges[panel]++;
            p->destinations[panel] += p->last[panel] != row + 1;
            p->last[panel] = row + 1;
        }
    }
}

/* Adds the blocks of a row panel to the counts and clears them; light: marks of column panels. */
static void take_row_panel(row_panel *p, uint64_t panels, uint64_t heavy, uint8_t *light, graph_counts *c) {
    for (uint64_t panel = 0; panel < panels; panel++) {
        if (p->edges[panel] > heavy) {
            c->heavy_blocks++;
            c->heavy_edges += (double)p->edges[panel];
            c->heavy_destinations += (double)p->destinations[panel];
        } else if (p->edges[panel]) {
            c->light_blocks++;
            c->light_edges += (double)p->edges[panel];
            light[panel] = 1;
        }
        p->edges[panel] = p->destinations[panel] = 0;
    }
}

static bool count_blocks(const mg_matrix_arrays *a, uint64_t width, uint64_t heavy, graph_counts *c) {
    const uint64_t panels = (a->columns + width - 1) / width;
    row_panel p = {.edges = calloc(panels + 1, sizeof *p.edges),
                   .destinations = calloc(panels + 1, sizeof *p.destinations),
                   .last = calloc(panels + 1, sizeof *p.last)};
    uint8_t *const light = calloc(panels + 1, 1);
    const bool made = p.edges && p.destinations && p.last && light;
    for (uint64_t begin = 0; made && begin < a->rows; begin += width) {
        count_row_panel(a, begin, begin + width < a->rows ? begin + width : a->rows, width, &p);
        take_row_panel(&p, panels, heavy, light, c);
    }
    for (uint64_t panel = 0; made && panel < panels; panel++) {
        c->column_panels += light[panel];
    }
    free(p.edges);
    free(p.destinations);
    free(p.last);
    free(light);
    return made;
}

bool graph_count(mg_context *context, const mg_graph *graph, uint64_t width, uint64_t heavy, graph_counts *c) {
    mg_matrix *matrix = NULL;
    mg_matrix_arrays a;
    *c = (graph_counts){.arcs = (double)mg_graph_arc_count(graph), .vertices = mg_graph_vertex_count(graph)};
    const bool done = mg_matrix_of_graph(context, graph, &matrix) >= 0 && mg_matrix_to_csr(context, matrix, &a) >= 0 &&
                      count_blocks(&a, width, heavy, c);
    mg_matrix_destroy(context, matrix);
    return done;
}

/* Elements of the matrices of heavy blocks: a destination at the top of each column, the edges, the destinations. */
static double heavy_elements(const graph_counts *c) {
    return THREADS * c->heavy_blocks + c->heavy_edges + c->heavy_destinations;
}

/* Values and marks of the columns that thread blocks load: one for each heavy block, one for each panel with a light
 * edge; the last panel is counted in full. */
static double loaded(const graph_counts *c, double width) {
    return (ELEMENT + 1) * width * (c->heavy_blocks + c->column_panels);
}

/* Phase 1 reads the matrices, or source and place in the stream buffer of each light edge, and writes values; phase 2
 * reads them with their destinations, and reads and writes all vertices. */
static double streamed(const graph_counts *c) {
    const double slots = c->heavy_destinations + c->light_edges;
    return ELEMENT * (heavy_elements(c) + 2 * c->light_edges + slots + 2 * slots + 2 * c->vertices);
}

#define PAPER_WIDTH 6144

double graph_bytes_per_edge(const graph_counts *c) {
    const double width = c->vertices < PAPER_WIDTH ? c->vertices : PAPER_WIDTH;
    return c->arcs > 0 ? (streamed(c) + loaded(c, width)) / c->arcs : 0;
}

/* All is read and written in order, except that the values of a light block end in a part of the stream buffer of its
 * own: at both ends of it a sector is used in part. */
double graph_memory_efficiency(const graph_counts *c) {
    const double width = c->vertices < PAPER_WIDTH ? c->vertices : PAPER_WIDTH;
    const double used = streamed(c) + loaded(c, width), wasted = (SECTOR - ELEMENT) * c->light_blocks;
    return used > 0 ? used / (used + wasted) : 0;
}

/* The paper's estimate: destinations of heavy blocks, 1024 for each heavy block, light edges. */
double graph_atomics_per_edge(const graph_counts *c) {
    return c->arcs > 0 ? (c->heavy_destinations + THREADS * c->heavy_blocks + c->light_edges) / c->arcs : 0;
}

/* Heavy and light layouts, the destinations of the stream buffer, and CSR for the sparse mode, over CSR. */
double graph_layout_ratio(const graph_counts *c) {
    const double csr = 8 * (c->vertices + 1) + ELEMENT * c->arcs;
    const double slots = c->heavy_destinations + c->light_edges;
    return (ELEMENT * (heavy_elements(c) + 2 * c->light_edges + 2 * slots) + csr) / csr;
}
