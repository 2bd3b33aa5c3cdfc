/* SPDX-License-Identifier: MIT
 * Equations as text: what is understood, what is refused, and where the error points. */
#include "equations_support.h"

/* value of the right-hand side of x' = EXPRESSION at x = 0.7, t = 0.3, with par a=2 */
static double value_of(const char *expression) {
    char text[400];
    snprintf(text, sizeof text, "par a=2\nf(u,w)=u-2*w\nb=3*a\nx'=%s\n", expression);
    const lento_problem *problem = read_text(text);
    lento_model *model = model_of_problem(problem, NULL, 0);
    double rate;
    const double x[] = {0.7};
    rate_at(model, 0.3, x, &rate);
    lento_model_destroy(model);
    lento_problem_free(problem);
    return rate;
}

static void expressions_have_the_usual_precedence(void **state) {
    (void)state;
    const double x = 0.7;
    assert_near(value_of("-x^2"), -x * x, 1e-16);
    assert_near(value_of("2^3^2"), 512, 0);
    assert_near(value_of("2**-1"), 0.5, 0);
    assert_near(value_of("1-2-3"), -4, 0);
    assert_near(value_of("12/2/3"), 2, 0);
    assert_near(value_of("1+2*x^2/a"), 1 + x * x, 1e-15);
    assert_near(value_of("-a*-x"), 2 * x, 0);
    assert_near(value_of("(x<1)+(x>=1)*10"), 1, 0);
    assert_near(value_of("(x<1)&(x>.5)|(x==3)"), 1, 0);
    assert_near(value_of("if(x>0.5)then(x)else(-x)"), x, 0);
    assert_near(value_of("F(x,A)+b"), x - 4 + 6, 1e-15);
    assert_near(value_of("f(f(x,1),x)"), x - 2 - 2 * x, 1e-15);
    assert_near(value_of("sum(1,4)of(i'*x)"), 10 * x, 1e-14);
    assert_near(value_of("1.5e1 + .5"), 15.5, 0);
    assert_near(value_of("t + pi"), 0.3 + TWO_PI / 2, 1e-15);
}

static void every_function_has_its_value(void **state) {
    (void)state;
    const double x = 0.7;
    const struct {
        const char *text;
        double value;
    } cases[] = {{"sin(x)", sin(x)},
                 {"cos(x)", cos(x)},
                 {"tan(x)", tan(x)},
                 {"asin(x)", asin(x)},
                 {"acos(x)", acos(x)},
                 {"atan(x)", atan(x)},
                 {"atan2(x,a)", atan2(x, 2)},
                 {"sinh(x)", sinh(x)},
                 {"cosh(x)", cosh(x)},
                 {"tanh(x)", tanh(x)},
                 {"exp(x)", exp(x)},
                 {"ln(x)", log(x)},
                 {"log(x)", log(x)},
                 {"log10(x)", log10(x)},
                 {"sqrt(x)", sqrt(x)},
                 {"abs(-x)", x},
                 {"sign(-x)", -1},
                 {"heav(x-1)", 0},
                 {"heav(0*x)", 1},
                 {"max(x,1)", 1},
                 {"min(x,1)", x},
                 {"mod(-x,a)", 2 - x},
                 {"flr(3*x)", 2},
                 {"ceil(3*x)", 3},
                 {"besselj(1,x)", 0.32899574154005894},
                 {"erf(x)", erf(x)},
                 {"x^0.5", sqrt(x)},
                 {"x^-2", 1 / (x * x)},
                 {"x^2.5", pow(x, 2.5)},
                 {"a^x", pow(2, x)},
                 {"not(x)", 0},
                 {"x^7", pow(x, 7)}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        assert_near(value_of(cases[i].text), cases[i].value, 4e-16 * (1 + fabs(cases[i].value)));
    }
}

static void errors_point_at_the_place(void **state) {
    (void)state;
    refused_with("par omega=1\nx' = -omga*x\n", "test.ode:2:7: ", "did you mean 'omega'?");
    refused_with("x' = sinn(x)\n",
                 "test.ode:1:6: ", "unknown function 'sinn' (did you mean 'sin'?)");
    refused_with("x' = (x\n", "test.ode:1:8: ", ") is expected");
    refused_with("x' = x)\n", "test.ode:1:7: ", "no ( for this )");
    refused_with("x' = sin(x,x)\n", "test.ode:1:6: ", "one argument");
    refused_with("a=b\nb=a\nx'=a\n", "test.ode:2:3: ", "depends on itself");
    refused_with("x'=1\nX'=2\n", "test.ode:2:1: ", "differ only in case");
    refused_with("x'=1\nx'=2\n", "test.ode:2:1: ", "defined twice");
    refused_with("par t=1\nx'=1\n", "test.ode:1:5: ", "meaning of its own");
    refused_with("x' = x'\n", "test.ode:1:6: ", "x'' =");
    refused_with("init y=1\nx'=1\n", "test.ode:1:8: ", "has a start but no equation");
    refused_with("x'=1\ninit x=t\n", "test.ode:2:8: ", "must not depend on t");
    refused_with("par a=x\nx'=1\n", "test.ode:1:7: ", "must not depend on a variable");
    refused_with("x' = 3 $ 4\n", "test.ode:1:8: ", "no place here");
    refused_with("x' = 1 + \\\n  2 + omg\n", "test.ode:2:7: ", "unknown name 'omg'");
    refused_with("par a=1\n", "test.ode:2:1: ", "no equation");
    refused_with("", "test.ode:1:1: ", "no equation");
    refused_with("x'=1\n0 = x\n", "test.ode:2:5: ", "second order");
    refused_with("phase p' = cos(p)\nx'=cos(p)\n", "test.ode:1:16: ", "must not depend on a phase");
}

static void units_are_checked(void **state) {
    (void)state;
    refused_with("par l=1 m, g=9 m/s^2\nx' = g + l\n", "test.ode:2:8: ", "m s^-2 and m");
    refused_with("par l=1 m\nx' = sin(l)\n", "test.ode:2:6: ", "sin of a quantity in m");
    refused_with("par l=1 mm/foo\nx'=l\n", "test.ode:1:9: ", "is not a unit");
    const lento_problem *problem = read_text(
        "par l=20 cm, g=9.8 m/s^2, f=2 Hz, c=3\npar w=2*l m\nx' = l\ny'=g/l+f^2+c\nz'=w\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    double rate[3];
    const double x[3] = {0};
    rate_at(model, 0, x, rate);
    assert_near(rate[0], 0.2, 1e-16); /* in SI */
    assert_near(rate[1], 9.8 / 0.2 + 4 + 3, 1e-13);
    assert_near(rate[2], 0.4, 1e-16);
    assert_string_equal(problem->parameters[0].unit, "cm");
    assert_near(problem->parameters[0].value[0], 20, 0); /* in the unit of the file */
    double factor;
    assert_int_equal(lento_unit_factor("cm", "m", &factor), LENTO_DONE);
    assert_near(factor, 0.01, 1e-18);
    assert_int_equal(lento_unit_factor("Hz", "rad/s", &factor), LENTO_DONE);
    assert_near(factor, TWO_PI, 1e-15);
    assert_int_equal(lento_unit_factor("kg", "m", &factor), LENTO_BAD_OPTION);
    assert_int_equal(lento_unit_factor("kgg", "m", &factor), LENTO_BAD_SYSTEM);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void other_constructs_are_refused_by_name(void **state) {
    (void)state;
    refused_with("x'=1\nwiener w\n", "test.ode:2:1: ", "noise");
    refused_with("x'=ran(1)\n", "test.ode:1:4: ", "noise");
    refused_with("x'=delay(x,1)\n", "test.ode:1:4: ", "delays");
    refused_with("x'=1\nmarkov z 2\n", "test.ode:2:1: ", "Markov");
    refused_with("x'=1\nbdry x-1\n", "test.ode:2:1: ", "boundary value");
    refused_with("x'=1\nvolterra u=1\n", "test.ode:2:1: ", "integral equations");
    refused_with("x'=int{x}\n", "test.ode:1:4: ", "integral equations");
    refused_with("x(t+1)=x\n", "test.ode:1:1: ", "maps");
    refused_with("special z=conv(even,5,3,w,u)\nx'=1\n", "test.ode:1:1: ", "special");
    refused_with("table f a.tab\nx'=1\n", "test.ode:1:9: ", "'a.tab' cannot be read");
    refused_with("table f .a\nx'=1\n", "test.ode:1:9: ", "");
    refused_with("table f ../a\nx'=1\n", "test.ode:1:9: ", "");
    refused_with("table f 1 0 1 t\nx'=1\n", "test.ode:1:9: ", "2 to 10001 values");
    refused_with("table f 5 1 0 t\nx'=1\n", "test.ode:1:9: ", "go upwards");
    refused_with("table f 5 0 1 x\nx'=1\n", "test.ode:1:15: ", "must not depend on a variable");
    refused_with("@ meth=discrete\nx'=1\n", "test.ode:1:3: ", "maps");
    refused_with("init mean x=1\nx'=1\n", "test.ode:1:6: ", "mean");
}

/* the forms of XPP: keywords in short, spaces as separators, dx/dt, x(0)=, arrays, done */
static void files_of_xpp_are_read(void **state) {
    (void)state;
    const lento_problem *problem = read_text("\"an XPP comment\n"
                                             "p A=2 b=3, C=4  # two separators\n"
                                             "number k=5\n"
                                             "!d=a*k\n"
                                             "i x=1 y=2\n"
                                             "z(0)=d\n"
                                             "dx/dt = -A*x\n"
                                             "Y'=k+c+0*u[3]\n"
                                             "dz/dt = b\n"
                                             "u[1..3]' = u[j-1]+[j]\n"
                                             "u0=10\n"
                                             "%[1..2]\n"
                                             "w[j]' = [j]\n"
                                             "aux q[j]=w[j]\n"
                                             "%\n"
                                             "p = 7\n"
                                             "aux s=p+sum(0,2)of(shift(u1,i'))\n"
                                             "@ total=30, dt=.1 xp=x\n"
                                             "done\n"
                                             "this is never read\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const double expected[] = {1, 2, 10, 0, 0, 0, 0, 0};
    const double *start = lento_model_state(model);
    double rate[8];
    for (int i = 0; i < 8; i++) {
        assert_near(start[i], expected[i], 0);
    }
    const double x[8] = {1, 1, 1, 4, 5, 6, 1, 1}, slope[8] = {-2, 9, 3, 11, 6, 8, 1, 2};
    rate_at(model, 0, x, rate);
    for (int i = 0; i < 8; i++) {
        assert_near(rate[i], slope[i], 0);
    }
    double columns[11];
    lento_view_of(lento_model_system(model))
        ->output(0, NULL, x, NULL, columns, lento_model_system(model)->params);
    assert_int_equal(lento_model_columns(model), 11);
    assert_near(columns[10], 7 + 15, 0);
    assert_near(problem->suggested.until, 30, 0);
    assert_near(problem->suggested.macro_step, 0.1, 0);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* a byte order mark, line ends of Windows, no line end at the end */
static void editors_of_all_kinds_are_welcome(void **state) {
    (void)state;
    const lento_problem *problem =
        read_text("\xef\xbb\xbf# Pendel \xc3\xbc\r\npar a=2 \\\r\n b=3\r\nx'=a*b");
    lento_model *model = model_of_problem(problem, NULL, 0);
    double rate;
    rate_at(model, 0, (const double[]){0}, &rate);
    assert_near(rate, 6, 0);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* a parameter that is an expression of others follows them */
static void parameters_follow_each_other(void **state) {
    (void)state;
    const lento_problem *problem = read_text("par a=1, b=2*a, c=b+1\nx'=c\n");
    const lento_setting settings[] = {{.name = "a", .value = 5}},
                        own[] = {{.name = "b", .value = 7}};
    double rate;
    const double x[] = {0};
    lento_model *model = model_of_problem(problem, settings, 1);
    rate_at(model, 0, x, &rate);
    assert_near(rate, 11, 0);
    lento_model_destroy(model);
    model = model_of_problem(problem, own, 1);
    rate_at(model, 0, x, &rate);
    assert_near(rate, 8, 0);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* a file that mixes orders becomes first order: variables, then velocities */
static void mixed_orders_become_first_order(void **state) {
    (void)state;
    const lento_problem *problem = read_text("x'=q'\nq''=-4*q-x\ninit q=1, q'=2\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_system *s = lento_model_system(model);
    double rate[3];
    assert_int_equal(s->order, 1);
    assert_int_equal(s->size, 3);
    assert_near(lento_model_state(model)[2], 2, 0);
    rate_at(model, 0, (const double[]){5, 1, 2}, rate);
    assert_near(rate[0], 2, 0);
    assert_near(rate[1], 2, 0);
    assert_near(rate[2], -9, 0);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void what_was_understood_is_said(void **state) {
    (void)state;
    const lento_problem *problem = read_text("# title\npar w=100\nphase p'=w\nx''=cos(p)*x-x'\n"
                                             "aux e=x\n@ xp=x\n");
    char text[1000], little[10];
    const size_t n = lento_problem_explain(problem, text, sizeof text);
    assert_int_equal(n, strlen(text));
    static const char *const parts[] = {
        "x''",    "w = 100",       "frequency 100, in the equations",
        "even",   "set by      w", "reads velocities",
        "smooth", "outputs     e", "ignored     xp"};
    for (size_t i = 0; i < LENGTH(parts); i++) {
        assert_non_null(strstr(text, parts[i]));
    }
    assert_int_equal(lento_problem_explain(problem, little, sizeof little), n);
    assert_int_equal(strlen(little), 9);
    assert_string_equal(problem->title, "title");
    assert_string_equal(problem->name, "test.ode");
    lento_problem_free(problem);
    assert_int_equal(lento_problem_explain(lento_problem_find("kapitza"), text, sizeof text), 0);
    assert_int_equal(lento_problem_explain(NULL, NULL, 0), 0);
    assert_int_equal(lento_problem_read(&problem, NULL, NULL, 0, NULL, 0), LENTO_BAD_SYSTEM);
    lento_problem_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(expressions_have_the_usual_precedence),
                                       cmocka_unit_test(every_function_has_its_value),
                                       cmocka_unit_test(errors_point_at_the_place),
                                       cmocka_unit_test(units_are_checked),
                                       cmocka_unit_test(other_constructs_are_refused_by_name),
                                       cmocka_unit_test(files_of_xpp_are_read),
                                       cmocka_unit_test(editors_of_all_kinds_are_welcome),
                                       cmocka_unit_test(parameters_follow_each_other),
                                       cmocka_unit_test(mixed_orders_become_first_order),
                                       cmocka_unit_test(what_was_understood_is_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
