/* SPDX-License-Identifier: MIT
 *
 * main.c - all problems at all scales, one job each, shared by a few threads (runs of the library never meet).
 *
 *     bench_peers [--out DIRECTORY] [--quick] [--threads N] [PROBLEM ...]
 *
 * --quick runs the two smallest scales of each problem. Exit 1 if a run fails or a promise of bench/README.md
 * (a ratio of right-hand-side calls, never a time) is broken. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>

#include "peers.h"

static const problem *const PROBLEMS[] = {&problem_kapitza, &problem_drag,       &problem_springs,
                                          &problem_stellar, &problem_precession, &problem_nutation,
                                          &problem_top};
enum { PROBLEM_COUNT = sizeof PROBLEMS / sizeof PROBLEMS[0], MAX_THREADS = 16 };

typedef struct wishes {
    const char *out;
    bool quick;
    int threads;
    const char *names[PROBLEM_COUNT];
    int named;
} wishes;

static bool wanted(const wishes *w, const problem *p) {
    bool found = w->named == 0;
    for (int i = 0; i < w->named; i++) {
        found = found || strcmp(w->names[i], p->name) == 0;
    }
    return found;
}

static int parse(int count, char **words, wishes *w) {
    *w = (wishes){.threads = 2};
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--quick") == 0) {
            w->quick = true;
        } else if (strcmp(words[i], "--out") == 0 && i + 1 < count) {
            w->out = words[++i];
        } else if (strcmp(words[i], "--threads") == 0 && i + 1 < count) {
            w->threads = (int)strtol(words[++i], NULL, 10);
        } else if (words[i][0] != '-' && w->named < PROBLEM_COUNT) {
            w->names[w->named++] = words[i];
        } else {
            fprintf(stderr,
                    "usage: bench_peers [--out DIRECTORY] [--quick] [--threads N] [PROBLEM ...]\n");
            return 2;
        }
    }
    return w->threads >= 1 && w->threads <= MAX_THREADS ? 0 : 2;
}

static jobs plan(const wishes *w) {
    jobs all = {.list = calloc(PROBLEM_COUNT * MAX_SCALES, sizeof *all.list)};
    for (int i = 0; all.list && i < PROBLEM_COUNT; i++) {
        for (int k = 0; wanted(w, PROBLEMS[i]) && k < (w->quick ? 2 : MAX_SCALES); k++) {
            if (PROBLEMS[i]->scales[k] > 0) {
                all.list[all.count++] = (job){.problem = PROBLEMS[i],
                                              .scale = PROBLEMS[i]->scales[k],
                                              .index = k,
                                              .check = NAN};
            }
        }
    }
    return all;
}

/* ---- threads ---- */

typedef struct queue {
    jobs *all;
    atomic_int next;
} queue;

/* the longest first: the last scale of every problem, then the ones before */
static job *pick(queue *q) {
    const int turn = atomic_fetch_add(&q->next, 1);
    int seen = 0;
    for (int k = MAX_SCALES - 1; k >= 0; k--) {
        for (int i = 0; i < q->all->count; i++) {
            if (q->all->list[i].index == k && seen++ == turn) {
                return &q->all->list[i];
            }
        }
    }
    return NULL;
}

static void *work(void *data) {
    queue *q = data;
    for (job *j = pick(q); j; j = pick(q)) {
        job_run(j);
        fprintf(stderr, "bench_peers: %s at %s = %g\n", j->problem->name, j->problem->scale,
                j->scale);
    }
    return NULL;
}

static void run_all(jobs *all, int threads) {
    queue q = {.all = all};
    pthread_t thread[MAX_THREADS];
    int started = 0;
    for (int i = 1; i < threads; i++) {
        started += pthread_create(&thread[started], NULL, work, &q) == 0;
    }
    work(&q);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
}

int main(int count, char **words) {
    wishes w;
    const int wrong = parse(count, words, &w);
    if (wrong) {
        return wrong;
    }
    gsl_set_error_handler_off();
    jobs all = plan(&w);
    if (!all.list) {
        return 1;
    }
    run_all(&all, w.threads);
    int status = 0;
    for (int i = 0; i < all.count; i++) {
        status = all.list[i].failed ? 1 : status;
    }
    extrapolate(&all);
    status = report(&all) ? 1 : status;
    status = w.out && write_results(&all, w.out, w.threads) ? 1 : status;
    free(all.list);
    return status;
}
