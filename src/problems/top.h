/* SPDX-License-Identifier: MIT
 *
 * top.h - parameters of the problem `top`, in the order of their table (top_parameters.c), and the
 * body they describe. */
#ifndef LENTO_PROBLEMS_TOP_H
#define LENTO_PROBLEMS_TOP_H

#include "lento/problem.h"
#include "lento/top.h"

/* places in p: cuboid, or body by its moments; fixed point of the cuboid; gravity and start */
enum { TOP_CN, TOP_CB, TOP_CT, TOP_MASS, TOP_I1, TOP_I2, TOP_I3, TOP_AX, TOP_AY, TOP_AZ, TOP_RX };
enum { TOP_RY = TOP_RX + 1, TOP_RZ, TOP_G, TOP_M1, TOP_M2, TOP_M3, TOP_TILT, TOP_QW, TOP_QX };
enum { TOP_QY = TOP_QX + 1, TOP_QZ, TOP_CASE, TOP_FORM };
enum { TOP_LAGRANGE, TOP_KOWALEWSKI, TOP_GORYACHEV_CHAPLYGIN, TOP_GENERAL }; /* p[TOP_CASE] */

extern const lento_parameter lento_top_parameters[];

/* Fills what was not given and checks that the body is what the case says. */
const char *lento_top_complete(double p[], const void *data);
const char *lento_top_shape(const double p[], lento_top *top);

#endif
