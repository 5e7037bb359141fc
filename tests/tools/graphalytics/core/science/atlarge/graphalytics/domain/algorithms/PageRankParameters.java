// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.algorithms;

public final class PageRankParameters extends AlgorithmParameters {
    private final float dampingFactor;
    private final int numberOfIterations;

    public PageRankParameters(float dampingFactor, int numberOfIterations) {
        this.dampingFactor = dampingFactor;
        this.numberOfIterations = numberOfIterations;
    }

    public float getDampingFactor() {
        return dampingFactor;
    }

    public int getNumberOfIterations() {
        return numberOfIterations;
    }
}
