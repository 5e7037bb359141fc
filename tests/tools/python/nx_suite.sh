#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# nx_suite.sh PYTHON SOURCE [MODULE...]: NetworkX's own tests with the backend on, of the modules that have functions which
# it answers, or of others, such as `networkx` for all. What it does not answer NetworkX runs itself.
set -eu
python=$1 source=$2
shift 2
command -v "$python" >/dev/null || { echo "skipped: there is no $python" && exit 77; }
for module in pytest networkx scipy; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: $python has no $module" && exit 77; }
done
"$python" -c 'import networkx as nx, sys; sys.exit(tuple(map(int, nx.__version__.split(".")[:2])) < (3, 3))' ||
    { echo "skipped: NetworkX is older than 3.3" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
"$python" "$here/entry_points.py" "$source/tools/python/pyproject.toml" "$work/site"
if [ $# -eq 0 ]; then
    for module in link_analysis.tests.test_pagerank link_analysis.tests.test_hits components.tests.test_connected \
        components.tests.test_attracting centrality.tests.test_reaching centrality.tests.test_group \
        community.tests.test_quality tests.test_cluster tests.test_reciprocity tree.tests.test_recognition \
        components.tests.test_strongly_connected components.tests.test_weakly_connected \
        centrality.tests.test_betweenness_centrality centrality.tests.test_closeness_centrality \
        centrality.tests.test_eigenvector_centrality centrality.tests.test_harmonic_centrality \
        centrality.tests.test_katz_centrality tests.test_core bipartite.tests.test_basic shortest_paths.tests.test_generic shortest_paths.tests.test_unweighted \
        shortest_paths.tests.test_weighted tests.test_distance_measures tests.test_efficiency tests.test_dag \
        tests.test_wiener traversal.tests.test_bfs; do
        set -- "$@" "networkx.algorithms.$module"
    done
fi
# A test of NetworkX 3.3 passes a graph of another backend, which later ones do no more.
"$python" -c 'import networkx as nx, sys; sys.exit(not nx.__version__.startswith("3.3"))' &&
    set -- -k "not (test_connected_components and convert)" "$@"
cd "$work"
PYTHONPATH=$source/tools/python:$work/site:$here NETWORKX_TEST_BACKEND=multigraph NETWORKX_FALLBACK_TO_NX=True \
    "$python" -m pytest -q -p no:cacheprovider -p nx_count --pyargs "$@"
