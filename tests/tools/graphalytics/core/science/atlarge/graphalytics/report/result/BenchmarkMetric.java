// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.report.result;

import java.math.BigDecimal;

public class BenchmarkMetric {
    private final BigDecimal value;
    private final String unit;

    public BenchmarkMetric(BigDecimal value, String unit) {
        this.value = value;
        this.unit = unit;
    }

    public BigDecimal getValue() {
        return value;
    }

    public String getUnit() {
        return unit;
    }
}
