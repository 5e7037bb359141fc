/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_sources.c: the matrices on which the publications measured. Groups are those of the SuiteSparse collection,
 * once the University of Florida's.
 */
#include "tools/bench/papers.h"

#include <ctype.h>
#include <string.h>

/* printed: figure 4: CSR's rows, HiSparse's nodes and leaves. FullChip, circuit5M and Rucci1 are in its text only. */
const papers_source papers_hisparse_sources[] = {
    {"asia_osm", "DIMACS10", 11950757, "2.1 (0.5), 9 | 236.5k, 3, 6.6 | 1.6M, 0, 15.2"},
    {"ASIC_320k", "Sandia", 321821, "8.2 (503.0), 203.8k | 387, 0, 363.1 | 140.5k, 0, 17.8"},
    {"bone010", "Oberwolfach", 986703, "72.6 (15.8), 81 | 182, 0, 496.0 | 90.3k, 0, 792.8"},
    {"cage12", "vanHeukelum", 130228, "15.6 (4.7), 33 | 49, 0, 461.1 | 22.6k, 0, 89.0"},
    {"dense", NULL, 5000, "5000 (0.0), 5.0k | 1, 0, 16373.3 | 79, 1521, 1010.9"},
    {"FullChip", "Freescale", 2987012, "8.9 (1806.8), 2.3M | 2.8k, 0, 182.0 | 510.8k, 0, 51.1"},
    {"in-2004", "LAW", 1382908, "12.2 (37.2), 7.8k | 4.3k, 0, 787.9 | 143.3k, 209, 96.7"},
    {"kkt_power", "Zaoui", 2063494, "7.1 (7.4), 96 | 920, 0, 829.9 | 763.5k, 0, 18.1"},
    {"ldoor", "GHS_psdef", 952203, "48.9 (11.9), 77 | 2.1k, 0, 130.8 | 278.6k, 0, 166.0"},
    {"mip1", "Andrianov", 66463, "155.8 (350.7), 66.4k | 20, 0, 15843.4 | 6.0k, 575, 425.5"},
    {"parabolic_fem", "Wissgott", 525825, "7 (0.2), 7 | 448, 0, 170.6 | 76.4k, 0, 47.1"},
    {"poisson3Da", "FEMLAB", 13514, "26.1 (13.8), 110 | 1, 0, 10793.0 | 10.8k, 0, 31.7"},
    {"special", NULL, 7000000, "7.5 (125.3), 6.3k | 183, 9, 4199.9 | 806.4k, 0, 63.8"},
    {"webbase-1M", "Williams", 1000005, "3.1 (25.3), 4.7k | 2.3k, 0, 65.5 | 151.5k, 0, 19.5"},
    {"circuit5M", "Freescale", 5558326, NULL},
    {"Rucci1", "Rucci", 1977885, NULL},
};
const size_t papers_hisparse_source_count = sizeof papers_hisparse_sources / sizeof *papers_hisparse_sources;

/* printed: speed-up over scalar CSR on the TITAN RTX and the A100, and bytes divided by those of CSR (section 4.4.1).
 */
const papers_source papers_gcsb_sources[] = {
    {"msc00726", "Boeing", 726, NULL},
    {"spaceStation_4", "VDOL", 951, NULL},
    {"CAG_mat1916", "JGD_CAG", 1916, NULL},
    {"heart2", "Norris", 2339, NULL},
    {"psmigr_3", "HB", 3140, NULL},
    {"raefsky6", "Simon", 3402, NULL},
    {"heart1", "Norris", 3557, NULL},
    {"exdata_1", "GHS_indef", 6001, NULL},
    {"TSC_OPF_1047", "IPSO", 8140, NULL},
    {"nemeth26", "Nemeth", 9506, NULL},
    {"sme3Da", "FEMLAB", 12504, "TITAN below 1, A100 1.08, bytes 1.09"},
    {"appu", "Simon", 14000, "TITAN 1.45, A100 1.41, bytes 1.05"},
    {"human_gene2", "Belcastro", 14340, "TITAN 1.47, A100 1.41, bytes 1.01"},
    {"olafu", "Simon", 16146, NULL},
    {"nd6k", "ND", 18000, NULL},
    {"human_gene1", "Belcastro", 22283, "TITAN 1.27, A100 2.10, bytes 1.02"},
    {"nd12k", "ND", 36000, NULL},
    {"mouse_gene", "Belcastro", 45101, "TITAN 1.23, A100 2.75, bytes 1.07"},
};
const size_t papers_gcsb_source_count = sizeof papers_gcsb_sources / sizeof *papers_gcsb_sources;

bool papers_same_name(const char *a, const char *b) {
    for (;; a++, b++) {
        while (*a && !isalnum((unsigned char)*a)) {
            a++;
        }
        while (*b && !isalnum((unsigned char)*b)) {
            b++;
        }
        if (!*a || tolower((unsigned char)*a) != tolower((unsigned char)*b)) {
            return *a == *b;
        }
    }
}

static bool is_source(const papers_source *source, const papers_matrix *m) {
    const uint64_t rows = mg_matrix_rows(m->matrix), more = source->rows / 100;
    return papers_same_name(source->name, m->name) && rows + more >= source->rows && rows <= source->rows + more;
}

const papers_source *papers_source_of(const papers *p, size_t i) {
    for (size_t s = 0; p->paper->sources && s < *p->paper->source_count; s++) {
        if (is_source(&p->paper->sources[s], &p->matrices[i])) {
            return &p->paper->sources[s];
        }
    }
    return NULL;
}

static bool at_hand(const papers *p, const papers_source *source) {
    for (size_t i = 0; i < p->count; i++) {
        if (is_source(source, &p->matrices[i])) {
            return true;
        }
    }
    for (size_t i = 0; !p->paper->print && i < p->word_count; i++) { /* graphs are read one at a time, later */
        char name[BENCH_NAME_SIZE];
        bench_file_name(name, p->words[i]);
        if (papers_same_name(source->name, name)) {
            return true;
        }
    }
    return false;
}

void papers_print_missing(papers *p) {
    size_t missing = 0, column = 0;
    if (!p->paper->sources) {
        bench_print(p->out, "not at hand: %s%s\n", p->paper->measured_on,
                    p->from_files ? ", but those given" : "; give files of matrices after the paper's name");
        return;
    }
    for (size_t s = 0; s < *p->paper->source_count; s++) {
        const papers_source *const source = &p->paper->sources[s];
        if (at_hand(p, source)) {
            continue;
        }
        const char *const group = source->group ? source->group : "described only";
        column += strlen(source->name) + strlen(group) + 5;
        bench_print(p->out, "%s%s (%s)",
                    !missing++     ? "not at hand: "
                    : column > 100 ? ",\n    "
                                   : ", ",
                    source->name, group);
        column = column > 100 ? strlen(source->name) + strlen(group) + 5 : column;
    }
    bench_print(p->out, missing ? "\nfiles of them, GROUP/NAME at https://sparse.tamu.edu, go after the paper's name\n"
                                : "all matrices of the publication are at hand\n");
}
