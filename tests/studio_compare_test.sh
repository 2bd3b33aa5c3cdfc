#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The four-body comparison by clicking, against the card.
. "${SOURCE_DIR:?}/tests/studio_support.sh"
studio_browser compare
