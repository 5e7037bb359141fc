// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.multigraph;

import java.nio.file.Path;
import java.nio.file.Paths;
import science.atlarge.graphalytics.domain.graph.FormattedGraph;
import science.atlarge.graphalytics.domain.graph.LoadedGraph;
import science.atlarge.graphalytics.execution.Platform;
import science.atlarge.graphalytics.execution.PlatformExecutionException;
import science.atlarge.graphalytics.execution.RunSpecification;
import science.atlarge.graphalytics.report.result.BenchmarkMetrics;

/**
 * The driver of MultiGraph: every step is a script of bin/sh. The harness finds the class by its name, which it makes of
 * build.platform.name in project/build/platform.properties.
 */
public class MultigraphPlatform implements Platform {
    static final Path LOADED_GRAPHS = Paths.get("intermediate");

    @Override
    public void verifySetup() throws Exception {
        new Script("compile-benchmark").run();
    }

    @Override
    public LoadedGraph loadGraph(FormattedGraph graph) throws Exception {
        Path loaded = LOADED_GRAPHS.resolve(graph.getName()).toAbsolutePath();
        new Script("load-graph")
                .option("graph-name", graph.getName())
                .option("input-vertex-path", graph.getVertexFilePath())
                .option("input-edge-path", graph.getEdgeFilePath())
                .option("output-path", loaded)
                .option("directed", graph.isDirected())
                .option("weighted", graph.hasEdgeProperties())
                .run();
        return new LoadedGraph(graph, loaded.toString());
    }

    @Override
    public void deleteGraph(LoadedGraph graph) throws Exception {
        new Script("unload-graph")
                .option("graph-name", graph.getFormattedGraph().getName())
                .option("output-path", graph.getLoadedPath())
                .run();
    }

    @Override
    public void prepare(RunSpecification specification) {
    }

    @Override
    public void startup(RunSpecification specification) {
    }

    @Override
    public void run(RunSpecification specification) throws PlatformExecutionException {
        Job.execute(specification);
    }

    /** Called after run(): the harness measures the makespan itself and takes the processing time from here. */
    @Override
    public BenchmarkMetrics finalize(RunSpecification specification) throws Exception {
        BenchmarkMetrics metrics = new BenchmarkMetrics();
        metrics.setProcessingTime(Job.processingTime(specification));
        return metrics;
    }

    /** Called when a run takes longer than its time-out. */
    @Override
    public void terminate(RunSpecification specification) throws Exception {
        new Script("terminate-job")
                .option("job-id", specification.getBenchmarkRun().getId())
                .option("log-path", Job.logPath(specification))
                .run();
    }

    @Override
    public String getPlatformName() {
        return "multigraph";
    }
}
