#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# No bytes crash a parser: numbers, JSON, polynomials, equations with their tables, the words of a command, recipes. Builds the libFuzzer
# targets of fuzz/ with clang under address and undefined-behaviour sanitizers and gives each the same inputs in every run, mutated
# from the seeds in fuzz/corpus. A quarter of them is read once more while an allocation fails. With FUZZ_SECONDS (`make fuzz`: 60):
# new ones for so long, from what earlier runs found. An input that breaks a target is kept in the build directory and named.
#
# With FUZZ_EDGES=1 (`make edges`) the targets count instead what they reach: the regions and the outcomes of the branches of each file
# that reads text, over seeds and inputs. A file with less than 95 % of its regions fails.
set -uo pipefail
declare -A inputs=([number]=100000 [json]=40000 [polynomial]=3000 [equations]=6000 [arguments]=6000 [recipe]=1500)
targets=("${!inputs[@]}")
# what reads text; the rest of src/equations computes with what was read
parsers=(src/equations/{source,token,parse,statement,list,option,names,hint,units,value,read,file,table,tabulate,event,order,check,dimension,formula}.c
    src/io/{json_parse,number}.c src/slow/polynomial{,_view}.c
    cli/request/{axis,words,flag,lookup,option,option_value,setting,hands_off,slow,recipe,request}.c)
build=${BINARY_DIR:?}/fuzz
flags="-O1 -g -fsanitize=fuzzer-no-link,float-cast-overflow"
sanitize=ON
if [ -n "${FUZZ_EDGES:-}" ]; then
    build=$BINARY_DIR/edges
    flags="-O1 -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping"
    sanitize=OFF
    rm -rf "$build/profile"
fi

clang=$(command -v clang-14 || command -v clang) || {
    echo "clang is missing"
    exit 77
}
probe=$(mktemp)
if ! echo 'int LLVMFuzzerTestOneInput(const char *d, unsigned long n); int LLVMFuzzerTestOneInput(const char *d,
    unsigned long n) { (void)d; (void)n; return 0; }' |
    "$clang" -fsanitize=fuzzer,address -x c - -o "$probe" 2>/dev/null; then
    rm -f "$probe"
    echo "libFuzzer is missing (Debian: libclang-rt-14-dev)"
    exit 77
fi
rm -f "$probe"

cmake -S "${SOURCE_DIR:?}" -B "$build" -G Ninja -DCMAKE_C_COMPILER="$clang" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="$flags" -DLENTO_SANITIZE=$sanitize -DLENTO_FUZZ=ON \
    -DLENTO_TESTS=OFF -DLENTO_SUNDIALS=OFF -DLENTO_STUDIO=OFF >"$build.log" 2>&1 &&
    cmake --build "$build" --target "${targets[@]/#/fuzz_}" >>"$build.log" 2>&1 || {
    tail -n 20 "$build.log"
    echo "the fuzz targets do not build"
    exit 1
}

too_many() { # more words than a request has room for
    printf 'run kapitza%s\nsweep kapitza omega=1:2:3%s\n' "$(printf ' --event Q>%d' {1..40})" "$(printf ' --measure a%d=bar' {1..40})"
    printf 'run kapitza --at 0%s\n' "$(printf ',1' {1..40})"
    printf 'compare kapitza%s\nrun stellar --scheme slow%s\nrun stellar --scheme slow --slow x1%s\n' \
        "$(printf ' --method =%.0s' {1..40})" "$(printf ' --average x1%.0s' {1..40})" "$(printf ';x1%.0s' {1..410})"
}

seeds() { # seeds TARGET FOLDER: one file each, from fuzz/corpus, the examples and the wrong commands of the tests
    local from=$SOURCE_DIR/fuzz/corpus/$1.txt to=$2
    rm -rf "$to"
    mkdir -p "$to"
    case $1 in
    equations)
        awk -v to="$to" 'BEGIN { n = 1 } $0 == "%%" { close(to "/" n++); next } { print >(to "/" n) }' "$from"
        cp "$SOURCE_DIR"/examples/*.ode "$SOURCE_DIR"/fuzz/corpus/*.ode "$to"
        ;;
    arguments)
        { cat "$from" && tr '\t' '\n' <"$SOURCE_DIR/tests/data/wrong_commands.tsv" && too_many; } |
            awk -v to="$to" 'BEGIN { code["run"] = "0"; code["compare"] = "1"; code["converge"] = "2"; code["detect"] = "3"
                code["reproduce"] = "4"; code["studio"] = "5"; code["sweep"] = "6" }
                $1 in code { file = to "/" ++n; gsub(/ /, "\n"); sub(/^[a-z]*\n?/, code[$1]); gsub(/~/, " "); print >file; close(file) }'
        ;;
    recipe)
        awk -v to="$to" '{ file = to "/" NR; printf "%s", $0 >file; close(file) }' "$from"
        printf '{"problem": "kapitza", "parameters": {"a": 1%s}}' "$(printf ', "%d": 1' {1..520})" >"$to/many"
        ;;
    *) awk -v to="$to" '{ file = to "/" NR; printf "%s", $0 >file; close(file) }' "$from" ;;
    esac
}

failed=0
cd "$build" || exit 1
for target in "${targets[@]}"; do
    if [ -n "${FUZZ_SECONDS:-}" ]; then
        corpus=$build/corpus/$target
        length=(-max_total_time="$FUZZ_SECONDS")
    else
        corpus=$build/fixed
        rm -rf "$corpus"
        length=(-seed=1 -runs="${inputs[$target]}")
    fi
    mkdir -p "$corpus"
    seeds "$target" "$build/seeds/$target"
    words=()
    [ -f "$SOURCE_DIR/fuzz/corpus/$target.dict" ] && words=(-dict="$SOURCE_DIR/fuzz/corpus/$target.dict")
    if LLVM_PROFILE_FILE=$build/profile/$target "$build/fuzz/fuzz_$target" "${length[@]}" -timeout=120 -rss_limit_mb=2048 \
        -max_len=6000 -close_fd_mask=1 "${words[@]}" -artifact_prefix="$build/$target-" "$corpus" "$build/seeds/$target" \
        </dev/null 2>"$build/$target.log"; then
        echo "$target: $(grep -Eo 'Done [0-9]+ runs' "$build/$target.log" | tail -n 1) without a fault"
    else
        echo "$target FAILED, input kept as $(sed -n 's/.*Test unit written to //p' "$build/$target.log")"
        grep -E 'ERROR|runtime error|SUMMARY|^ +#[0-9] ' "$build/$target.log" | head -n 15
        failed=$((failed + 1))
    fi
done
[ "$failed" -eq 0 ] || exit 1
[ -n "${FUZZ_EDGES:-}" ] || exit 0

# llvm-cov report: file, regions, missed, cover, functions x 3, lines x 3, branches, missed, cover
tools=$(dirname "$(readlink -f "$clang")")
"$tools/llvm-profdata" merge -o all.profdata profile/* || exit 1
objects=()
for target in "${targets[@]}"; do
    objects+=(-object "fuzz/fuzz_$target")
done
"$tools/llvm-cov" report -instr-profile all.profdata "${objects[@]}" 2>/dev/null >coverage.txt
for file in "${parsers[@]}"; do
    awk -v file="$file" '$1 == file { found = 1; few = ($3 > 0.05 * $2)
            printf("%-32s regions %4d of %4d (%5.1f %%)  branches %4d of %4d (%5.1f %%)%s\n", file, $2 - $3, $2,
                100 * ($2 - $3) / $2, $11 - $12, $11, 100 * ($11 - $12) / $11, few ? "  TOO FEW" : "") }
        END { if (!found) print file ": not measured"; exit !found || few }' coverage.txt || failed=$((failed + 1))
done
awk -v files="${parsers[*]}" 'BEGIN { n = split(files, list, " "); for (i = 1; i <= n; i++) parser[list[i]] = 1 }
    $1 in parser { r += $2; rm += $3; b += $11; bm += $12 }
    END { printf "all parsers: %.2f %% of %d regions, %.2f %% of %d branches\n", 100 * (r - rm) / r, r, 100 * (b - bm) / b, b }' coverage.txt
[ "$failed" -eq 0 ]
