// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.graph;

public class LoadedGraph {
    private final FormattedGraph formattedGraph;
    private final String loadedPath;

    public LoadedGraph(FormattedGraph formattedGraph, String loadedPath) {
        this.formattedGraph = formattedGraph;
        this.loadedPath = loadedPath;
    }

    public FormattedGraph getFormattedGraph() {
        return formattedGraph;
    }

    public String getLoadedPath() {
        return loadedPath;
    }
}
