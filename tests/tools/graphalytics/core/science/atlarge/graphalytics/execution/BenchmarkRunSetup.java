// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.execution;

import java.nio.file.Path;

public class BenchmarkRunSetup {
    private final Path logDir;
    private final Path outputDir;

    public BenchmarkRunSetup(Path logDir, Path outputDir) {
        this.logDir = logDir;
        this.outputDir = outputDir;
    }

    public Path getLogDir() {
        return logDir;
    }

    public Path getOutputDir() {
        return outputDir;
    }
}
