/* SPDX-License-Identifier: Apache-2.0
 *
 * short_args.h: delta encoding of the short rows of a CSR, stored beside it: for each row MG_SHORT_EDGES differences of
 * 16 bits between neighbour and row. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_SHORT_ARGS_H
#define MG_CORE_CUDA_KERNEL_ROWS_SHORT_ARGS_H

#define MG_SHORT_EDGES 4
#define MG_SHORT_NO_EDGE (-0x8000)    /* no further edge */
#define MG_SHORT_NO_EDGES 0x80008000u /* two of these */
#define MG_SHORT_UNENCODED 0x7fff     /* as the last delta: the row is not encoded; read it in the CSR */

#endif
