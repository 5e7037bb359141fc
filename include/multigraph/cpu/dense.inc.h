/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/dense.inc.h: loops of one iteration in mode DENSE. Load: copy the value of every sender to its column. Phase 1,
 * gather: write the partial sum of each block row of a work item to its slot of the stream buffer. Phase 2, apply:
 * reduce the slots of a row panel in fixed order and apply its vertices.
 */
/* Edges of a block: values of the columns of its panel, which of them are active, column of each edge. */
typedef struct MG__K(_block) {
    const void *values;
    const uint64_t *active; /* unused if all are */
    const uint16_t *columns;
} MG__K(_block);

MG__INLINE size_t MG__K(_load_column_values)(const mg_frame *f, mg_vertex begin, mg_vertex end, bool all, bool masked) {
    const mg_vertex *order = f->dense->column_order;
    size_t count = 0;
    for (mg_vertex first = begin; first < end;) {
        const mg_vertex last = end - first < 64 ? end : first + 64;
        uint64_t word = 0;
        for (mg_vertex c = first; c < last; c++) {
            const mg_vertex v = order[c];
            const bool active = all || mg__bit(f->frontier_bits, v);
            if (active) {
                MG__K(_store_sent)(f, f->columns, c, MG__K(_value_of)(f, v));
                word |= (uint64_t)1 << (c & 63);
                count++;
            } else if (masked) {
                MG__K(_store_sent)(f, f->columns, c, MG__K(_inactive)(f));
            }
        }
        if (!all && !masked) {
            f->active_columns[first >> 6] = word;
        }
        first = last;
    }
    return count;
}

/* Loads columns [begin, end); returns the number of active ones. */
static size_t MG__K(_dense_load_columns)(const mg_frame *frame, mg_vertex begin, mg_vertex end) {
    const mg_frame own = *frame, *f = &own;
    if (!f->frontier_bits) {
        return MG__K(_load_column_values)(f, begin, end, true, false);
    }
    if (MG__K(_annihilates)(f)) {
        return MG__K(_load_column_values)(f, begin, end, false, true);
    }
    return MG__K(_load_column_values)(f, begin, end, false, false);
}

/* Sum of a block row by `edge_row`. */
MG__INLINE MG__K(_V) MG__K(_sum_rows)(const mg_frame *f, const mg_arcs *arcs, const MG__K(_block) * b, uint64_t e,
                                      uint32_t length, bool all, bool weighted) {
    MG__K(_V) value = MG__K(_identity)(f), values[MG__K(_ROW)], sent[MG__K(_ROW)];
    for (uint32_t begin = 0; begin < length; begin += MG__K(_ROW)) {
        const uint32_t count = length - begin < MG__K(_ROW) ? length - begin : MG__K(_ROW);
        bool any = false;
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t c = b->columns[e + begin + k];
            const bool on = all || mg__bit(b->active, c);
            values[k] = on ? MG__K(_load_sent)(f, b->values, c) : MG__K(_identity)(f);
            any |= on;
        }
        if (!any) {
            continue;
        }
        MG__K(_call_row)(f, count, values, 1, arcs, e + begin, weighted, sent);
        for (uint32_t k = 0; k < count; k++) {
            if ((all || mg__bit(b->active, b->columns[e + begin + k])) && MG__K(_fold)(f, &value, sent[k])) {
                return value;
            }
        }
    }
    return value;
}

/* Contribution of edge e from a column to v. */
MG__INLINE MG__K(_V) MG__K(_sent_by_column)(const mg_frame *f, const mg_arcs *arcs, const MG__K(_block) * b,
                                            uint32_t column, uint64_t e, mg_vertex v, bool weighted) {
    return MG__K(_call_edge)(f, MG__K(_load_sent)(f, b->values, column), MG__K(_weight_of)(f, arcs, e, weighted), v);
}

/* Sum of a block row in four parts, where all columns are active and no contribution ends the row: an addition need not
 * wait for the one before. */
MG__INLINE MG__K(_V) MG__K(_sum_fours)(const mg_frame *f, const mg_arcs *arcs, const MG__K(_block) * block, uint64_t e,
                                       uint32_t length, bool weighted) {
    MG__K(_V) sums[4] = {MG__K(_identity)(f), MG__K(_identity)(f), MG__K(_identity)(f), MG__K(_identity)(f)};
    uint32_t k = 0;
    for (; k + 4 <= length; k += 4) {
        for (uint32_t p = 0; p < 4; p++) {
            const uint32_t c = block->columns[e + k + p];
            sums[p] = MG__K(_combine)(f, sums[p], MG__K(_sent_by_column)(f, arcs, block, c, e + k + p, 0, weighted));
        }
    }
    for (uint32_t p = 0; k + p < length; p++) {
        const uint32_t c = block->columns[e + k + p];
        sums[p] = MG__K(_combine)(f, sums[p], MG__K(_sent_by_column)(f, arcs, block, c, e + k + p, 0, weighted));
    }
    return MG__K(_combine)(f, MG__K(_combine)(f, sums[0], sums[1]), MG__K(_combine)(f, sums[2], sums[3]));
}

/* Sum of a block row of receiver v. */
MG__INLINE MG__K(_V) MG__K(_sum_block_row)(const mg_frame *f, const mg_arcs *arcs, const MG__K(_block) * b, uint64_t e,
                                           uint32_t length, mg_vertex v, bool all, bool weighted) {
    if (MG__K(_has_rows)(f)) {
        return MG__K(_sum_rows)(f, arcs, b, e, length, all, weighted);
    }
    if (all && MG__K(_reads_beyond_rows)(f)) {
        return MG__K(_sum_fours)(f, arcs, b, e, length, weighted);
    }
    MG__K(_V) value = MG__K(_identity)(f);
    for (uint32_t k = 0; k < length; k++) {
        const uint32_t c = b->columns[e + k];
        if (!all && !mg__bit(b->active, c)) {
            continue;
        }
        if (MG__K(_fold)(f, &value, MG__K(_sent_by_column)(f, arcs, b, c, e + k, v, weighted))) {
            break;
        }
    }
    return value;
}

MG__INLINE void MG__K(_gather_block)(const mg_frame *f, const mg_dense *d, const mg_dense_block *block, bool all,
                                     bool weighted) {
    const mg_arcs arcs = {.weights = f->dense_weights};
    const size_t size = MG__K(_is_narrow)(f) ? sizeof(float) : sizeof(MG__K(_V)),
                 first = (size_t)block->column_panel << d->column_shift;
    const MG__K(_block) b = {.values = (const char *)f->columns + first * size,
                             .active = all ? NULL : f->active_columns + (first >> 6),
                             .columns = d->columns};
    const mg_vertex *vertices = d->row_order + ((size_t)block->row_panel << d->row_shift);
    const mg_block_row *block_rows = d->block_rows;
    MG__K(_V) *stream_buffer = f->stream_buffer;
    const uint64_t end = block[1].block_row;
    uint64_t e = block->edge;
    for (uint64_t r = block->block_row; r < end; r++) {
        const uint32_t length = block_rows[r].length;
        const mg_vertex v = MG__K(_looks_at_receiver)(f) ? vertices[block_rows[r].row] : 0;
        MG__K(_V) value = MG__K(_identity)(f);
        if (!MG__K(_looks_at_receiver)(f) || MG__K(_call_needs)(f, v)) {
            value = MG__K(_sum_block_row)(f, &arcs, &b, e, length, v, all, weighted);
        }
        MG__K(_store)(&stream_buffer[r], value); /* atomic, so that the compiler emits no call of memset */
        e += length;
    }
}

MG__INLINE void MG__K(_gather_item)(const mg_frame *f, uint64_t item, bool all, bool weighted) {
    const mg_dense d = *f->dense;
    for (uint64_t k = d.items[item]; k < d.items[item + 1]; k++) {
        MG__K(_gather_block)(f, &d, &d.blocks[d.item_blocks[k]], all, weighted);
    }
}

static void MG__K(_dense_gather)(const mg_frame *frame, uint64_t item) {
    const mg_frame own = *frame, *f = &own; /* a local copy: no store can alias it */
    const mg_dense *d = f->dense;
    const bool weighted = MG__K(_reads_weights)(f, f->dense_weights);
    if (!MG__K(_is_program)(f) || !f->active_panels[d->blocks[d->item_blocks[d->items[item]]].column_panel]) {
        return;
    }
    if (f->active_columns) {
        if (weighted) {
            MG__K(_gather_item)(f, item, false, true);
        } else {
            MG__K(_gather_item)(f, item, false, false);
        }
    } else if (weighted) {
        MG__K(_gather_item)(f, item, true, true);
    } else {
        MG__K(_gather_item)(f, item, true, false);
    }
}

/* Reduces the slots of a row panel to sums by row; false: no active column panel has a block in it. */
MG__INLINE bool MG__K(_sum_slots)(const mg_frame *f, const mg_dense *d, uint32_t row_panel, MG__K(_V) * sums) {
    const MG__K(_V) *stream_buffer = f->stream_buffer;
    bool any = false;
    for (uint64_t b = d->panel_blocks[row_panel]; b < d->panel_blocks[row_panel + 1]; b++) {
        const mg_dense_block *block = &d->blocks[b];
        if (!f->active_panels[block->column_panel]) {
            continue;
        }
        any = true;
        for (uint64_t r = block->block_row; r < block[1].block_row; r++) {
            MG__K(_fold)(f, &sums[d->block_rows[r].row], stream_buffer[r]);
        }
    }
    return any;
}

/* Applies one receiver; true: in the next frontier. */
MG__INLINE bool MG__K(_apply_row)(const mg_frame *f, mg_vertex v, MG__K(_V) value, double *add) {
    if (MG__K(_properties)(f) & MG_LABEL) {
        MG__K(_V) *at = MG__K(_label_at)(f, v);
        const MG__K(_V) before = *at;
        MG__K(_V) after = before;
        MG__K(_fold)(f, &after, value);
        if (MG__K(_same_bits)(before, after)) {
            return false;
        }
        MG__K(_store)(at, after);
        return true;
    }
    if (!(MG__K(_properties)(f) & MG_ALL_ACTIVE) && MG__K(_same_bits)(value, MG__K(_identity)(f))) {
        return false;
    }
    return MG__K(_call_apply)(f, v, value, add);
}

/* Atomic, since other row panels may own vertices of the same word. The rows of a degree group ascend, so most words
 * are written once. */
MG__INLINE void MG__K(_add_to_next)(const mg_frame *f, mg_vertex at, uint64_t word) {
    if (word) {
        __atomic_fetch_or(&f->next[at], word, __ATOMIC_RELAXED);
    }
}

/* row_sums: a value per row of a panel, the identity before and after. */
static void MG__K(_dense_apply)(const mg_frame *frame, uint32_t row_panel, void *row_sums, mg_sink *sink, double *add) {
    MG__OWN_FRAME(frame);
    const mg_dense d = *f->dense;
    const mg_vertex begin = row_panel << d.row_shift, left = d.n - begin;
    const uint32_t rows = left < (mg_vertex)1 << d.row_shift ? left : (uint32_t)1 << d.row_shift;
    const mg_vertex *vertices = d.row_order + begin;
    MG__K(_V) *sums = row_sums;
    double totals[MG_TOTALS_MAX]; /* local, for registers, as in pull */
    if (!MG__K(_is_program)(f)) {
        return;
    }
    MG__K(_V) *const initial = f->pull_initial;
    if (!MG__K(_sum_slots)(f, &d, row_panel, sums) && !initial && !(MG__K(_properties)(f) & MG_ALL_ACTIVE)) {
        return;
    }
    MG__K(_start_totals)(f, totals);
    mg_vertex at = 0;
    uint64_t word = 0;
    for (uint32_t i = 0; i < rows; i++) {
        const mg_vertex v = vertices[i];
        if (v >> 6 != at) {
            MG__K(_add_to_next)(f, at, word);
            at = v >> 6;
            word = 0;
        }
        MG__K(_V) value = sums[i];
        sums[i] = MG__K(_identity)(f);
        if (initial) {
            MG__K(_fold)(f, &value, initial[v]);
            initial[v] = MG__K(_identity)(f);
        }
        if (MG__K(_apply_row)(f, v, value, totals)) {
            word |= (uint64_t)1 << (v & 63);
            sink->count++;
            sink->edges += MG__K(_degree)(f, v);
        }
    }
    MG__K(_add_to_next)(f, at, word);
    MG__K(_join_totals)(f, add, totals);
}
