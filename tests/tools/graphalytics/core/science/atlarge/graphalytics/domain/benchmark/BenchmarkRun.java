// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.benchmark;

import science.atlarge.graphalytics.domain.algorithms.Algorithm;
import science.atlarge.graphalytics.domain.algorithms.AlgorithmParameters;
import science.atlarge.graphalytics.domain.graph.FormattedGraph;

public final class BenchmarkRun {
    private final Algorithm algorithm;
    private final FormattedGraph formattedGraph;
    private final AlgorithmParameters parameters;

    public BenchmarkRun(Algorithm algorithm, FormattedGraph formattedGraph, AlgorithmParameters parameters) {
        this.algorithm = algorithm;
        this.formattedGraph = formattedGraph;
        this.parameters = parameters;
    }

    public Algorithm getAlgorithm() {
        return algorithm;
    }

    public FormattedGraph getFormattedGraph() {
        return formattedGraph;
    }

    public AlgorithmParameters getAlgorithmParameters() {
        return parameters;
    }

    public String getId() {
        return "r1";
    }

    public String getName() {
        return getId() + "-" + algorithm.getAcronym() + "-" + formattedGraph.getName();
    }
}
