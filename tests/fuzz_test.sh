#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No bytes crash a parser: numbers, JSON, polynomials, equations, the words of a command, recipes. Builds the libFuzzer targets of
# fuzz/ with clang under address and undefined-behaviour sanitizers and gives each the same inputs in every run, mutated
# from fuzz/corpus. With FUZZ_SECONDS (`make fuzz`: 60): new ones for so long, from what earlier runs found. An input that
# breaks a target is kept in the build directory and named.
set -uo pipefail
build=${BINARY_DIR:?}/fuzz
declare -A inputs=([number]=500000 [json]=200000 [polynomial]=15000 [equations]=50000 [arguments]=50000 [recipe]=15000)
targets=("${!inputs[@]}")

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

cmake -S "${SOURCE_DIR:?}" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$clang" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="-O1 -g -fsanitize=fuzzer-no-link,float-cast-overflow" -DLENTO_SANITIZE=ON -DLENTO_FUZZ=ON \
    -DLENTO_TESTS=OFF -DLENTO_SUNDIALS=OFF -DLENTO_STUDIO=OFF >"$build.log" 2>&1 &&
    cmake --build "$build" --target "${targets[@]/#/fuzz_}" >>"$build.log" 2>&1 || {
    tail -n 20 "$build.log"
    echo "the fuzz targets do not build"
    exit 1
}

failed=0
cd "$build" || exit 1
for target in "${targets[@]}"; do
    if [ -n "${FUZZ_SECONDS:-}" ]; then
        corpus=$build/corpus/$target
        length=(-max_total_time="$FUZZ_SECONDS")
    else
        corpus=$build/fixed
        rm -rf "$corpus"
        length=(-seed=1 -runs="${inputs[$target]}")
    fi
    mkdir -p "$corpus"
    words=()
    [ -f "$SOURCE_DIR/fuzz/corpus/$target.dict" ] && words=(-dict="$SOURCE_DIR/fuzz/corpus/$target.dict")
    if "$build/fuzz/fuzz_$target" "${length[@]}" -timeout=120 -rss_limit_mb=2048 -max_len=1000 -close_fd_mask=1 \
        "${words[@]}" -artifact_prefix="$build/$target-" "$corpus" "$SOURCE_DIR/fuzz/corpus/$target" \
        </dev/null 2>"$build/$target.log"; then
        echo "$target: $(grep -Eo 'Done [0-9]+ runs' "$build/$target.log" | tail -n 1) without a fault"
    else
        echo "$target FAILED, input kept as $(sed -n 's/.*Test unit written to //p' "$build/$target.log")"
        grep -E 'ERROR|runtime error|SUMMARY|^ +#[0-9] ' "$build/$target.log" | head -n 15
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ]
