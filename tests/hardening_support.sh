# SPDX-License-Identifier: MIT
# For tests of what is installed: hardened FILE... says what a shared object or a program lacks; then it fails.
hardened() {
    local file name bad=0
    for file in "$@"; do
        name=$(basename "$file")
        lacks() {
            echo "FAILED: $name: $*"
            bad=1
        }
        nm -D -u "$file" 2>/dev/null | grep __stack_chk_fail >/dev/null || lacks "no stack protector"
        readelf -Wl "$file" | grep GNU_RELRO >/dev/null || lacks "no relro"
        readelf -Wd "$file" | grep NOW >/dev/null || lacks "lazy binding"
        readelf -Wl "$file" | grep GNU_STACK | grep RWE >/dev/null && lacks "an executable stack"
        if [ "$(uname -m)" = x86_64 ] && ! readelf -n "$file" | grep SHSTK >/dev/null; then
            lacks "no shadow stack"
        fi
    done
    return $bad
}
