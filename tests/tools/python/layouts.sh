#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# layouts.sh PYTHON SOURCE LIBRARY: every struct, field, constant, default and function declared by the Python
# package is in the headers and the library, with the same size, offset and value.
set -eu
python=$1 source=$2 library=$3
command -v "$python" >/dev/null || { echo "skipped: there is no $python" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Loads the modules from their files: they do not need NumPy, the package does.
cat >"$work/facts.py" <<'END'
import ctypes, importlib.util, sys

def load(name, package):
    spec = importlib.util.spec_from_file_location(package + "." + name, sys.argv[1] + "/" + name + ".py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module

package = importlib.util.module_from_spec(importlib.util.spec_from_loader("door", None, is_package=True))
sys.modules["door"] = package
layouts = load("layouts", "door")
package.layouts = layouts
structs = [s for s in vars(layouts).values() if isinstance(s, type) and issubclass(s, ctypes.Structure)]
names = []
for s in structs:
    names.append((f"sizeof({s.__name__})", ctypes.sizeof(s)))
    names += [(f"offsetof({s.__name__}, {field})", getattr(s, field).offset) for field, _ in s._fields_]
    names += [(f"sizeof((({s.__name__} *)0)->{field})", getattr(s, field).size) for field, _ in s._fields_]
names += list(layouts.CONSTANTS.items())
defaults = list(layouts.DEFAULTS.items())
if sys.argv[2] == "program":
    print("#include <multigraph/multigraph.h>\n#include <stdio.h>\nint main(void) {")
    for name, _ in names:
        print(f'    printf("{name} %lld\\n", (long long)({name}));')
    for name, _ in defaults:
        print(f'    printf("{name} %.17g\\n", {name});')
    # An extended struct has another size; renamed fields do not compile.
    print("    return 0;\n}")
elif sys.argv[2] == "facts":
    for name, value in names:
        print(name, value)
    for name, value in defaults:
        print(name, "%.17g" % value)
else:
    load("_version", "door")
    library = load("library", "door")
    for name in (*library._FUNCTIONS, *library._LOCKED):
        print(name)
END
package=$source/tools/python/multigraph
"$python" "$work/facts.py" "$package" program >"$work/program.c"
"$python" "$work/facts.py" "$package" facts >"$work/python.txt"
"$python" "$work/facts.py" "$package" functions | sort >"$work/functions"
${CC:-cc} -std=c11 -Wall -Werror -I"$source/include" "$work/program.c" -o "$work/program"
"$work/program" >"$work/c.txt"
[ "$(wc -l <"$work/c.txt")" -ge 200 ]
diff "$work/c.txt" "$work/python.txt"

nm -D --defined-only "$library" | sed -n 's/.* T \([^@]*\).*/\1/p' | sort >"$work/exported"
unknown=$(comm -23 "$work/functions" "$work/exported")
[ -z "$unknown" ] || { echo "the library has no $unknown" && exit 1; }
