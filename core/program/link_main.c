/* SPDX-License-Identifier: Apache-2.0
 *
 * link_main.c: the program multigraph-link, which the library starts (link_process.h).
 */
#include "core/program/link_process.h"

int main(int count, char **arguments) {
    return mg__link_process_main(count, arguments);
}
