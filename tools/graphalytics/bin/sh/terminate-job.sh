#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# terminate-job.sh: ends the process of a job, if it still runs, and returns when it has ended.
known='job-id log-path'
. "$(dirname "$0")/options.sh"
need log-path
pid=$(cat "$log_path/executable.pid" 2>/dev/null) || exit 0
kill "$pid" 2>/dev/null || exit 0
for second in 1 2 3 4 5; do
    sleep 1
    kill -0 "$pid" 2>/dev/null || exit 0
done
kill -9 "$pid" 2>/dev/null || true
