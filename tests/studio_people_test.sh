#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sizes, themes, accessibility, keyboard, tour.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser people
