#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A plug-in whose tables or sizes are wrong: every command answers with a sentence and exit 1 or 2, none dies. Each line of
# the list below is one change of the template of `lento new`: a sed script, and what the sentence must say.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

run 0 new mine.c
variants=0
# wrong SENTENCE SED...; any: not every command uses what is wrong
wrong() {
    local sentence=$1 command got words
    shift
    variants=$((variants + 1))
    sed "${@/#/-e}" mine.c >bad.c
    cmp -s mine.c bad.c && fail "nothing was changed: $*"
    cc -shared -fPIC -w -I"$SOURCE_DIR/include" bad.c -o "bad$variants.so" -lm || fail "it does not compile: $*"
    for command in run 'run --scheme direct --steps 10 --until 1e-5' describe detect 'converge --levels 2' \
        'compare --method macro=rk4'; do
        read -ra words <<<"$command"
        (ulimit -t 20 && exec "$lento" "${words[0]}" "./bad$variants.so" "${words[@]:1}") >out 2>err
        got=$?
        [ "$got" -le 2 ] || fail "exit $got of $command: $*: $(head -n 1 err)"
        [ "$got" -eq 0 ] || [ -s err ] || fail "no sentence of $command: $*"
        case $sentence,$command in [!a]*,run* | ,run*)
            [ "$got" -gt 0 ] || fail "it runs: $command: $*"
            grep -qF -- "$sentence" err || fail "'$(head -n 1 err)' does not say '$sentence': $command: $*"
            ;;
        esac
    done
}

wrong 'has no name' 's/\.name = "mine", //'
wrong 'has no name' 's/\.name = "mine"/.name = ""/'
wrong 'needs lists of parameters' 's/\.parameters = parameters, //'
wrong 'needs lists of parameters' 's/\.columns = columns, //'
wrong 'no make function' 's/\.make = make, //'
wrong 'has no columns' 's/^    {"Q", .*$/    {0},/'
wrong 'has no columns' 's/{\.output = output}/{0}/'
wrong 'has no columns' 's/\.known = &known/.known = 0/'
wrong 'empty name' 's/{"a", /{"", /'
wrong 'empty name' 's/{"Q", /{"", /'
wrong 'longer than 18 letters' 's/{"a", /{"a_name_of_more_letters", /'
wrong 'a family has # in its name' 's/{"a", /{"a#", /'
wrong 'a family has # in its name' 's/{"a", /{"a", .count = "k", /'
wrong 'stands behind a family' 's/{"a", /{"a#", .count = "k", /'
wrong 'which is no parameter' 's/{"P0", /{"P#", .count = "nobody", /'
wrong 'as no parameter does' 's/{"P", /{"P#", .count = "nobody", /'
wrong 'its range is empty' 's/\.min = 1, \.max = 1e12/.min = 2, .max = 1/'
wrong 'its range is empty' 's/\.min = 1, \.max = 1e12/.min = NAN, .max = 1/'
wrong 'none of x|y' 's/{"a", \.value = {3}/{"a", .choices = "x|y", .value = {3}/'
wrong 'none of x|y' 's/{"a", \.value = {3}/{"a", .choices = "x|y", .value = {NAN}/'
wrong 'invariants but no function' 's/\.columns = columns/.columns = columns, .invariants = columns/'
wrong 'names a distance' 's/\.columns = columns/.columns = columns, .distance_name = "L"/'
wrong 'no initial state' 's/build->state = .*$/build->state = 0;/' 's/return build->state ? NULL : "out of memory"/return 0/'
wrong '' 's/\.order = 2/.order = 3/'
wrong '' 's/\.size = 1/.size = -1/'
wrong '' 's/\.size = 1/.size = 2147483647/'
wrong '' 's/\.size = 1/.size = 0/'
wrong '' 's/\.rate = force, //'
wrong '' 's/\.count = 1, \.even/.count = -1, .even/'
wrong '' 's/\.count = 1, \.even/.count = 1000, .even/'
wrong '' 's/\.frequency = p\[OMEGA\]/.frequency = NAN/'
wrong '' 's/\.frequency = p\[OMEGA\]/.frequency = -p[OMEGA]/'
wrong '' 's/\.fast = "omega"/.fast = "nobody"/'
wrong any 's/\.scheme = "async"/.scheme = "nobody"/'
wrong any 's/\.until = 10, \.steps = 400/.until = -1, .steps = -400/'
wrong any 's/\.until = 10/.until = NAN/'
echo "$variants wrong tables"

# absent texts are no mistake
sed -e 's/, \.title = "my own problem"//' -e 's/, *\.doc = "[^"]*"//' mine.c >plain.c
cc -shared -fPIC -I"$SOURCE_DIR/include" plain.c -o plain.so -lm || fail "it does not compile"
for words in 'run ./plain.so' 'converge ./plain.so --levels 2 --scheme async' 'compare ./plain.so --method macro=rk4'; do
    # shellcheck disable=SC2086
    run 0 $words omega=1e3 --until 1
done
run 0 describe ./plain.so
finish
