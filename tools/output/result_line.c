/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/result_line.h"

#include <stdlib.h>
#include <string.h>

/* Takes a string in quotes, in place, and returns what follows it. json: with backslashes, else quotes are doubled. */
static char *unquote(char *text, bool json) {
    char *out = text, *in = text + 1;
    for (; *in && (*in != '"' || (!json && in[1] == '"')); in++) {
        if (json && strncmp(in, "\\u", 2) == 0 && strlen(in) > 6) {
            const char digits[] = {in[2], in[3], in[4], in[5], '\0'};
            *out++ = (char)strtoul(digits, NULL, 16); /* the command writes control characters like this, no others */
            in += 5;
            continue;
        }
        in += (json && *in == '\\' && in[1]) || *in == '"';
        *out++ = *in;
    }
    char *const after = *in ? in + 1 : in;
    *out = '\0';
    return after;
}

/* Cuts a line of a graph with names, `{"id": "a", "depth": 2}` or two fields between tabs, commas or blanks. */
static int cut_fields(char *line, char *words[RESULT_WORDS]) {
    const bool json = *line == '{';
    const char *const ends = json ? ",}:" : strchr(line, '\t') ? "\t\r\n" : strchr(line, ',') ? ",\r\n" : " \r\n";
    char *at = line + json;
    int count = 0;
    while (count < RESULT_WORDS && *(at += strspn(at, json ? " ,}:\r\n" : "\r\n"))) {
        char *end = *at == '"' ? unquote(at, json) : at + strcspn(at, ends);
        words[count++] = at;
        end += *end != '\0' && strcspn(end, ends) ? strcspn(end, ends) : 0;
        at = *end ? end + 1 : end;
        *end = '\0';
    }
    return count;
}

/* Lines `id value` with any of these separators; of JSON `{"id": 7, "depth": 2}`. */
static int cut_words(char *line, char *words[RESULT_WORDS]) {
    static const char blanks[] = " \t\r\n,[]{}:\"";
    char *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(line, blanks, &rest); word && count < RESULT_WORDS;
         word = strtok_r(NULL, blanks, &rest)) {
        words[count++] = word;
    }
    return count;
}

int result_line_cut(char *line, bool named, char *words[RESULT_WORDS]) {
    const bool bracket = named && (strcmp(line, "[\n") == 0 || strcmp(line, "]\n") == 0);
    return bracket ? 0 : named ? cut_fields(line, words) : cut_words(line, words);
}
