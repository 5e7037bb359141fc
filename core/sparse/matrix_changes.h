/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_changes.h: changes of entries as a matrix, for mg_matrix_edit().
 */
#ifndef MG_CORE_SPARSE_MATRIX_CHANGES_H
#define MG_CORE_SPARSE_MATRIX_CHANGES_H

#include "core/sparse/hisparse.h"

/* The changes of an entry in their order: those of a row are a row of `numbers`, an int64 CSR. The last one of an entry
 * counts. */
#define MG_CHANGE_REMOVE (-1) /* else the number of the value */
typedef struct mg_change_list {
    const mg_storage *numbers;
    const void *values; /* of the matrix's type; NULL: a pattern */
} mg_change_list;

/* The edited version of a HISPARSE storage, which shares the nodes without changes. */
mg_status mg__hisparse_edit(mg_context *context, const mg_storage *from, const mg_change_list *changes,
                            mg_storage **edited);
/* Is more than half of the memory of the version's chunks without nodes of it? */
bool mg__hisparse_wastes(const mg_storage *storage);

#endif
