// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import science.atlarge.graphalytics.domain.algorithms.Algorithm;
import science.atlarge.graphalytics.domain.algorithms.AlgorithmParameters;
import science.atlarge.graphalytics.domain.algorithms.BreadthFirstSearchParameters;
import science.atlarge.graphalytics.domain.algorithms.CommunityDetectionLPParameters;
import science.atlarge.graphalytics.domain.algorithms.PageRankParameters;
import science.atlarge.graphalytics.domain.algorithms.SingleSourceShortestPathsParameters;
import science.atlarge.graphalytics.domain.benchmark.BenchmarkRun;
import science.atlarge.graphalytics.domain.graph.FormattedGraph;
import science.atlarge.graphalytics.domain.graph.LoadedGraph;
import science.atlarge.graphalytics.execution.BenchmarkRunSetup;
import science.atlarge.graphalytics.execution.Platform;
import science.atlarge.graphalytics.execution.PlatformExecutionException;
import science.atlarge.graphalytics.execution.RunSpecification;
import science.atlarge.graphalytics.execution.RuntimeSetup;
import science.atlarge.graphalytics.report.result.BenchmarkMetric;

/**
 * Plays the harness: `Harness FOLDER NAME` loads a graph of Graphalytics' format, runs the algorithms of its properties,
 * compares the outputs with FOLDER/NAME-ALGORITHM by the rules of Graphalytics and prints a line for each.
 */
public final class Harness {
    private final Path folder;
    private final String name;
    private final Properties properties = new Properties();

    private Harness(String folder, String name) throws IOException {
        this.folder = Paths.get(folder).toAbsolutePath();
        this.name = name;
        properties.load(Files.newBufferedReader(this.folder.resolve(name + ".properties")));
    }

    private String property(String key) {
        return properties.getProperty("graph." + name + "." + key).trim();
    }

    private FormattedGraph graph() {
        return new FormattedGraph(name, Long.parseLong(property("meta.vertices")),
                Boolean.parseBoolean(property("directed")), folder.resolve(name + ".v").toString(),
                folder.resolve(name + ".e").toString(),
                properties.containsKey("graph." + name + ".edge-properties.names"));
    }

    private AlgorithmParameters parameters(Algorithm algorithm) {
        switch (algorithm) {
            case BFS:
                return new BreadthFirstSearchParameters(Long.parseLong(property("bfs.source-vertex")));
            case CDLP:
                return new CommunityDetectionLPParameters(Integer.parseInt(property("cdlp.max-iterations")));
            case PR:
                return new PageRankParameters(Float.parseFloat(property("pr.damping-factor")),
                        Integer.parseInt(property("pr.num-iterations")));
            case SSSP:
                return new SingleSourceShortestPathsParameters(property("sssp.weight-property"),
                        Long.parseLong(property("sssp.source-vertex")));
            default:
                return null;
        }
    }

    private static Map<Long, String> values(Path file) throws IOException {
        Map<Long, String> values = new HashMap<>();
        List<String> lines = Files.readAllLines(file);
        for (String line : lines) {
            String[] words = line.trim().split("\\s+");
            values.put(Long.valueOf(words[0]), words[1]);
        }
        return values;
    }

    private static double number(String word) {
        return word.toLowerCase(Locale.ROOT).startsWith("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(word);
    }

    private static boolean agrees(Algorithm algorithm, String value, String reference, Map<String, String> labels) {
        switch (algorithm) {
            case BFS:
            case CDLP:
                return value.equals(reference);
            case WCC: {
                String label = labels.putIfAbsent(">" + value, reference);
                String back = labels.putIfAbsent("<" + reference, value);
                return (label == null || label.equals(reference)) && (back == null || back.equals(value));
            }
            default:
                return number(value) == number(reference)
                        || Math.abs(number(value) - number(reference)) <= 1e-4 * Math.abs(number(reference));
        }
    }

    private String validate(Algorithm algorithm, Path output) throws IOException {
        Map<Long, String> values = values(output);
        Map<Long, String> references = values(folder.resolve(name + "-" + algorithm));
        Map<String, String> labels = new HashMap<>();
        if (!values.keySet().equals(references.keySet())) {
            return "other vertices";
        }
        for (Map.Entry<Long, String> reference : references.entrySet()) {
            String value = values.get(reference.getKey());
            if (!agrees(algorithm, value, reference.getValue(), labels)) {
                return "vertex " + reference.getKey() + ": " + value + ", not " + reference.getValue();
            }
        }
        return "valid";
    }

    private String run(Platform platform, LoadedGraph loaded, Algorithm algorithm, AlgorithmParameters parameters)
            throws Exception {
        BenchmarkRun run = new BenchmarkRun(algorithm, loaded.getFormattedGraph(), parameters);
        Path output = Files.createDirectories(Paths.get("output", run.getName()));
        RunSpecification specification = new RunSpecification(run,
                new BenchmarkRunSetup(Paths.get("log", run.getName()), output), new RuntimeSetup(loaded));
        platform.prepare(specification);
        platform.startup(specification);
        try {
            platform.run(specification);
        } catch (PlatformExecutionException e) {
            platform.terminate(specification);
            return "failed";
        }
        BenchmarkMetric time = platform.finalize(specification).getProcessingTime();
        boolean timed = time.getValue().compareTo(BigDecimal.ZERO) > 0 && time.getUnit().equals("s");
        return validate(algorithm, output.resolve(run.getName())) + (timed ? "" : ", without a time");
    }

    public static void main(String[] arguments) throws Exception {
        Harness harness = new Harness(arguments[0], arguments[1]);
        Platform platform = Class.forName("science.atlarge.graphalytics.multigraph.MultigraphPlatform")
                .asSubclass(Platform.class).getDeclaredConstructor().newInstance();
        platform.verifySetup();
        LoadedGraph loaded = platform.loadGraph(harness.graph());
        for (String word : harness.property("algorithms").split("\\s*,\\s*")) {
            Algorithm algorithm = Algorithm.valueOf(word.toUpperCase(Locale.ROOT));
            String result = harness.run(platform, loaded, algorithm, harness.parameters(algorithm));
            System.out.println(harness.name + " " + algorithm + " " + result);
        }
        System.out.println(harness.name + " from a vertex that there is not: "
                + harness.run(platform, loaded, Algorithm.BFS, new BreadthFirstSearchParameters(Long.MAX_VALUE / 2)));
        platform.deleteGraph(loaded);
        System.out.println(platform.getPlatformName() + ": " + (Files.exists(Paths.get(loaded.getLoadedPath()))
                ? "the loaded graph is still there" : "done"));
    }
}
