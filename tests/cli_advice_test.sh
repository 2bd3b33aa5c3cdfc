#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The advice of compare where scales are far apart or fast energies act: long runs of every rival.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

run 0 compare kapitza omega=1e8 --format json
holds "direct runs are extrapolated" 'd.reference === "averaged" && d.rivals.filter(r => r.extrapolated && r.force_evaluations > 1e9).length >= 3 && d.rivals.every(r => r.extrapolated === (r.method.scheme === "direct"))'
holds "a fitted multiscale run wins" 'd.rivals[d.recommended].method.micro === "stormer-fitted" && d.rivals[d.recommended].error < 1e-6'
holds "and a direct run of the same error is named" 'd.advice.includes("where a direct run needs about")'
# errors are against the full equations from the same means: averaging is accurate here
run 0 compare chain omega=5000 v=0.5 q1=0.5 q2=0.2 --quiet --format json
holds "a multiscale run of a chain is accurate" 'd.rivals[d.recommended].method.scheme === "async" && d.rivals[d.recommended].error < 5e-3 && d.rivals[d.recommended].force_evaluations < 5000'
# where averaging is wrong by more than 1 % the advice says so, with the smallest error that any steps gave
run 0 compare chain omega=300 v=0.5 q1=0.5 q2=0.2 --quiet --format json
holds "no multiscale run is called accurate that would warn" 'd.rivals[d.recommended].error < 1e-2 && d.advice.startsWith("No multiscale run is accurate here")'
holds "and none in the table is better than the best" 'd.rivals.filter(r => r.method.scheme === "async").every(r => r.error >= Number(d.advice.match(/wrong by ([0-9.e+-]+)/)[1]) * 0.94)'
run 0 compare fpu eps=1e-3 --until 5 --quiet --format json
holds "nobody is sent to steps that do not resolve the fast motion" '[d.advice.match(/--macro-step ([0-9.e-]+)/)].every(m => !m || Number(m[1]) / 1e-3 <= 1.001)'
run 0 compare springs masses=3 omega1=2000 omega2=2000 omega3=2 x2=1.6 y2=.8 x3=2.5 y3=.9 py1=.8 px2=.6 --quiet --format json
holds "fast energies that act are carried along" 'd.rivals[d.recommended].method.adiabatic === true && d.rivals[d.recommended].error < 5e-3 && d.advice.includes("--adiabatic --macro-tol")'
finish
