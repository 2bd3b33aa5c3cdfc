# SPDX-License-Identifier: MIT
# gnuplot -e "dir='bench/results'" plot.gp: error against work and work against scale, from peers.csv and summary.csv.
set datafile separator ","
set terminal svg size 1200,800 font "sans,11" background "white"
set logscale xy
set format "10^{%T}"
set grid
set key below horizontal samplen 1
peers = dir . "/peers.csv"
summary = dir . "/summary.csv"
is(problem, value, kind) = strcol(1) eq problem && column(3) == value && strcol(4) eq kind && strcol(9) eq "measured"
error(problem, value, kind) = is(problem, value, kind) && column(6) > 0 ? column(6) : NaN
at(problem) = strcol(1) eq problem ? column(3) : NaN
naive(problem, status) = strcol(1) eq problem && strcol(4) eq "naive" && strcol(9) eq status ? column(7) : NaN
best(status) = strcol(15) eq status ? column(13) : NaN

set output dir . "/error-work.svg"
set multiplot layout 2,3 title "Error of the slow output against right-hand-side calls"
set xlabel "calls"
set ylabel "error"
names = "kapitza drag springs stellar precession top"
values = "100000 100000 10000 10000 200 500"
scales = "omega omega omega2 1/eps spin until"
do for [i=1:6] {
    p = word(names, i)
    v = real(word(values, i))
    set title sprintf("%s, %s = %g", p, word(scales, i), v)
    plot for [k in "direct naive variant lento informed"] peers skip 1 using 7:(error(p, v, k)) \
        with points pt 7 ps (k eq "lento" ? 1.2 : 0.8) \
        lc rgb (k eq "lento" ? "#c0392b" : k eq "variant" ? "#e59866" : k eq "informed" ? "#27ae60" : \
                k eq "naive" ? "#2c3e50" : "#7fb3d5") title k
}
unset multiplot

set output dir . "/work-scale.svg"
set multiplot layout 2,3 title "Right-hand-side calls against scale (open: extrapolated)"
set xlabel ""
set ylabel "calls"
set key below horizontal samplen 1
names = "kapitza drag springs stellar precession nutation"
scales = "omega omega omega2 1/eps spin spin"
do for [i=1:6] {
    p = word(names, i)
    set title p
    set xlabel word(scales, i)
    plot summary skip 1 using (at(p)):6 with linespoints pt 7 lc rgb "#c0392b" title "lento", \
         "" skip 1 using (at(p)):9 with lines lc rgb "#2c3e50" notitle, \
         peers skip 1 using (at(p)):(naive(p, "measured")) with points pt 7 lc rgb "#2c3e50" title "naive", \
         "" skip 1 using (at(p)):(naive(p, "extrapolated")) with points pt 6 lc rgb "#2c3e50" notitle, \
         summary skip 1 using (at(p)):13 with lines lc rgb "#7fb3d5" notitle, \
         "" skip 1 using (at(p)):(best("measured")) with points pt 7 lc rgb "#7fb3d5" title "best direct", \
         "" skip 1 using (at(p)):(best("extrapolated")) with points pt 6 lc rgb "#7fb3d5" notitle, \
         "" skip 1 using (at(p)):18 with linespoints pt 7 lc rgb "#27ae60" title "informed"
}
unset multiplot
