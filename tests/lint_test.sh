#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The sources are formatted (make format); clang-tidy and cppcheck have nothing to say; what they may not say is listed with its reason in .clang-tidy and
# .cppcheck-suppressions. A file that did not change since it was clean is not read again. LINT_DEEP=1 adds the path-
# sensitive analyser of clang, for review.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1
memory=${BINARY_DIR:?}/lint
mkdir -p "$memory"
failed=0
if grep -q 'LENTO_SANITIZE:BOOL=ON' "$BINARY_DIR/CMakeCache.txt" 2>/dev/null; then
    echo "runs with the optimised build"
    exit 77
fi
if ! command -v clang-tidy >/dev/null || ! command -v cppcheck >/dev/null; then
    echo "clang-tidy or cppcheck is missing"
    exit 77
fi

if command -v clang-format >/dev/null; then
    mapfile -t formatted < <(git ls-files '*.[ch]' 2>/dev/null)
    [ "${#formatted[@]}" -eq 0 ] || clang-format --dry-run -Werror "${formatted[@]}" || failed=1
    echo "clang-format: ${#formatted[@]} files read"
fi

mapfile -t sources < <(ls src/*/*.c cli/*.c papers/*.c papers/*/*.c examples/*.c bench/*.c bench/peers/*.c)
deep=()
[ -n "${LINT_DEEP:-}" ] && deep=(--checks='clang-analyzer-*,-clang-analyzer-optin.performance.Padding,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling')

# one stamp for all headers and settings, one per source
common=$(cat .clang-tidy "$0" include/lento/*.h src/*.h src/*/*.h cli/*.h papers/*.h papers/*/*.h bench/peers/*.h | sha256sum)
changed=()
for source in "${sources[@]}"; do
    # only what this build compiles: the others' headers may be missing here
    grep -q "/$source\"" "$BINARY_DIR/compile_commands.json" || continue
    stamp=$memory/$(tr / _ <<<"$source")
    sum=$({ echo "$common${deep[*]}"; cat "$source"; } | sha256sum)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ]; then
        changed+=("$source")
        echo "$sum" >"$stamp.new"
    fi
done
tidy() {
    if clang-tidy -p "$BINARY_DIR" --quiet "${@:2}" "$1" >"$memory/$(tr / _ <<<"$1").out" 2>/dev/null; then
        mv "$memory/$(tr / _ <<<"$1").new" "$memory/$(tr / _ <<<"$1")"
    else
        grep -E ': (warning|error):' "$memory/$(tr / _ <<<"$1").out"
        return 1
    fi
}
export -f tidy
export BINARY_DIR memory
if [ "${#changed[@]}" -gt 0 ]; then
    printf '%s\n' "${changed[@]}" | xargs -P "$(nproc)" -I{} bash -c 'tidy "$@"' _ {} "${deep[@]}" || failed=1
fi
echo "clang-tidy: ${#changed[@]} of ${#sources[@]} files read"

mkdir -p "$memory/cppcheck"
cppcheck -q --std=c11 --enable=warning,performance,portability --inline-suppr -j "$(nproc)" --error-exitcode=1 \
    --cppcheck-build-dir="$memory/cppcheck" --suppressions-list=.cppcheck-suppressions -Iinclude -Isrc -Icli -Ipapers \
    --template='{file}:{line}: {id}: {message}' src cli papers examples bench fuzz studio/wasm || failed=1
echo "cppcheck: done"
[ "$failed" -eq 0 ]
