/* SPDX-License-Identifier: MIT
 *
 * top_parameters.c - what a user may say about a top (card bodack B0): a cuboid with its fixed
 * point or a body by its moments, gravity, angular momentum, attitude. Missing numbers are filled
 * in so that the resolved ones, given back, mean the same top. */
#include <math.h>

#include "problems/top.h"

const lento_parameter lento_top_parameters[] = {
    {"CN", .value = {NAN}, .open = true, .doc = "half edge of the cuboid along N (default 0.8)"},
    {"CB", .value = {NAN}, .open = true, .doc = "half edge along B (default 0.8)"},
    {"CT", .value = {NAN}, .open = true, .doc = "half edge along T (default 1)"},
    {"mass", .value = {NAN}, .open = true,
     .doc = "mass of a top given by its moments instead of a cuboid"},
    {"I1", .value = {NAN}, .open = true, .doc = "principal moments about the fixed point"},
    {"I2", .value = {NAN}, .open = true, .doc = "second moment"},
    {"I3", .value = {NAN}, .open = true, .doc = "third moment"},
    {"ax", .value = {NAN}, .doc = "centre of mass in the principal frame (default 0, 0, 1)"},
    {"ay", .value = {NAN}, .doc = "its second component"},
    {"az", .value = {NAN}, .doc = "its third component"},
    {"rx", .value = {NAN}, .doc = "fixed point relative to the centre of the cuboid (default 0)"},
    {"ry", .value = {NAN}, .doc = "its second component (default 0)"},
    {"rz", .value = {NAN}, .doc = "its third component (default -CT: the lower face)"},
    {"g", .value = {1}, .max = INFINITY, .doc = "gravity"},
    {"m1", .value = {0.172}, .doc = "initial angular momentum in space"},
    {"m2", .value = {-1.862}, .doc = "its second component"},
    {"m3", .value = {NAN}, .doc = "its third component (default 1.46; 0 for goryachev-chaplygin)"},
    {"tilt", .value = {NAN}, .unit = "deg", .doc = "initial rotation about e1 (default 0)"},
    {"qw", .value = {NAN}, .doc = "initial attitude as a quaternion, instead of tilt"},
    {"qx", .value = {NAN}, .doc = "its x component"},
    {"qy", .value = {NAN}, .doc = "its y component"},
    {"qz", .value = {NAN}, .doc = "its z component"},
    {"case", .value = {TOP_GENERAL}, .choices = "lagrange|kowalewski|goryachev-chaplygin|general",
     .doc = "lagrange sets CB = CN, the next two set CN and CT from CB, general nothing"},
    {"form", .value = {0}, .choices = "rest12|body",
     .doc = "variables of methods that need a right-hand side"},
    {0}};

static double or_else(double value, double fallback) {
    return isnan(value) ? fallback : value;
}

static bool any_given(const double p[], int first, int last) {
    bool given = false;
    for (int i = first; i <= last; i++) {
        given = given || !isnan(p[i]);
    }
    return given;
}

/* given, and not what it would be anyway */
static bool differ(double given, double value) {
    return !isnan(given) && fabs(given - value) > 1e-12 * fmax(1, fabs(value));
}

static const char *complete_attitude(double p[]) {
    const bool quaternion = any_given(p, TOP_QW, TOP_QZ);
    double q[4];
    lento_top_tilt(or_else(p[TOP_TILT], 0), q);
    for (int i = 0; i < 4; i++) {
        if (!isnan(p[TOP_TILT]) && differ(p[TOP_QW + i], q[i])) {
            return "give the initial attitude either by tilt or by qw, qx, qy, qz, not both";
        }
        p[TOP_QW + i] = quaternion ? or_else(p[TOP_QW + i], 0) : q[i];
    }
    p[TOP_TILT] = quaternion ? p[TOP_TILT] : or_else(p[TOP_TILT], 0);
    return NULL;
}

static const char *complete_body(double p[]) {
    const double centre[3] = {0, 0, 1};
    if (any_given(p, TOP_CN, TOP_CT) || any_given(p, TOP_RX, TOP_RZ)) {
        return "give either a cuboid (CN, CB, CT, rx, ry, rz) or mass, I1, I2, I3 and ax, ay, az, "
               "not both";
    }
    if (isnan(p[TOP_MASS]) || isnan(p[TOP_I1]) || isnan(p[TOP_I2]) || isnan(p[TOP_I3])) {
        return "a top given by its moments needs mass, I1, I2 and I3";
    }
    for (int i = 0; i < 3; i++) {
        p[TOP_AX + i] = or_else(p[TOP_AX + i], centre[i]);
    }
    return NULL;
}

static void complete_cuboid(double p[]) {
    const int kind = (int)p[TOP_CASE];
    if (kind == TOP_LAGRANGE) {
        p[TOP_CB] = or_else(p[TOP_CB], p[TOP_CN]);
        p[TOP_CN] = or_else(p[TOP_CN], p[TOP_CB]);
    }
    p[TOP_CB] = or_else(p[TOP_CB], 0.8);
    if (kind == TOP_KOWALEWSKI ||
        kind == TOP_GORYACHEV_CHAPLYGIN) { // bodack 5.5: moments 1 : 2 : 2, 1 : 4 : 4
        p[TOP_CN] = or_else(p[TOP_CN], sqrt(kind == TOP_KOWALEWSKI ? 3 : 7) * p[TOP_CB]);
        p[TOP_CT] = or_else(p[TOP_CT], p[TOP_CB] / 2);
    }
    p[TOP_CN] = or_else(p[TOP_CN], 0.8);
    p[TOP_CT] = or_else(p[TOP_CT], 1);
    p[TOP_RX] = or_else(p[TOP_RX], 0);
    p[TOP_RY] = or_else(p[TOP_RY], 0);
    p[TOP_RZ] = or_else(p[TOP_RZ], -p[TOP_CT]);
}

const char *lento_top_shape(const double p[], lento_top *top) {
    if (!isnan(p[TOP_MASS])) {
        return lento_top_body(top, p[TOP_MASS], &p[TOP_I1], &p[TOP_AX], p[TOP_G]);
    }
    return lento_top_cuboid(top, &p[TOP_CN], &p[TOP_RX], p[TOP_G]);
}

const char *lento_top_complete(double p[], const void *data) {
    static const int KIND[] = {[LENTO_TOP_GENERAL] = TOP_GENERAL,
                               [LENTO_TOP_LAGRANGE] = TOP_LAGRANGE,
                               [LENTO_TOP_KOWALEWSKI] = TOP_KOWALEWSKI,
                               [LENTO_TOP_GORYACHEV_CHAPLYGIN] = TOP_GORYACHEV_CHAPLYGIN};
    const bool body = any_given(p, TOP_MASS, TOP_AZ);
    p[TOP_M3] = or_else(p[TOP_M3],
                        (int)p[TOP_CASE] == TOP_GORYACHEV_CHAPLYGIN ? 0 : 1.46); // card bodack B4
    const char *error = complete_attitude(p);
    if (!error && body) {
        error = complete_body(p);
    } else if (!error) {
        complete_cuboid(p);
    }
    lento_top top;
    error = error ? error : lento_top_shape(p, &top);
    if (error) {
        return error;
    }
    if ((int)p[TOP_CASE] != TOP_GENERAL && (int)p[TOP_CASE] != KIND[top.kind]) {
        return "this body with this fixed point is not a top of that case; leave out the case, or "
               "the parameters that it sets";
    }
    return NULL;
}
