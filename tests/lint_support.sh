# SPDX-License-Identifier: MIT
# Sourced by the lint tests: lint_tidy FILE... reads sources with clang-tidy. What it may not say is listed with its reason
# in .clang-tidy. A file that did not change since it was clean is not read again. LINT_DEEP=1 adds the path-sensitive
# analyser of clang, for review.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1
memory=${BINARY_DIR:?}/lint
mkdir -p "$memory"

need() { # need PROGRAM...
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || {
            echo "$program is missing"
            exit 77
        }
    done
}

tidy() { # tidy FILE OPTION...
    local name
    name=$memory/$(tr / _ <<<"$1")
    if clang-tidy -p "$BINARY_DIR" --quiet "${@:2}" "$1" >"$name.out" 2>/dev/null; then
        mv "$name.new" "$name"
    else
        grep -E ': (warning|error):' "$name.out"
        return 1
    fi
}
export -f tidy
export BINARY_DIR memory

lint_tidy() {
    local deep=() common changed=() source stamp sum
    need clang-tidy
    [ -n "${LINT_DEEP:-}" ] && deep=(--checks='clang-analyzer-*,-clang-analyzer-optin.performance.Padding,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling')
    # one stamp for all headers and settings, one per source
    common=$(cat .clang-tidy "${BASH_SOURCE[0]}" include/lento/*.h src/*.h src/*/*.h cli/*.h cli/*/*.h papers/*.h papers/*/*.h bench/peers/*.h | sha256sum)
    for source in "$@"; do
        # only what this build compiles: the others' headers may be missing here
        grep -q "/$source\"" "$BINARY_DIR/compile_commands.json" || continue
        stamp=$memory/$(tr / _ <<<"$source")
        sum=$({ echo "$common${deep[*]}"; cat "$source"; } | sha256sum)
        if [ "$(cat "$stamp" 2>/dev/null)" != "$sum" ]; then
            changed+=("$source")
            echo "$sum" >"$stamp.new"
        fi
    done
    echo "clang-tidy: ${#changed[@]} of $# files read"
    [ "${#changed[@]}" -eq 0 ] ||
        printf '%s\n' "${changed[@]}" | xargs -P "$(nproc)" -I{} bash -c 'tidy "$@"' _ {} "${deep[@]}"
}
