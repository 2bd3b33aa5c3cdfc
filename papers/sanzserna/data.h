/* SPDX-License-Identifier: MIT
 * Sanz-Serna, Ariel & Tsai, Tables 1 and 2.
 *
 *   Table 1   largest error of the positions: rk4 with H = 1, 1/2, ..., 1/32, then ode45; as printed,
 *             and computed independently with the paper's own reference; one line per omega2
 *   Table 2   ode45 steps, accepted and rejected: direct as printed and computed independently,
 *             multiscale (printed and computed agree) with its force evaluations */
#ifndef PAPERS_SANZSERNA_DATA_H
#define PAPERS_SANZSERNA_DATA_H

enum { SANZ_OMEGAS = 7, SANZ_RUNS = 7 };

static const double sanz_printed[SANZ_OMEGAS][SANZ_RUNS] = {
    {4.3e-1, 6.1e-2, 4.9e-2, 4.8e-2, 4.8e-2, 4.8e-2, 4.9e-2},
    {4.7e-1, 4.6e-2, 9.1e-3, 8.0e-3, 7.9e-3, 7.9e-3, 9.9e-3},
    {4.7e-1, 4.3e-2, 3.3e-3, 2.1e-3, 2.1e-3, 2.1e-3, 4.1e-3},
    {4.7e-1, 4.3e-2, 1.7e-3, 6.5e-4, 5.9e-4, 5.9e-4, 2.7e-3},
    {4.7e-1, 4.1e-2, 1.3e-3, 2.1e-4, 1.5e-4, 1.6e-4, 2.2e-3},
    {4.6e-1, 3.5e-2, 1.4e-3, 1.3e-4, 6.9e-5, 6.9e-5, 1.9e-3},
    {3.5e-1, 2.8e-2, 2.1e-3, 1.4e-4, 3.3e-5, 3.1e-5, 1.6e-3},
};

static const double sanz_computed[SANZ_OMEGAS][SANZ_RUNS] = {
    {4.3736e-1, 6.0642e-2, 4.8880e-2, 4.7853e-2, 4.7854e-2, 4.8061e-2, 4.9570e-2},
    {4.6737e-1, 4.5990e-2, 9.0888e-3, 7.9759e-3, 7.9057e-3, 7.9010e-3, 9.8929e-3},
    {4.6980e-1, 4.3295e-2, 3.2717e-3, 2.1462e-3, 2.0737e-3, 2.0739e-3, 4.1239e-3},
    {4.6855e-1, 4.3118e-2, 1.7246e-3, 6.4962e-4, 5.8936e-4, 5.8588e-4, 2.7105e-3},
    {4.6814e-1, 4.1179e-2, 1.3265e-3, 2.0586e-4, 1.5494e-4, 1.5619e-4, 2.1789e-3},
    {4.6267e-1, 3.4991e-2, 1.4397e-3, 1.3129e-4, 6.8693e-5, 6.6955e-5, 1.9338e-3},
    {3.5342e-1, 2.8102e-2, 2.1005e-3, 1.4427e-4, 3.3371e-5, 3.1394e-5, 1.6249e-3},
};

static const struct {
    double omega, printed_accepted, printed_rejected, accepted, rejected;
    double multiscale_accepted, multiscale_rejected, evaluations;
} sanz_table_2[SANZ_OMEGAS] = {
    {200, 3563, 802, 3563, 823, 22, 0, 15946},
    {500, 8880, 2040, 8903, 2036, 22, 0, 15946},
    {1000, 17796, 4012, 17809, 3957, 22, 0, 15946},
    {2000, 35589, 7914, 35396, 7482, 22, 0, 15946},
    {5000, 88898, 19125, 88031, 19199, 22, 0, 15946},
    {10000, 178496, 38840, 173720, 39783, 22, 1, 16660},
    {20000, 350740, 80250, 346934, 78656, 23, 1, 17374},
};

#endif
