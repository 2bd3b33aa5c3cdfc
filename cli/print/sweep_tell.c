/* SPDX-License-Identifier: MIT
 * What became of the cells of a sweep, in a sentence. */
#include "print/sweep.h"

#include <math.h>

/* Measures that have no value where the run has one. */
static void tell_empty(const cli_request *request, const cli_sheet *sheet, int64_t done) {
    for (size_t i = 2; i < sheet->width; i++) {
        int64_t empty = 0;
        for (int64_t k = 0; k < sheet->count; k++) {
            const double *record = cli_sheet_cell(sheet, k);
            empty += record[0] <= LENTO_CELL_NOT_MET && isnan(record[i]);
        }
        cli_note(request->quiet || empty == 0, "measure %s has no value in %lld of %lld cells",
                 sheet->names[(size_t)sheet->cells.axes + i], (long long)empty, (long long)done);
    }
}

int cli_sheet_tell(const cli_request *request, const cli_sheet *sheet, const lento_chart *chart) {
    int64_t count[LENTO_CELL_STATUSES] = {0}, first[LENTO_CELL_STATUSES] = {0}, warned = 0, all = 0;
    char text[600] = "", values[300], why[300] = "";
    for (int64_t k = sheet->count - 1; k >= 0; k--) {
        const double *record = cli_sheet_cell(sheet, k);
        if (cli_sheet_has(sheet, k)) {
            count[(int)record[0]]++;
            first[(int)record[0]] = k;
            warned += record[1] > 0;
            all++;
        }
    }
    for (int i = 1; i < LENTO_CELL_STATUSES; i++) {
        if (count[i] > 0) {
            cli_append(text, sizeof text, ", %lld %s (first: %s)", (long long)count[i],
                       lento_cell_status_name(i),
                       cli_sheet_values(sheet, first[i], values, sizeof values));
        }
    }
    if (warned > 0) {
        cli_append(text, sizeof text, "; %lld with warnings", (long long)warned);
    }
    cli_note(request->quiet, "%lld cells: %lld done%s", (long long)all,
             (long long)count[LENTO_CELL_DONE], text);
    const int64_t values_in = count[LENTO_CELL_DONE] + count[LENTO_CELL_NOT_MET];
    tell_empty(request, sheet, values_in);
    if (values_in > 0 || all == 0) {
        return 0;
    }
    if (chart) {
        lento_chart_explain(
            chart, first[count[LENTO_CELL_REFUSED] ? LENTO_CELL_REFUSED : LENTO_CELL_FAILED], why,
            sizeof why);
    }
    return cli_failed("no cell has values%s%s", why[0] ? "; the first: " : "", why);
}
