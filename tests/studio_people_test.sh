#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sizes, keyboard, less motion, hidden page, tour.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser people
