/* SPDX-License-Identifier: Apache-2.0
 *
 * names.c: a hash table of names with open addressing.
 */
#include "io/names.h"

#include "core/graph/id_set.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#define FIRST_BITS 10
#define SHOWN 3 /* names in the announcement */

static const char *name_at(const mg_names *names, uint64_t number, size_t *length) {
    const uint64_t begin = number ? names->ends[number - 1] : 0;
    *length = (size_t)(names->ends[number] - begin);
    return names->text + begin;
}

/* The slot of a name, or the free one where it belongs. */
static uint32_t *find_slot(const mg_names *names, const char *text, size_t length) {
    const uint64_t mask = ((uint64_t)1 << names->bits) - 1;
    for (uint64_t i = XXH64(text, length, names->seed);; i++) {
        uint32_t *slot = &names->slots[i & mask];
        size_t size;
        if (!*slot) {
            return slot;
        }
        const char *known = name_at(names, *slot - 1, &size);
        if (size == length && memcmp(known, text, length) == 0) {
            return slot;
        }
    }
}

uint32_t mg__names_find(const mg_names *names, const char *text, size_t length) {
    return names->slots ? *find_slot(names, text, length) - 1 : MG_NONE;
}

/* Doubles the hash table and the array of ends, which is half as long. */
static mg_status grow(mg_context *context, mg_names *names) {
    mg_names larger = *names;
    larger.bits = names->slots ? names->bits + 1 : FIRST_BITS;
    larger.capacity = (uint64_t)1 << (larger.bits - 1);
    larger.seed = names->slots ? names->seed : mg__random_seed(names);
    larger.slots = NULL;
    larger.ends = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, larger.slots, (uint64_t)1 << larger.bits, "names"));
    MG_TRY(MG_ALLOC(context, larger.ends, larger.capacity, "names"));
    if (names->count) {
        memcpy(larger.ends, names->ends, (size_t)names->count * sizeof *larger.ends);
    }
    for (uint64_t i = 0; i < names->count; i++) {
        size_t length;
        const char *text = name_at(&larger, i, &length);
        *find_slot(&larger, text, length) = (uint32_t)i + 1;
    }
    mg__release(&context->memory, names->slots);
    mg__release(&context->memory, names->ends);
    *names = larger;
    return status;
out:
    mg__release(&context->memory, larger.slots);
    return status;
}

/* Makes room for the text of a further name. */
static mg_status grow_text(mg_context *context, mg_names *names, uint64_t needed) {
    char *larger;
    const uint64_t room = 2 * needed + 4096;
    const mg_status status = MG_ALLOC(context, larger, room, "names");
    if (status < 0) {
        return status;
    }
    if (names->text) {
        memcpy(larger, names->text, (size_t)names->text_capacity);
    }
    mg__release(&context->memory, names->text);
    names->text = larger;
    names->text_capacity = room;
    return status;
}

mg_status mg__names_add(mg_context *context, mg_names *names, const char *text, size_t length, uint32_t *number) {
    *number = mg__names_find(names, text, length);
    if (*number != MG_NONE) {
        return MG_OK;
    }
    const uint64_t used = names->count ? names->ends[names->count - 1] : 0;
    mg_status status;
    if (names->count == MG_NONE - 1) {
        return mg__fail(context, MG_ERROR_RANGE, "more than 4294967294 vertices");
    }
    if (names->count == names->capacity) {
        MG_TRY(grow(context, names));
    }
    if (used + length > names->text_capacity) {
        MG_TRY(grow_text(context, names, used + length));
    }
    memcpy(names->text + used, text, length);
    *number = (uint32_t)names->count;
    *find_slot(names, text, length) = *number + 1;
    names->ends[names->count++] = used + length;
    status = MG_OK;
out:
    return status;
}

bool mg__names_id(const mg_names *names, uint64_t number, uint64_t *id) {
    size_t length;
    const char *text = name_at(names, number, &length);
    *id = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || __builtin_mul_overflow(*id, 10, id) || __builtin_add_overflow(*id, digit, id)) {
            return false;
        }
    }
    return length && (text[0] != '0' || length == 1);
}

/* Appends "name = number", with the name shortened and without control characters. */
static size_t show_name(const mg_names *names, uint64_t number, char *out, size_t room) {
    char name[20] = "";
    size_t length;
    const char *text = name_at(names, number, &length);
    for (size_t i = 0; i < length && i + 1 < sizeof name; i++) {
        name[i] = (unsigned char)text[i] < ' ' || text[i] == 127 ? '?' : text[i];
        name[i + 1] = 0;
    }
    return (size_t)snprintf(out, room, "%s%s = %llu", number ? ", " : "", name, (unsigned long long)number);
}

void mg__names_announce(mg_context *context, const mg_input *input, const mg_names *names) {
    char shown[SHOWN * 48] = "";
    size_t used = 0;
    for (uint64_t i = 0; i < names->count && i < SHOWN; i++) {
        used += show_name(names, i, shown + used, sizeof shown - used);
    }
    assert(used < sizeof shown);
    if (names->count) {
        mg__log(context, MG_LOG_WARNING, "%s: names are replaced by ids in order of appearance: %s%s", input->path,
                shown, names->count > SHOWN ? ", ..." : "");
    }
}

void mg__names_not_kept(mg_context *context, const mg_input *input, uint64_t line, const char *name, size_t length,
                        uint64_t id) {
    mg__log(context, MG_LOG_WARNING, "%s:%llu: names of vertices are not kept: '%.*s' is %llu", input->path,
            (unsigned long long)line, (int)(length < 40 ? length : 40), name, (unsigned long long)id);
}

void mg__names_release(const mg_allocator *memory, mg_names *names) {
    mg__release(memory, names->slots);
    mg__release(memory, names->ends);
    mg__release(memory, names->text);
    *names = (mg_names){0};
}
