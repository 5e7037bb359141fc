// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.algorithms;

public final class CommunityDetectionLPParameters extends AlgorithmParameters {
    private final int maxIterations;

    public CommunityDetectionLPParameters(int maxIterations) {
        this.maxIterations = maxIterations;
    }

    public int getMaxIterations() {
        return maxIterations;
    }
}
