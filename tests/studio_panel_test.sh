#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The panel of the original program.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser panel
