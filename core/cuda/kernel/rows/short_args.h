/* SPDX-License-Identifier: Apache-2.0
 *
 * short_args.h: the rows of a CSR whose neighbours are few and near, beside it: of each row MG_SHORT_EDGES times 16
 * bits, how far each neighbour is from the row. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_SHORT_ARGS_H
#define MG_CORE_CUDA_KERNEL_ROWS_SHORT_ARGS_H

#define MG_SHORT_EDGES 4
#define MG_SHORT_NO_EDGE (-0x8000)    /* there is no further edge; */
#define MG_SHORT_NO_EDGES 0x80008000u /* of two */
#define MG_SHORT_MISFIT 0x7fff        /* the last: the row is read in the CSR, and has no other edge here */

#endif
