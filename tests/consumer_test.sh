#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The library as others get it: find_package and pkg-config on an installation, then FetchContent
# on the sources, there as a shared library, which also proves that every public name is exported.
set -euo pipefail

work=$BINARY_DIR/consumer
source=$SOURCE_DIR/tests/consumer
rm -rf "$work"
mkdir -p "$work"

step() { # step NAME COMMAND...: quiet unless it fails
    local name=$1
    shift
    if ! "$@" >"$work/$name.log" 2>&1; then
        cat "$work/$name.log"
        echo "FAILED: $name"
        exit 1
    fi
}

step install cmake --install "$BINARY_DIR" --prefix "$work/prefix"

echo "what belongs to it is installed:"
for file in share/man/man1/lento.1 share/licenses/lento/LICENSE share/doc/lento/README.md share/doc/lento/start.md \
    share/bash-completion/completions/lento share/zsh/site-functions/_lento share/fish/vendor_completions.d/lento.fish \
    share/doc/lento/examples/first_run.c; do
    if [ ! -s "$work/prefix/$file" ]; then
        echo "FAILED: $file is not installed"
        exit 1
    fi
done
if [ -s "$work/prefix/share/lento/lento-studio.html" ]; then # with the code of others
    grep -q 'three.js authors' "$work/prefix/share/licenses/lento/LICENSE.three"
    grep -q 'Leon Sorokin' "$work/prefix/share/licenses/lento/LICENSE.uplot"
    "$work/prefix/bin/lento" version --licences >"$work/licences"
    for words in 'Permission is hereby granted' 'three.js authors' 'Leon Sorokin' 'Rich Felker'; do
        for place in "$work/licences" "$work/prefix/share/lento/lento-studio.html"; do
            grep -q "$words" "$place" || {
                echo "FAILED: no '$words' in $place"
                exit 1
            }
        done
    done
fi

echo "find_package:"
step find-configure cmake -G Ninja -S "$source" -B "$work/find" -DCMAKE_PREFIX_PATH="$work/prefix"
step find-build cmake --build "$work/find"
"$work/find/consumer"

echo "pkg-config, after moving the installation:"
mv "$work/prefix" "$work/moved"
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name lento.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs lento)"
step pkg-config-build cc -std=c17 "$source/main.c" "${flags[@]}" -lm -o "$work/with-pkg-config"
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH") "$work/with-pkg-config"

echo "FetchContent, shared:"
step fetch-configure cmake -G Ninja -S "$source" -B "$work/fetch" -DFETCH=ON \
    -DLENTO_SOURCE="$SOURCE_DIR" -DBUILD_SHARED_LIBS=ON
step fetch-build cmake --build "$work/fetch"
"$work/fetch/consumer"

echo "only the library was built for the fetching project:"
if find "$work/fetch" -name '*_test' -o -name 'liblento_io*' -o -name 'bench_*' | grep .; then
    echo "FAILED: more than the library was built"
    exit 1
fi

echo "exported names start with lento_:"
shared=$(find "$work/fetch" -name 'liblento.so' | head -n 1)
if nm -D --defined-only "$shared" | awk '{print $3}' | grep -v '^lento_'; then
    echo "FAILED: a name without the prefix is exported"
    exit 1
fi

echo "the shared library is hardened:"
source "$SOURCE_DIR/tests/hardening_support.sh"
hardened "$shared"
