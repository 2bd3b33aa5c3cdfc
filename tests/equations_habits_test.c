/* SPDX-License-Identifier: MIT
 * Texts as strangers write them, with habits of other programs: each error has its place and says what to write instead, and what it
 * says is readable. */
#include "equations_support.h"

typedef struct habit {
    const char *text;
    const char *place, *sentence; /* NULL: it is readable as it is */
    const char *instead;          /* what the sentence leads to */
} habit;

/* clang-format off */
static const habit HABITS[] = {
    {"x' = 2x\n", "1:7", "an operator is missing here; products are written with *", "x' = 2*x\n"},
    {"x' = 2 x\n", "1:8", "an operator is missing here; products are written with *", "x' = 2*x\n"},
    {"par a=1\nx' = a x\n", "2:8", "an operator is missing here; products are written with *", "par a=1\nx' = a*x\n"},
    {"x' = sin x\n", "1:6", "sin needs its argument in ( ): sin(x)", "x' = sin(x)\n"},
    {"x' = (1+x)(2-x)\n", "1:11", "an operator is missing here; products are written with *", "x' = (1+x)*(2-x)\n"},
    {"x' = 2(x+1)\n", "1:7", "an operator is missing here; products are written with *", "x' = 2*(x+1)\n"},
    {"x' = exp(2x)\n", "1:11", "an operator is missing here; products are written with *", "x' = exp(2*x)\n"},
    {"par a=2\nx' = a(x+1)\n", "2:6", "'a' is not a function; a product is written a*(...)", "par a=2\nx' = a*(x+1)\n"},
    {"a[1..3][1..2]' = 1\n", "1:8", "an array has one index; write a line for each value of the other: x1[1..3], x2[1..3]", "a1[1..2]' = 1\na2[1..2]' = 1\n"},
    {"f(x,x) = x\nx' = f(1,2)\n", "1:5", "two arguments are called x", "f(x,y) = x\nx' = f(1,2)\n"},
    {"x' = x(1-x)\n", "1:6", "'x' is not a function; a product is written x*(...)", "x' = x*(1-x)\n"},
    {"x'' = -x - x''\n", "1:12", "x'' may not stand in an expression; name its right-hand side: a = ..., x'' = a", "a = -x/2\nx'' = a\n"},
    {"y' = 1\nz' = y'\n", "2:6", "y' may stand in an expression only if there is an equation y'' =; otherwise give its right-hand side a name", "a = 1\ny' = a\nz' = a\n"},
    {"x' = 1,5*x\n", "1:7", "numbers are written with a point and without commas", "x' = 1.5*x\n"},
    {"x' = -x,\n", "1:8", "a comma has no place here; a line has one statement", "x' = -x\n"},
    {"x' = -x;\n", "1:8", "a line has one statement and ends without ;", "x' = -x\n"},
    {"x' = \342\210\222x\n", "1:6", "this is not the minus sign of a keyboard: write -", "x' = -x\n"},
    {"x' = x\302\2672\n", "1:7", "products are written with *", "x' = x*2\n"},
    {"x' = x\302\262\n", "1:7", "powers are written with ^: ^2", "x' = x^2\n"},
    {"x\342\200\231 = -x\n", "1:2", "this is not the ' of a keyboard", "x' = -x\n"},
    {"par \317\211=3\nx' = -\317\211*x\n", "1:5", "names have plain letters: write omega, theta, ...", "par omega=3\nx' = -omega*x\n"},
    {"x' = \317\200*x\n", "1:6", "write pi", "x' = pi*x\n"},
    {"x' =\302\240-x\n", "1:5", "this is a no-break space: write a plain one", "x' = -x\n"},
    {"x' = \342\210\232x\n", "1:6", "roots are written sqrt(x)", "x' = sqrt(x)\n"},
    {"par omega=3\r\nx' = -omega*x\r\n", NULL, NULL, NULL},
    {"\357\273\277x' = -x\n", NULL, NULL, NULL},
    {"x'\t=\t-x\n", NULL, NULL, NULL},
    {"dx/dt = -x\n", NULL, NULL, NULL},
    {"x' = x**2\n", NULL, NULL, NULL},
    {"par e=2\nx' = -e*x\n", NULL, NULL, NULL},
    {"par i=1\nx' = i*x\n", NULL, NULL, NULL},
    {"d2x/dt2 = -x\n", "1:4", "a second derivative is written x'' = ...", "x'' = -x\n"},
    {"d^2x/dt^2 = -x\n", "1:2", "a second derivative is written x'' = ...", "x'' = -x\n"},
    {"dx = -x\n", "1:7", "'x' has no equation: write x' = ...", "x' = -x\n"},
    {"xdot = -x\n", "1:9", "'x' has no equation: write x' = ...", "x' = -x\n"},
    {"x_dot = -x\n", "1:10", "'x' has no equation: write x' = ...", "x' = -x\n"},
    {"dxdt = -x\n", "1:9", "'x' has no equation: write x' = ...", "x' = -x\n"},
    {"x'(t) = -x\n", "1:3", "that x depends on t is understood: write it without (t)", "x' = -x\n"},
    {"x(t)' = -x\n", "1:5", "write x' = ..., without (t)", "x' = -x\n"},
    {"x' = -x(t)\n", "1:7", "that x depends on t is understood: write x", "x' = -x\n"},
    {"x' = np.sin(x)\n", "1:6", "unknown function 'np.sin' (did you mean 'sin'?)", "x' = sin(x)\n"},
    {"x' = math.cos(x)\n", "1:6", "unknown function 'math.cos' (did you mean 'cos'?)", "x' = cos(x)\n"},
    {"x' = numpy.exp(-x)\n", "1:6", "unknown function 'numpy.exp' (did you mean 'exp'?)", "x' = exp(-x)\n"},
    {"x' = Sin[x]\n", "1:9", "arguments stand in ( ), and arrays are written x[1..3]", "x' = Sin(x)\n"},
    {"x' = x.^2\n", "1:6", "unknown name 'x.'; operations are written without a point", "x' = x^2\n"},
    {"x' = x.*2\n", "1:6", "unknown name 'x.'; operations are written without a point", "x' = x*2\n"},
    {"par t=3\nx' = -x\n", "1:5", "'t' has a meaning of its own; choose another name", "par t0=3\nx' = -x\n"},
    {"par pi=3\nx' = -x\n", "1:5", "'pi' has a meaning of its own; choose another name", "par p1=3\nx' = -x\n"},
    {"x' = e^(-x)\n", "1:6", "the number e is written exp(1), and e^x is exp(x)", "x' = exp(-x)\n"},
    {"x' = exp(-x\n", "1:12", ") is expected here", "x' = exp(-x)\n"},
    {"x' = -x)\n", "1:8", "there is no ( for this )", "x' = -x\n"},
    {"x' = a*x\n", "1:6", "unknown name 'a': give it a value (par a=1) or an equation", "par a=1\nx' = a*x\n"},
    {"par a 1\nx' = -a*x\n", "1:7", "a value is given with =: a=1", "par a=1\nx' = -a*x\n"},
    {"par a:1\nx' = -a*x\n", "1:6", "a value is given with =: a=1", "par a=1\nx' = -a*x\n"},
    {"par a=1 m/s2\nx' = -x\n", "1:9", "'m/s2' is not a unit; powers are written m/s^2", "par a=1 m/s^2\nx' = -x\n"},
    {"par a=1 meter\nx' = -x\n", "1:9", "'meter' is not a unit; units are symbols such as m, kg, s, rad/s, Hz", "par a=1 m\nx' = -x\n"},
    {"par l=1 m\nx' = -x + 1 m\n", "2:13", "numbers in expressions have no units, parameters have: par a=1 m; a product is written with *", "par l=1 m, m1=1 m\nx' = (m1-l)/l - x\n"},
    {"x = 1\nx' = -x\n", "2:1", "'x' is a variable here and a fixed value above; a start is written x(0)=...", "x(0)=1\nx' = -x\n"},
    {"par x=1\nx' = -x\n", "2:1", "'x' is a variable here and a fixed value above; a start is written x(0)=...", "x(0)=1\nx' = -x\n"},
    {"init x=1\n", "2:1", "the file has no equation (x' = ...)", "init x=1\nx' = -x\n"},
    {"init y=1\nx' = -x\n", "1:8", "'y' has a start but no equation", "init x=1\nx' = -x\n"},
    {"x' = log2(x)\n", "1:6", "write log(x)/log(2)", "x' = log(x)/log(2)\n"},
    {"x' = arctan(x)\n", "1:6", "unknown function 'arctan' (did you mean 'atan'?)", "x' = atan(x)\n"},
    {"x' = sgn(x)\n", "1:6", "the sign is written sign(x)", "x' = sign(x)\n"},
    {"x' = tg(x)\n", "1:6", "the tangent is written tan(x)", "x' = tan(x)\n"},
    {"x' = sec(x)\n", "1:6", "write 1/cos(x)", "x' = 1/cos(x)\n"},
    {"x' = pow(x,2)\n", "1:6", "powers are written x^y", "x' = x^2\n"},
    {"x' = floor(x)\n", "1:6", "rounding down is written flr(x)", "x' = flr(x)\n"},
    {"x' = |x|\n", "1:6", "an absolute value is written abs(x)", "x' = abs(x)\n"},
    {"x' = x > 0 ? 1 : -1\n", "1:12", "a choice is written if(c)then(a)else(b)", "x' = if(x>0)then(1)else(-1)\n"},
    {"x' = x if x>0 else 0\n", "1:8", "a choice is written if(c)then(a)else(b)", "x' = if(x>0)then(x)else(0)\n"},
    {"x' = if(x>0) 1 else 0\n", "1:14", "a choice is written if(c)then(a)else(b)", "x' = if(x>0)then(1)else(0)\n"},
    {"def f(x): return x\n", "1:1", "a function is written f(x) = ...", "f(x) = x\nx' = f(x)\n"},
    {"function f(x)=x\n", "1:1", "a function is written f(x) = ...", "f(x) = x\nx' = f(x)\n"},
    {"x' := -x\n", "1:4", "an equation has one sign =: write it alone", "x' = -x\n"},
    {"x' == -x\n", "1:4", "an equation has one sign =: write it alone", "x' = -x\n"},
    {"x' =\n", "1:5", "a number, a name or ( is expected here", "x' = 1\n"},
    {"x' = -x = 3\n", "1:9", "there is one = in a line", "x' = -x\n"},
    {"x' + x = 0\n", "1:4", "one name alone stands left of =: bring the rest to the right", "x' = -x\n"},
    {"x' = -x // decay\n", "1:10", "a comment starts with #", "x' = -x # decay\n"},
    {"// decay\n", "1:1", "a comment starts with #", "# decay\nx' = -x\n"},
    {"/* decay */\n", "1:1", "a comment starts with #", "# decay\nx' = -x\n"},
    {"; decay\n", "1:1", "a comment starts with #", "# decay\nx' = -x\n"},
    {"-- decay\n", "1:1", "a comment starts with #", "# decay\nx' = -x\n"},
    {"% decay\n", "1:1", "a comment starts with #, and a block with %[from..to]; it ends with %", "# decay\nx' = -x\n"},
    {"phase theta = 100\n", "1:13", "a phase is written phase theta' = its rate", "phase theta' = 100\nx' = cos(theta)\n"},
    {"x' = -x\nx' = x\n", "2:1", "'x' is defined twice", "x' = -x\n"},
    {"x' = -x\nX' = x\n", "2:1", "this name and 'x' differ only in case", "x' = -x\ny' = x\n"},
    {"x[1..3]' = -x\n", "1:1", "'x' is an array; a member of it is x[j]", "x[1..3]' = -x[j]\n"},
    {"x[i]' = -x[i]\n", "1:2", "the index is a number, or a range: x[1..3]' = ... with x[j] for a member", "x[1..3]' = -x[j]\n"},
    {"for i in 1..3\n", "1:1", "arrays are written x[1..20]' = ..., with x[j] for a member", "x[1..3]' = -x[j]\n"},
    {"x' = 3.4.5\n", "1:9", "this is not a number: it has two points", "x' = 3.45\n"},
    {"x' = 1,000*x\n", "1:7", "numbers are written with a point and without commas", "x' = 1000*x\n"},
    {"x''' = x\n", "1:1", "equations have order one or two", "x' = y\ny'' = x\n"},
    {"let a=3\n", "1:1", "write name = value, or par name=value", "a = 3\nx' = -a*x\n"},
    {"var a=3\n", "1:1", "write name = value, or par name=value", "a = 3\nx' = -a*x\n"},
    {"const a=3\n", "1:1", "write number name=value", "number a=3\nx' = -a*x\n"},
    {"double a=3;\n", "1:1", "write name = value, or par name=value", "par a=3\nx' = -a*x\n"},
    {"import numpy\n", "1:1", "nothing is imported: sin, exp, ... are known", "x' = sin(x)\n"},
    {"x' = x % 2\n", "1:8", "a comment starts with #, and a remainder is written mod(a,b)", "x' = mod(x,2)\n"},
    {"x' = \"x\"\n", "1:6", "there is no text in expressions: write the name alone", "x' = x\n"},
    {"", "1:1", "the file has no equation (x' = ...)", "x' = 1\n"},
    {"hello world\n", "1:1", "this line states nothing: it is no keyword with a list and no equation", "x' = 1\n"},
    {"x' = (x>0) and (x<1)\n", "1:12", "and is written &", "x' = (x>0) & (x<1)\n"},
    {"x' = true\n", "1:6", "true is written 1", "x' = 1\n"},
    {"x' = max(x)\n", "1:6", "max takes two arguments", "x' = max(x,0)\n"},
    {"x' = -x\nslow mean(x)\n", "2:10", "an output has a name: aux NAME = ..., slow NAME = ...", "x' = -x\nslow Q = x\n"},
    {"x' = -x\nslow y'\n", "2:7", "an output has a name: aux NAME = ..., slow NAME = ...", "x' = -x\nslow Q = x\n"},
    {"x' = -x\noutput x\n", "2:1", "an output is written aux NAME = ..., or slow NAME = ...", "x' = -x\naux u = x\n"},
    {"x' = if x > 1 then -x else x\n", "1:9", "a choice is written if(c)then(a)else(b)", "x' = if(x > 1)then(-x)else(x)\n"},
    {"x' = -x[1]\n", "1:7", "'x' is not an array, and there is no x1", "x' = -x\n"},
    {"x' = -sin()\n", "1:11", "an expression is missing between ( and )", "x' = -sin(x)\n"},
    {"x' = 0x1F*x\n", "1:7", "numbers are decimal: 0x1F is 31", "x' = 31*x\n"},
    {"tspan = [0 10]\nx' = -x\n", "1:9", "there are no lists: an array is written x[1..3], the end of the motion @ total=10", "@ total=10\nx' = -x\n"},
    {"@ totl=5\nx' = -x\n", "1:3", "there is no setting 'totl' (did you mean 'total'?)", "@ total=5\nx' = -x\n"},
    {"@ max_stp=5\nx' = -x\n", "1:3", "there is no setting 'max_stp' (did you mean 'max_step'?)", "@ max_step=5\nx' = -x\n"},
    {"@ scheme=asnc\nx' = -x\n", "1:3", "there is no scheme 'asnc' (did you mean 'async'?)", "@ scheme=async\nx' = -x\n"},
    {"@ scheme=foo\nx' = -x\n", "1:3", "there is no scheme 'foo'", "@ scheme=slow\nx' = -x\n"},
    {"@ macro=rk44\nx' = -x\n", "1:3", "there is no method 'rk44' (did you mean 'rk4'?)", "@ macro=rk4\nx' = -x\n"},
    {"@ kernel=cosin\nx' = -x\n", "1:3", "there is no kernel 'cosin' (did you mean 'cosine'?)", "@ kernel=cosine\nx' = -x\n"},
    {"@ macro=cvode-bdf, kernel=poly-1-8\nx' = -x\n", NULL, NULL, NULL},
    {"@ macro=verlet/kahan-li8, XP2=x, rangestep=3, but=Fit:ww\nx' = -x\n", NULL, NULL, NULL},
    {"@ adiabatic=maybe\nx' = -x\n", "1:3", "'maybe' is not a value of adiabatic: write 1 or 0", "@ adiabatic=1\nx' = -x\n"},
    {"@ dt=0\nx' = -x\n", "1:3", "'0' is not a positive number", "@ dt=0.1\nx' = -x\n"},
    {"@ dt=-0.1\nx' = -x\n", "1:3", "motions go forward: dt is positive", "@ dt=0.1\nx' = -x\n"},
    {"@ meth=foo\nx' = -x\n", "1:3", "'foo' is not one of XPP's methods, such as rungekutta; those of Lento are chosen by --macro", "@ meth=rungekutta\nx' = -x\n"},
    {"@ t0=3\nx' = -x*t\n", "1:3", "motions begin at t = 0: write t+(3) for t in the equations", "x' = -x*(t+(3))\n"},
    {"@ t0=3\nx' = -x\n", NULL, NULL, NULL},
    {"total=10\nx' = -x\n", "1:1", "nothing reads 'total'; settings are written @ total=...", "@ total=10\nx' = -x\n"},
    {"slow = x\nx' = -x\n", "1:1", "nothing reads 'slow'; write slow NAME = ...", "slow Q = x\nx' = -x\n"},
    {"mass=2\nx'' = -x\n", "1:1", "nothing reads 'mass'; write mass x = ..., with the variable whose mass it is", "mass x = 2\nx'' = -x\n"},
    {"x' = sin^2(x)\n", "1:6", "sin needs its argument in ( ): sin(x)", "x' = sin(x)^2\n"},
    {"x' = cosx\n", "1:6", "unknown name 'cosx' (did you mean 'cos(x)'?)", "x' = cos(x)\n"},
    {"x' = sin(x)cos(x)\n", "1:12", "an operator is missing here; products are written with *", "x' = sin(x)*cos(x)\n"},
    {"x' = 3pi*x\n", "1:7", "an operator is missing here; products are written with *", "x' = 3*pi*x\n"},
    {"stiff 100 x\nx'' = -x\n", "1:11", "stiff is followed by a frequency and a colon, stiff w: ...; : is expected here", "stiff 100: x\nx'' = -x\n"},
    {"x' = -x + noise\n", "1:11", "noise is not part of Lento", NULL},
    {"par f=50 Hz\nphase p' = f\nx' = cos(p)\n", "2:12", "the rate of a phase is in rad/s: write 2*pi*f, or give f in rad/s", "par f=50 Hz\nphase p' = 2*pi*f\nx' = cos(p)\n"},
    {"@ total 10\nx' = -x\n", "1:3", "settings are written @ name=value", "@ total=10\nx' = -x\n"},
    {"\\dot{x} = -x\n", "1:2", "a derivative is written x' = ..., a second one x'' = ...", "x' = -x\n"},
    {"\\ddot{x} = -x\n", "1:2", "a derivative is written x' = ..., a second one x'' = ...", "x'' = -x\n"},
    {"\\frac{dx}{dt} = -x\n", "1:2", "a derivative is written x' = ..., a quotient a/b", "x' = -x\n"},
    {"D(x) = -x\n", "1:1", "nothing calls 'D'; a derivative is written x' = ...", "x' = -x\n"},
    {"diff(x,t) = -x\n", "1:1", "nothing calls 'diff'; a derivative is written x' = ...", "x' = -x\n"},
    {"der(x) = -x\n", "1:1", "nothing calls 'der'; a derivative is written x' = ...", "x' = -x\n"},
    {"y' = 1\nder(x) = y\n", "2:1", "nothing calls 'der'; a derivative is written x' = ...", "y' = 1\nx' = y\n"},
    {"params: k=3\nx' = -k*x\n", "1:7", "a parameter is written par name=value", "par k=3\nx' = -k*x\n"},
    {"parameters k=3\nx' = -k*x\n", NULL, NULL, NULL},
    {"k := 3\nx' = -k*x\n", "1:3", "an equation has one sign =: write it alone", "k = 3\nx' = -k*x\n"},
    {"x' = -x + rand()\n", "1:11", "random numbers are not part of Lento: noise is refused", NULL},
    {"x' = -x + randn\n", "1:11", "random numbers are not part of Lento: noise is refused", NULL},
    {"x' = spin()\n", "1:6", "unknown function 'spin' (did you mean 'sin'?)", "x' = sin(x)\n"},
    {"init v=0 m/s\nv' = -v\n", "1:10", "a start has no unit: it is a number in SI units, or a parameter that has one: par a=1 m, init v=a", "par a=1 m/s\ninit v=a\nv' = -v\n"},
    {"init x=1 y=2\nx' = y\ny' = -x\n", NULL, NULL, NULL},
    {"init x=1\rx' = -x\r", NULL, NULL, NULL},
    {"par k=3\rx' = -q*x\r", "2:7", "unknown name 'q': give it a value (par q=1) or an equation", "par k=3\rx' = -k*x\r"},
    {"x' = \\\r -x\r", NULL, NULL, NULL},
    {"d/dt x = -x\n", "1:2", "a derivative is written x' = ..., or dx/dt = ...", "dx/dt = -x\n"},
    {"x'' + x = 0\n", "1:5", "one name alone stands left of =: bring the rest to the right", "x'' = -x\n"},
    {"x\" = -x\n", "1:2", "a second derivative is written with two strokes: x'' = ...", "x'' = -x\n"},
    {"x' = -x % decay\n", "1:9", "a comment starts with #, and a remainder is written mod(a,b)", "x' = -x # decay\n"},
    {"x' = Math.PI*x\n", "1:6", "unknown name 'Math.PI' (did you mean 'pi'?)", "x' = pi*x\n"},
    {"x' = np.pi*x\n", "1:6", "unknown name 'np.pi' (did you mean 'pi'?)", "x' = pi*x\n"},
    {"x' = x @ x\n", "1:8", "products are written with *, settings @ name=value", "x' = x*x\n"},
    {"x' = $x\n", "1:6", "names have letters, digits and _, and no $", "x' = x\n"},
    {"x' = -x, y' = x\n", "1:8", "a comma has no place here; a line has one statement", "x' = -x\ny' = x\n"},
    {"x(0) = 1, y(0) = 2\nx' = y\ny' = -x\n", "1:9", "a comma has no place here; a line has one statement", "x(0) = 1\ny(0) = 2\nx' = y\ny' = -x\n"},
    {"x' = piecewise(x<0,0,x)\n", "1:6", "a choice is written if(c)then(a)else(b)", "x' = if(x<0)then(0)else(x)\n"},
    {"x' = interp1(t)\n", "1:6", "a table of values is written table f file.tab, and read f(t)", "table f 3 0 2 t^2\nx' = f(t)\n"},
    {"x' = -x + dirac(t-1)\n", "1:11", "an impulse is an event: global 1 {t-1} {v=v+1}", "global 1 {t-1} {x=x+1}\nx' = -x\n"},
    {"x' = -x(t-1)\n", "1:7", "delays, x(t-1), are not part of Lento", NULL},
    {"@ tend=10\nx' = -x\n", "1:3", "the end of the motion is written @ total=10", "@ total=10\nx' = -x\n"},
    {"@ t_end=10, dt=.1\nx' = -x\n", "1:3", "the end of the motion is written @ total=10", "@ total=10, dt=.1\nx' = -x\n"},
    {"@ total=10 s\nx' = -x\n", "1:12", "settings have no units: times are in s, angles in rad", "@ total=10\nx' = -x\n"},
    {"ics x=1\nx' = -x\n", "1:1", "a start is written init x=1", "init x=1\nx' = -x\n"},
    {"init:\nx' = -x\n", "1:5", "a start is written init x=1", "init x=1\nx' = -x\n"},
    {"equations\nx' = -x\n", "1:10", "an equation is written x' = ...", "x' = -x\n"},
    {"model decay\nx' = -x\n", "1:1", "a file has no heading: a comment starts with #", "# decay\nx' = -x\n"},
    {"x' = -x\nend\n", "2:4", "a file ends without a word, or with done", "x' = -x\ndone\n"},
    {"using Plots\nx' = -x\n", "1:1", "nothing is imported: sin, exp, ... are known", "x' = sin(x)\n"},
    {"when x<0 then x:=1\nx' = -1\n", "1:1", "an event is written global 1 {x} {x=1}: where x rises through 0, it becomes 1", "global -1 {x} {x=1}\nx' = -1\n"},
    {"0 = x - y\nx' = y\n", "1:9", "'y' has no equation: 0 = ... constrains x'' = ... and defines no name", "x'' = -x\ny'' = -y\n0 = x - y\n"},
    {"mean(x) = 3\nx' = -x\n", "1:1", "nothing calls 'mean'; a mean is written slow NAME = mean(x)", "slow m = mean(x)\nx' = -x\n"},
};
/* clang-format on */

static bool readable(const char *text, char error[1024]) {
    const lento_problem *problem = NULL;
    const lento_status status =
        lento_problem_read(&problem, "f.ode", text, strlen(text), error, 1024);
    lento_problem_free(problem);
    return status == LENTO_DONE;
}

static void errors_say_what_to_write(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(HABITS); i++) {
        const habit *h = &HABITS[i];
        char error[1024], start[400];
        const bool good = readable(h->text, error);
        snprintf(start, sizeof start, "f.ode:%s: %s\n", h->place ? h->place : "",
                 h->sentence ? h->sentence : "");
        if (good != !h->sentence || (!good && strncmp(error, start, strlen(start)) != 0)) {
            fail_msg("%s\nwanted %s, got %s", h->text, start, good ? "nothing" : error);
        }
        assert_true(good || strchr(error, '^') != NULL);
        if (h->instead && !readable(h->instead, error)) {
            fail_msg("the advice is not readable: %s\n%s", h->instead, error);
        }
    }
    printf("%zu texts\n", LENGTH(HABITS));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_say_what_to_write)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
