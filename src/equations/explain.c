/* SPDX-License-Identifier: MIT
 *
 * explain.c - what was understood of a file, in lines of text: `lento check FILE.ode`. What depends on parameters is
 * said for their values in the file. */
#include "equations/model.h"

#include <string.h>

typedef struct page {
    char *text;
    size_t room, length;
} page;

static void say(page *out, const char *text) {
    for (const char *c = text; *c; c++) {
        if (out->length + 1 < out->room) {
            out->text[out->length] = *c;
        }
        out->length++;
    }
}

static void say_number(page *out, double value) {
    char text[40] = "";
    lento_eq_append_number(text, sizeof text, value);
    say(out, text);
}

static void title(page *out, const char *word) {
    say(out, word);
    for (size_t n = strlen(word); n < 12; n++) {
        say(out, " ");
    }
}

static void count_of(page *out, const char *word, size_t n, const char *what, const char *more) {
    if (n > 0) {
        say(out, "\n");
        title(out, word);
        say_number(out, (double)n);
        say(out, " ");
        say(out, what);
        say(out, n > 1 ? "s" : "");
        say(out, more);
    }
}

static void equations(const eq_file *file, page *out) {
    title(out, "equations");
    for (size_t i = 0; i < file->states.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->states.item[i]];
        say(out, i == 0 ? "" : ", ");
        say(out, s->name);
        say(out, s->order == 2 ? "''" : "'");
    }
    say(out, "\norder       ");
    say(out, file->second_order ? "2" : "1");
    if (file->constraints.count > 0) {
        say(out, "\nconstraints ");
        say_number(out, (double)file->constraints.count);
        say(out, ", with derived Jacobian");
    }
    count_of(out, "stiff", file->stiff.count, "spring", "");
    count_of(out, "events", file->events.count, "event", "; direct runs only");
    count_of(out, "tables", file->lookups.count, "tabulated function", "");
    say(out, file->mean_start ? "\nstart       means; the state is found from them" : "");
    for (size_t i = 0; i < file->states.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->states.item[i]];
        say(out, s->turning ? "\nvarying     " : "");
        say(out, s->turning ? s->name : "");
        say(out, s->turning ? ": a phase whose rate varies is part of the state" : "");
    }
    say(out, "\n");
}

static void parameters(const lento_model *model, page *out) {
    title(out, "parameters");
    for (int i = 0; i < lento_model_parameters(model); i++) {
        double value;
        const lento_parameter *row;
        say(out, i == 0 ? "" : ", ");
        say(out, lento_model_parameter(model, i, &value, &row));
        say(out, " = ");
        say_number(out, value);
        say(out, row->unit ? " " : "");
        say(out, row->unit ? row->unit : "");
    }
    say(out, lento_model_parameters(model) == 0 ? "none\n" : "\n");
}

static void fast(const lento_problem *problem, const lento_system *s, page *out) {
    title(out, "fast");
    for (int i = 0; i < lento_scales(s); i++) {
        const lento_scale *scale = &s->fast->scale[i];
        say(out, i == 0 ? "frequency " : ", frequency ");
        say_number(out, scale->frequency);
        if (scale->highest > 0) {
            say(out, " (");
            say_number(out, scale->lowest);
            say(out, " to ");
            say_number(out, scale->highest);
            say(out, ")");
        }
        say(out, scale->forced ? ", in the equations" : ", of the motion itself");
    }
    say(out, lento_scales(s) == 0 ? "nothing is declared\n" : "\n");
    if (lento_forced(s)) {
        title(out, "forcing");
        say(out, s->fast->even ? "even in the phase, " : "not even in the phase, ");
        say_number(out, lento_harmonics(s));
        say(out, lento_harmonics(s) > 1 ? " harmonics\n" : " harmonic\n");
    }
    if (problem->fast) {
        title(out, "set by");
        say(out, problem->fast);
        say(out, "\n");
    }
}

static void shape(const lento_system *s, page *out) {
    const eq_model *m = s->params;
    title(out, "right side");
    say(out, m->shape.polynomial ? "polynomial" : "not polynomial");
    say(out, m->shape.time ? ", explicit time" : "");
    say(out, m->order == 2 && m->shape.velocity ? ", reads velocities" : "");
    say(out, m->shape.corners ? ", has corners" : ", smooth");
    say(out, m->derivatives ? ", exact Jacobian" : "");
    say(out, "\n");
}

static void outputs(const eq_file *file, page *out) {
    for (int slow = 1; slow >= 0; slow--) {
        int n = 0;
        for (size_t i = 0; i < file->outputs.count; i++) {
            const eq_output *o = &file->outputs.item[i];
            if (o->slow != (slow == 1)) {
                continue;
            }
            if (n++ == 0) {
                title(out, slow ? "slow" : "outputs");
            } else {
                say(out, ", ");
            }
            say(out, o->name ? o->name : file->symbols.item[o->state].name);
            say(out, o->mean ? " (mean)" : "");
        }
        say(out, n > 0 ? "\n" : "");
    }
    for (size_t i = 0; i < file->ignored.count; i++) {
        if (i == 0) {
            title(out, "ignored");
        }
        say(out, i == 0 ? "" : ", ");
        say(out, file->ignored.item[i]);
    }
    say(out, file->ignored.count > 0 ? "\n" : "");
}

/* definitions that no expression and no output uses */
static void unused(const eq_file *file, page *out) {
    int n = 0;
    bool shifts = false; /* then members of arrays may be read by number */
    for (size_t i = 0; i < file->trees.count && !shifts; i++) {
        shifts = file->trees.item[i].kind == EQ_TREE_SHIFT;
    }
    for (size_t i = 0; i < file->symbols.count; i++) {
        const eq_symbol *s = &file->symbols.item[i];
        const bool defined =
            s->role == EQ_PARAMETER || s->role == EQ_QUANTITY || s->role == EQ_FUNCTION;
        const bool member = shifts && lento_eq_same_array(s, s);
        if (defined && !s->read && !s->shown && !member) {
            if (n++ == 0) {
                title(out, "unused");
            } else {
                say(out, ", ");
            }
            say(out, s->name);
        }
    }
    say(out, n > 0 ? "\n" : "");
}

size_t lento_problem_explain(const lento_problem *problem, char text[], size_t room) {
    room = text ? room : 0;
    page out = {text, room, 0};
    if (problem && problem->make == lento_eq_make) {
        const eq_file *file = problem->data;
        lento_model *model = NULL;
        equations(file, &out);
        if (lento_model_create(&model, problem, NULL, 0) == LENTO_DONE) {
            parameters(model, &out);
            fast(problem, lento_model_system(model), &out);
            shape(lento_model_system(model), &out);
        } else {
            title(&out, "wrong");
            say(&out, lento_model_error(model));
            say(&out, "\n");
        }
        lento_model_destroy(model);
        outputs(file, &out);
        unused(file, &out);
    }
    if (room > 0) {
        text[out.length < room ? out.length : room - 1] = '\0';
    }
    return out.length;
}
