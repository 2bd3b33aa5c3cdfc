#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A wrong command gets exit code 2, one clear sentence on stderr and nothing on stdout.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

# wrong PATTERN ARGUMENTS...
wrong() {
    local pattern=$1
    shift
    run 2 "$@"
    [ -s out ] && fail "stdout is not empty: lento $*"
    [ "$(wc -l <err)" -le 3 ] || fail "more than three lines: lento $*"
    grep -Eq "$pattern" err || fail "no '$pattern' in '$(cat err)': lento $*"
}

wrong 'which command'
wrong "unknown command 'rnu'.*run" rnu
wrong 'which problem' run
wrong "unknown problem 'kapitsa'.*kapitza" run kapitsa
wrong "unknown problem ''" run ""
wrong "'omgea'.*omega" run kapitza omgea=3
wrong "omega: 'fast' is not a number" run kapitza omega=fast
wrong "omega: '' is not a number" run kapitza omega=
wrong "is not a number" run kapitza omega=nan
wrong "too large" run kapitza omega=1e999
wrong "omega.* 0, not -1" run kapitza omega=-1
wrong "suffix" run kapitza omega=3deg
wrong "neither an option nor param=value" run kapitza omega
wrong "'velret'.*verlet" run kapitza --macro velret
wrong "'asink'.*async" run kapitza --scheme asink
wrong "'bux'.*box" run kapitza --kernel bux
wrong "'stormer-fited'.*stormer-fitted" run kapitza --micro stormer-fited
wrong "unknown option '--step' .*--steps" run kapitza --step 3
wrong "options start with --" run kapitza -n 3
wrong "needs a value" run kapitza --steps
wrong "takes no value" run kapitza --quiet=yes
wrong "steps must be at least 1, not 0" run kapitza --steps 0
wrong "steps must be at least 1, not -5" run kapitza --steps -5
wrong "not a whole number" run kapitza --steps 2.5
wrong "macro-step must be greater than 0" run kapitza --macro-step 0
wrong "macro-step: '1/0' divides by zero" run kapitza --macro-step 1/0
wrong "until must be greater than 0" run kapitza --until 0
wrong "every must be greater than 0" run kapitza --every -1
wrong "asks for .* rows" run kapitza --every 1e-12
wrong "either the number of macro steps or their length" run kapitza --steps 10 --macro-step 0.1
wrong "either macro steps or a tolerance" run kapitza --macro dop853 --steps 10 --macro-tol 1e-6
wrong "fixed steps" run kapitza --macro verlet --macro-tol 1e-6
wrong "macro-tol: 'x'" run kapitza --macro dop853 --macro-tol x
wrong "even number of micro steps per period, not 7" run kapitza --micro-per-period 7
wrong "box.*not with.*sync" run kapitza --scheme sync --kernel box
wrong "box.*does not converge" run vibrated psi1=0.9 --kernel box
wrong "more than 4 micro steps.*2 harmonics" \
    run kapitza c2=0.4 --micro stormer-fitted --micro-per-period 4
wrong "needs a fast scale" run kapitza --scheme async,async
wrong "kernel has 2 values, but --scheme has 1" run kapitza --kernel box,exp1
wrong "more than 3 values" run kapitza --kernel box,box,box,box
wrong "reference must be direct, averaged or exact" run kapitza --reference bogus
wrong "reference exact:.*exact solution" run kapitza --reference exact
wrong "format must be table, csv or json" run kapitza --format xml
wrong "cannot write" run kapitza --out "$work/missing/x.csv"
wrong "cannot write.*directory" run kapitza --format csv --out "$work"
wrong "does not end in .txt, .csv or .json" run kapitza --out result.dat
wrong ".svg or .png" run kapitza --plot result.pdf
wrong "cannot write" run kapitza --plot "$work/missing/x.svg"
wrong "cannot read" run --recipe "$work/missing.json"
wrong "cannot load" run ./missing.so
wrong "no list of 'kernel'.*kernels" list kernel
wrong "nothing here is called 'kapitsa'.*kapitza" describe kapitsa
wrong "one name" describe
wrong "unknown command 'rum'.*run" help rum
wrong "unknown paper 'calwo'.*calvo" reproduce calwo
wrong "no item 'table-2.4'.*table-2" reproduce calvo/table-2.4
wrong "unknown option '--quik'.*--quick" reproduce --quik
wrong "not the name of a C file" new mine.txt
wrong "vary must be macro" converge kapitza --vary everything
wrong "no column 'q'" converge kapitza --column q
wrong "no windows to refine" converge kapitza --scheme averaged --vary micro
wrong "chooses its own steps" converge kapitza --macro dop853 --macro-tol 1e-6
wrong "not option=value" compare kapitza --method async
wrong "method.*unknown method 'rk5'" compare kapitza --method "macro=rk5"
wrong "takes no arguments" version now

# found before the run: an existing file keeps its contents, a new one is not left behind
echo precious >kept.csv
wrong "unknown method" run kapitza --macro rk5 --out kept.csv
grep -q precious kept.csv || fail "a wrong command overwrote its --out file"
wrong "unknown method" run kapitza --macro rk5 --out new.csv
[ -e new.csv ] && fail "a wrong command left its --out file behind"

printf '{"problem": "kapitza", "method": {"macro": "verlet"}' >broken.json
wrong "line 1" run --recipe broken.json
printf '{"problem": "kapitza", "method": {"makro": "verlet"}}' >broken.json
wrong "no option 'makro'" run --recipe broken.json
printf '{"method": {}}' >broken.json
wrong "names no problem" run --recipe broken.json
printf '{"runs": []}' >broken.json
wrong "at least one run" run --recipe broken.json
printf '[1, 2]' >broken.json
wrong "a recipe is an object" run --recipe broken.json
finish
