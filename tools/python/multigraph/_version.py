# SPDX-License-Identifier: Apache-2.0
"""The version of the package. pyproject.toml reads it, and a test compares it with the version of the library."""

RELEASE = "0.2.0"
