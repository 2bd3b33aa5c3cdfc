#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Knowledge flows one way: which room may include headers of which. An arrow that is not in the table fails, and so does
# a room that is not. `lento` stands for the public headers, `doubt` for src/check/check.h, which knows no run and no
# scheme, so that these may report; a room may always include its own.
set -uo pipefail
cd "${SOURCE_DIR:?}" || exit 1

# room         may include
rooms='
src/system    lento
src/doubt     doubt system
src/step      system lento
src/average   system lento
src/multiscale average step system doubt lento
src/run       multiscale step system doubt lento
src/check     run multiscale system doubt lento
src/solve     step system lento
src/model     run system lento
src/slow      equations system lento
src/top       lento
src/problems  lento
src/equations lento
src/study     model run multiscale step system doubt slow equations lento
src/io
adapters      step lento
cli           io lento
cli/request   cli io average step slow study adapters lento
cli/text
cli/print     cli request papers text io lento
cli/command   cli request print papers text io step lento
cli/windows   cli request lento
papers        request average slow top lento
studio/wasm   lento
'

# every include of a header of ours: room of the file, room of the header, file
edges() {
    git ls-files 'src/*.[ch]' 'cli/*.[ch]' 'papers/*.[ch]' 'adapters/*.[ch]' 'studio/wasm/*.[ch]' |
        xargs grep -oE '^#include "[^"]+"' | sed -E 's/^([^:]+):#include "([^"]+)"/\1 \2/' |
        awk '
        function room(path,   part, n) {
            n = split(path, part, "/")
            if (part[1] == "papers") return "papers"
            return n > 2 ? part[1] "/" part[2] : part[1]
        }
        {
            from = $1 == "src/check/check.h" ? "src/doubt" : room($1)
            n = split($2, part, "/")
            to = n > 1 ? part[1] : from                 # a header beside the file
            if ($2 == "check/check.h" || $2 == "check/table.def") to = "doubt"
            if ($2 == "cli.h" || $2 == "watch.h") to = "cli"
            if ($2 == "papers.h" && from != "papers") to = "papers"
            print from, to, $1
        }'
}

failures=0
seen=0
while read -r from to file; do
    seen=$((seen + 1))
    line=$(grep -E "^$from( |\$)" <<<"$rooms")
    if [ -z "$line" ]; then
        echo "FAILED: $file: the room $from is not in the table of $0"
        failures=$((failures + 1))
    elif [ "$to" != "$from" ] && [ "$to" != "${from##*/}" ] && ! grep -qE "[[:space:]]$to( |\$)" <<<"$line"; then
        echo "FAILED: $file: $from must not include headers of $to"
        failures=$((failures + 1))
    fi
done < <(edges)
echo "$seen includes, $failures in a wrong direction"
[ "$seen" -gt 300 ] && [ "$failures" -eq 0 ]
