// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.multigraph;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import science.atlarge.graphalytics.domain.algorithms.BreadthFirstSearchParameters;
import science.atlarge.graphalytics.domain.algorithms.CommunityDetectionLPParameters;
import science.atlarge.graphalytics.domain.algorithms.PageRankParameters;
import science.atlarge.graphalytics.domain.algorithms.SingleSourceShortestPathsParameters;
import science.atlarge.graphalytics.domain.benchmark.BenchmarkRun;
import science.atlarge.graphalytics.execution.PlatformExecutionException;
import science.atlarge.graphalytics.execution.RunSpecification;
import science.atlarge.graphalytics.report.result.BenchmarkMetric;

/** One algorithm on a loaded graph: execute-job.sh and the metrics that it leaves. */
final class Job {
    private static final String THREADS = "platform.multigraph.num-threads";
    private static final Pattern PROCESS_TIME = Pattern.compile("\"median_process_time\"\\s*:\\s*([0-9.eE+-]+)");

    private Job() {
    }

    /** terminate-job.sh reads executable.pid in this folder. */
    static Path logPath(RunSpecification specification) {
        return specification.getBenchmarkRunSetup().getLogDir().resolve("platform").toAbsolutePath();
    }

    static void execute(RunSpecification specification) throws PlatformExecutionException {
        BenchmarkRun run = specification.getBenchmarkRun();
        Script script = new Script("execute-job")
                .option("job-id", run.getId())
                .option("log-path", logPath(specification))
                .option("input-path", specification.getRuntimeSetup().getLoadedGraph().getLoadedPath())
                .option("output-path", outputPath(specification))
                .option("directed", run.getFormattedGraph().isDirected())
                .option("num-vertices", run.getFormattedGraph().getNumberOfVertices())
                .option("algorithm", run.getAlgorithm().getAcronym().toLowerCase(Locale.ROOT));
        addParameters(script, run);
        String threads = threads();
        if (!threads.isEmpty()) {
            script.option("num-threads", threads);
        }
        script.run();
    }

    /** The time of the algorithm on the loaded graph, without reading the graph and writing the output. */
    static BenchmarkMetric processingTime(RunSpecification specification) throws IOException {
        Path file = logPath(specification).resolve("metrics.json");
        Matcher found = PROCESS_TIME.matcher(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        if (!found.find()) {
            throw new IOException(file + ": there is no median_process_time");
        }
        BigDecimal milliseconds = new BigDecimal(found.group(1));
        return new BenchmarkMetric(milliseconds.movePointLeft(3), "s");
    }

    /** The validation reads all files of the run's output folder. */
    private static Path outputPath(RunSpecification specification) {
        Path folder = specification.getBenchmarkRunSetup().getOutputDir();
        return folder.resolve(specification.getBenchmarkRun().getName()).toAbsolutePath();
    }

    private static void addParameters(Script script, BenchmarkRun run) throws PlatformExecutionException {
        Object parameters = run.getAlgorithmParameters();
        switch (run.getAlgorithm()) {
            case BFS:
                script.option("source-vertex", ((BreadthFirstSearchParameters) parameters).getSourceVertex());
                break;
            case CDLP:
                script.option("max-iteration", ((CommunityDetectionLPParameters) parameters).getMaxIterations());
                break;
            case PR:
                script.option("max-iteration", ((PageRankParameters) parameters).getNumberOfIterations());
                script.option("damping-factor", ((PageRankParameters) parameters).getDampingFactor());
                break;
            case SSSP:
                script.option("source-vertex", ((SingleSourceShortestPathsParameters) parameters).getSourceVertex());
                break;
            case LCC:
            case WCC:
                break;
            default:
                throw new PlatformExecutionException("there is no algorithm " + run.getAlgorithm());
        }
    }

    /** The number of threads of platform.properties in the folder of the configuration; "": as many as there are. */
    private static String threads() throws PlatformExecutionException {
        Properties properties = new Properties();
        try (InputStream file = Job.class.getResourceAsStream("/platform.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new PlatformExecutionException("could not read platform.properties", e);
        }
        return properties.getProperty(THREADS, "").trim();
    }
}
