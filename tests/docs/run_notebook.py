# SPDX-License-Identifier: Apache-2.0
"""run_notebook.py FILE...: runs the code cells of notebooks, which have no outputs and assert what they show."""

import json
import sys
import traceback

try:
    import numpy  # noqa: F401
except ImportError:
    print("skipped: NumPy is missing")
    sys.exit(77)

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    if not any("assert " in source for source in sources) or any(cell.get("outputs") for cell in cells):
        sys.exit(f"{path}: expected cells that assert something, and no outputs")
    space = {"__name__": "__main__"}
    for number, source in enumerate(sources, 1):
        try:
            exec(compile(source, f"{path}, cell {number}", "exec"), space)
        except Exception:
            traceback.print_exc()
            sys.exit(1)
    print(f"{path}: {len(sources)} cells")
