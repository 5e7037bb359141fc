/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/plot/plot_roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LETTER 6        /* width in pixels of a letter of a label */
#define NAME_STEPS 31   /* heights that are tried for a name, */
#define NUMBER_STEPS 81 /* and for a number */

void roofline_label(const roofline_points *points, const roofline_point *point, char text[ROOFLINE_NAME]) {
    if (points->numbered) {
        snprintf(text, ROOFLINE_NAME, "%zu", point->number);
    } else {
        memcpy(text, point->name, ROOFLINE_NAME);
    }
}

static void number_names(roofline_points *points) {
    points->names = 0;
    for (size_t i = 0; i < points->count; i++) {
        size_t before = 0;
        while (before < i && strcmp(points->all[before].name, points->all[i].name) != 0) {
            before++;
        }
        points->all[i].number = before < i ? points->all[before].number : ++points->names;
    }
}

/* Is a label free of points, and of the labels of the first `placed` points? */
static bool is_free(const roofline_points *points, size_t placed, double left, double right, double middle) {
    for (size_t i = 0; i < points->count; i++) {
        const roofline_point *const other = &points->all[i];
        if (other->at > left - LETTER && other->at < right && fabs(other->height - middle) < ROOFLINE_LINE / 2.0 + 2) {
            return false;
        }
        if (i < placed && other->left < right && left < other->right && fabs(other->middle - middle) < ROOFLINE_LINE) {
            return false;
        }
    }
    return true;
}

static void set_label(roofline_point *point, double left, double length, double middle, bool hangs) {
    point->left = left;
    point->right = left + length;
    point->middle = middle;
    point->hangs = hangs;
}

/* Beside the point, right or left, else at the nearest free height to the right or left of it. If none is free, right
 * of the point, over what is there, and false. */
static bool place_label(roofline_points *points, size_t i) {
    roofline_point *const mine = &points->all[i];
    char text[ROOFLINE_NAME];
    roofline_label(points, mine, text);
    const double length = LETTER * (double)strlen(text);
    for (int step = 0; step < (points->numbered ? NUMBER_STEPS : NAME_STEPS); step++) {
        const int rows = (step % 2 ? -1 : 1) * ((step + 1) / 2);
        const double middle = mine->height + ROOFLINE_LINE * rows;
        const double gap = step ? 4 * LETTER : 1.5 * LETTER;
        for (int side = 0; side < 2; side++) {
            const double left = side ? mine->at - gap - length : mine->at + gap;
            if (left > points->edge && is_free(points, i, left, left + length, middle)) {
                set_label(mine, left, length, middle, step > 0);
                return true;
            }
        }
    }
    set_label(mine, mine->at + 1.5 * LETTER, length, mine->height, false);
    return false;
}

static bool place_all(roofline_points *points) {
    bool all = true;
    for (size_t i = 0; i < points->count; i++) {
        all &= place_label(points, i);
    }
    return all;
}

void roofline_place(roofline_points *points) {
    number_names(points);
    points->numbered = false;
    if (!place_all(points)) {
        points->numbered = true;
        place_all(points);
    }
}

size_t roofline_key_columns(const roofline_points *points, int width) {
    size_t longest = 0;
    for (size_t i = 0; i < points->count; i++) {
        const size_t length = strlen(points->all[i].name);
        longest = length > longest ? length : longest;
    }
    const size_t columns = (size_t)width / (LETTER * (longest + 8)); /* 8: number and gaps */
    return columns ? columns : 1;
}

size_t roofline_key_lines(const roofline_points *points, int width) {
    const size_t columns = roofline_key_columns(points, width);
    return points->numbered ? (points->names + columns - 1) / columns : 0;
}
