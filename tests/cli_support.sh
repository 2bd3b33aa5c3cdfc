# SPDX-License-Identifier: MIT
# What the tests of the command line share. They need LENTO, SOURCE_DIR and BINARY_DIR; JSON is read
# by node, which knows nothing of our own writer.
set -uo pipefail
lento=${LENTO:?}
export LENTO
work=$(mktemp -d "${BINARY_DIR:?}/cli.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

finish() {
    echo "$failures failed"
    [ "$failures" -eq 0 ]
    exit
}

need_node() {
    if ! command -v node >/dev/null; then
        echo "node is missing: JSON cannot be checked independently"
        exit 77
    fi
}

sanitized() {
    grep -q 'LENTO_SANITIZE:BOOL=ON' "$BINARY_DIR/CMakeCache.txt" 2>/dev/null
}

# run CODE ARGUMENTS...: lento into out and err, with this exit code
run() {
    local code=$1 got=0
    shift
    "$lento" "$@" >out 2>err || got=$?
    if [ "$got" -ne "$code" ]; then
        fail "exit $got instead of $code: lento $*"
        head -n 3 err
    fi
}

# used SESSION: processor time of a session with its ended children, in clock ticks
used() {
    cat /proc/[0-9]*/stat 2>/dev/null |
        awk -v session="$1" '{ sub(/.*\) /, "") } $4 == session { sum += $12 + $13 + $14 + $15 } END { print sum + 0 }'
}

# interrupted SECONDS ARGUMENTS...: Ctrl-C after so much processor time, whatever else the machine does; lento must exit 1
interrupted() {
    local ticks got=0 child
    ticks=$(($1 * $(getconf CLK_TCK)))
    shift
    setsid env --default-signal=INT "$lento" "$@" >out 2>err &
    child=$!
    while [ -n "$(jobs -r)" ] && [ "$(used "$child")" -lt "$ticks" ]; do
        sleep 0.1
    done
    kill -INT "$child"
    wait "$child" || got=$?
    [ "$got" -eq 1 ] || fail "exit $got instead of 1 after an interruption: lento $*"
}

# holds CLAIM EXPRESSION [FILE]: JavaScript about d, the JSON in out or FILE
holds() {
    local got
    got=$(node -e '
        const fs = require("fs");
        const d = JSON.parse(fs.readFileSync(process.argv[1], "utf8"));
        const near = (a, b, e) => Math.abs(a - b) <= e;
        const keys = o => Object.keys(o).sort().join();
        console.log(eval(process.argv[2]) === true ? "yes" : "no");
    ' "${3:-out}" "$2" 2>&1) || true
    if [ "$got" != yes ]; then
        fail "$1: $2"
        echo "$got" | head -n 3
    fi
}
