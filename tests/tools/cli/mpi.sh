# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# mpi.sh: settings of mpirun for tests, sourced. As root in a container, more processes than processors, no network.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
OMPI_MCA_btl=self,vader OMPI_MCA_plm=isolated OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_btl OMPI_MCA_plm
export OMP_NUM_THREADS OMP_WAIT_POLICY
