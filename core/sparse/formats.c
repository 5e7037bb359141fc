/* SPDX-License-Identifier: Apache-2.0
 *
 * formats.c: the table of storage formats. A new format is a descriptor in a file of its own and an entry here.
 */
#include "core/sparse/formats.h"

static const mg_format *const formats[MG_FORMAT_COUNT] = {
    [MG_FORMAT_CSR] = &mg__format_csr,           [MG_FORMAT_COO] = &mg__format_coo,
    [MG_FORMAT_ELL] = &mg__format_ell,           [MG_FORMAT_SPLIT] = &mg__format_split,
    [MG_FORMAT_ASPT] = &mg__format_aspt,         [MG_FORMAT_RS] = &mg__format_rs,
    [MG_FORMAT_WELL] = &mg__format_well,         [MG_FORMAT_ADELL] = &mg__format_adell,
    [MG_FORMAT_COADELL] = &mg__format_coadell,   [MG_FORMAT_CSB] = &mg__format_csb,
    [MG_FORMAT_ECSB] = &mg__format_ecsb,         [MG_FORMAT_GCSB] = &mg__format_gcsb,
    [MG_FORMAT_HISPARSE] = &mg__format_hisparse,
};

const mg_format *mg__format(mg_matrix_format format) {
    return (unsigned)format < MG_FORMAT_COUNT ? formats[format] : NULL;
}

const char *mg_matrix_format_name(mg_matrix_format format) {
    const mg_format *known = mg__format(format);
    return known ? known->name : format == MG_FORMAT_AUTO ? "auto" : "unknown";
}
