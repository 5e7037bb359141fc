/* SPDX-License-Identifier: Apache-2.0 */
#include "io/list_on_device.h"

#include "core/graph/text_job.h"
#include "io/text.h"

#include <string.h>

/* Bytes of a text that is worth it: more than the threads read in 0.1 s, in which the driver starts (a thread reads a
 * quarter of a GB/s); less if the device is open. */
#define LEAST_PER_THREAD ((uint64_t)32 << 20)
#define LEAST_OPEN ((uint64_t)16 << 20)

#define SAMPLES 64
#define SAMPLE ((size_t)4096) /* bytes */
#define LONGEST_ID 10         /* digits below 2^32 */

/* The text from the window to the end of the file, which is mapped; 0: it is not. */
static uint64_t mapped_size(const mg_input *input) {
    const char *const begin = (const char *)input->mapping;
    const bool within = mg__input_mapped(input) && input->text >= begin && input->text < begin + input->mapped;
    return within ? (uint64_t)(begin + input->mapped - input->text) : 0;
}

static bool is_worth(const mg_context *context, uint64_t size) {
    const uint64_t least = context->device ? LEAST_OPEN : LEAST_PER_THREAD * (uint64_t)context->threads;
    return size && (size >= least || context->test_all_paths);
}

/* Is the graph one of ids and edges as they are, in natural order? */
static bool is_plain(const mg_graph_options *o, const mg_edge_comments *comments) {
    return comments->kind != MG_EDGES_BIPARTITE && o->weights != MG_WEIGHTS_RANDOM &&
           (o->order == MG_ORDER_DEFAULT || o->order == MG_ORDER_NATURAL);
}

/* Counts the newlines of a part of the text; false: it has other things than ids below 2^32. */
static bool count_lines(const char *text, size_t size, uint64_t *lines) {
    size_t digits = 0;
    for (size_t i = 0; i < size; i++) {
        const char c = text[i];
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        *lines += c == '\n';
        if (digits > LONGEST_ID || (!digits && !mg__column_ends(c))) {
            return false;
        }
    }
    return true;
}

/* Estimates the lines of a text by samples, with a margin; 0: some have other things than ids. */
static uint64_t estimate_lines(const char *text, uint64_t size) {
    const bool whole = size <= SAMPLES * SAMPLE;
    const size_t part = whole ? size : SAMPLE;
    uint64_t lines = 0;
    for (uint64_t i = 0; i < (whole ? 1 : SAMPLES); i++) {
        if (!count_lines(text + (whole ? 0 : (size - part) / (SAMPLES - 1) * i), part, &lines)) {
            return 0;
        }
    }
    return whole ? lines + 1 : (uint64_t)((double)size / (double)(SAMPLES * SAMPLE) * (double)lines * 1.125);
}

/* Reads the second id of the first line; false: it has none. */
static bool find_second(const char *text, bool commas, uint64_t *id) {
    const char *at = mg__skip_blanks(text), *end = mg__parse_unsigned(at, id);
    if (!end || end == at) {
        return false;
    }
    at = mg__skip_blanks(end);
    at = commas && *at == ',' ? mg__skip_blanks(at + 1) : at;
    end = mg__parse_unsigned(at, id);
    return end && end > at;
}

mg_status mg__list_on_device(mg_context *context, const mg_input *input, const mg_graph_options *options,
                             const mg_edge_comments *comments, bool commas, mg_edge_buffer *buffer) {
    const uint64_t size = mapped_size(input);
    uint64_t second;
    if (!context->edge_text || !is_worth(context, size) || !is_plain(options, comments) ||
        !find_second(input->text, commas, &second)) {
        return MG_OK;
    }
    const mg_text_job job = {.text = input->text,
                             .size = size,
                             .room = estimate_lines(input->text, size),
                             .doubtful = second + 1, /* edge_doubts.c: then the first line may have counts */
                             .commas = commas,
                             .undirected = !mg__becomes_directed(comments->kind > MG_EDGES_DIRECTED, options),
                             .maybe_paired =
                                 comments->kind == MG_EDGES_UNDIRECTED && options->directedness == MG_AS_GIVEN,
                             .drop_loops = options->drop_self_loops,
                             .merge = options->merge_multi_edges || options->directedness == MG_UNDIRECTED};
    return job.room ? context->edge_text(context, &job, &buffer->made) : MG_OK;
}
