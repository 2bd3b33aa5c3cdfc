#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The page with WebGL: screenshots, hands on the painted body.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser look
