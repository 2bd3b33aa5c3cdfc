/* SPDX-License-Identifier: MIT
 *
 * order.c - definitions in an order in which each comes after what it uses, or the place where one depends on itself.
 * A search in depth with a stack of its own; linear in trees. */
#include "equations/equations.h"

static const eq_symbol *symbol_of(const eq_file *file, const eq_tree *t) {
    return &file->symbols.item[t->a];
}

static bool defined(const eq_symbol *s) {
    return s->role == EQ_PARAMETER || s->role == EQ_FIXED || s->role == EQ_QUANTITY ||
           s->role == EQ_FUNCTION;
}

/* what is done: 0 not seen, 1 being looked at, 2 done; and the stack of a search in depth */
typedef struct visit {
    int symbol, at, member;
} visit;
typedef struct search {
    eq_file *file;
    char *seen, *array_seen;
    int *array; /* of each quantity: the first one of its array */
    visit *stack;
} search;

static bool in_array(const eq_file *file, int first, int member) {
    const int *list = file->quantities.item;
    return member < (int)file->quantities.count &&
           (member == first || lento_eq_same_array(&file->symbols.item[list[first]],
                                                   &file->symbols.item[list[member]]));
}

/* a definition that this tree needs and that is not done, or -1; shift may read all members of an array */
static int needed(search *s, const eq_tree *t, visit *top) {
    const eq_symbol *symbol = symbol_of(s->file, t);
    if (t->kind == EQ_TREE_NAME || t->kind == EQ_TREE_CALL) {
        return defined(symbol) && s->seen[t->a] != 2 ? t->a : -1;
    }
    if (t->kind != EQ_TREE_SHIFT || symbol->role != EQ_QUANTITY) {
        return -1;
    }
    const int first = s->array[symbol->index];
    while (!s->array_seen[first] && in_array(s->file, first, first + top->member)) {
        const int member = s->file->quantities.item[first + top->member];
        if (s->seen[member] != 2) {
            return member;
        }
        top->member++;
    }
    s->array_seen[first] = 1;
    return -1;
}

static int sort_from(search *s, int symbol) {
    eq_file *file = s->file;
    size_t depth = 0;
    s->stack[depth++] = (visit){symbol, file->symbols.item[symbol].value.first, 0};
    s->seen[symbol] = 1;
    while (depth > 0) {
        visit *top = &s->stack[depth - 1];
        if (top->at > file->symbols.item[top->symbol].value.last) {
            if (EQ_ADD(file, file->order, top->symbol)) {
                return -1;
            }
            s->seen[top->symbol] = 2;
            depth--;
            continue;
        }
        const eq_tree *t = &file->trees.item[top->at];
        const int next = needed(s, t, top);
        if (next < 0) {
            top->at++;
            top->member = 0;
            continue;
        }
        if (s->seen[next] == 1) {
            return lento_eq_error(file, t->at, "'%s' depends on itself", symbol_of(file, t)->name,
                                  NULL);
        }
        s->seen[next] = 1;
        s->stack[depth++] = (visit){next, file->symbols.item[next].value.first, 0};
    }
    return 0;
}

int lento_eq_order(eq_file *file) {
    search s = {.file = file};
    const size_t n = file->quantities.count;
    s.seen = calloc(file->symbols.count + 1, 1);
    s.array_seen = calloc(n + 1, 1);
    s.array = calloc(n + 1, sizeof *s.array);
    s.stack = calloc(file->symbols.count + 1, sizeof *s.stack);
    int code = s.seen && s.array_seen && s.array && s.stack ? 0 : lento_eq_no_memory(file);
    for (size_t i = 1; i < n && code == 0; i++) {
        s.array[i] = in_array(file, s.array[i - 1], (int)i) ? s.array[i - 1] : (int)i;
    }
    for (size_t i = 0; i < file->symbols.count && code == 0; i++) {
        if (defined(&file->symbols.item[i]) && !s.seen[i]) {
            code = sort_from(&s, (int)i);
        }
    }
    free(s.seen);
    free(s.array_seen);
    free(s.array);
    free(s.stack);
    return code;
}
