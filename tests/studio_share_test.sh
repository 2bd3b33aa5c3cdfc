#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links, recipes, exports; nothing leaves the page.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser share
