# SPDX-License-Identifier: Apache-2.0
"""Arrays in a GPU's memory for tests, without CuPy: by the driver's functions, in the context that programs share."""

import ctypes as c
import unittest
import unittest.mock
import weakref

import numpy as np


class OnDevice:
    """Looks like an array in a GPU's memory. The library asks the driver where an address is, so the host's will do."""

    def __init__(self, array, **described):
        self.array = array
        self.__cuda_array_interface__ = {**array.__array_interface__, **described}


class WithDeviceArrays(unittest.TestCase):
    """Tests of OnDevice where there is no GPU."""

    def setUp(self):
        patch = unittest.mock.patch("multigraph.device_arrays.has_gpu", lambda: True)
        patch.start()
        self.addCleanup(patch.stop)


class Driver:
    """libcuda, with the primary context of the first GPU current in this thread."""

    def __init__(self):
        self._library = c.CDLL("libcuda.so.1")
        device, context = c.c_int(), c.c_void_p()
        self("cuInit", c.c_uint(0))
        self("cuDeviceGet", c.byref(device), c.c_int(0))
        self("cuDevicePrimaryCtxRetain", c.byref(context), device)
        self("cuCtxSetCurrent", context)

    def __call__(self, name, *arguments):
        status = getattr(self._library, name)(*arguments)
        if status:
            raise OSError(f"{name} failed with {status}")


class DeviceMemory:
    """A copy of an array of NumPy in a GPU's memory; get() copies it back."""

    driver = None

    def __init__(self, array, read_only=False):
        DeviceMemory.driver = self.driver or Driver()
        array, address = np.ascontiguousarray(array), c.c_uint64()
        self._shape, self._dtype, self._bytes = array.shape, array.dtype, array.nbytes
        self.driver("cuMemAlloc_v2", c.byref(address), c.c_size_t(max(array.nbytes, 1)))
        weakref.finalize(self, self.driver, "cuMemFree_v2", address)
        self.driver("cuMemcpyHtoD_v2", address, c.c_void_p(array.ctypes.data), c.c_size_t(array.nbytes))
        self._address = address
        typestr = array.dtype.str if array.dtype.names is None else f"|V{array.dtype.itemsize}"
        self.__cuda_array_interface__ = {
            "shape": array.shape, "typestr": typestr, "data": (address.value, read_only), "version": 3,
        }  # fmt: skip

    def set_later(self, byte):
        """Queues on the default stream that all bytes become this one."""
        self.driver("cuMemsetD8Async", self._address, c.c_ubyte(byte), c.c_size_t(self._bytes), None)

    def get(self):
        array = np.empty(self._shape, self._dtype)
        self.driver("cuMemcpyDtoH_v2", c.c_void_p(array.ctypes.data), self._address, c.c_size_t(array.nbytes))
        return array
