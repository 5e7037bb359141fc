/* SPDX-License-Identifier: Apache-2.0
 *
 * text_window.c: divides a window into chunks of whole lines.
 */
#include "core/graph/graph_build.h"
#include "io/edge_text.h"

#include <assert.h>
#include <string.h>

#define PIECE_MIN ((size_t)1 << 16)

/* Counts in short runs with a byte as counter, which compilers vectorise well. */
uint64_t mg__count_newlines(const char *text, const char *end) {
    uint64_t count = 0;
    while (text < end) {
        const size_t run = end - text < 128 ? (size_t)(end - text) : 128;
        uint8_t found = 0;
        for (size_t i = 0; i < run; i++) {
            found += text[i] == '\n';
        }
        count += found;
        text += run;
    }
    return count;
}

void mg__parse_chunks(const mg_context *context, mg_input *input, int count, void (*parse)(const void *data, int i),
                      const void *data) {
#pragma omp parallel num_threads(context->threads)
    {
#pragma omp master
        mg__input_prefetch(input);
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < count; i++) {
            parse(data, i);
        }
    }
}

int mg__cut_window(const mg_input *input, size_t most, const char **cuts) {
    const size_t wanted = input->size / PIECE_MIN + 1;
    const int count = (int)(wanted < most ? wanted : most);
    assert(input->size && most > 0 && input->text[input->size - 1] == '\n');
    const char *end = input->text + input->size;
    cuts[0] = input->text;
    for (int i = 0; i < count; i++) {
        assert(cuts[i] <= end);
        const char *cut = input->text + mg__chunk_begin(input->size, count, i + 1);
        if (cut < cuts[i]) {
            cut = cuts[i];
        } else if (cut < end) {
            cut = (const char *)memchr(cut, '\n', (size_t)(end - cut)) + 1;
        }
        cuts[i + 1] = cut;
    }
    return count;
}
