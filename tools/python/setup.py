# SPDX-License-Identifier: Apache-2.0
"""Settings that pyproject.toml cannot express. The build writes nothing into the source tree. If the package has the
library in its folder lib (tools/wheel puts it there), the wheel is for this platform and for every Python 3."""

import atexit
import glob
import os
import shutil
import tempfile

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before version 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
HAS_LIBRARY = bool(glob.glob(os.path.join(HERE, "multigraph", "lib", "libmultigraph.so*")))


class Package(Distribution):
    def has_ext_modules(self):
        return HAS_LIBRARY


class Wheel(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


work = tempfile.mkdtemp(prefix="multigraph-build-")
atexit.register(shutil.rmtree, work, ignore_errors=True)
setup(
    distclass=Package,
    cmdclass={"bdist_wheel": Wheel},
    options={
        "egg_info": {"egg_base": work},
        "build": {"build_base": os.path.join(work, "build")},
        "bdist_wheel": {"bdist_dir": os.path.join(work, "wheel")},
    },
)
