/* SPDX-License-Identifier: Apache-2.0
 *
 * cpu/tables.inc.h: the tables of function pointers through which the driver calls the loops of a phase. The compiler
 * leaves out tables that the phase does not have (MG_LOOPS), and their loops.
 */
MG_CONSTANT mg_kernels MG__K(_single) = {
    .init = MG__K(_init),
    .reset = MG__K(_reset),
    .scatter = MG__K(_scatter),
    .push = MG__K(_push),
    .push_first_hits = MG__K(_push_first_hits),
    .push_segment = MG__K(_push_segment),
    .reduce_segment = MG__K(_reduce_segment),
    .apply = MG__K(_apply),
    .pull = MG__K(_pull),
    .pull_list = MG__K(_pull_list),
    .dense_load_columns = MG__K(_dense_load_columns),
    .dense_gather = MG__K(_dense_gather),
    .dense_apply = MG__K(_dense_apply),
    .relax = MG__K(_relax),
    .bucket = MG__K(_bucket),
    .finished = MG__K(_finished),
};

MG_CONSTANT mg_kernels MG__K(_batch) = {
    .init = MG__K(_lanes_init),
    .reset = MG__K(_lanes_reset),
    .scatter = MG__K(_lanes_scatter),
    .push = MG__K(_lanes_push),
    .apply = MG__K(_lanes_apply),
    .pull = MG__K(_lanes_pull),
    .pull_list = MG__K(_lanes_pull_list),
    .finished = MG__K(_finished),
};
