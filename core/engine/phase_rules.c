/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/phase_rules.h"

typedef struct rule {
    bool (*broken)(const mg_phase_info *info);
    const char *text;
} rule;

static bool is_program(const mg_phase_info *i) {
    return i->kind == MG_KIND_PROGRAM;
}

static bool is_triangles(const mg_phase_info *i) {
    return i->kind == MG_KIND_TRIANGLES;
}

/* Does it combine values that arrive at a vertex? */
static bool combines(const mg_phase_info *i) {
    return is_program(i) || is_triangles(i);
}

static bool unknown_enum(const mg_phase_info *i) {
    return (unsigned)i->kind > MG_KIND_TRIANGLES || (unsigned)i->direction > MG_DIRECTION_BOTH ||
           (unsigned)i->frontier > MG_FRONTIER_REPLAY || (unsigned)i->monoid > MG_MOST_FREQUENT ||
           (unsigned)i->value_type > MG_OTHER || (unsigned)i->weight_type > MG_OTHER;
}

static bool bad_value_size(const mg_phase_info *i) {
    return i->value_size != 4 && i->value_size != 8;
}

static bool bad_value_type(const mg_phase_info *i) {
    return mg__type_size(i->value_type) && mg__type_size(i->value_type) != i->value_size;
}

static bool no_combine(const mg_phase_info *i) {
    return combines(i) && i->monoid == MG_USER && !i->has_combine;
}

static bool builtin_on_struct(const mg_phase_info *i) {
    const bool number = i->value_type != MG_OTHER && i->value_type != MG_TYPE_NONE;
    return combines(i) && !number && i->monoid != MG_USER && i->monoid != MG_ANY;
}

static bool or_on_float(const mg_phase_info *i) {
    return i->monoid == MG_OR && (i->value_type == MG_FLOAT32 || i->value_type == MG_FLOAT64);
}

static bool label_with_apply(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->has_apply || i->has_scatter || (i->properties & MG_SOURCE_ID));
}

static bool label_with_sum(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->monoid == MG_SUM || i->monoid == MG_ANY);
}

static bool first_hit_with_sum(const mg_phase_info *i) {
    return (i->properties & MG_FIRST_HIT) && i->monoid == MG_SUM;
}

static bool label_all_active(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->properties & MG_ALL_ACTIVE);
}

static bool nothing_sent(const mg_phase_info *i) {
    return is_program(i) && !(i->properties & (MG_LABEL | MG_SOURCE_ID)) && !i->has_scatter;
}

static bool scatter_and_source(const mg_phase_info *i) {
    return (i->properties & MG_SOURCE_ID) && i->has_scatter;
}

static bool no_apply(const mg_phase_info *i) {
    return is_program(i) && !(i->properties & MG_LABEL) && !i->has_apply;
}

/* Then the state gets the value, which is aligned if states are of a multiple of its size. */
static bool no_room_without_apply(const mg_phase_info *i) {
    const bool fits = i->value_size && i->state_size >= i->value_size && i->state_size % i->value_size == 0;
    return is_triangles(i) && !i->has_apply && !mg__counts_all_triangles(i) && (!fits || i->totals);
}

static bool bad_count_of_all(const mg_phase_info *i) {
    return mg__counts_all_triangles(i) && (i->totals != 1 || i->minima || i->maxima);
}

static bool too_many_totals(const mg_phase_info *i) {
    return i->totals > MG_TOTALS_MAX || i->minima > MG_TOTALS_MAX || i->maxima > MG_TOTALS_MAX;
}

static bool priority_without_label(const mg_phase_info *i) {
    return i->has_priority && !((i->properties & MG_LABEL) && (i->properties & MG_MONOTONE));
}

static bool small_label(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && i->state_size < i->value_size;
}

static bool no_vertex(const mg_phase_info *i) {
    return i->kind == MG_KIND_VERTICES && !i->has_vertex;
}

static bool no_visit(const mg_phase_info *i) {
    return i->kind == MG_KIND_EDGES && !i->has_visit && !i->has_score;
}

static bool blocks_without_edges(const mg_phase_info *i) {
    return i->kind != MG_KIND_EDGES && (i->properties & (MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS | MG_FOREST));
}

static bool within_and_between(const mg_phase_info *i) {
    return (i->properties & MG_WITHIN_BLOCKS) && (i->properties & MG_BETWEEN_BLOCKS);
}

static bool vertex_after_edges(const mg_phase_info *i) {
    return i->kind == MG_KIND_EDGES && i->has_vertex && (!(i->properties & MG_WITHIN_BLOCKS) || i->totals);
}

static bool no_label(const mg_phase_info *i) {
    return i->kind == MG_KIND_MOST_FREQUENT && !i->has_label;
}

static bool bad_label_offset(const mg_phase_info *i) {
    return i->kind == MG_KIND_MOST_FREQUENT && (i->params_size < 4 || i->label_offset > i->params_size - 4);
}

static bool bad_replay(const mg_phase_info *i) {
    return i->frontier == MG_FRONTIER_REPLAY && (i->properties & (MG_LABEL | MG_ALL_ACTIVE));
}

static bool bad_breadth_first(const mg_phase_info *i) {
    return (i->properties & MG_BREADTH_FIRST) &&
           ((i->properties & (MG_LABEL | MG_ALL_ACTIVE)) || i->frontier != MG_FRONTIER_INIT || !i->has_needs ||
            i->totals || i->has_finished || i->iteration_limit);
}

static bool unknown_constant(const mg_phase_info *i) {
    return (unsigned)i->kind > MG_KIND_TRIANGLES || (unsigned)i->direction > MG_DIRECTION_BOTH ||
           (unsigned)i->frontier > MG_FRONTIER_REPLAY || (unsigned)i->monoid > MG_MOST_FREQUENT;
}

static bool unknown_property(const mg_phase_info *i) {
    return i->properties >= 2 * MG_ROUND;
}

static bool stray_program_part(const mg_phase_info *i) {
    return !is_program(i) && (i->has_scatter || i->has_edge || i->has_edge_at || i->has_needs || i->has_priority ||
                              i->has_finished || i->record);
}

static bool stray_gather_part(const mg_phase_info *i) {
    return !combines(i) && (i->has_combine || i->has_apply);
}

static bool is_whole(mg_type type) {
    return type == MG_INT32 || type == MG_UINT32 || type == MG_INT64 || type == MG_UINT64;
}

static bool bad_most_frequent(const mg_phase_info *i) {
    return i->monoid == MG_MOST_FREQUENT &&
           (!is_program(i) || !(i->properties & MG_ALL_ACTIVE) || !is_whole(i->value_type) ||
            (i->properties & (MG_FIRST_HIT | MG_LABEL)) || i->has_needs || i->record);
}

static bool no_triangle(const mg_phase_info *i) {
    return is_triangles(i) && !i->has_triangle && (i->monoid != MG_SUM || !is_whole(i->value_type));
}

static bool stray_triangle(const mg_phase_info *i) {
    return !is_triangles(i) && i->has_triangle;
}

static bool triangles_read_more(const mg_phase_info *i) {
    return is_triangles(i) &&
           (i->weight_type != MG_TYPE_NONE || i->direction != MG_DIRECTION_OUT || i->frontier != MG_FRONTIER_INIT);
}

static bool stray_program_property(const mg_phase_info *i) {
    return !is_program(i) &&
           (i->properties & ~(uint32_t)(MG_IN_DEGREE | MG_ROUND | MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS | MG_FOREST));
}

static bool stray_vertex(const mg_phase_info *i) {
    return i->has_vertex && i->kind != MG_KIND_VERTICES && i->kind != MG_KIND_EDGES;
}

static bool stray_edges_part(const mg_phase_info *i) {
    return i->kind != MG_KIND_EDGES && (i->has_visit || i->has_where || i->first_neighbour || i->neighbour_count);
}

static bool stray_score(const mg_phase_info *i) {
    return i->kind != MG_KIND_EDGES && i->has_score;
}

/* Values of edges are those of the out-edges, in their order. */
static bool bad_score(const mg_phase_info *i) {
    return i->has_score &&
           (i->has_visit || i->has_where || i->has_init || i->has_vertex || i->first_neighbour || i->neighbour_count ||
            i->direction != MG_DIRECTION_OUT || (i->properties & (MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS | MG_FOREST)));
}

static bool score_of_struct(const mg_phase_info *i) {
    return i->has_score && (i->value_type == MG_OTHER || i->value_type == MG_TYPE_NONE);
}

static bool stray_label(const mg_phase_info *i) {
    return i->kind != MG_KIND_MOST_FREQUENT && (i->has_label || i->label_offset);
}

static bool stray_init(const mg_phase_info *i) {
    return i->has_init && !combines(i) && i->kind != MG_KIND_EDGES;
}

static bool stray_totals(const mg_phase_info *i) {
    return i->totals && !combines(i) && i->kind != MG_KIND_VERTICES;
}

static bool stray_limit(const mg_phase_info *i) {
    const bool replays = is_program(i) && i->frontier == MG_FRONTIER_REPLAY;
    return (i->iteration_limit && !is_program(i) && i->kind != MG_KIND_VERTICES) ||
           (replays && (i->iteration_limit || i->has_finished || i->record));
}

static bool combine_without_user(const mg_phase_info *i) {
    return i->has_combine && i->monoid != MG_USER;
}

static bool two_edges(const mg_phase_info *i) {
    return i->has_edge && i->has_edge_at;
}

static bool source_in_float(const mg_phase_info *i) {
    return (i->properties & MG_SOURCE_ID) && (i->value_type == MG_FLOAT32 || i->value_type == MG_FLOAT64);
}

static bool monotone_without_priority(const mg_phase_info *i) {
    return (i->properties & MG_MONOTONE) && !((i->properties & MG_LABEL) && i->has_priority);
}

static bool nobody_first(const mg_phase_info *i) {
    return is_program(i) && i->frontier == MG_FRONTIER_INIT && !i->has_init && !(i->properties & MG_ALL_ACTIVE);
}

static bool mixed_without_double_sum(const mg_phase_info *i) {
    return (i->properties & MG_MIXED_PRECISION) && (i->value_type != MG_FLOAT64 || i->monoid != MG_SUM);
}

static const rule rules[] = {
    {unknown_constant, "kind, direction, frontier or monoid is not a constant of its type"},
    {unknown_property, "properties has an unknown bit"},
    {stray_vertex, "vertex requires kind MG_KIND_VERTICES or MG_KIND_EDGES"},
    {stray_edges_part, "visit, where, first_neighbour and neighbour_count require kind MG_KIND_EDGES"},
    {stray_score, "score requires kind MG_KIND_EDGES"},
    {stray_label, "label and label_offset require kind MG_KIND_MOST_FREQUENT"},
    {stray_program_part, "scatter, edge, edge_at, needs, priority, finished and record require kind MG_KIND_PROGRAM"},
    {stray_gather_part, "combine and apply require kind MG_KIND_PROGRAM or MG_KIND_TRIANGLES"},
    {stray_triangle, "triangle requires kind MG_KIND_TRIANGLES"},
    {blocks_without_edges, "MG_WITHIN_BLOCKS, MG_BETWEEN_BLOCKS and MG_FOREST require an EDGES phase"},
    {stray_program_property,
     "kinds other than MG_KIND_PROGRAM have no property but MG_IN_DEGREE, MG_ROUND, MG_WITHIN_BLOCKS, "
     "MG_BETWEEN_BLOCKS and MG_FOREST"},
    {stray_init, "init requires kind MG_KIND_PROGRAM, MG_KIND_EDGES or MG_KIND_TRIANGLES"},
    {stray_totals, "totals require kind MG_KIND_PROGRAM, MG_KIND_VERTICES or MG_KIND_TRIANGLES"},
    {stray_limit, "iteration_limit requires kind MG_KIND_PROGRAM or MG_KIND_VERTICES; MG_FRONTIER_REPLAY excludes "
                  "iteration_limit, finished and record"},
    {unknown_enum, "kind, direction, frontier, monoid or a type has an unknown value"},
    {bad_value_size, "the value must have 4 or 8 bytes (the state may have any size)"},
    {bad_value_type, "the size of the value differs from the size of its type"},
    {no_combine, "MG_USER requires a combine callback"},
    {combine_without_user, "combine requires the monoid MG_USER"},
    {two_edges, "edge and edge_at exclude each other"},
    {source_in_float, "MG_SOURCE_ID sends the index of a vertex, so the value must be an integer"},
    {nobody_first, "no vertex is in the first frontier: init or MG_FRONTIER_ALL is missing"},
    {builtin_on_struct, "a value that is not a number requires MG_USER or MG_ANY"},
    {or_on_float, "MG_OR requires an integer value"},
    {label_with_apply, "MG_LABEL excludes apply, scatter and MG_SOURCE_ID"},
    {label_with_sum, "MG_LABEL requires an idempotent monoid"},
    {first_hit_with_sum, "MG_FIRST_HIT requires an idempotent monoid"},
    {label_all_active, "MG_LABEL and MG_ALL_ACTIVE exclude each other"},
    {nothing_sent, "scatter, MG_SOURCE_ID or MG_LABEL is missing"},
    {scatter_and_source, "MG_SOURCE_ID excludes scatter"},
    {no_apply, "apply or MG_LABEL is missing"},
    {no_room_without_apply, "without apply the state must begin with the value, and there are no totals"},
    {bad_count_of_all, "without triangle and apply there is one total, a sum: the number of all triangles"},
    {too_many_totals, "the phase has more than MG_TOTALS_MAX totals"},
    {priority_without_label, "priority requires MG_LABEL and MG_MONOTONE"},
    {monotone_without_priority, "MG_MONOTONE requires MG_LABEL and priority"},
    {small_label, "MG_LABEL: the state must begin with the value"},
    {bad_replay, "MG_FRONTIER_REPLAY excludes MG_LABEL and MG_ALL_ACTIVE"},
    {bad_breadth_first,
     "MG_BREADTH_FIRST requires needs and the frontier of init; it excludes MG_LABEL, MG_ALL_ACTIVE, "
     "totals, finished and an iteration limit"},
    {mixed_without_double_sum, "MG_MIXED_PRECISION requires MG_SUM of doubles"},
    {no_vertex, "the callback vertex is missing"},
    {no_visit, "the callback visit is missing"},
    {bad_score, "score requires direction OUT; it excludes visit, where, init, vertex, a part of the neighbours and "
                "properties of blocks and forests"},
    {score_of_struct, "score requires a value that is a number"},
    {within_and_between, "MG_WITHIN_BLOCKS and MG_BETWEEN_BLOCKS exclude each other"},
    {vertex_after_edges, "vertex in an EDGES phase requires MG_WITHIN_BLOCKS and excludes totals"},
    {bad_most_frequent, "MG_MOST_FREQUENT requires kind MG_KIND_PROGRAM, MG_ALL_ACTIVE and integers; it excludes "
                        "MG_FIRST_HIT, needs and record"},
    {no_label, "the callback label is missing"},
    {no_triangle, "the callback triangle is missing: only MG_SUM of integers counts triangles without it"},
    {triangles_read_more, "MG_KIND_TRIANGLES has no direction, frontier and weights"},
    {bad_label_offset, "label_offset is outside of the parameters"},
};

const char *mg__broken_rule(const mg_phase_info *info) {
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        if (rules[r].broken(info)) {
            return rules[r].text;
        }
    }
    return NULL;
}
