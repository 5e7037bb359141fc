/* SPDX-License-Identifier: Apache-2.0
 *
 * process_link.h: ranks that are processes, started by mpirun. What calls MPI is a plug-in, multigraph_mpi.so, so that
 * the library runs where MPI is not installed.
 */
#ifndef MG_CORE_RANKS_PROCESS_LINK_H
#define MG_CORE_RANKS_PROCESS_LINK_H

#include "core/ranks/ranks.h"

/* Joins the other processes. UNSUPPORTED: the plug-in cannot be loaded; DEVICE: MPI failed. */
mg_status mg__join_processes(mg_context *context, mg_ranks *ranks);

/* The function of the plug-in: sets link, rank, size and data of *ranks. False, with the reason, where MPI fails. */
typedef bool (*mg_mpi_join_fn)(mg_ranks *ranks, char *why, size_t why_size);
bool mg_mpi_join(mg_ranks *ranks, char *why, size_t why_size);

#endif
