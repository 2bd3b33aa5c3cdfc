#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No bytes crash a parser: numbers, JSON, polynomials, the words of a command, recipes. Builds the libFuzzer targets of
# fuzz/ with clang under address and undefined-behaviour sanitizers and runs each for FUZZ_SECONDS (default 12, a minute in all; `make
# fuzz`: 60) from the examples in fuzz/corpus. An input that breaks one is kept in the build directory and named.
set -uo pipefail
seconds=${FUZZ_SECONDS:-12}
build=${BINARY_DIR:?}/fuzz
targets=(number json polynomial arguments recipe)

clang=$(command -v clang-14 || command -v clang) || {
    echo "clang is missing"
    exit 77
}
probe=$(mktemp)
if ! echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d,
    unsigned long n) { (void)d; (void)n; return 0; }' |
    "$clang" -fsanitize=fuzzer,address -x c - -o "$probe" 2>/dev/null; then
    rm -f "$probe"
    echo "libFuzzer is missing (Debian: libclang-rt-14-dev)"
    exit 77
fi
rm -f "$probe"
if grep -q 'LENTO_SANITIZE:BOOL=ON' "$BINARY_DIR/CMakeCache.txt" 2>/dev/null; then
    echo "runs with the optimised build; its targets are instrumented anyway"
    exit 77
fi

cmake -S "${SOURCE_DIR:?}" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$clang" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="-O1 -g -fsanitize=fuzzer-no-link,float-cast-overflow" -DLENTO_SANITIZE=ON -DLENTO_FUZZ=ON \
    -DLENTO_TESTS=OFF -DLENTO_SUNDIALS=OFF -DLENTO_LAPACK=OFF -DLENTO_STUDIO=OFF >"$build.log" 2>&1 &&
    cmake --build "$build" --target "${targets[@]/#/fuzz_}" >>"$build.log" 2>&1 || {
    tail -n 20 "$build.log"
    echo "the fuzz targets do not build"
    exit 1
}

failed=0
cd "$build" || exit 1
for target in "${targets[@]}"; do
    grown=$build/corpus/$target
    mkdir -p "$grown"
    words=()
    [ -f "$SOURCE_DIR/fuzz/corpus/$target.dict" ] && words=(-dict="$SOURCE_DIR/fuzz/corpus/$target.dict")
    if "$build/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=1000 -close_fd_mask=1 \
        "${words[@]}" -artifact_prefix="$build/$target-" "$grown" "$SOURCE_DIR/fuzz/corpus/$target" \
        </dev/null 2>"$build/$target.log"; then
        echo "$target: $(grep -Eo 'Done [0-9]+ runs' "$build/$target.log" | tail -n 1) without a fault"
    else
        echo "$target FAILED, input kept as $(sed -n 's/.*Test unit written to //p' "$build/$target.log")"
        grep -E 'ERROR|runtime error|SUMMARY|^ +#[0-9] ' "$build/$target.log" | head -n 15
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ]
