/* SPDX-License-Identifier: MIT
 * The command is killed at random moments while it computes and writes: its file is the old one or the whole new
 * one. Then recipes that were changed at random: each ends by itself or within a second after SIGTERM, with exit 0, 1 or
 * 2 and without a signal. A reproduction whose worker or parent is killed: no orphans, no verdict. The seed is fixed;
 * LENTO_CASES multiplies the numbers (make campaign); `kills_test writing` does the first part alone. */
#include "torture/process.h"

enum { KILLS = 100, RECIPES = 300, LIMIT = 30 /* s */ };

static unsigned long long seed = 20260612;
static double random_part(void) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static size_t random_below(size_t n) {
    return (size_t)(random_part() * (double)n);
}

/* ---- kills during writing ---- */

static const struct {
    const char *words, *file;
} writers[] = {
    {"run kapitza --until 1 --steps 80 --every 1e-4 --no-estimate --quiet --out w.csv", "w.csv"},
    {"run kapitza --until 1 --steps 80 --every 1e-4 --no-estimate --quiet --out w.json", "w.json"},
    {"run kapitza --until 1 --steps 80 --every 1e-4 --no-estimate --quiet --out w.npz", "w.npz"},
    {"run kapitza --until 1 --steps 80 --every 1e-4 --no-estimate --quiet --out w.mat", "w.mat"},
    {"run kapitza --until 0.5 --no-estimate --quiet --plot w.svg", "w.svg"},
    {"run kapitza --until 0.5 --no-estimate --quiet --plot w.png", "w.png"},
    {"compare kapitza omega=300 --until 0.1 --method macro=rk4 --quiet --out w.json", "w.json"},
    {"run --recipe again.json --quiet --out again.json", "again.json"},
    {"sweep kapitza v=3:4:40 --scheme averaged --measure a=final(Q) --quiet --out w.csv", "w.csv"},
    {"sweep kapitza v=3:4:40 --scheme averaged --measure a=final(Q) --quiet --out w.npz", "w.npz"},
    {"run osc.ode --fast 0.2:0.8 --every 1e-4 --quiet --out w.csv", "w.csv"},
    {"run osc.ode --envelope --every 1e-3 --quiet --out w.json", "w.json"},
    {"run osc.ode --event low=E<0.9 --event x>0.5 --every 1e-3 --quiet --out w.json", "w.json"},
};
static const char osc[] =
    "par eps=0.01\nx'=y/eps\ny'=-x/eps-y*x^2\ninit x=1\nslow E=x^2+y^2\n@ total=1\n";
static const char recipe[] = "{\"problem\": \"kapitza\", \"until\": 0.5, \"every\": 1e-3, "
                             "\"method\": {\"scheme\": \"async\", \"steps\": 40}}\n";
enum { WRITERS = sizeof writers / sizeof *writers };

static bool binary(const char *file) {
    return strstr(file, ".npz") || strstr(file, ".mat");
}

/* The bytes of a file; of a text without the seconds, which differ from run to run. */
static char *timeless(const char *file, size_t *length) {
    static const char key[] = "\"seconds\": ";
    char *text = slurp(file, length);
    for (size_t i = 0; text && !binary(file) && i + sizeof key < *length; i++) {
        if (memcmp(text + i, key, sizeof key - 1) == 0) {
            const size_t rest = i + strcspn(text + i, "\n}");
            memmove(text + i, text + rest, *length - rest);
            *length -= rest - i;
        }
    }
    return text;
}

static unsigned long number_at(const char *text) {
    const unsigned char *b = (const unsigned char *)text;
    return b[0] | (unsigned long)b[1] << 8 | (unsigned long)b[2] << 16 | (unsigned long)b[3] << 24;
}

/* An .npz ends with a directory that says where it begins, a .mat is a chain of pieces with their lengths: both know
 * how long they are, and their seconds are in the middle of checksums and pads. */
static bool knows_its_end(const char *text, size_t length, const char *file) {
    if (strstr(file, ".npz")) {
        const char *end = text + length - 22;
        return length > 22 && memcmp(end, "PK\5\6", 4) == 0 &&
               number_at(end + 12) + number_at(end + 16) + 22 == length;
    }
    size_t at = 128;
    while (at + 8 <= length) {
        at += 8 + (number_at(text + at + 4) + 7) / 8 * 8;
    }
    return at == length;
}

static bool same(const char *text, size_t length, const char *whole, size_t whole_length,
                 const char *file) {
    if (binary(file)) {
        return length + 200 > whole_length && knows_its_end(text, length, file);
    }
    return length == whole_length && memcmp(text, whole, length) == 0;
}

static void kill_writer(int k, long n) {
    const char *file = writers[k].file;
    const char *const before = strstr(writers[k].words, "--recipe") ? recipe : "old\n";
    size_t length, whole_length;
    spill(file, before);
    const double begin = now();
    if (await(launch(writers[k].words), LIMIT) != 0) {
        FAIL("lento %s", writers[k].words);
        return;
    }
    const double time = now() - begin;
    char *whole = timeless(file, &whole_length);
    if (!whole || !same(whole, whole_length, whole, whole_length, file) ||
        same(whole, whole_length - 1, whole, whole_length, file)) {
        FAIL("a file without its last byte would not be seen: lento %s", writers[k].words);
    }
    long old_ones = 0, new_ones = 0;
    for (long i = 0; i < n; i++) {
        spill(file, before);
        const pid_t child = launch(writers[k].words);
        nap(1.2 * random_part() * time);
        kill(child, SIGKILL);
        await(child, LIMIT);
        char *text = timeless(file, &length);
        const bool old = text && length == strlen(before) && memcmp(text, before, length) == 0;
        const bool new = text &&same(text, length, whole, whole_length, file);
        old_ones += old;
        new_ones += new;
        if (!old && !new) {
            FAIL("a torn file of %zu bytes after a kill: lento %s", length, writers[k].words);
        }
        free(text);
        if (system("rm -f *.journal") != 0) { /* of a killed sweep, for --resume */
            FAIL("the journal cannot be removed");
        }
    }
    printf("%ld kills: %ld old files, %ld new ones: lento %s\n", n, old_ones, new_ones,
           writers[k].words);
    if (system("test -z \"$(find . -name '.lento*')\"") != 0) {
        printf("a file without its name was left behind by a kill between link and rename\n");
        if (system("rm -f .lento*") != 0) {
            FAIL("it cannot be removed");
        }
    }
    free(whole);
}

/* ---- changed recipes ---- */

/* One change: a byte, a piece left out, doubled or moved, a number made large. */
static void change(char *text, size_t room) {
    static const char *const pieces[] = {
        "1e308",  "-1",   "0",    "null",       "{}",      "[]",         "\"\"",    "1e9", "true",
        "1e-300", "\"",   "2",    "0.5",        "3",       "1e3",        "1e-3",    "7",   "100",
        "1e5",    "0.01", "12.5", "\"direct\"", "\"rk4\"", "\"dop853\"", "\"sync\""};
    const size_t n = strlen(text), length = random_below(12), kind = random_below(16);
    size_t at = random_below(n + 1), from = at + length < n ? at + length : n;
    char copy[8000];
    snprintf(copy, sizeof copy, "%s", text);
    if (kind > 3 && strpbrk(text + at, ":")) { /* the value of the next member */
        at += strcspn(text + at, ":") + 1;
        from = at + 1 + strcspn(text + at + 1, ",}]");
    }
    switch (kind) {
    case 0:
        if (at < n) {
            text[at] = (char)(1 + random_below(255));
        }
        break;
    case 1:
        snprintf(text, room, "%.*s%s", (int)at, copy, copy + from);
        break;
    case 2:
        snprintf(text, room, "%.*s%s", (int)from, copy, copy + at);
        break;
    default:
        snprintf(text, room, "%.*s%s%s", (int)at, copy,
                 pieces[random_below(sizeof pieces / sizeof *pieces)], copy + from);
    }
}

static void change_recipes(long n) {
    static const char *const recipes[] = {
        "{\"problem\": \"kapitza\", \"parameters\": {\"l\": 0.2, \"omega\": 1e4}, \"method\": "
        "{\"scheme\": \"async\", \"macro\": "
        "\"verlet\", \"steps\": 8, \"kernel\": \"box\", \"periods\": 1}, \"until\": 0.1, "
        "\"every\": 0.05}",
        "{\"problem\": \"stellar\", \"parameters\": {\"eps\": 0.001}, \"method\": {\"scheme\": "
        "\"slow\", \"steps\": 4}, \"slow\": "
        "{\"variables\": [\"x1^2+v1^2\", \"x2^2+v2^2\", \"x1\"], \"integrate\": [\"x1\"]}, "
        "\"until\": 0.1}",
        "{\"runs\": [{\"problem\": \"top\", \"parameters\": {\"m1\": 1}, \"method\": {\"macro\": "
        "\"gbs\", \"rtol\": 1e-6}, \"until\": 1}]}",
    };
    long codes[3] = {0}, stopped = 0;
    for (long i = 0; i < n; i++) {
        char text[8000];
        snprintf(text, sizeof text, "%s", recipes[random_below(3)]);
        for (size_t k = 1 + random_below(2); k > 0; k--) {
            change(text, sizeof text / 2);
        }
        spill("r.json", text);
        const pid_t child = launch("run --recipe r.json --quiet");
        int code = await(child, 0.5);
        if (code < 0) {
            stopped++;
            kill(child, SIGTERM);
            code = await(child, LIMIT);
            /* on a busy machine it may still be opening its runs: then the signal itself ends it */
            code = code == 128 + SIGTERM ? 1 : code;
        }
        if (code < 0 || code > 2) {
            FAIL("exit %d of the recipe %s", code, text);
            kill(child, SIGKILL);
            await(child, LIMIT);
        } else {
            codes[code]++;
        }
    }
    printf("%ld recipes changed: %ld done, %ld failed or stopped (%ld), %ld refused\n", n, codes[0],
           codes[1], stopped, codes[2]);
}

/* ---- workers ---- */

/* The children of a process, from the system; 0: none. */
static pid_t child_of(pid_t parent) {
    char path[100];
    long child = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)parent, (long)parent);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%ld", &child) != 1) {
            child = 0;
        }
        fclose(file);
    }
    return (pid_t)child;
}

static pid_t wait_for_child(pid_t parent) {
    pid_t worker = 0;
    for (int i = 0; i < 2000 && !worker; i++) {
        nap(0.001);
        worker = child_of(parent);
    }
    return worker;
}

static void lose_a_worker(void) {
    const pid_t parent = launch("reproduce calvo/section-2.5 --jobs 1 --format json --report lost");
    const pid_t worker = wait_for_child(parent);
    if (!worker) {
        printf("this system does not list children\n");
        await(parent, LIMIT);
        return;
    }
    kill(worker, SIGKILL);
    const int code = await(parent, 2 * LIMIT);
    size_t length;
    char *report = slurp("lost/report.json.partial", &length), *err = slurp("err", &length);
    if (code != 1 || !report || !strstr(report, "\"complete\": false") || !err ||
        !strstr(err, "processes failed: ") || access("lost/report.json", F_OK) == 0) {
        FAIL("a lost worker is no error: exit %d, %s", code, err ? err : "");
    }
    free(report);
    free(err);
}

static void lose_the_parent(void) {
    const pid_t parent = launch("reproduce calvo/section-2.5 --jobs 1");
    const pid_t worker = wait_for_child(parent);
    kill(parent, SIGKILL);
    await(parent, LIMIT);
    for (int i = 0; worker && i < 1000 && kill(worker, 0) == 0; i++) {
        char path[60], state[300] = "";
        snprintf(path, sizeof path, "/proc/%ld/stat", (long)worker);
        FILE *file = fopen(path, "r");
        if (!file || !fgets(state, sizeof state, file) || strstr(state, ") Z ")) {
            i = 1000; /* dead, and waiting for its new parent */
        }
        if (file) {
            fclose(file);
        }
        nap(0.01);
        if (i == 999) {
            FAIL("a worker outlives its parent");
            kill(worker, SIGKILL);
        }
    }
}

int main(int argc, char **argv) {
    char folder[500];
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    enter_folder(folder);
    spill("osc.ode", osc);
    for (int k = 0; k < WRITERS; k++) {
        kill_writer(k, (cases() * KILLS + WRITERS - 1) / WRITERS);
    }
    if (argc > 1 && strcmp(argv[1], "writing") == 0) {
        leave_folder(folder);
        printf("%d failed\n", failures);
        return failures > 0;
    }
    change_recipes(cases() * RECIPES);
    lose_a_worker();
    lose_the_parent();
    leave_folder(folder);
    printf("%d failed\n", failures);
    return failures > 0;
}
