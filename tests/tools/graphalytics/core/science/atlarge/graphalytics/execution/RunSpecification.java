// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.execution;

import science.atlarge.graphalytics.domain.benchmark.BenchmarkRun;

public class RunSpecification {
    private final BenchmarkRun benchmarkRun;
    private final BenchmarkRunSetup benchmarkRunSetup;
    private final RuntimeSetup runtimeSetup;

    public RunSpecification(BenchmarkRun benchmarkRun, BenchmarkRunSetup benchmarkRunSetup, RuntimeSetup runtimeSetup) {
        this.benchmarkRun = benchmarkRun;
        this.benchmarkRunSetup = benchmarkRunSetup;
        this.runtimeSetup = runtimeSetup;
    }

    public BenchmarkRun getBenchmarkRun() {
        return benchmarkRun;
    }

    public BenchmarkRunSetup getBenchmarkRunSetup() {
        return benchmarkRunSetup;
    }

    public RuntimeSetup getRuntimeSetup() {
        return runtimeSetup;
    }
}
