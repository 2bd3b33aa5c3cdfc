#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Completions: what bash offers, asked as bash asks; zsh and fish too where they are installed. Every word that is
# offered is one that the command knows.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
touch mine.ode mine.csv
"$lento" docs . || fail "lento docs"
# shellcheck source=/dev/null
. ./completions/lento.bash
complete -p lento >/dev/null || fail "bash does not know the completion"

# offered WORDS...: the last word is to be completed
offered() {
    COMP_WORDS=(lento "$@")
    COMP_CWORD=$#
    _lento
    printf '%s\n' "${COMPREPLY[@]}"
}
# offers LINE EXPECTED...: all of them, where LINE is words after lento, the last one after a |
offers() {
    local line=$1 words word
    shift
    read -ra words <<<"${line%%|*}"
    offered "${words[@]}" "${line##*|}" >list
    for word in "$@"; do
        grep -qxF -- "$word" list || fail "lento $line: '$word' is not offered"
    done
}
only() { # only LINE EXPECTED...: these and nothing else
    offers "$@"
    [ "$(grep -c . list)" -eq $(($# - 1)) ] || fail "lento $1: $(tr '\n' ' ' <list)"
}
only '|re' reproduce
only '|ru' run
offers 'run |' kapitza fpu mine.ode --scheme
only 'run |kapitza-' kapitza-poly
only 'run |mine.o' mine.ode
only 'run kapitza --scheme |s' sync stiff slow
offers 'run kapitza --format |' table csv json
only 'run kapitza --macro |verl' verlet verlet35
offers 'run kapitza |om' omega=
only 'compare springs |stiff' stiff_ratio=
only 'run kapitza --steps |'
only 'run kapitza --out |mine.c' mine.csv
only 'reproduce |cal' calvo
offers 'describe |' rk4 async calvo fpu box
only 'list |k' kernels
only 'help |ch' choose check
only "studio |--po" --port
offers 'studio |--' --port --no-open

# what is offered exists
for problem in $(_lento_words run '' ''); do
    case $problem in --* | FILES) continue ;; esac
    run 0 describe "$problem"
    for parameter in $(_lento_words '-' "$problem" ''); do
        name=${parameter%=}
        grep -qE "^ *(${name}|${name%1}#) " out || fail "$problem has no parameter $name"
    done
done
for flag in $(_lento_words run kapitza ''); do
    case $flag in --help | [!-]*) continue ;; esac
    run 0 describe "$flag"
done

# the functions that zsh shares are the same text
diff <(sed -n '/^_lento_words/,/^}/p' completions/lento.bash) <(sed -n '/^_lento_words/,/^}/p' completions/_lento) ||
    fail "zsh and bash differ"
[ "$(head -n 1 completions/_lento)" = '#compdef lento' ] || fail "zsh: #compdef"
if command -v zsh >/dev/null; then
    zsh -n completions/_lento || fail "zsh: syntax"
    zsh -f -c 'compadd() { print -l -- "${@:#-*}"; }; _files() { print FILES; }; words=(lento run kapitza --scheme s); CURRENT=5; source completions/_lento' |
        grep -x stiff >/dev/null || fail "zsh: words"
fi
if command -v fish >/dev/null; then
    HOME=$work fish -c 'source completions/lento.fish; complete -C "lento run kapitza --scheme st"' | grep '^stiff' >/dev/null || fail "fish: words"
    HOME=$work fish -c 'source completions/lento.fish; complete -C "lento run kapitza --mac"' | grep '^--macro-step' >/dev/null || fail "fish: flags"
fi
finish
