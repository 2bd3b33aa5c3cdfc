#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Theory and SI units beside the motion of a top, and pictures with their parameters.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser theory
