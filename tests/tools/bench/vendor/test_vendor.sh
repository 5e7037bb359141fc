#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_vendor.sh COMMAND LIBRARIES: bench --vendor with a device and a cuSPARSE that compute on the CPU; LIBRARIES: the
# folder of the latter. The times are those that the libraries say.
set -eu
command=$1 libraries=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed() { echo "FAILED: $*"; cat table.txt; exit 1; }
has() { grep -q -- "$1" table.txt || failed "no '$1'"; }
printf '%%%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 2\n1 4 -1\n2 2 5\n3 3 4\n3 1 0.5\n' >a.mtx
run() { LD_LIBRARY_PATH=$libraries "$command" bench "$@" --vendor --backend cuda --trials 3 >table.txt 2>&1; }

run spmm a.mtx --k 4 --format csr,split --metrics m.json || failed spmm
has 'cuda  *cusparse  *2.00 ms .*verified, cold 2.00 ms, CSR_ALG2 is the best of: CSR_ALG1 4.00 ms'
has 'CSR_ALG2 2.00 ms, CSR_ALG2 column-major 4.00 ms, CSR_ALG3 4.00 ms, COO_ALG1 4.00 ms'
has 'COO_ALG4 4.00 ms, COO_ALG4 column-major 4.00 ms$'
has 'cuda  *split  *1.00 ms .*verified, cold 1.00 ms, 2.00 x cuSPARSE, pays after [0-9]'
grep -q '"engine":[[:space:]]*"cuSPARSE"' m.json && grep -q '"vendor_algorithm":[[:space:]]*"CSR_ALG2"' m.json ||
    failed "the report"
run spmv-formats a.mtx --format split --metrics m.json || failed spmv-formats
sed -n 's/.*"bandwidth":[[:space:]]*\([0-9.e+]*\).*/\1/p' m.json | awk '$1 > 0.999e12 && $1 < 1.001e12 { found++ } END { exit !found }' ||
    failed "the bandwidth of copies"
has 'cusparse .*verified, cold 2.00 ms, CSR_ALG2 is the best of: CSR_ALG1 4.00 ms, CSR_ALG2 2.00 ms, COO_ALG1'
run sddmm a.mtx --k 8 --format csr || failed sddmm
has 'cusparse .*verified, cold 0.500 ms, SDDMM_ALG_DEFAULT is the best'
has 'csr .*verified, cold 1.00 ms, 0.50 x cuSPARSE$'

papers() { LD_LIBRARY_PATH=$libraries "$command" bench papers "$@" --quick --vendor --backend cuda >table.txt 2>&1; }
papers adell band:2000:90 || failed "papers adell" # 360,000 operations in 2 ms
[ "$(awk '/GFLOPS \(2 nnz/ { on = 1 } on && /^band/ { printf "%s ", $NF; on = 0 }' table.txt)" = "0.18 0.18 " ] ||
    failed "cuSPARSE in the table of AdELL"
papers hisparse a.mtx || failed "papers hisparse"
[ "$(grep -c '^cuSPARSE  *2.000 ( *0.000)  *2.000 ( *0.000)$' table.txt)" = 2 ] || failed "cuSPARSE in table 1"

papers aspt a.mtx || failed "papers aspt" # SpMM 2 ms beside 1 ms: 100 % more
has '^speedup 50%~100% .* 100.0  *100.0  *0.0  *0.0$'
has 'then ours against cuSPARSE$'
has '^ours SpMM, over cuSPARSE  *2.00  *2.00$'
papers rs a.mtx || failed "papers rs"
has '^Figure 4.8: .* over cuSPARSE, single'
[ "$(grep -c '^ *[0-9][0-9]* cuSPARSE  ' table.txt)" = 6 ] || failed "cuSPARSE in the profiles"

mkdir driver && cp "$libraries"/libcuda.so.1 driver
status=0
LD_LIBRARY_PATH=$folder/driver "$command" bench spmm a.mtx --vendor --backend cuda >table.txt 2>&1 || status=$?
[ $status = 0 ] || { [ $status = 1 ] && has 'cuSPARSE was not found: '; }
