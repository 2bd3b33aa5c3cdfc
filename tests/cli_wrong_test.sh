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
wrong 'omega=fast: this is not a number' run kapitza omega=fast
wrong 'omega=: this is not a number' run kapitza omega=
wrong "is not a number" run kapitza omega=nan
wrong "too large" run kapitza omega=1e999
wrong "omega.* 0, not -1" run kapitza omega=-1
wrong 'omega=3deg: the unit does not fit; the value is in rad.s' run kapitza omega=3deg
wrong "neither an option" run kapitza foo
wrong "'velret'.*verlet" run kapitza --macro velret
wrong "'asink'.*async" run kapitza --scheme asink
wrong "'bux'.*box" run kapitza --kernel bux
wrong "no kernel 'poly-4294967297-8'" run kapitza --kernel poly-4294967297-8
wrong "adiabatic must be yes or no, not 'banana'" compare springs --method "adiabatic=banana"
wrong "belongs to slow variables .* not to scheme stiff" run springs --scheme stiff --kernel point
wrong "'stormer-fited'.*stormer-fitted" run kapitza --micro stormer-fited
wrong "unknown option '--step'; use .*--steps" run kapitza --step 3
wrong "use --steps N" run kapitza -n 3
wrong "needs a value" run kapitza --steps
wrong "takes no value" run kapitza --quiet=yes
wrong "steps must be at least 1, not 0" run kapitza --steps 0
wrong "steps must be at least 1, not -5" run kapitza --steps -5
wrong 'steps must be a whole number, not 2.5' run kapitza --steps 2.5
wrong "macro-step must be greater than 0" run kapitza --macro-step 0
wrong "macro-step 1/0: this is not a finite number" run kapitza --macro-step 1/0
wrong "until must be greater than 0" run kapitza --until 0
wrong "every must be greater than 0" run kapitza --every -1
wrong "asks for .* rows" run kapitza --every 1e-12
wrong "either the number of macro steps or their length" run kapitza --steps 10 --macro-step 0.1
wrong "either macro steps or a tolerance" run kapitza --macro dop853 --steps 10 --macro-tol 1e-6
wrong "fixed steps" run kapitza --macro verlet --macro-tol 1e-6
wrong "macro-tol x: this is not a number" run kapitza --macro dop853 --macro-tol x
wrong "even number of micro steps per period, not 7" run kapitza --micro-per-period 7
wrong "box.*half window of scheme async" run kapitza --scheme sync --kernel box
wrong "box.*does not converge" run vibrated psi1=0.9 --kernel box
wrong "more than 4 micro steps.*2 harmonics" \
    run kapitza c2=0.4 --micro stormer-fitted --micro-per-period 4
wrong "needs a fast scale" run kapitza --scheme async,async
wrong "kernel has 2 values, one per level, but --scheme has 1 level" run kapitza --kernel box,exp1
wrong "more than 3 values" run kapitza --kernel box,box,box,box
wrong "reference must be direct, averaged or exact" run kapitza --reference bogus
wrong "reference exact: no exact solution" run kapitza --reference exact
wrong "format must be table, csv, json, npz or mat" run kapitza --format xml
wrong "cannot write" run kapitza --out "$work/missing/x.csv"
wrong "cannot write.*directory" run kapitza --format csv --out "$work"
wrong "does not end in .txt, .csv, .json, .npz or .mat" run kapitza --out result.dat
wrong ".svg or .png" run kapitza --plot result.pdf
wrong "cannot write" run kapitza --plot "$work/missing/x.svg"
wrong "cannot read" run --recipe "$work/missing.json"
wrong "cannot load" run ./missing.so
wrong "no list of 'kernel'.*kernels" list kernel
wrong "unknown name 'kapitsa'.*kapitza" describe kapitsa
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
wrong "either the number of macro steps or their length" compare kapitza --method "steps=10 macro_step=0.1"
wrong "unknown method 'rk5'.*rk4" compare kapitza --method "macro=rk5"
wrong "takes no arguments" version now

# every command: words it does not take, values out of range, pairs that make no sense
wrong "which problem" detect
wrong "fast phase" detect kapitza
wrong "degree must be .* 1 to 12" detect stellar --degree 0
wrong "radius must be greater than 0" detect stellar --radius -1
wrong "seed must be a whole number" detect stellar --seed 1.5
wrong "'eps' must be above 0" detect stellar eps=0
wrong "not with 'detect'" detect stellar --scheme slow
wrong "from 0 to 65535" studio --port 99999
wrong "port x: this is not a number" studio --port x
wrong "unknown option '--prot'.*--port" studio --prot 1
wrong "1 to 256" reproduce --jobs 0
wrong "table or json" reproduce --format csv
wrong "one word too many; 'lento help reproduce'" reproduce calvo extra
wrong "one word too many" reproduce calvo omega=3
wrong "options only" studio now
wrong "works with 'reproduce', not with 'run'" run kapitza --quick
wrong "quick takes no value" reproduce --quick=yes
wrong "report needs a value" reproduce --report
wrong "which problem" compare
wrong "'macro' is not option=value" compare kapitza --method macro
wrong "2 to 20" converge kapitza --levels 1
wrong "factor must be greater than 1" converge kapitza --factor 1
wrong "unknown problem 'nosuch'" converge nosuch
wrong "list takes one word" list problems methods
wrong "help takes one word" help run now
wrong "one name" describe kapitza run
wrong "one file name" new
wrong "cannot write" new "$work/missing/x.c"
wrong "second problem" run kapitza kapitza
wrong "is not needed" run --
wrong "unknown problem '-'" run -
wrong "scheme needs a value" run kapitza --scheme
wrong "scheme needs a value" run kapitza --scheme=
wrong "macro needs a value" run kapitza --macro ""
wrong "half, centred or forward" run kapitza --side left
wrong "point or mean, not 'mid'" run kapitza --gauge mid
wrong "phases must be .* 1 to 1000" run kapitza --phases 0
wrong "periods must be greater than 0" run kapitza --periods -1
wrong "either in periods or in time" run kapitza --window 1 --periods 1
wrong "either the micro step or" run kapitza --micro-step 1 --micro-per-period 4
wrong "no kernel 'poly-0-0'; poly-P-Q: .*1, 3, 5 or 7.*0 to 20" run kapitza --kernel poly-0-0
wrong "cannot be the micro-integrator" run kapitza --micro ode45
wrong "exact solution" run kapitza --macro exact
wrong "composition after it" run kapitza --macro verlet/
wrong "needs a symmetric base" run kapitza --macro rk4/kahan-li8
wrong "steps must be from 1 to" run kapitza --steps 99999999999999999999
wrong "are too many" run kapitza --macro-step 1e-300
wrong "too many" run kapitza --micro-per-period 2000000000
wrong "too many of them" run kapitza --periods 1e9
wrong "macro-tol x: this is not a number" run kapitza --macro-tol 1e-6,x --macro dop853
wrong "macro-tol 2,3: .,3. does not belong to a number" run kapitza --macro-tol 1,2,3 --macro dop853
wrong "needs one fast frequency" run springs --kernel notch omega1=1e3
wrong "spring has no direction" run springs x2=1 y2=0
wrong "whole number" run springs masses=2.5
wrong "at most 200" run springs masses=500
wrong "parameter 'omega7' needs masses=7" run springs omega7=1
wrong "do not depend on the velocity" run springs --macro kahan-li8
wrong "scheme stiff" run springs --scheme async
wrong "micro step unstable" run springs --micro-per-period 4 --kernel exp1
wrong "one stiff spring" run springs masses=3 omega3=1000 --restore-fast
wrong "case.*lagrange" run top case=lagranje
wrong "symmetric top" run top CN=0.5 --macro strang
wrong "moments needs? .*mass" run top I1=1
wrong "either by tilt or by qw" run top tilt=5 qw=1
wrong "needs a fast scale" run top --scheme slow
wrong "inclined start" run fast-top theta0=0
wrong "no body has I3" run fast-top I3=10
wrong "resonance" run fast-top omega=16162.085811 vibration=horizontal
wrong "'links' must be at least 1" run chain links=0
wrong "'l1' must be above 0" run chain l1=0
wrong "cannot keep constraints" run chain --macro verlet
wrong "stiff springs" run two-tone --scheme async,stiff
wrong "a number, a name or . is expected here" run stellar --slow "x1^"
wrong "unknown name 'y9'" run stellar --slow "y9^2"
wrong ") is expected here" run stellar --slow "(x1"
wrong "slow needs a value" run stellar --slow ""
wrong "no expression in" run stellar --slow ";"
wrong "average: unknown name .q." run stellar --average q
wrong "no finite value at the start" run stellar --integrate 1/0
wrong "no column 'Px' .did you mean 'P'" run kapitza --columns Q,Px --plot x.svg
wrong "2 to 100000" run fpu --ensemble 1

# lists: a value per level, none left empty; direct stands alone
wrong "empty entry" run kapitza --kernel box,
wrong "empty entry" run kapitza --kernel ,box
wrong "empty entry" run two-tone --periods 1,
wrong "empty entry" compare kapitza --method "scheme=async kernel=box,"
wrong "steps 80,: .,. does not belong to a number" run kapitza --steps 80,
wrong "cannot be part of a list" run kapitza --scheme async,direct
wrong "cannot be part of a list" run kapitza --scheme direct,async
wrong "no kernel 'poly-1-1000'.*0 to 20" run kapitza --kernel poly-1-1000
wrong "no kernel 'poly'; poly-P-Q" run kapitza --kernel poly
wrong "no kernel 'oneside-9-8'.*1 to 8" run kapitza --kernel oneside-9-8

# a typo is found even where the scheme in force would not ask; what has no effect is refused
wrong "unknown kernel 'bux'.*box" run kapitza --scheme direct --kernel bux
wrong "unknown method 'foo'" run kapitza --scheme averaged --micro foo
wrong "unknown composition 'kahan-li7'.*kahan-li" run kapitza --macro verlet/kahan-li7
wrong "scheme direct has none" run kapitza --scheme direct --kernel box
wrong "scheme averaged has none" converge kapitza --scheme averaged --periods 2
wrong "works with 'compare', not with 'run'" run kapitza --method macro=rk4
wrong "works with 'run', not with 'detect'" detect stellar --steps 3

# known before the first step: exit 2, also where only the first window shows it
wrong "relax 1 must be shorter than a macro step" run stellar --relax 1
wrong "relax needs equal macro steps" run stellar --relax 1 --macro dop853 --macro-tol 1e-4
wrong "'3' is a constant.*x1, v1, x2, v2" run stellar --slow 3
wrong "gradients" run stellar --slow "x1*x2*v1*v2"
wrong "gradients" converge stellar --slow "x1*x2*v1*v2"
wrong "no exact solution of kapitza" compare kapitza --reference exact
wrong "no exact solution of kapitza" converge kapitza --reference exact
wrong "not known in closed form" run fpu --reference averaged
wrong "needs a value" compare kapitza --method ""
wrong "option=value pairs" compare kapitza --method " "
wrong "no run option 'kernl'.*kernel" compare kapitza --method kernl=box
wrong "macro= needs a value" compare kapitza --method macro=
wrong "too close to 1" converge kapitza --vary micro --factor 1.01
wrong "would take .* macro steps" converge kapitza --steps 1000000 --levels 20 --factor 1000
wrong "ensemble cannot be combined with --reference" run fpu --ensemble 3 --reference direct
wrong "ensemble cannot be combined with --plot" run fpu --ensemble 3 --plot x.svg
wrong "give --every" run fpu --ensemble 3 --scheme slow --macro dop853 --macro-tol 1e-4
wrong "does not declare a parameter to vary" run stellar --ensemble 3

wrong "not a set of slow variables.*regular" run fast-top --scheme slow --slow regulr
wrong "not a set of slow variables.*detect" run stellar --slow detct
wrong "describe kapitza" help kapitza
wrong "lento help choose" help chose

# words in the wrong place say what they are
wrong "parameter omega needs a value, without spaces: omega=" run kapitza omega
wrong "'springs' is a second problem" run kapitza springs
wrong "the state is x1, v1, x2, v2" run stellar --slow zz9
wrong "exact motions" detect top
wrong "top does not declare which parameter makes it fast" converge top --vary omega
wrong "unknown paper 'xyz'.*list papers" reproduce xyz

# a computation that fails says so in one sentence, exits 1 and keeps the last good state
failed() {
    local pattern=$1
    shift
    run 1 "$@"
    [ -s out ] || fail "nothing was printed: lento $*"
    grep -Eq "$pattern" err || fail "no '$pattern' in '$(cat err)': lento $*"
}
failed "no longer finite.*t = 0" run kapitza --scheme async --until 1e308
failed "no longer finite" run kapitza --scheme async omega=1e-300
run 1 detect springs
grep -q 'springs: its equations have no value' err || fail "detect springs does not say why: $(cat err)"

# a result that does not arrive is a failure: one sentence, whatever the command
if [ -w /dev/full ]; then
    printf '{"problem": "kapitza"}' >full.json
    while read -r command; do
        got=0
        # shellcheck disable=SC2086
        "$lento" $command >/dev/full 2>err || got=$?
        [ "$got" -eq 1 ] || fail "exit $got instead of 1 on a full disk: lento $command"
        [ "$(grep -c 'lento: the output could not be written' err)" -eq 1 ] ||
            fail "no sentence about a full disk: lento $command: $(cat err)"
    done <<'END'
list
list methods
describe kapitza
describe verlet
help
help choose
help run
run --help
version
--version
run kapitza --quiet
run kapitza --format csv --quiet
run kapitza --format json --quiet
run --recipe full.json --format json
run fpu --until 0.1 --steps 2 --ensemble 2 --quiet
compare kapitza omega=200 --method macro=verlet --quiet
converge kapitza --levels 2 --quiet
detect linear-dissipative --degree 2 --quiet
reproduce calvo/averaged --quiet
reproduce calvo/averaged --format json --quiet
new full.c
END
    run 1 run kapitza --format csv --out /dev/full
    grep -q '/dev/full: writing failed' err || fail "--out on a full disk"
fi

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
