/* SPDX-License-Identifier: MIT
 *
 * chain_averaged_test.c - the closed averaged form of problem `chain` (card calvo 4) against direct runs of
 * the full equations: what is left after the fast response of the angles falls as 1/omega^2. */
#include "support.h"

enum { MAX_COLUMNS = 20 };

/* y = A^-1 grad U by Gauss, written out independently of the problem */
static void response(int n, const double m[], const double l[], const double q[], double y[]) {
    double a[5][6];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= n; j++) {
            double mu = 0;
            for (int k = (j < n && j > i) ? j : i; k < n; k++) {
                mu += m[k];
            }
            a[i][j] = j < n ? mu * l[i] * l[j] * cos(q[i] - q[j]) : -mu * l[i] * sin(q[i]);
        }
    }
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < n; i++) {
            const double f = i == k ? 0 : a[i][k] / a[k][k];
            for (int j = 0; j <= n; j++) {
                a[i][j] -= f * a[k][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        y[i] = a[i][n] / a[i][i];
    }
}

/* max |q - Q - (v/omega) cos(theta) A^-1 grad U| of a direct run that starts at a turning point of
 * the pivot */
static void departure(const lento_model *model, int n, double omega, double until, double out[]) {
    double p[5][3], number;
    for (int i = 0; i < lento_model_parameters(model); i++) {
        const char *name = lento_model_parameter(model, i, &number, NULL);
        if ((name[0] == 'm' || (name[0] == 'l' && name[1] < 'a')) && name[1] <= '5') {
            p[name[1] - '1'][name[0] == 'm' ? 0 : 1] = number;
        }
    }
    double m[5], l[5], a[MAX_COLUMNS], b[MAX_COLUMNS], y[5];
    for (int i = 0; i < n; i++) {
        m[i] = p[i][0];
        l[i] = p[i][1];
        out[i] = 0;
    }
    const long steps = (long)ceil(until * omega / TWO_PI * 16);
    lento_options direct = {.until = until,
                            .macro = "rattle/kahan-li8",
                            .steps = steps,
                            .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}};
    const lento_options closed = accurate(until, "averaged", NULL);
    lento_run *run = open_run(model, &direct), *reference = open_run(model, &closed);
    for (long k = 1; k <= steps; k++) {
        const double t = until * (double)k / (double)steps;
        columns_at(run, t, a);
        columns_at(reference, t, b);
        response(n, m, l, b, y);
        for (int i = 0; i < n; i++) {
            const double wiggle = 4 / omega * cos(omega * t + 0.75 * TWO_PI) * y[i];
            out[i] = fmax(out[i], fabs(a[i] - b[i] - wiggle));
        }
    }
    lento_run_destroy(run);
    lento_run_destroy(reference);
}

static void direct_runs_confirm_the_averaged_form(void **state) {
    (void)state;
    double d[2];
    lento_model *slow = model_of("chain", "omega=1e3 theta0=4.71238898038469");
    lento_model *fast = model_of("chain", "omega=1e4 theta0=4.71238898038469");
    departure(slow, 2, 1e3, 1, d);
    assert_near(d[0], 5.7e-3, 1e-4);
    assert_near(d[1], 2.7e-2, 5e-4);
    departure(fast, 2, 1e4, 1, d);
    assert_near(d[0], 5.6e-5, 1e-6);
    assert_near(d[1], 2.7e-4, 5e-6);
    lento_model_destroy(slow);
    lento_model_destroy(fast);
}

static void moving_three_link_chains_approach_it_at_order_two(void **state) {
    (void)state;
    static const char *const START[] = {
        "links=3 omega=4e3 q2=0.3 w1=2 w2=-1 w3=3 l3=0.25 m3=0.02 theta0=4.71238898038469",
        "links=3 omega=8e3 q2=0.3 w1=2 w2=-1 w3=3 l3=0.25 m3=0.02 theta0=4.71238898038469"};
    double d[2][3];
    for (int k = 0; k < 2; k++) {
        const double omega = k == 0 ? 4e3 : 8e3;
        lento_model *model = model_of("chain", START[k]);
        departure(model, 3, omega, 0.2, d[k]);
        lento_model_destroy(model);
    }
    for (int i = 0; i < 3; i++) {
        assert_near(d[0][i] / d[1][i], 4, 0.4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_runs_confirm_the_averaged_form),
        cmocka_unit_test(moving_three_link_chains_approach_it_at_order_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
