#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kapitza's pendulum, its map against the characteristic values of Mathieu's equation (GSL).
. "${SOURCE_DIR:?}/tests/studio_support.sh"
judge=$BINARY_DIR/tests/chart_gsl_test
STUDIO_MAP=$PWD/map.csv studio_browser pendulum
[[ ! -x $judge ]] || "$judge" map.csv
