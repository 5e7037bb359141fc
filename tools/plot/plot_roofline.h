/* SPDX-License-Identifier: Apache-2.0
 *
 * plot_roofline.h: places of the labels of a roofline plot. A label is the name of a point; if the names of all
 * points do not fit, labels are numbers, and a key below the panel has the names.
 */
#ifndef MG_TOOLS_PLOT_PLOT_ROOFLINE_H
#define MG_TOOLS_PLOT_PLOT_ROOFLINE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#define ROOFLINE_NAME 128
#define ROOFLINE_LINE 12 /* height in pixels of a label and of a line of the key */

/* A point and its label, in pixels from an intensity of 1 flop / byte and a speed of 1 Gflop / s. */
typedef struct roofline_point {
    const cJSON *run;
    char name[ROOFLINE_NAME];   /* product and matrix; points of several formats have the same */
    size_t number;              /* of the name, from 1 in the order of first use */
    double at, height;          /* of the point */
    double left, right, middle; /* of the label */
    bool hangs;                 /* a line joins them */
} roofline_point;

typedef struct roofline_points {
    roofline_point *all;
    size_t count, names; /* points, and different names */
    double edge;         /* left border of the panel in pixels */
    bool numbered;       /* labels are numbers */
} roofline_points;

/* Numbers the names and places all labels. O(points^2). */
void roofline_place(roofline_points *points);

/* The text of a point's label: its name or number. */
void roofline_label(const roofline_points *points, const roofline_point *point, char text[ROOFLINE_NAME]);

/* Columns and lines of the key in a picture of this width; no lines without a key. */
size_t roofline_key_columns(const roofline_points *points, int width);
size_t roofline_key_lines(const roofline_points *points, int width);

#endif
