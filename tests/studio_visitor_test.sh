#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page as a visitor meets it.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser visitor
