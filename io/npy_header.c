/* SPDX-License-Identifier: Apache-2.0
 *
 * npy_header.c: the header of a NumPy array that is written, version 1.0.
 */
#include "io/npy.h"

#include <inttypes.h>
#include <stdio.h>

const char *mg__npy_type_code(mg_type type, char code[4]) {
    const char *kind = type == MG_FLOAT32   ? "f4"
                       : type == MG_FLOAT64 ? "f8"
                       : type == MG_INT64   ? "i8"
                       : type == MG_UINT64  ? "u8"
                                            : "i4";
    code[0] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
    memcpy(code + 1, kind, 3);
    return code;
}

size_t mg__npy_header(char header[MG_NPY_HEADER], const char *descr, const uint64_t *count) {
    static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y', 1, 0};
    memcpy(header, magic, sizeof magic);
    char shape[24] = "";
    if (count) {
        snprintf(shape, sizeof shape, "%" PRIu64 ",", *count);
    }
    const int length = snprintf(header + 10, MG_NPY_HEADER - 10,
                                "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, shape);
    const size_t end = 10 + (size_t)length + 1, padded = (end + 63) / 64 * 64;
    memset(header + end - 1, ' ', padded - end);
    header[padded - 1] = '\n';
    header[8] = (char)((padded - 10) & 255);
    header[9] = (char)((padded - 10) >> 8);
    return padded;
}
