/* SPDX-License-Identifier: Apache-2.0
 *
 * Solves A x = b for a matrix that need not be symmetric by the biconjugate gradient method or by QMR. Both need the
 * products with A and with its transpose in each iteration: the formats csb, gcsb and hisparse compute both from one
 * copy of the matrix. b is A times ones, so that x should be ones.
 *
 *     cc -O2 bicg.c $(pkg-config --cflags --libs multigraph) -lm -o bicg
 *     bicg MATRIX.mtx [FORMAT [bicg|qmr]]
 *
 * Exit status: 0 converged, 1 not, 2 wrong call or matrix.
 */
#include <multigraph/multigraph.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-10
#define ITERATIONS 2000

typedef struct linear_system {
    mg_context *context;
    const mg_matrix *matrix;
    size_t n;
    bool failed; /* a product failed */
} linear_system;

/* y = A x, or A^T x, of the same arrays. */
static void multiply(linear_system *s, bool transposed, const double *x, double *y) {
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.type = MG_FLOAT64;
    o.transpose = transposed;
    o.strict = true; /* a format without a kernel for it is an error */
    if (mg_matrix_spmv(s->context, s->matrix, &o, x, y) < 0) {
        fprintf(stderr, "%s\n", mg_context_error(s->context));
        s->failed = true;
    }
}

static double dot(size_t n, const double *a, const double *b) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* y = a x + b y */
static void combine(size_t n, double a, const double *x, double b, double *y) {
    for (size_t i = 0; i < n; i++) {
        y[i] = a * x[i] + (b == 0 ? 0 : b * y[i]);
    }
}

/* Both methods begin with x = 0 and return the number of iterations, 0 for a breakdown. v: vectors of n elements. */
#define VECTORS 8

static unsigned bicg(linear_system *s, const double *b, double *x, double **v) {
    double *const r = v[0], *const rt = v[1], *const p = v[2], *const pt = v[3], *const q = v[4], *const qt = v[5];
    const size_t n = s->n;
    const double goal = TOLERANCE * sqrt(dot(n, b, b));
    combine(n, 1, b, 0, r);
    combine(n, 1, b, 0, rt);
    double rho = dot(n, r, rt), before = 1;
    for (unsigned i = 1; i <= ITERATIONS && rho != 0 && !s->failed; i++) {
        combine(n, 1, r, i > 1 ? rho / before : 0, p);
        combine(n, 1, rt, i > 1 ? rho / before : 0, pt);
        multiply(s, false, p, q);
        multiply(s, true, pt, qt);
        const double alpha = rho / dot(n, pt, q);
        combine(n, alpha, p, 1, x);
        combine(n, -alpha, q, 1, r);
        combine(n, -alpha, qt, 1, rt);
        if (!(sqrt(dot(n, r, r)) > goal)) {
            return i;
        }
        before = rho;
        rho = dot(n, r, rt);
    }
    return 0;
}

/* Without look-ahead and preconditioner (Barrett and others, Templates for the Solution of Linear Systems, 2.3.6). */
static unsigned qmr(linear_system *s, const double *b, double *x, double **vectors) {
    double *const r = vectors[0], *const v = vectors[1], *const w = vectors[2], *const p = vectors[3];
    double *const q = vectors[4], *const product = vectors[5], *const d = vectors[6], *const change = vectors[7];
    const size_t n = s->n;
    const double goal = TOLERANCE * sqrt(dot(n, b, b));
    double rho = sqrt(dot(n, b, b)), xi = rho, gamma = 1, eta = -1, theta = 0, epsilon = 1;
    combine(n, 1, b, 0, r);
    combine(n, 1, b, 0, v);
    combine(n, 1, b, 0, w);
    for (unsigned i = 1; i <= ITERATIONS && rho != 0 && xi != 0 && !s->failed; i++) {
        combine(n, 1 / rho, v, 0, v);
        combine(n, 1 / xi, w, 0, w);
        const double delta = dot(n, w, v);
        combine(n, 1, v, i > 1 ? -xi * delta / epsilon : 0, p);
        combine(n, 1, w, i > 1 ? -rho * delta / epsilon : 0, q);
        multiply(s, false, p, product);
        epsilon = dot(n, q, product);
        const double beta = epsilon / delta, rho_before = rho, gamma_before = gamma, theta_before = theta;
        combine(n, 1, product, -beta, v);
        rho = sqrt(dot(n, v, v));
        theta = rho / (gamma_before * fabs(beta));
        gamma = 1 / sqrt(1 + theta * theta);
        eta = -eta * rho_before * gamma * gamma / (beta * gamma_before * gamma_before);
        const double kept = i > 1 ? theta_before * gamma * theta_before * gamma : 0;
        combine(n, eta, p, kept, d);
        combine(n, eta, product, kept, change);
        combine(n, 1, d, 1, x);
        combine(n, -1, change, 1, r);
        if (!(sqrt(dot(n, r, r)) > goal)) {
            return i;
        }
        multiply(s, true, q, product);
        combine(n, 1, product, -beta, w);
        xi = sqrt(dot(n, w, w));
    }
    return 0;
}

static int report(linear_system *s, const char *method, unsigned iterations, const double *x, const double *b,
                  double *y) {
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    double error = 0;
    multiply(s, false, x, y);
    combine(s->n, 1, b, -1, y);
    for (size_t i = 0; i < s->n; i++) {
        error = fmax(error, fabs(x[i] - 1));
    }
    mg_matrix_describe(s->context, s->matrix, &m);
    const double residual = sqrt(dot(s->n, y, y) / dot(s->n, b, b));
    const bool converged = iterations && residual < 100 * TOLERANCE && !s->failed;
    printf("method\t%s\nformat\t%s\nbytes\t%llu\niterations\t%u\nresidual\t%.1e\nerror\t%.1e\n", method,
           mg_matrix_format_name(mg_matrix_format_of(s->matrix)), (unsigned long long)m.bytes, iterations, residual,
           error);
    return converged ? 0 : 1;
}

static int solve(linear_system *s, const char *method) {
    double *vectors[VECTORS + 3] = {NULL};
    bool made = true;
    int status = 2;
    for (int i = 0; i < VECTORS + 3; i++) {
        vectors[i] = calloc(s->n + 1, sizeof(double));
        made = made && vectors[i];
    }
    double *const x = vectors[VECTORS], *const b = vectors[VECTORS + 1], *const ones = vectors[VECTORS + 2];
    for (size_t i = 0; made && i < s->n; i++) {
        ones[i] = 1;
    }
    if (made) {
        multiply(s, false, ones, b);
        const unsigned iterations = strcmp(method, "qmr") == 0 ? qmr(s, b, x, vectors) : bicg(s, b, x, vectors);
        status = report(s, method, iterations, x, b, ones);
    }
    for (int i = 0; i < VECTORS + 3; i++) {
        free(vectors[i]);
    }
    return status;
}

static bool find_format(const char *name, mg_matrix_format *format) {
    for (int i = MG_FORMAT_CSR; i < MG_FORMAT_COUNT; i++) {
        if (strcmp(name, mg_matrix_format_name((mg_matrix_format)i)) == 0) {
            *format = (mg_matrix_format)i;
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv) {
    const char *const method = argc > 3 ? argv[3] : "bicg";
    mg_matrix_format format = MG_FORMAT_CSB;
    mg_context *context = NULL;
    mg_matrix *read = NULL, *matrix = NULL;
    int status = 2;
    if (argc < 2 || (argc > 2 && !find_format(argv[2], &format)) || mg_context_create(NULL, &context) < 0) {
        fprintf(stderr, "usage: bicg MATRIX [FORMAT [bicg|qmr]]\n");
        return 2;
    }
    if (mg_matrix_read(context, argv[1], &read) < 0 || mg_matrix_convert(context, read, format, 1, 0, &matrix) < 0) {
        fprintf(stderr, "%s\n", mg_context_error(context));
    } else if (mg_matrix_rows(matrix) != mg_matrix_columns(matrix)) {
        fprintf(stderr, "%s: the matrix is not square\n", argv[1]);
    } else {
        linear_system s = {.context = context, .matrix = matrix, .n = mg_matrix_rows(matrix)};
        status = solve(&s, method);
    }
    mg_matrix_destroy(context, matrix);
    mg_matrix_destroy(context, read);
    mg_context_destroy(context);
    return status;
}
