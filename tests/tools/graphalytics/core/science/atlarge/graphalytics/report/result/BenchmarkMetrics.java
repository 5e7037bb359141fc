// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.report.result;

public class BenchmarkMetrics {
    private BenchmarkMetric processingTime;

    public BenchmarkMetric getProcessingTime() {
        return processingTime;
    }

    public void setProcessingTime(BenchmarkMetric processingTime) {
        this.processingTime = processingTime;
    }
}
