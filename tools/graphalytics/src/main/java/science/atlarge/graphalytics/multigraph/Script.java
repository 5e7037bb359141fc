// SPDX-License-Identifier: Apache-2.0
package science.atlarge.graphalytics.multigraph;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import science.atlarge.graphalytics.execution.PlatformExecutionException;

/** A call of a script of bin/sh, which is in the folder where the harness was started. */
final class Script {
    private static final Path FOLDER = Paths.get("bin", "sh");
    private final List<String> command = new ArrayList<>();

    Script(String name) {
        command.add(FOLDER.resolve(name + ".sh").toAbsolutePath().toString());
    }

    Script option(String key, Object value) {
        command.add("--" + key);
        command.add(value.toString());
        return this;
    }

    /** Runs the script with the output of this process; another exit status than 0 is an exception. */
    void run() throws PlatformExecutionException {
        int status;
        try {
            status = new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            throw new PlatformExecutionException("could not start " + command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PlatformExecutionException("interrupted: " + command.get(0), e);
        }
        if (status != 0) {
            throw new PlatformExecutionException("exit status " + status + ": " + String.join(" ", command));
        }
    }
}
