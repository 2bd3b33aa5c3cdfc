_lento() {
    local -a list names
    case $CURRENT in
    2) list=(${=$(_lento_words '' '' '')}) ;;
    3) list=(${=$(_lento_words $words[2] '' '')}) ;;
    *) list=(${=$(_lento_words $words[2] $words[3] $words[CURRENT-1])}) ;;
    esac
    if (( ${list[(Ie)FILES]} )); then
        _files
    fi
    names=(${(M)list:#*=})
    compadd -S '' -- $names
    list=(${list:#*=})
    compadd -- ${list:#FILES}
}
_lento "$@"
