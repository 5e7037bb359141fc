# Read by ctest before the tests: OpenMP's threads sleep while they wait. With parallel tests, or with more threads
# than cores, active waiting takes more than half of the time.
set(ENV{OMP_WAIT_POLICY} passive)
