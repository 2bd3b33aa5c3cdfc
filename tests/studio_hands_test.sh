#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Direct manipulation, undo, numeric entry.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser hands
