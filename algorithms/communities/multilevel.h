/* SPDX-License-Identifier: Apache-2.0
 *
 * multilevel.h: the levels of Louvain and Leiden.
 */
#ifndef MG_ALGORITHMS_COMMUNITIES_MULTILEVEL_H
#define MG_ALGORITHMS_COMMUNITIES_MULTILEVEL_H

#include "algorithms/communities/moves.h"

typedef struct mg_multilevel {
    mg_moving moving;
    double threshold;
    uint32_t max_levels;  /* 0: no limit */
    mg_vertex *label;     /* of each vertex: its community, a number below n. Before: where to start */
    double quality;       /* modularity of the communities, before and after */
    uint32_t levels;      /* whose communities were merged */
    bool named;           /* each label is the vertex of its community whose id is smallest */
    bool ends, connected; /* of Leiden: no two communities belong together; they are known to be connected */
} mg_multilevel;

/* What a level of Leiden has after its moves. */
typedef struct mg_pass_level {
    mg_vertex vertices, communities;
    uint64_t moved;
    bool small; /* mg__coarse_is_small() */
    double quality;
} mg_pass_level;

/* Starts with each vertex alone. */
mg_status mg__louvain(mg_context *context, const mg_coarse *first, mg_multilevel *m);
/* The same, the levels that have many edges on the device of m->moving. `first` has no strengths, and is that of
 * `graph`; sets `named`, unless the CPU must do all of it. */
mg_status mg__louvain_on_device(mg_context *context, const mg_graph *graph, const mg_coarse *first, mg_multilevel *m);
/* A pass of mg__leiden() likewise. *done: it was made. fresh: each vertex is alone. Sets the quality of the start, too,
 * if it is. */
mg_status mg__leiden_on_device(mg_context *context, const mg_graph *graph, const mg_coarse *first, bool fresh,
                               mg_multilevel *m, bool *done);
/* May another level be merged? */
bool mg__may_go_on(const mg_multilevel *m);
/* Takes account of a level with this modularity, unless it is no gain. */
bool mg__take_level(mg_multilevel *m, double quality);
/* A pass. Starts with the communities of `label`, which is changed, and *taken set, unless all levels are worse. These
 * must not be in several components. */
mg_status mg__leiden(mg_context *context, const mg_coarse *first, mg_multilevel *m, bool *taken);
/* Takes account of a level: are its communities the best so far, and does the pass go on? If levels grows, with
 * merging.
 */
bool mg__take_pass_level(mg_multilevel *m, const mg_pass_level *level, bool *goes_on);

#endif
