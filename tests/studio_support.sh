# SPDX-License-Identifier: MIT
# Sourced by the studio tests: studio_run FILE... runs tests of studio/tests on the page of this build.
set -euo pipefail
export STUDIO_BUILD="${BINARY_DIR:?}/studio" LENTO="${LENTO:?}"

if [ ! -s "$STUDIO_BUILD/lento-studio.html" ]; then
    echo "this build has no studio page"
    exit 77
fi

studio_run() {
    local name status=0
    for name in "$@"; do
        node --test "${SOURCE_DIR:?}/studio/tests/$name.test.mjs" || status=1
    done
    return "$status"
}

studio_browser() {
    if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
        echo "there is no chromium"
        exit 77
    fi
    studio_run "$@"
}
