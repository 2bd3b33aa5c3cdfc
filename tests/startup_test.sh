#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command needs the C library and libm only, and starts in less than 2 million instructions: adapters are modules that
# are loaded when something of them is used. Linked with SUNDIALS and its server it took 20 million.
set -uo pipefail
lento=${LENTO:?}
failed=0
others=$(ldd "$lento" | grep -vE 'linux-vdso|ld-linux|ld-musl|/libc\.|/libm\.|libm\.so\.6|libc\.so\.6')
[ -z "$others" ] || { echo "FAILED: linked with more than libc and libm:"; echo "$others"; failed=1; }
if ! command -v valgrind >/dev/null; then
    echo "valgrind is missing (Debian: valgrind)"
    exit 77
fi
for words in version 'run kapitza --scheme async --steps 2 --quiet'; do
    # shellcheck disable=SC2086
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$lento" $words 2>&1 >/dev/null |
        sed -n 's/.*Collected : *\([0-9]*\).*/\1/p')
    echo "lento $words: ${count:-no} instructions"
    [ "${count:-9000000}" -lt 2000000 ] || failed=1
done
exit $failed
