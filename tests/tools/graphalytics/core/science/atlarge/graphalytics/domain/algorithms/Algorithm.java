// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.algorithms;

public enum Algorithm {
    BFS,
    CDLP,
    LCC,
    PR,
    SSSP,
    WCC;

    public String getAcronym() {
        return name();
    }
}
