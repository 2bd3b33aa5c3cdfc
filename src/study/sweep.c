/* SPDX-License-Identifier: MIT
 *
 * sweep.c - the loop over several jobs: each is run and taken, except that jobs which wait for a shared reference are
 * taken at the end, when it has measured all of them. */
#include "model/model.h"
#include "study/study.h"

lento_model *lento_model_at(const lento_model *model, double omega, const char *slow,
                            struct lento_chunk **memory, const char **why) {
    lento_model *other = NULL;
    const double factor = omega / lento_model_frequency(model);
    const bool made = lento_model_faster(&other, model, factor) == LENTO_DONE;
    if (!made || (model->formulas > 0 && !lento_model_use_formulas(other, model, factor))) {
        const char *const word[] = {lento_model_problem(model)->name,
                                    made ? "its slow variables have no meaning at another frequency"
                                         : lento_model_error(other)};
        *why = lento_chunk_text(memory, "%s: %s", word, NULL);
        lento_model_destroy(other);
        return NULL;
    }
    if (slow) {
        lento_model_choose(other, slow);
    }
    return other;
}

/* One job; a result that waits for the shared reference is kept in *kept. False ends the sweep, *starved: for lack of
 * memory. */
static bool run_one(const lento_sweep *sweep, int k, struct lento_chunk **memory,
                    lento_result **kept, bool *starved) {
    lento_job job = {.model = sweep->model, .watch = sweep->watch};
    lento_model *own = NULL;
    bool good = sweep->prepare(k, &job, &own, sweep->user);
    if (good) {
        lento_result result;
        lento_job_run(&job, &result);
        const bool waits = job.wait && !lento_result_trouble(&result);
        *kept = waits ? lento_chunk_take(memory, sizeof result) : NULL;
        *starved = result.status == LENTO_NO_MEMORY || (waits && !*kept);
        if (*kept) {
            **kept = result;
        } else if (*starved) {
            good = false;
            lento_result_free(&result);
        } else {
            good = sweep->take(k, &result, sweep->user);
            lento_result_free(&result);
        }
    }
    lento_model_destroy(own);
    return good;
}

bool lento_sweep_run(const lento_sweep *sweep) {
    struct lento_chunk *memory = NULL;
    lento_result **kept = lento_chunk_take(&memory, (size_t)sweep->count * sizeof(lento_result *));
    const int count = kept ? sweep->count : 0;
    bool good = true, any = false, starved = !kept;
    for (int k = 0; good && k < count; k++) {
        good = run_one(sweep, k, &memory, &kept[k], &starved);
        any = any || kept[k];
    }
    if (any && !lento_error_together(sweep->reference, sweep->model, kept, count, sweep->watch)) {
        starved = true;
    }
    good = true;
    for (int k = 0; k < count; k++) {
        if (kept[k]) {
            good = good && sweep->take(k, kept[k], sweep->user);
            lento_result_free(kept[k]);
        }
    }
    lento_chunk_free(&memory);
    return !starved;
}
