#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The engine in WebAssembly agrees with the card, its share of a frame is bounded by work, the page's types are clean, its feature table is complete.
. "${SOURCE_DIR:?}/tests/studio_support.sh"

types=$STUDIO_BUILD/types
rm -rf "$types"
mkdir "$types"
cp -r "$SOURCE_DIR/studio/src" "$SOURCE_DIR/studio/tsconfig.json" "$types"
"$STUDIO_BUILD/node_modules/.bin/tsc" -p "$types"
studio_run engine frames plots agree features
