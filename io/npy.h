/* SPDX-License-Identifier: Apache-2.0
 *
 * npy.h: arrays of NumPy in memory (numpy.lib.format).
 */
#ifndef MG_IO_NPY_H
#define MG_IO_NPY_H

#include "core/context.h"
#include "io/text.h"

#define MG_NPY_FIELDS 3

/* A column of numbers. */
typedef struct mg_npy_field {
    char kind;     /* 'i', 'u', 'f' or 'b'; 'S', 'U': text */
    bool swapped;  /* the other byte order */
    unsigned size; /* bytes of an element */
    size_t offset; /* within a structured element */
} mg_npy_field;

typedef struct mg_npy {
    mg_npy_field fields[MG_NPY_FIELDS];
    int field_count;   /* 1, or the fields of a structured array: source, target, weight */
    size_t item;       /* bytes of an element with all its fields */
    bool by_column;    /* fortran_order */
    int dimensions;    /* 0 to 2 */
    uint64_t shape[2]; /* 1 where there is no dimension */
    const unsigned char *data;
} mg_npy;

/* Is this the beginning of an array? */
bool mg__npy_begins(const unsigned char *bytes, size_t size);

/* Reads the header and checks that the data is there. `name`: for messages. FORMAT, UNSUPPORTED. */
mg_status mg__npy_open(mg_context *context, const char *name, const unsigned char *bytes, uint64_t size, mg_npy *array);

/* Element `at` of a field as a double; */
double mg__npy_double(const mg_npy *array, const mg_npy_field *field, uint64_t at);
/* as a weight, which may be infinite or no number; */
mg_number mg__npy_number(const mg_npy *array, const mg_npy_field *field, uint64_t at);
/* as an unsigned integer; false: it is none. */
bool mg__npy_unsigned(const mg_npy *array, const mg_npy_field *field, uint64_t at, uint64_t *value);

/* "<i4" and the like, in the byte order of the machine. */
const char *mg__npy_type_code(mg_type type, char code[4]);

/* Makes a header: magic, length and dictionary, filled up with blanks to a multiple of 64 bytes. Returns the size.
 * `descr`: a Python expression; count: NULL for a scalar. */
#define MG_NPY_HEADER 256 /* bytes of a header with its padding, at most */
size_t mg__npy_header(char header[MG_NPY_HEADER], const char *descr, const uint64_t *count);

#endif
