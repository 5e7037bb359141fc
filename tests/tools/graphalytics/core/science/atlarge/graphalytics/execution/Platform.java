// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.execution;

import science.atlarge.graphalytics.domain.graph.FormattedGraph;
import science.atlarge.graphalytics.domain.graph.LoadedGraph;
import science.atlarge.graphalytics.report.result.BenchmarkMetrics;

public interface Platform {
    void verifySetup() throws Exception;

    LoadedGraph loadGraph(FormattedGraph formattedGraph) throws Exception;

    void prepare(RunSpecification runSpecification) throws Exception;

    void startup(RunSpecification runSpecification) throws Exception;

    void run(RunSpecification runSpecification) throws PlatformExecutionException;

    BenchmarkMetrics finalize(RunSpecification runSpecification) throws Exception;

    void terminate(RunSpecification runSpecification) throws Exception;

    void deleteGraph(LoadedGraph loadedGraph) throws Exception;

    String getPlatformName();
}
