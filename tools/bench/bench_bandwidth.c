/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_bandwidth.c: the bandwidth of the memory, for the share of the roofline where --bandwidth does not give it: on
 * the CPU by the triad of STREAM, with the threads of the context; on a GPU by copies within its memory.
 */
#include "tools/bench/bench_vendor.h"
#include "tools/cli/message.h"

#include <stdlib.h>
#include <unistd.h>

#define RUNS 6 /* the first one touches the pages */
/* Bytes of the three arrays together: several times the last cache, within bounds. */
#define LEAST_BYTES ((size_t)96 << 20)
#define MOST_BYTES ((size_t)384 << 20)
#define CACHES 4

static size_t triad_elements(void) {
    const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    const size_t wanted = cache > 0 ? CACHES * (size_t)cache : 0;
    return (wanted < LEAST_BYTES ? LEAST_BYTES : wanted > MOST_BYTES ? MOST_BYTES : wanted) / (3 * sizeof(double));
}

static void triad(size_t n, int threads, const double *restrict b, const double *restrict c, double *restrict a) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (size_t i = 0; i < n; i++) {
        a[i] = b[i] + 3 * c[i];
    }
}

/* Bytes a second; 0: out of memory. */
static double of_host(int threads) {
    const size_t n = triad_elements();
    double *const a = malloc(n * sizeof *a), *const b = malloc(n * sizeof *b), *const c = malloc(n * sizeof *c);
    double least = 0;
    if (a && b && c) {
        triad(n, threads, a, a, b); /* each thread touches its pages first */
        triad(n, threads, a, a, c);
        for (int i = 0; i < RUNS; i++) {
            const double start = clock_seconds();
            triad(n, threads, b, c, a);
            const double seconds = clock_seconds() - start;
            least = i && (least <= 0 || seconds < least) ? seconds : least;
        }
    }
    free(a);
    free(b);
    free(c);
    return least > 0 ? 3 * sizeof(double) * (double)n / least : 0;
}

/* The same, 0: there is no driver. */
static double of_device(mg_context *context) {
    vendor_driver driver = {.library = NULL};
    double most = 0;
    if (bench_device_open(context) >= 0 && !vendor_driver_open(&driver)) {
        for (int i = 0; i < RUNS; i++) {
            vendor_begin(&driver);
            const size_t bytes = vendor_copy(&driver);
            const double seconds = vendor_end(&driver);
            most = i && bytes && seconds > 0 && (double)bytes / seconds > most ? (double)bytes / seconds : most;
        }
    }
    vendor_driver_close(&driver);
    return most;
}

double bench_bandwidth(bench_report *r, mg_context *context, mg_backend_kind backend, const cli_options *options) {
    double *const known = &r->bandwidth[backend];
    if (options->bandwidth > 0) {
        return 1e9 * options->bandwidth;
    }
    if (*known == 0) {
        const double found = backend == MG_BACKEND_CUDA ? of_device(context) : of_host(mg_context_threads(context));
        *known = found > 0 ? found : -1;
    }
    return *known;
}
