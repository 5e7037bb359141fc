/* SPDX-License-Identifier: Apache-2.0
 *
 * radix_sort.inc.h: template of an ascending LSD radix sort by bytes. The includer defines KEY, an unsigned integer
 * type, and RADIX_SORT, the name of the function. scratch: `count` keys. Constant bytes are skipped; short arrays are
 * sorted by insertion.
 */
static void RADIX_SORT(KEY *keys, KEY *scratch, size_t count) {
    if (count <= 32) {
        for (size_t i = 1; i < count; i++) {
            const KEY key = keys[i];
            size_t at = i;
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
            }
            keys[at] = key;
        }
        return;
    }
    assert(scratch && scratch != keys);
    KEY varying = 0;
    for (size_t i = 1; i < count; i++) {
        varying |= keys[i] ^ keys[0];
    }
    KEY *from = keys, *to = scratch;
    for (unsigned shift = 0; shift < 8 * sizeof(KEY); shift += 8) {
        if (!(varying >> shift & 255)) {
            continue;
        }
        size_t next[256] = {0}, total = 0;
        for (size_t i = 0; i < count; i++) {
            next[from[i] >> shift & 255]++;
        }
        for (size_t digit = 0; digit < 256; digit++) {
            const size_t n = next[digit];
            next[digit] = total;
            total += n;
        }
        for (size_t i = 0; i < count; i++) {
            to[next[from[i] >> shift & 255]++] = from[i];
        }
        KEY *const swap = from;
        from = to;
        to = swap;
    }
    if (from != keys) {
        memcpy(keys, from, count * sizeof *keys);
    }
}
#undef KEY
#undef RADIX_SORT
