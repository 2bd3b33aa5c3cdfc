/* SPDX-License-Identifier: MIT
 *
 * files.c - the results as CSV: every outcome (peers.csv), one row per problem and scale (summary.csv), machine and
 * versions (machine.csv). The plots are drawn from the first two by plot.gp. */
#include <math.h>
#include <string.h>
#include <sys/utsname.h>

#include <gsl/gsl_version.h>
#include <sundials/sundials_version.h>

#include "peers.h"

static const char *const KINDS[] = {"lento", "variant", "naive", "direct", "informed"};

static FILE *create(const char *directory, const char *name) {
    char path[4096];
    const int n = snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = n > 0 && (size_t)n < sizeof path ? fopen(path, "w") : NULL;
    if (!file) {
        fprintf(stderr, "bench_peers: cannot write %s/%s\n", directory, name);
    }
    return file;
}

static int finish(FILE *file) {
    const bool bad = ferror(file) != 0;
    return fclose(file) || bad ? 1 : 0;
}

static int write_outcomes(const jobs *all, const char *directory) {
    FILE *file = create(directory, "peers.csv");
    if (!file) {
        return 1;
    }
    fprintf(file, "problem,scale,value,kind,rival,error,calls,seconds,status\n");
    for (int n = 0; n < all->count; n++) {
        const job *j = &all->list[n];
        for (int i = 0; i < rivals_of(j->problem); i++) {
            const outcome *o = &j->outcomes[i];
            const rival *r = &j->problem->rivals[i];
            fprintf(file, "%s,%s,%g,%s,\"%s\",", j->problem->name, j->problem->scale, j->scale,
                    KINDS[r->kind], r->name);
            if (o->done) {
                fprintf(file, "%.3e,%.0f,%.3g,%s\n", o->error, o->calls, o->seconds,
                        o->extrapolated ? "extrapolated" : "measured");
            } else {
                fprintf(file, ",,,%s\n", o->failure[0] ? "failed" : "not run");
            }
        }
    }
    return finish(file);
}

static void write_side(FILE *file, const job *j, int i, double ratio) {
    if (i < 0) {
        fprintf(file, ",,,,");
        return;
    }
    const outcome *o = &j->outcomes[i];
    fprintf(file, ",\"%s\",%.3e,%.0f,%.4g", j->problem->rivals[i].name, o->error, o->calls, ratio);
}

static int write_summary(const jobs *all, const char *directory) {
    FILE *file = create(directory, "summary.csv");
    if (!file) {
        return 1;
    }
    fprintf(file, "problem,scale,value,lento,lento error,lento calls,naive,naive error,naive "
                  "calls,naive ratio,"
                  "best direct,best error,best calls,best ratio,best status,informed,informed "
                  "error,informed calls,"
                  "informed ratio,break-even,check\n");
    for (int n = 0; n < all->count; n++) {
        const job *j = &all->list[n];
        const row r = summarise(j);
        if (r.lento < 0) {
            continue;
        }
        const outcome *o = &j->outcomes[r.lento];
        fprintf(file, "%s,%s,%g,\"%s\",%.3e,%.0f", j->problem->name, j->problem->scale, j->scale,
                j->problem->rivals[r.lento].name, o->error, o->calls);
        write_side(file, j, r.naive, r.naive_ratio);
        write_side(file, j, r.best, r.best_ratio);
        fprintf(file, ",%s",
                r.best < 0                         ? ""
                : j->outcomes[r.best].extrapolated ? "extrapolated"
                                                   : "measured");
        write_side(file, j, r.informed, r.informed_ratio);
        const double even = break_even(all, j->problem);
        if (isnan(even)) {
            fprintf(file, ",");
        } else {
            fprintf(file, ",%.3g", even);
        }
        if (isnan(j->check)) {
            fprintf(file, ",\n");
        } else {
            fprintf(file, ",%.1e\n", j->check);
        }
    }
    return finish(file);
}

/* the processor's name as Linux tells it */
static void processor(char *name, size_t room) {
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, room, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            snprintf(name, room, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file) {
        fclose(file);
    }
}

static int write_machine(const char *directory, int threads) {
    char name[256], sundials[64] = "unknown";
    struct utsname system = {0};
    FILE *file = create(directory, "machine.csv");
    if (!file) {
        return 1;
    }
    processor(name, sizeof name);
    uname(&system);
    SUNDIALSGetVersion(sundials, sizeof sundials);
    fprintf(file, "what,value\n");
    fprintf(file, "lento,%s\nGSL,%s\n", lento_version(), gsl_version);
    fprintf(file, "SUNDIALS,\"%s (Debian's build is not optimised: compare calls, not seconds)\"\n",
            sundials);
    fprintf(file, "compiler,\"%s\"\n", __VERSION__);
    fprintf(file, "system,\"%s %s\"\nprocessor,\"%s\"\nthreads,%d\n", system.sysname,
            system.machine, name, threads);
    return finish(file);
}

int write_results(const jobs *all, const char *directory, int threads) {
    return write_outcomes(all, directory) || write_summary(all, directory) ||
           write_machine(directory, threads);
}
