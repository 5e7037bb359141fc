# SPDX-License-Identifier: Apache-2.0
"""entry_points.py PYPROJECT FOLDER: installs the entry points of the package without the package: in FOLDER, to be put in
PYTHONPATH, NetworkX then finds the backend as if pip had installed it."""

import re
import sys
from pathlib import Path

text, folder = Path(sys.argv[1]).read_text(), Path(sys.argv[2])
found = re.findall(r'^\[project\.entry-points\."([\w.]+)"\]\n((?:\w+ = ".*"\n)+)', text, re.MULTILINE)
if len(found) != 2:
    sys.exit(f"{sys.argv[1]} has {len(found)} groups of entry points, not 2")
information = folder / "multigraph-0.dist-info"
information.mkdir(parents=True)
(information / "METADATA").write_text("Metadata-Version: 2.1\nName: multigraph\nVersion: 0\n")
(information / "entry_points.txt").write_text("".join(f"[{group}]\n{lines}".replace('"', "") for group, lines in found))
