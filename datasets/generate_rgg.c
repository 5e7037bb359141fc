/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_rgg.c: random geometric graphs: uniform random points in the unit square with an edge between points of
 * distance at most `radius`. The square is divided into cells a little wider than the radius, so that all neighbours
 * are in the same or an adjacent cell. Vertices are ordered by cell, for locality.
 */
#include "datasets/recipe.h"

typedef struct point {
    double x, y;
} point;

typedef struct plane {
    const mg_recipe *recipe;
    double radius;
    uint32_t side;   /* cells per row */
    uint64_t *start; /* side^2 + 1: first point of each cell */
    point *points;   /* ordered by cell */
} plane;

static double radius_of(const mg_generate_options *o, mg_vertex n) {
    const double pi = 3.14159265358979323846;
    if (o->radius > 0) {
        return o->radius;
    }
    return o->degree > 0 ? sqrt(o->degree / (pi * n)) : 0.55 * sqrt(log(n) / n);
}

mg_status mg__prepare_rgg(mg_context *context, mg_recipe *recipe) {
    const mg_generate_options *o = recipe->options;
    if (!(o->radius >= 0 && o->degree >= 0)) {
        return mg__fail(context, MG_ERROR_INVALID, "radius and degree are %g and %g, expected 0 or more", o->radius,
                        o->degree);
    }
    return mg__recipe_vertices(context, recipe);
}

static point draw_point(const mg_recipe *recipe, mg_vertex i) {
    return (point){.x = mg__random_unit(mg__random(recipe->key, 2 * (uint64_t)i)),
                   .y = mg__random_unit(mg__random(recipe->key, 2 * (uint64_t)i + 1))};
}

static uint64_t cell_of(const plane *p, point at) {
    return (uint64_t)(at.y * p->side) * p->side + (uint64_t)(at.x * p->side);
}

static bool before(point a, point b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

/* Sorts a cell by coordinates, since threads fill it in any order. */
static void sort_cell(point *points, uint64_t count) {
    for (uint64_t i = 1; i < count; i++) {
        const point moving = points[i];
        uint64_t at = i;
        for (; at > 0 && before(moving, points[at - 1]); at--) {
            points[at] = points[at - 1];
        }
        points[at] = moving;
    }
}

static void prefix(uint64_t *start, uint64_t count) {
    uint64_t total = 0;
    for (uint64_t i = 0; i <= count; i++) {
        const uint64_t here = start[i];
        start[i] = total;
        total += here;
    }
}

static mg_status place_points(mg_context *context, plane *p) {
    const mg_vertex n = p->recipe->n;
    const uint64_t cells = (uint64_t)p->side * p->side;
    uint64_t *next = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, p->start, cells + 1, "cells"));
    MG_TRY(MG_ALLOC(context, p->points, n, "points"));
    MG_TRY(MG_ALLOC(context, next, cells, "cells"));
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < n; i++) {
        __atomic_fetch_add(&p->start[cell_of(p, draw_point(p->recipe, i))], 1, __ATOMIC_RELAXED);
    }
    prefix(p->start, cells);
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t cell = 0; cell < cells; cell++) {
        next[cell] = p->start[cell];
    }
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex i = 0; i < n; i++) {
        const point at = draw_point(p->recipe, i);
        p->points[__atomic_fetch_add(&next[cell_of(p, at)], 1, __ATOMIC_RELAXED)] = at;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (uint64_t cell = 0; cell < cells; cell++) {
        sort_cell(p->points + p->start[cell], p->start[cell + 1] - p->start[cell]);
    }
out:
    mg__release(&context->memory, next);
    return status;
}

/* Counts the neighbours of point v, and writes them to `row` unless it is NULL. */
static uint64_t join(const plane *p, mg_vertex v, mg_vertex *row) {
    const point at = p->points[v];
    const uint32_t cx = (uint32_t)(at.x * p->side), cy = (uint32_t)(at.y * p->side);
    const uint32_t left = cx ? cx - 1 : 0, right = cx + 1 < p->side ? cx + 1 : cx;
    const uint32_t low = cy ? cy - 1 : 0, high = cy + 1 < p->side ? cy + 1 : cy;
    const double limit = p->radius * p->radius;
    uint64_t count = 0;
    for (uint32_t y = low; y <= high; y++) {
        const uint64_t line = (uint64_t)y * p->side;
        for (uint64_t u = p->start[line + left]; u < p->start[line + right + 1]; u++) {
            const double dx = p->points[u].x - at.x, dy = p->points[u].y - at.y;
            if (u == v || dx * dx + dy * dy > limit) {
                continue;
            }
            if (row) {
                row[count] = mg__recipe_index(p->recipe, (mg_vertex)u);
            }
            count++;
        }
    }
    return count;
}

mg_status mg__build_rgg(mg_context *context, const mg_recipe *recipe, mg_csr *csr) {
    const mg_vertex n = recipe->n;
    plane p = {.recipe = recipe, .radius = radius_of(recipe->options, n)};
    const double fit = p.radius > 0 ? floor((1 - 1e-9) / p.radius) : INFINITY, most = ceil(sqrt(n));
    p.side = fit < 1 ? 1 : (uint32_t)(fit < most ? fit : most);
    mg_status status;
    MG_TRY(place_points(context, &p));
    MG_TRY(MG_ALLOC(context, csr->offsets, (uint64_t)n + 1, "offsets"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < n; v++) {
        csr->offsets[mg__recipe_index(recipe, v)] = join(&p, v, NULL);
    }
    csr->offsets[n] = 0;
    prefix(csr->offsets, n);
    MG_TRY(MG_ALLOC(context, csr->neighbours, csr->offsets[n], "neighbours"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < n; v++) {
        join(&p, v, csr->neighbours + csr->offsets[mg__recipe_index(recipe, v)]);
    }
    status = mg__csr_sort(context, n, MG_TYPE_NONE, csr);
out:
    mg__release(&context->memory, p.start);
    mg__release(&context->memory, p.points);
    return status;
}
