#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# axe on every panel, dialog and scene, in both sizes and themes.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser axe
