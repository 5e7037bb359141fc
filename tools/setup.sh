# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
#
# setup.sh: common functions of tools/demo and tools/check; sourced from the root of the source tree. Installs missing
# Debian packages by name, and builds. Without missing packages it does not call the package manager.

say() { printf '%s\n' "$*"; }

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Packages, each with the test that finds it installed.
needed_packages() {
    cat <<'END'
gcc            command -v cc && command -v gcc
libc6-dev      test -e /usr/include/stdio.h
make           command -v make || command -v ninja
cmake          command -v cmake
pkg-config     command -v pkg-config
zlib1g-dev     pkg-config --exists zlib
libzstd-dev    pkg-config --exists libzstd
libarchive-dev pkg-config --exists libarchive
libexpat1-dev  pkg-config --exists expat
libcjson-dev   pkg-config --exists libcjson
libxxhash-dev  pkg-config --exists libxxhash
END
}

missing_packages() {
    needed_packages | while read -r package check; do
        sh -c "$check" >/dev/null 2>&1 || printf '%s ' "$package"
    done
}

# Installs missing packages; if that is not possible, prints the command that does.
install_missing() {
    missing=$(missing_packages)
    missing=${missing% }
    [ -n "$missing" ] || return 0
    command="apt-get install --yes --no-install-recommends $missing"
    if ! command -v apt-get >/dev/null 2>&1; then
        die "Missing: $missing (Debian names). Install them with this system's package manager, then run this again."
    elif [ "$(id -u)" = 0 ]; then
        root=
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        root=sudo
    else
        die "Missing packages. Run this as root, then start again:
    apt-get update && $command"
    fi
    say "Installing $missing"
    install_log=$(mktemp)
    # shellcheck disable=SC2086 # the words of the command are meant to be split
    if ! { $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive $command; } >"$install_log" 2>&1; then
        tail -n 20 "$install_log" >&2
        die "The packages could not be installed. Run this as root, then start again:
    apt-get update && $command"
    fi
    rm -f "$install_log"
}

processors() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# build FOLDER TARGETS [CMake argument]...: configures and builds, a new folder with Ninja if it is there, which is faster;
# one line says whether the CUDA backend is built and why not (cmake/MgCuda.cmake decides). Otherwise quiet unless
# something fails.
build() {
    folder=$1 targets=$2 generator=
    shift 2
    [ -e "$folder/CMakeCache.txt" ] || ! command -v ninja >/dev/null 2>&1 || generator="-G Ninja"
    mkdir -p "$folder"
    # shellcheck disable=SC2086 # words
    cmake -S . -B "$folder" $generator "$@" >"$folder/build.log" 2>&1 || build_failed
    sed -n 's/^-- \(CUDA backend: \)/\1/p' "$folder/build.log"
    # shellcheck disable=SC2086 # words
    cmake --build "$folder" --target $targets -j "$(processors)" >>"$folder/build.log" 2>&1 || build_failed
}

build_failed() {
    tail -n 40 "$folder/build.log" >&2
    die "The build failed; the whole log is $folder/build.log"
}

# run_tests NAME FOLDER [ctest argument]...: runs a suite; its last line is "NAME: N passed, N failed, N skipped".
run_tests() {
    suite=$1 folder=$2
    shift 2
    log=$folder/tests.log status=0
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(processors)" "$@" >"$log" 2>&1 || status=$?
    failed=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*[^S]' "$log" || true)
    skipped=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Skipped' "$log" || true)
    passed=$(grep -c '^ *[0-9]*/[0-9]* Test .* Passed ' "$log" || true)
    if [ "$status" != 0 ]; then
        [ "$failed" != 0 ] || failed=1 # ctest itself failed
        cat "$log"
    else
        grep '^ *[0-9]*/[0-9]* Test' "$log" || true
    fi
    say "$suite: $passed passed, $failed failed, $skipped skipped"
    [ "$status" = 0 ]
}
