#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Wrong words, wrong files, small screens, half-typed equations: the page says so and goes on.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser hostile
