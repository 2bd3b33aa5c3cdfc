_lento() {
    local word=${COMP_WORDS[COMP_CWORD]} list
    COMPREPLY=()
    [ "$word" != = ] && [ "${COMP_WORDS[COMP_CWORD - 1]}" != = ] || return
    case $COMP_CWORD in
    1) list=$(_lento_words '' '' '') ;;
    2) list=$(_lento_words "${COMP_WORDS[1]}" '' '') ;;
    *) list=$(_lento_words "${COMP_WORDS[1]}" "${COMP_WORDS[2]}" "${COMP_WORDS[COMP_CWORD - 1]}") ;;
    esac
    case " $list " in
    *' FILES '*)
        list=${list/FILES/}
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
        ;;
    esac
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$list" -- "$word")
    if [ "${#COMPREPLY[@]}" -eq 1 ] && [ "${COMPREPLY[0]%=}" != "${COMPREPLY[0]}" ]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _lento lento
