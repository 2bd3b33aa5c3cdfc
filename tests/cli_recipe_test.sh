#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The JSON of a run is a recipe: run again it gives the same JSON, seconds apart. So do the JSON of an
# ensemble and the references; flags override; what a recipe cannot say is refused.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node

# same WORDS...: the run, its JSON as a recipe, the same JSON. Who detected slow variables has them as
# given ones in the second, which costs no evaluations.
same() {
    run 0 run "$@" --format json --quiet
    cp out first.json
    run 0 run --recipe first.json --format json --quiet
    holds "given back: $*" '
        const e = JSON.parse(fs.readFileSync("first.json", "utf8"));
        for (const r of [d, e]) {
            delete r.seconds;
            if (r.error) delete r.error.estimate_force_evaluations; // the first one may have tried longer steps
            r.counts.force_evaluations -= r.slow?.detection_evaluations ?? 0;
            if (r.slow) { delete r.slow.origin; delete r.slow.detection_evaluations; }
        }
        JSON.stringify(d) === JSON.stringify(e)'
}

same kapitza omega=1e6 --steps 37 --reference averaged --every 0.13
same kapitza omega=1e4 --reference direct --kernel exp1 --window 1e-2 --micro-step 1.3e-5 --until 0.3
same kapitza --macro dop853 --macro-tol 1e-7,3e-9 --first-step 0.01 --max-step 0.1
same kapitza --scheme averaged --macro kahan-li8 --macro-step 0.003 --reference averaged
same kapitza omega=300 --scheme direct --micro-per-period 33 --reference averaged
same two-tone --kernel box,triangle --periods 1,2 --micro-per-period 40,60 --reference averaged
same two-tone --scheme averaged,async --steps 20
same chain links=3 --until 0.1 --tol 1e-5
same chain links=2 l1=0.3 m2=2 omega=1e4 --until 0.05 --phases 2 --reference direct
same springs --until 2
same springs masses=3 omega3=1000 --until 1 --kernel kaiser --macro cvode-adams --macro-tol 1e-6 --reproject 0.5
same stellar --until 3 --steps 10
same stellar eps=1e-3 --until 3 --steps 10 --slow 'x1^2+v1^2; x2^2+v2^2; x1*x2^2 - x1*v2^2 + 2*v1*x2*v2; v1*x2^2' --reference direct
same linear-dissipative --until 1 --steps 10 --integrate '0.5*x1^2' --average 'x1^2*x2-1' --relax 1e-3
same top case=general mass=2 I1=3 I2=2 I3=1.5 az=0.5 tilt=20 --until 2 --macro axis-split --reference direct
same top tilt=45 --macro gbs --macro-tol 1e-9 --macro-step 0.1 --until 2 --reference exact
same fast-top Pi1=1e-3 --scheme slow --slow xi --macro leapfrog --until 0.01 --steps 40 --reference exact
same fast-top frame=spin-free --macro exponential-midpoint --steps 40 --until 0.01
same fpu eps=1e-2 --until 5 --macro soft-verlet --steps 50 --micro strang --every 1
same fpu eps=1e-2 --until 5 --macro soft-verlet --steps 50 --micro strang --every 1 --ensemble 3
holds "the ensemble is one again" 'd.ensemble === 3 && d.members === 3 && d.every === 1'

# ---- detected variables ----
if "$lento" detect stellar --degree 1 --quiet >/dev/null 2>&1; then
    same stellar eps=1e-3 --slow detect --seed 3 --until 3 --steps 10 --reference direct
    holds "found by this command" 'd.slow.origin === "detected" && d.slow.detection_evaluations > 0' first.json
    holds "given by the recipe" 'd.slow.origin === "given" && d.slow.detection_evaluations === undefined'
    # a problem that declares no fast scale: the frequencies that detection saw are part of the recipe
    cat >bare.c <<'END'
#include <lento/problem.h>
static int rate(double t, const lento_phase phase[], const double x[], const double v[], double f[], void *p) {
    const double eps = *(const double *)p;
    (void)t, (void)phase, (void)v;
    f[0] = x[1] / eps - x[0] * x[2];
    f[1] = -x[0] / eps;
    f[2] = x[0] * x[0] - x[2];
    return 0;
}
static void output(double t, const lento_phase phase[], const double x[], const double v[], double c[], void *p) {
    (void)t, (void)phase, (void)v, (void)p;
    c[0] = x[2];
}
static const lento_view view = {.output = output};
static const lento_knowledge known = {.view = &view};
static const char *make(const double p[], lento_build *b) {
    *b->system = (lento_system){.order = 1, .size = 3, .rate = rate, .params = (void *)p, .known = &known};
    b->state = lento_build_doubles(b, 3);
    b->state[0] = 1, b->state[1] = 0, b->state[2] = 0.5;
    return 0;
}
static const lento_parameter parameters[] = {{.name = "eps", .value = {1e-3}, .open = true}, {0}};
static const lento_column columns[] = {{.name = "z"}, {0}};
const lento_problem lento_plugin = {.abi = LENTO_ABI, .name = "bare", .title = "one oscillator and a follower",
    .parameters = parameters, .columns = columns, .make = make, .fast = "1/eps", .suggested = {.until = 1}};
END
    if cc -std=c17 -shared -fPIC -I"$SOURCE_DIR/include" bare.c -o bare.so 2>err; then
        run 0 run ./bare.so --scheme slow --slow detect --steps 10 --format json --quiet
        cp out first.json
        run 0 run ./bare.so --recipe first.json --format json --quiet
        holds "a scale that was detected comes back" 'const e = JSON.parse(fs.readFileSync("first.json", "utf8")); d.final.z === e.final.z && d.counts.micro_steps === e.counts.micro_steps && d.slow.lowest_frequency > 100'
    else
        fail "the bare problem does not compile"
        head -n 3 err
    fi
fi

# ---- flags override, wrong members are refused ----
run 0 run kapitza --steps 20 --reference averaged --every 0.5 --format json
cp out first.json
run 0 run --recipe first.json --reference direct omega=300 --every 0.25 --format json
holds "flags override the reference and the spacing" 'd.error.reference === "direct" && d.every === 0.25 && d.data.length === 5'
run 0 converge --recipe first.json --levels 2 --format json
holds "a study takes the reference too" 'd.reference === "averaged"'
refused() {
    printf '%s' "$2" >wrong.json
    run 2 run --recipe wrong.json
    grep -q -- "$1" err || fail "no '$1' in '$(cat err)'"
}
refused 'line 1: reference must be' '{"problem": "kapitza", "reference": "best"}'
refused 'line 1: reference must be' '{"problem": "kapitza", "error": {"reference": 3}}'
refused 'whole number from 2' '{"problem": "fpu", "ensemble": 2.5}'
refused 'either macro steps or a tolerance' '{"problem": "kapitza", "method": {"macro": "dop853", "steps": 10, "rtol": 1e-6}}'
refused 'macro-tol must be greater than 0' '{"problem": "kapitza", "method": {"macro": "dop853", "rtol": -1}}'

# a flag replaces every other way to say the same that the recipe has, and only that
printf '{"problem": "kapitza", "method": {"macro_step": 0.1, "periods": 1, "window": 9, "micro_per_period": 40}}' >ways.json
run 0 run --recipe ways.json --macro dop853 --macro-tol 1e-6 --quiet --format json
holds "a tolerance replaces steps" 'd.method.rtol === 1e-6 && d.method.steps === null && d.method.periods === 1 && d.method.micro_per_period === 40'
run 0 run --recipe ways.json --steps 50 --quiet --format json
holds "a number of steps replaces their length" 'd.method.steps === 50 && d.method.rtol === null'
refused 'at most 32 averages' "{\"problem\": \"stellar\", \"slow\": {\"average\": [$(printf '"x1",%.0s' {1..32})\"x1\"]}}"
refused 'did you mean .macro' '{"problem": "kapitza", "method": {"makro": "verlet"}}'
finish
