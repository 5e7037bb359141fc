# Read by ctest before the tests: OpenMP's threads sleep while they wait. Tests beside one another, or with more threads
# than cores, otherwise spend more than half of their time on waiting actively.
set(ENV{OMP_WAIT_POLICY} passive)
