/* SPDX-License-Identifier: MIT
 * Progress bar with percent and remaining time = elapsed * (1 - fraction) / fraction. */
#include "io/progress.h"

#include "io/system.h"

#include <math.h>
#include <unistd.h>

static const double delay = 1.0;    /* s before the bar appears */
static const double interval = 0.1; /* s between two drawings */

double io_progress_clock(void) {
    return io_system_clock();
}

void io_progress_start(io_progress *progress, FILE *file, const char *label, bool quiet) {
    *progress = (io_progress){.file = file, .label = label};
    progress->enabled = !quiet && isatty(fileno(file));
    progress->start = io_progress_clock();
}

static void remaining_text(double fraction, double elapsed, char *text, size_t size) {
    double left = elapsed * (1 - fraction) / fraction;
    if (!(left < 100 * 3600)) {
        snprintf(text, size, "--:-- left");
    } else if (left >= 3600) {
        int minutes = (int)(left / 60);
        snprintf(text, size, "%d h %02d min left", minutes / 60, minutes % 60);
    } else {
        int seconds = (int)ceil(left);
        snprintf(text, size, "%d:%02d left", seconds / 60, seconds % 60);
    }
}

void io_progress_text(const char *label, double fraction, double elapsed, char *text, size_t size) {
    enum { CELLS = 24 };
    fraction = fraction > 0 ? fmin(fraction, 1) : 0;
    int full = (int)(fraction * CELLS);
    char bar[CELLS + 1];
    for (int i = 0; i < CELLS; i++) {
        bar[i] = i < full ? '=' : i == full ? '>' : ' ';
    }
    bar[CELLS] = '\0';
    char left[32];
    remaining_text(fraction, elapsed, left, sizeof left);
    snprintf(text, size, "%.20s [%s] %3d %%  %s", label, bar, (int)(100 * fraction), left);
}

void io_progress_update(io_progress *progress, double fraction) {
    if (!progress->enabled) {
        return;
    }
    double now = io_progress_clock();
    if (now - progress->start < delay || now - progress->last < interval) {
        return;
    }
    char text[IO_PROGRESS_WIDTH + 1];
    io_progress_text(progress->label, fraction, now - progress->start, text, sizeof text);
    fprintf(progress->file, "\r%-*s", IO_PROGRESS_WIDTH, text);
    fflush(progress->file);
    progress->last = now;
    progress->shown = true;
}

void io_progress_finish(io_progress *progress) {
    if (progress->shown) {
        fprintf(progress->file, "\r%*s\r", IO_PROGRESS_WIDTH, "");
        fflush(progress->file);
        progress->shown = false;
    }
}
