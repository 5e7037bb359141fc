#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# terminate-job.sh: ends the process of a job, if it still runs.
known='job-id log-path'
. "$(dirname "$0")/options.sh"
need log-path
pid=$(cat "$log_path/executable.pid" 2>/dev/null) || exit 0
kill "$pid" 2>/dev/null || true
