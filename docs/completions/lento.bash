# made by lento docs; do not edit

# _lento_words COMMAND SUBJECT PREVIOUS: what may come next; FILES: a file
_lento_words() {
    case $3 in
    --scheme) echo 'direct averaged async sync stiff slow'; return ;;
    --macro) echo 'verlet stormer-fitted shake shake-fitted rattle euler midpoint rk4 leapfrog soft-verlet ode45 dop853 gbs bobenko-suris bobenko-suris-adjoint bobenko-suris-twist bobenko-suris-sym bobenko-suris-sym-twist strang strang-drift blanes-moan4 exponential-midpoint verlet35 chin4a axis-split close-split exact cvode-adams cvode-bdf arkode-dopri yoshida4 suzuki4 yoshida6 kahan-li6 suzuki6 kahan-li8'; return ;;
    --steps) echo ''; return ;;
    --macro-step) echo ''; return ;;
    --micro) echo 'verlet stormer-fitted shake shake-fitted rattle euler midpoint rk4 leapfrog soft-verlet ode45 dop853 gbs bobenko-suris bobenko-suris-adjoint bobenko-suris-twist bobenko-suris-sym bobenko-suris-sym-twist strang strang-drift blanes-moan4 exponential-midpoint verlet35 chin4a axis-split close-split exact cvode-adams cvode-bdf arkode-dopri yoshida4 suzuki4 yoshida6 kahan-li6 suzuki6 kahan-li8'; return ;;
    --micro-per-period) echo ''; return ;;
    --micro-step) echo ''; return ;;
    --kernel) echo 'box triangle spline cosine exp1 exp2 poly oneside point kaiser notch notch7'; return ;;
    --periods) echo ''; return ;;
    --window) echo ''; return ;;
    --side) echo ' half centred forward'; return ;;
    --phases) echo ''; return ;;
    --relax) echo ''; return ;;
    --derivative) echo 'chain kernel'; return ;;
    --gauge) echo 'auto point mean'; return ;;
    --gauge-runs) echo ''; return ;;
    --cutoff) echo ''; return ;;
    --reproject) echo ''; return ;;
    --first-step) echo ''; return ;;
    --max-step) echo ''; return ;;
    --until) echo ''; return ;;
    --every) echo ''; return ;;
    --at) echo ''; return ;;
    --tol) echo ''; return ;;
    --max-calls) echo ''; return ;;
    --macro-tol) echo ''; return ;;
    --reference) echo ' direct averaged exact'; return ;;
    --measure) echo ''; return ;;
    --random) echo ''; return ;;
    --seed) echo ''; return ;;
    --shard) echo ''; return ;;
    --method) echo ''; return ;;
    --vary) echo 'macro micro window omega'; return ;;
    --levels) echo ''; return ;;
    --factor) echo ''; return ;;
    --column) echo ''; return ;;
    --format) echo ' table csv json npz mat'; return ;;
    --format) echo ' csv npz mat'; return ;;
    --format) echo ' table csv json'; return ;;
    --format) echo ' table json'; return ;;
    --out) echo 'FILES'; return ;;
    --out) echo 'FILES'; return ;;
    --columns) echo ''; return ;;
    --plot) echo 'FILES'; return ;;
    --column) echo ''; return ;;
    --plot) echo 'FILES'; return ;;
    --recipe) echo 'FILES'; return ;;
    --slow) echo ''; return ;;
    --average) echo ''; return ;;
    --integrate) echo ''; return ;;
    --stop-when) echo ''; return ;;
    --event) echo ''; return ;;
    --fast) echo ''; return ;;
    --ensemble) echo ''; return ;;
    --degree) echo ''; return ;;
    --radius) echo ''; return ;;
    --seed) echo ''; return ;;
    --jobs) echo ''; return ;;
    --report) echo 'FILES'; return ;;
    --port) echo ''; return ;;
    esac
    case $1 in
    '') echo 'list describe run compare converge sweep detect reproduce new check studio version help'; return ;;
    list)
        [ -n "$2" ] || echo 'problems methods kernels schemes papers '
        return ;;
    describe)
        [ -n "$2" ] || echo 'kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu verlet stormer-fitted shake shake-fitted rattle euler midpoint rk4 leapfrog soft-verlet ode45 dop853 gbs bobenko-suris bobenko-suris-adjoint bobenko-suris-twist bobenko-suris-sym bobenko-suris-sym-twist strang strang-drift blanes-moan4 exponential-midpoint verlet35 chin4a axis-split close-split exact cvode-adams cvode-bdf arkode-dopri yoshida4 suzuki4 yoshida6 kahan-li6 suzuki6 kahan-li8 box triangle spline cosine exp1 exp2 poly oneside point kaiser notch notch7 direct averaged async sync stiff slow calvo sanzserna ariel bodack fredbo'
        return ;;
    run)
        [ -n "$2" ] || echo 'FILES kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu'
        echo ' --scheme --macro --steps --macro-step --micro --micro-per-period --micro-step --kernel --periods --window --side --phases --raw-weights --relax --derivative --gauge --gauge-runs --cutoff --reproject --adiabatic --restore-fast --first-step --max-step --until --every --at --tol --explain --max-calls --careful --macro-tol --reference --format --out --meta --with-reference --columns --plot --recipe --slow --average --integrate --stop-when --event --envelope --fast --ensemble --degree --radius --seed --no-estimate --strict --quiet --help'
        : ;;
    compare)
        [ -n "$2" ] || echo 'FILES kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu'
        echo ' --scheme --macro --steps --macro-step --micro --micro-per-period --micro-step --kernel --periods --window --side --phases --raw-weights --relax --derivative --gauge --gauge-runs --cutoff --reproject --adiabatic --restore-fast --first-step --max-step --until --macro-tol --reference --method --column --format --out --plot --recipe --slow --degree --radius --seed --quiet --help'
        : ;;
    converge)
        [ -n "$2" ] || echo 'FILES kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu'
        echo ' --scheme --macro --steps --macro-step --micro --micro-per-period --micro-step --kernel --periods --window --side --phases --raw-weights --relax --derivative --gauge --gauge-runs --cutoff --reproject --adiabatic --restore-fast --first-step --max-step --until --macro-tol --reference --vary --levels --factor --column --format --out --plot --recipe --slow --degree --radius --seed --quiet --help'
        : ;;
    sweep)
        [ -n "$2" ] || echo 'FILES kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu'
        echo ' --scheme --macro --steps --macro-step --micro --micro-per-period --micro-step --kernel --periods --window --side --phases --raw-weights --relax --derivative --gauge --gauge-runs --cutoff --reproject --adiabatic --restore-fast --first-step --max-step --until --every --tol --max-calls --careful --macro-tol --measure --random --seed --resume --shard --refine --merge --format --out --plot --column --jobs --no-estimate --quiet --help'
        return ;;
    detect)
        [ -n "$2" ] || echo 'FILES kapitza chain vibrated springs two-tone top fast-top linear-dissipative oscillators stellar kapitza-poly fpu'
        echo ' --format --out --degree --radius --seed --literal --quiet --help'
        : ;;
    reproduce)
        [ -n "$2" ] || echo 'calvo sanzserna ariel bodack fredbo'
        echo ' --format --quick --jobs --report --quiet --help'
        return ;;
    new)
        [ -n "$2" ] || echo 'FILES '
        return ;;
    check)
        [ -n "$2" ] || echo 'FILES '
        return ;;
    studio)
        [ -n "$2" ] || echo ''
        echo ' --port --no-open --help'
        return ;;
    version)
        [ -n "$2" ] || echo ''
        return ;;
    help)
        [ -n "$2" ] || echo 'list describe run compare converge sweep detect reproduce new check studio version help choose'
        return ;;
    esac
    case $2 in
    kapitza) echo ' l= g= v= omega= theta0= c2= Q0= P0=' ;;
    chain) echo ' links= g= v= omega= theta0= m1= l1= q1= w1=' ;;
    vibrated) echo ' omega= theta0= psi1= psi2= X1= X2= V1= V2=' ;;
    springs) echo ' masses= gravity= stiff_ratio= omega1= px1= py1= x1= y1=' ;;
    two-tone) echo ' l= g= v1= omega1= v2= omega2= Q0= P0=' ;;
    top) echo ' CN= CB= CT= mass= I1= I2= I3= ax= ay= az= rx= ry= rz= g= m1= m2= m3= tilt= qw= qx= qy= qz= case= form=' ;;
    fast-top) echo ' M= g= l= I1= I3= spin= Pi1= Pi2= theta0= psi0= frame= vibration= omega= A= initial= gmod= gperiod=' ;;
    linear-dissipative) echo ' eps= x1= x2= x3=' ;;
    oscillators) echo ' w1= w2= eps= c= x1= x2= x3= x4=' ;;
    stellar) echo ' a= b= eps= x1= v1= x2= v2=' ;;
    kapitza-poly) echo ' l= g= theta0= thetadot0= eps=' ;;
    fpu) echo ' k= eps= y1= u1= x1= v1=' ;;
    esac
}

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
