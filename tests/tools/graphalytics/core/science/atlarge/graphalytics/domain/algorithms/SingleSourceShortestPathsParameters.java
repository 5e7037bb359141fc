// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.algorithms;

public final class SingleSourceShortestPathsParameters extends AlgorithmParameters {
    private final String weightPropertyName;
    private final long sourceVertex;

    public SingleSourceShortestPathsParameters(String weightPropertyName, long sourceVertex) {
        this.weightPropertyName = weightPropertyName;
        this.sourceVertex = sourceVertex;
    }

    public String getWeightPropertyName() {
        return weightPropertyName;
    }

    public long getSourceVertex() {
        return sourceVertex;
    }
}
