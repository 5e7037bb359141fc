# SPDX-License-Identifier: Apache-2.0
"""The package's version: pyproject.toml takes it from here, and a test compares it with the library's."""

RELEASE = "0.2.0"
