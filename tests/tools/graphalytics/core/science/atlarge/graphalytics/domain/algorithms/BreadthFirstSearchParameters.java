// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.algorithms;

public final class BreadthFirstSearchParameters extends AlgorithmParameters {
    private final long sourceVertex;

    public BreadthFirstSearchParameters(long sourceVertex) {
        this.sourceVertex = sourceVertex;
    }

    public long getSourceVertex() {
        return sourceVertex;
    }
}
