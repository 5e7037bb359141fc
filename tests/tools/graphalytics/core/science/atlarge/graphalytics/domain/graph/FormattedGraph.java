// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.domain.graph;

public final class FormattedGraph {
    private final String name;
    private final long numberOfVertices;
    private final boolean directed;
    private final String vertexFilePath;
    private final String edgeFilePath;
    private final boolean edgeProperties;

    public FormattedGraph(String name, long numberOfVertices, boolean directed, String vertexFilePath, String edgeFilePath, boolean edgeProperties) {
        this.name = name;
        this.numberOfVertices = numberOfVertices;
        this.directed = directed;
        this.vertexFilePath = vertexFilePath;
        this.edgeFilePath = edgeFilePath;
        this.edgeProperties = edgeProperties;
    }

    public String getName() {
        return name;
    }

    public long getNumberOfVertices() {
        return numberOfVertices;
    }

    public boolean isDirected() {
        return directed;
    }

    public String getVertexFilePath() {
        return vertexFilePath;
    }

    public String getEdgeFilePath() {
        return edgeFilePath;
    }

    public boolean hasEdgeProperties() {
        return edgeProperties;
    }
}
