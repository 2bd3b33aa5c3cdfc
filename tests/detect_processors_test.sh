#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Detection gives the same bytes on every processor: lento detect with the libm that glibc chooses here and with the one
# for processors without FMA and AVX2, and the detector compiled without optimisation, for vectors, and by clang. Fails
# when sample points are not rounded (log and cos differ in the last bit) or when a sum is left to the compiler.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

# ---- the command, with two versions of libm ----
old=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX512F
while read -r words; do
    for format in table json; do
        # shellcheck disable=SC2086
        "$lento" detect $words --format $format --quiet >here 2>&1 || fail "detect $words: $(head -n 1 here)"
        # shellcheck disable=SC2086
        GLIBC_TUNABLES=$old "$lento" detect $words --format $format --quiet >there 2>&1
        cmp here there || fail "another libm, another result: detect $words --format $format"
    done
done <<'END'
oscillators
oscillators eps=1e-2 --seed 3
oscillators w2=1.0001 eps=1e-4
oscillators w2=0.999
linear-dissipative
linear-dissipative --literal --degree 3
stellar
stellar --seed 7 --degree 6
stellar a=1 b=1 --degree 4
stellar a=3 b=1
stellar a=3 b=2 eps=1e-3 --degree 5
stellar a=2.00001 eps=1e-5
stellar a=2.0000001 --seed 2
stellar a=2.1 --radius 2
stellar --literal
kapitza-poly
kapitza-poly l=0.07 --seed 1
kapitza-poly --literal --degree 2
fpu
fpu eps=1e-2 --literal --degree 2
fpu k=4 --seed 5
END

# ---- the detector, compiled in other ways ----
library=$BINARY_DIR/liblento.a
[ -f "$library" ] || library=$BINARY_DIR/liblento_static.a
cat >print.c <<'END'
#include <stdio.h>
#include "slow_views.h"

static void print(const char *name, const lento_detection *found) {
    printf("%s %s %d %d %.17g\n", name, lento_verdict_code(found->verdict), found->rank,
           found->count, found->fast_rate);
    for (int i = 0; i < found->count; i++) {
        const lento_polynomial *p = &found->variable[i].polynomial;
        for (int n = 0; n < p->terms; n++) {
            printf("%.17g ", p->coefficient[n]);
        }
        printf("%.17g\n", found->variable[i].rate);
    }
}

int main(void) {
    static slow_view view;
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (unsigned seed = 0; seed < 3; seed++) {
            slow_view_make(&view, &slow_systems[i], seed);
            lento_detection found = slow_detect(&view, (lento_detect_options){.eps = 1e-3});
            print(slow_systems[i].name, &found);
            lento_detection_free(&found);
        }
        const slow_system *s = &slow_systems[i];
        const lento_detect_options options = {.eps = 1e-2, .degree = 2};
        lento_detection found;
        lento_detect_literal(s->f, (void *)(uintptr_t)s->p, s->d, &options, &found);
        print(s->name, &found);
        lento_detection_free(&found);
    }
    return 0;
}
END
# printed NAME COMPILER FLAGS...: what the detector compiled like this finds, in NAME. The systems are always compiled
# alike: what differs is the detector.
printed() {
    local name=$1
    shift
    mkdir -p "$name.d"
    (cd "$name.d" && "$@" -std=c17 -ffp-contract=off -I"$SOURCE_DIR/src" -I"$SOURCE_DIR/include" \
        -c "$SOURCE_DIR"/src/slow/*.c "$SOURCE_DIR/src/system/linear.c") || return 1
    "${CC:-cc}" -std=c17 -O1 -ffp-contract=off -I"$SOURCE_DIR/src" -I"$SOURCE_DIR/include" -I"$SOURCE_DIR/tests" print.c \
        "$name.d"/*.o "$library" -lm -o "$name.run" && "./$name.run" >"$name"
}
if ! command -v "${CC:-cc}" >/dev/null; then
    echo "no C compiler: the detector is not compiled in other ways"
    finish
fi
printed plain "${CC:-cc}" -O0 || fail "the detector does not compile without optimisation"
[ "$(grep -c complete plain)" -gt 20 ] || fail "the detector finds nothing"
printed optimised "${CC:-cc}" -O3 && { cmp plain optimised || fail "-O3 changes the result"; }
if grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw fma /proc/cpuinfo; then
    printed vectors "${CC:-cc}" -O3 -mavx2 -mfma && { cmp plain vectors || fail "vectors change the result"; }
fi
if command -v clang-14 >/dev/null; then
    printed clang clang-14 -O2 && { cmp plain clang || fail "clang changes the result"; }
fi
finish
