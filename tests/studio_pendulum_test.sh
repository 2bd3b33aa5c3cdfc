#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kapitza's pendulum.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser pendulum
