/* SPDX-License-Identifier: MIT
 * The n-th allocation, write, open, rename or fork fails, for one n after the other until a command no longer
 * makes so many: it must end by itself, with a sentence and exit 1, and leave the old file or the whole new
 * one. It may only succeed if its result is whole all the same. Each command is tried for the first calls one by
 * one and then for a part of them; with LENTO_CASES > 1 for all (make campaign). */
#include "torture/process.h"

#ifndef SHIM
#define SHIM ""
#endif
enum { MOST_OLD = 100000, DENSE = 12, SPARSE = 12, LIMIT = 30 /* s */ };

typedef struct task {
    const char *words;
    const char *file;  /* that it replaces; NULL: stdout counts */
    const char *fresh; /* it makes this one, which must not exist before */
} task;

static const task tasks[] = {
    {"run kapitza --out a.csv", "a.csv", NULL},
    {"run kapitza --reference averaged --out a.json", "a.json", NULL},
    {"run kapitza", NULL, NULL},
    {"run kapitza --plot a.svg --quiet --no-estimate", "a.svg", NULL},
    {"run kapitza --tol 1e-3 --out a.json", "a.json", NULL},
    {"run stellar --slow x1^2+v1^2;x2^2+v2^2;x1 --scheme slow --until 0.1 --steps 4 --out a.csv",
     "a.csv", NULL},
    {"run --recipe again.json --out again.json", "again.json", NULL},
    {"run own.ode --out a.csv", "a.csv", NULL},
    {"run fpu eps=1e-2 --until 1 --macro soft-verlet --steps 10 --micro strang --ensemble 2 --out "
     "a.csv",
     "a.csv", NULL},
    {"compare kapitza omega=300 --until 0.1 --method macro=rk4 --method scheme=direct --out a.json",
     "a.json", NULL},
    {"converge kapitza --levels 2 --out a.json", "a.json", NULL},
    {"detect stellar --degree 2 --out a.csv", "a.csv", NULL},
    {"reproduce calvo/averaged --jobs 2 --report rep", "rep/report.json", NULL},
    {"run tabled.ode --tol 1e-3 --columns t,x --plot a.svg --quiet", "a.svg", NULL},
    {"run kapitza --scheme averaged --stop-when Q<0.1 --no-estimate --out a.csv", "a.csv", NULL},
    {"run springs --scheme stiff --until 0.1 --no-estimate --out a.json", "a.json", NULL},
    {"compare tabled.ode --method macro=dop853 --method macro=ode45 --plot a.svg --quiet", "a.svg",
     NULL},
    {"converge tabled.ode --levels 2 --macro rk4 --steps 8 --out a.json", "a.json", NULL},
    {"detect fast.ode --degree 2 --out a.json", "a.json", NULL},
    {"sweep kapitza v=3:4:3 --scheme averaged --measure a=final(Q) --quiet --out a.csv", "a.csv",
     NULL},
    {"run osc.ode --fast 0.5:0.51 --quiet --out a.csv", "a.csv", NULL},
    {"run osc.ode --envelope --event low=E<0.9 --quiet --out a.json", "a.json", NULL},
    {"check tabled.ode", NULL, NULL},
    {"docs pages", "pages/kernels.md", NULL},
    {"describe kapitza", NULL, NULL},
    {"new fresh.ode", NULL, "fresh.ode"},
};
static const char *const kinds[] = {"malloc", "write", "open", "rename", "fork"};
enum { TASKS = sizeof tasks / sizeof *tasks, KINDS = sizeof kinds / sizeof *kinds };

static char mark[600];
static long failed_calls[KINDS];

/* Takes out what differs from run to run: "seconds": 0.1 of JSON, the line with the work of a table. */
static void without_seconds(char *text) {
    char *out = text;
    for (const char *at = text; *at;) {
        if (strncmp(at, "\"seconds\": ", 11) == 0) {
            at += strcspn(at, ",}\n");
        } else if (strncmp(at, "work ", 5) == 0) {
            at += strcspn(at, "\n");
        } else {
            *out++ = *at++;
        }
    }
    *out = '\0';
}

/* The result without its seconds, or NULL. */
static char *result(const task *t) {
    size_t length;
    const char *path = t->file ? t->file : t->fresh ? t->fresh : "out";
    char *text = slurp(path, &length);
    if (text) {
        without_seconds(text);
    }
    return text;
}

static void prepare(const task *t, const char *old) {
    if (t->fresh) {
        remove(t->fresh);
    } else if (t->file) {
        mkdir("rep", 0777);
        mkdir("pages", 0777);
        spill(t->file, old);
    }
    remove("a.csv.journal"); /* of a sweep, for --resume */
    remove(mark);
}

static bool has_sentence(void) {
    size_t length;
    char *text = slurp("err", &length);
    /* about a file of equations: its name comes first */
    const bool there = text && (strstr(text, "lento: ") || strstr(text, ".ode:"));
    free(text);
    return there;
}

static bool nothing_beside(void) {
    return system("test -z \"$(find . -name '.lento*')\"") == 0;
}

/* What one failed call left. old NULL: there was no file. */
static void judge(const task *t, int kind, long n, int code, const char *old, const char *whole) {
    char *now_there = result(t);
    const bool is_whole = now_there && strcmp(now_there, whole) == 0;
    const bool kept = t->file    ? now_there && strcmp(now_there, old) == 0
                      : t->fresh ? !now_there
                                 : true;
    const char *const what = kinds[kind];
    if (code < 0 || code >= 126) {
        FAIL("%s %ld: %s %d: lento %s", what, n, code < 0 ? "hangs" : "signal", code - 128,
             t->words);
    } else if (code == 0 && !is_whole) {
        FAIL("%s %ld: exit 0, but the result is not whole: lento %s", what, n, t->words);
    } else if (code > 1 && !(code == 2 && strcmp(what, "open") == 0)) {
        FAIL("%s %ld: exit %d: lento %s", what, n, code, t->words);
    } else if (code > 0 && !has_sentence()) {
        FAIL("%s %ld: no sentence: lento %s", what, n, t->words);
    } else if (!is_whole && !kept) {
        FAIL("%s %ld: the file is torn: lento %s", what, n, t->words);
    }
    free(now_there);
}

/* One kind of call fails, n = 1, 2, ... */
static void torture(const task *t, int kind, const char *old, const char *whole) {
    long step = 1;
    char plain[MOST_OLD];
    snprintf(plain, sizeof plain, "%s", old);
    without_seconds(plain);
    for (long n = 1;; n += step) {
        char fail[64];
        prepare(t, old);
        snprintf(fail, sizeof fail, "%s:%ld", kinds[kind], n);
        setenv("LENTO_FAIL", fail, 1);
        setenv("LD_PRELOAD", SHIM, 1);
        const pid_t child = launch(t->words);
        unsetenv("LD_PRELOAD");
        const int code = await(child, LIMIT);
        if (code < 0) {
            kill(child, SIGKILL);
            await(child, LIMIT);
        }
        if (access(mark, F_OK) != 0) {
            if (code != 0) {
                FAIL("exit %d without a failed call: lento %s", code, t->words);
            }
            break;
        }
        failed_calls[kind]++;
        judge(t, kind, n, code, plain, whole);
        step = cases() > 1 || n < DENSE ? 1 : 1 + n / SPARSE;
    }
    if (!nothing_beside()) {
        FAIL("something is left beside the files: lento %s", t->words);
    }
}

static void try_task(const task *t) {
    prepare(t, "");
    if (strcmp(t->words, "run --recipe again.json --out again.json") == 0) {
        spill("again.json", "{\"problem\": \"kapitza\", \"until\": 0.5}");
    }
    const int code = await(launch(t->words), LIMIT);
    char *whole = result(t);
    if (code != 0 || !whole) {
        FAIL("exit %d: lento %s", code, t->words);
        free(whole);
        return;
    }
    size_t length;
    char *old = t->file && strstr(t->words, "--recipe") ? slurp(t->file, &length) : NULL;
    for (int kind = 0; kind < KINDS; kind++) {
        torture(t, kind, old ? old : "old\n", whole);
    }
    free(old);
    free(whole);
}

int main(int argc, char **argv) {
    char folder[500];
    if (!SHIM[0]) {
        printf("this machine cannot preload the shim\n");
        return 77;
    }
    enter_folder(folder);
    snprintf(mark, sizeof mark, "%s/failed", folder);
    setenv("LENTO_FAIL_MARK", mark, 1);
    spill("own.ode", "par a=1\nx' = -a*x\ninit x=1\n@ total=1, steps=10\n");
    spill("tabled.ode", "par a=1\ntable f f.tab\nx'=-a*x+f(t)\ninit x=1\n@ total=1\n");
    spill("f.tab", "3 0 1 0 1 0\n");
    spill("osc.ode",
          "par eps=0.01\nx'=y/eps\ny'=-x/eps-y*x^2\ninit x=1\nslow E=x^2+y^2\n@ total=1\n");
    spill("fast.ode", "par w=100\nphase p'=w\nx'=-x+cos(p)\n@ total=1\n");
    for (size_t i = 0; i < TASKS; i++) {
        if (argc < 2 || strstr(tasks[i].words, argv[1])) {
            try_task(&tasks[i]);
        }
    }
    for (int k = 0; k < KINDS; k++) {
        printf("%ld calls of %s failed\n", failed_calls[k], kinds[k]);
    }
    leave_folder(folder);
    printf("%d failed\n", failures);
    return failures > 0;
}
