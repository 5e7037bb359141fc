// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.execution;

import science.atlarge.graphalytics.domain.graph.LoadedGraph;

public class RuntimeSetup {
    private final LoadedGraph loadedGraph;

    public RuntimeSetup(LoadedGraph loadedGraph) {
        this.loadedGraph = loadedGraph;
    }

    public LoadedGraph getLoadedGraph() {
        return loadedGraph;
    }
}
