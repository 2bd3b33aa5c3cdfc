#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Camera, rods, vectors, presets; the page without WebGL.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser scenes
