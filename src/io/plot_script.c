/* SPDX-License-Identifier: MIT
 * Scripts of curves. Texts are single-quoted strings, in which only the quote is special, without control characters;
 * names of files never reach gnuplot.
 *
 * Colours: Okabe and Ito's palette, distinguishable for colour-blind readers; series that share a
 * colour differ in dash type. */
#include "io/plot_script.h"

#include "io/number.h"
#include "io/text.h"

#include <math.h>
#include <string.h>

static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#000000"};
enum { COLOURS = sizeof palette / sizeof palette[0] };

static void quoted(FILE *script, const char *text) {
    putc('\'', script);
    char letter[IO_TEXT_LETTER];
    while (text != NULL && *text != '\0') {
        if (*text == '\'') {
            putc('\'', script);
        }
        text = io_text_plain(text, letter);
        fputs(letter, script);
    }
    putc('\'', script);
}

void io_plot_label(FILE *script, const char *what, const char *text, const char *look) {
    if (text != NULL && *text != '\0') {
        fprintf(script, "set %s ", what);
        quoted(script, text);
        fprintf(script, " noenhanced %s\n", look);
    }
}

static bool has_name(const io_plot_series *s) {
    return s->name != NULL && s->name[0] != '\0';
}

static size_t break_at(const char *text, size_t most) {
    const size_t length = strlen(text);
    size_t n = length <= most ? length : most;
    while (n < length && n > most / 2 && text[n] != ' ') {
        n--;
    }
    return n;
}

io_plot_sheet io_plot_lay_out(const io_plot *plot, io_plot_panel *single) {
    *single =
        (io_plot_panel){.y_label = plot->y_label, .count = plot->count, .series = plot->series};
    io_plot_sheet s = {.plot = plot,
                       .panel = plot->panels > 0 ? plot->panel : single,
                       .panels = plot->panels > 0 ? plot->panels : 1};
    size_t widest = 0, longest = 0;
    for (size_t k = 0; k < s.panels; k++) {
        size_t names = 0;
        for (size_t i = 0; i < s.panel[k].count; i++) {
            const char *name = s.panel[k].series[i].name;
            const size_t width = has_name(&s.panel[k].series[i]) ? io_text_width(name) : 0;
            widest = width > widest ? width : widest;
            names += width > 0 ? 1 : 0;
        }
        longest = names > longest ? names : longest;
    }
    const int legend =
        widest > 0 ? IO_PLOT_SAMPLE + IO_PLOT_LETTER * (int)(widest < 44 ? widest : 44) : 0;
    s.right = IO_PLOT_RIGHT + legend;
    s.width = plot->width > 0 ? plot->width : IO_PLOT_WIDTH + (legend > 160 ? legend - 160 : 0);
    s.height = plot->height > 0 ? plot->height : s.panels == 1 ? 560 : 170 + 190 * (int)s.panels;
    s.letters = (size_t)(s.width - 2 * IO_PLOT_RIGHT) / 7;
    const char *rest = plot->caption ? plot->caption : "";
    for (; *rest && s.captions < IO_PLOT_CAPTIONS; s.captions++) {
        rest += break_at(rest, s.letters);
        rest += strspn(rest, " ");
    }
    s.top = 26 + (plot->title && plot->title[0] ? IO_PLOT_TEXT + 6 : 0) + IO_PLOT_TEXT * s.captions;
    return s;
}

void io_plot_frame(FILE *script, const io_plot_sheet *s) {
    const io_plot *plot = s->plot;
    fprintf(script,
            plot->png ? "set terminal pngcairo size %d,%d font 'Sans,11' background '#ffffff'\n"
                      : "set terminal svg size %d,%d font 'sans-serif,14' background '#ffffff'\n",
            s->width, s->height);
    fputs("set encoding utf8\n"
          "set border 3 linecolor '#555555' linewidth 1\n"
          "set tics nomirror textcolor '#333333' scale 0.6\n"
          "set grid linecolor '#e4e4e4' linewidth 1 linetype 1\n"
          "set style fill transparent solid 0.25 noborder\n",
          script);
    fprintf(script, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n",
            (double)IO_PLOT_LEFT / s->width, 1 - (double)s->right / s->width);
    fputs(plot->log_x ? "set logscale x\nset format x '10^{%L}'\n" : "set autoscale xfix\n",
          script);
}

/* Title and caption, from the top of the picture down. */
void io_plot_heading(FILE *script, const io_plot_sheet *s) {
    double y = 14 + IO_PLOT_TEXT / 2.0;
    const double x = 20.0 / s->width;
    if (s->plot->title && s->plot->title[0]) {
        fputs("set label 100 ", script);
        quoted(script, s->plot->title);
        fprintf(script, " at screen %.5f, screen %.5f left noenhanced font ',%d'\n", x,
                1 - y / s->height, s->plot->png ? 13 : 16);
        y += IO_PLOT_TEXT + 4;
    }
    const char *rest = s->plot->caption ? s->plot->caption : "";
    for (int i = 0; i < s->captions; i++) {
        const size_t n = break_at(rest, s->letters);
        char line[300];
        const bool cut = i + 1 == s->captions && rest[n + strspn(rest + n, " ")] != '\0';
        snprintf(line, sizeof line, "%.*s%s", (int)(n < 280 ? n : 280), rest, cut ? " ..." : "");
        fprintf(script, "set label %d ", 101 + i);
        quoted(script, line);
        fprintf(script,
                " at screen %.5f, screen %.5f left noenhanced font ',%d' textcolor '#555555'\n", x,
                1 - y / s->height, s->plot->png ? 9 : 12);
        rest += n;
        rest += strspn(rest, " ");
        y += IO_PLOT_TEXT;
    }
}

static bool is_log(const io_plot *plot, const io_plot_panel *panel) {
    return plot->log_y || panel->log_y;
}

static bool visible(const io_plot *plot, const io_plot_panel *panel, double x, double y) {
    return isfinite(x) && isfinite(y) && (!plot->log_x || x > 0) && (!is_log(plot, panel) || y > 0);
}

/* Data block $dK_I; returns the number of points that can be seen. */
static size_t put_data(FILE *script, const io_plot_sheet *page, size_t k, size_t index) {
    const io_plot_panel *panel = &page->panel[k];
    const io_plot_series *s = &panel->series[index];
    size_t seen = 0;
    fprintf(script, "$d%zu_%zu << EOD\n", k, index);
    for (size_t i = 0; i < s->n; i++) {
        const double high = s->style == IO_PLOT_BAND ? s->high[i] : s->y[i];
        char x[IO_NUMBER_SIZE], y[IO_NUMBER_SIZE], z[IO_NUMBER_SIZE];
        if (visible(page->plot, panel, s->x[i], s->y[i]) &&
            visible(page->plot, panel, s->x[i], high)) {
            fprintf(script, "%s %s %s\n", io_number_format(s->x[i], x),
                    io_number_format(s->y[i], y), io_number_format(high, z));
            seen++;
        } else if (i > 0) {
            fputs("\n", script); /* a blank line interrupts the curve */
        }
    }
    fputs("EOD\n", script);
    return seen;
}

static void put_style(FILE *script, const io_plot_series *s, size_t number) {
    static const char *const with[] = {"lines", "points", "linespoints"};
    static const int marks[] = {7, 5, 9, 11, 13};
    number = s->colour > 0 ? (size_t)s->colour - 1 : number;
    const char *colour = palette[number % COLOURS];
    switch (s->style) {
    case IO_PLOT_OVERLAY:
        fputs(" with lines linecolor rgb '#000000' linewidth 1.5 dashtype (8,10)", script);
        return;
    case IO_PLOT_RINGS:
        fputs(" with points linecolor rgb '#000000' pointtype 6 pointsize 0.8", script);
        return;
    case IO_PLOT_STAR:
        fputs(" with points linecolor rgb '#000000' linewidth 2 pointtype 6 pointsize 2.6", script);
        return;
    case IO_PLOT_BAND:
        fprintf(script, " with filledcurves linecolor rgb '%s'", colour);
        return;
    default:
        break;
    }
    fprintf(script, " with %s linecolor rgb '%s'", with[s->style], colour);
    if (s->style != IO_PLOT_POINTS) {
        fprintf(script, " linewidth 2 dashtype %zu", 1 + number / COLOURS % 4);
    }
    if (s->style != IO_PLOT_LINE) {
        fprintf(script, " pointtype %d pointsize 0.9", marks[number % 5]);
    }
}

/* The y axis; for curves that are constant up to the sixth digit one whose numbers differ. */
static void put_range(FILE *script, const io_plot *plot, const io_plot_panel *panel) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < panel->count; k++) {
        const io_plot_series *s = &panel->series[k];
        for (size_t i = 0; i < s->n; i++) {
            if (visible(plot, panel, s->x[i], s->y[i])) {
                low = fmin(low, s->y[i]);
                high = fmax(high, s->high ? s->high[i] : s->y[i]);
            }
        }
    }
    const double middle = 0.5 * (low + high), least = 1e-4 * fabs(middle);
    fputs(is_log(plot, panel) ? "set logscale y\nset format y '10^{%L}'\n"
                              : "unset logscale y\nset format y '% h'\n",
          script);
    if (!is_log(plot, panel) && high - low < least) {
        fprintf(script, "set yrange [%.17g:%.17g]\n", middle - least, middle + least);
    } else {
        fputs("set yrange [*:*]\n", script);
    }
}

/* At a fixed place, whatever room the numbers take. */
void io_plot_y_label(FILE *script, const io_plot_sheet *s, const char *text, double top,
                     double bottom) {
    fputs("unset label 90\n", script);
    if (text && text[0]) {
        fputs("set label 90 ", script);
        quoted(script, text);
        fprintf(script, " at screen %.5f, screen %.5f center rotate noenhanced\n", 22.0 / s->width,
                0.5 * (top + bottom));
    }
}

static void put_panel(FILE *script, const io_plot_sheet *s, size_t k) {
    const io_plot_panel *panel = &s->panel[k];
    const bool last = k + 1 == s->panels;
    const double each = (double)(s->height - s->top - IO_PLOT_BOTTOM) / (double)s->panels;
    const double top = 1 - (s->top + (double)k * each) / s->height;
    const double bottom = top - (each - (last ? 0 : IO_PLOT_GAP)) / s->height;
    bool legend = false;
    fprintf(script, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", top, bottom);
    fputs(last ? "unset xlabel\n" : "unset xlabel\nset format x ''\n", script);
    if (last) {
        fputs(s->plot->log_x ? "set format x '10^{%L}'\n" : "set format x '% h'\n", script);
        io_plot_label(script, "xlabel", s->plot->x_label, "");
    }
    io_plot_y_label(script, s, panel->y_label, top, bottom);
    for (size_t i = 0; i < panel->count; i++) {
        legend = legend || has_name(&panel->series[i]);
    }
    put_range(script, s->plot, panel);
    if (legend) {
        fprintf(script,
                "set key at screen %.5f, screen %.5f left top vertical maxrows %zu Left reverse "
                "samplen 2 width -2 noenhanced\n",
                1 - (s->right - 6.0) / s->width, top, panel->count);
    } else {
        fputs("set key off\n", script);
    }
    for (size_t i = 0; i < panel->count; i++) {
        const io_plot_series *curve = &panel->series[i];
        const bool band = curve->style == IO_PLOT_BAND;
        fprintf(script, "%s$d%zu_%zu using %s", i == 0 ? "plot " : ", ", k, i,
                band ? "1:2:3" : "1:2");
        put_style(script, curve, i);
        fputs(has_name(curve) ? " title " : " notitle", script);
        if (has_name(curve)) {
            quoted(script, curve->name);
        }
    }
    fputs("\n", script);
    if (k == 0) {
        fputs("unset label\n", script); /* the heading stands there once */
    }
}

/* The whole script; returns the number of visible points. */
size_t io_plot_script(FILE *script, const io_plot *plot) {
    size_t seen = 0;
    io_plot_panel single;
    if (plot->map) {
        return io_plot_map_script(script, plot);
    }
    const io_plot_sheet s = io_plot_lay_out(plot, &single);
    io_plot_frame(script, &s);
    io_plot_heading(script, &s);
    for (size_t k = 0; k < s.panels; k++) {
        for (size_t i = 0; i < s.panel[k].count; i++) {
            seen += put_data(script, &s, k, i);
        }
    }
    fputs(s.panels > 1 ? "set multiplot\n" : "", script);
    for (size_t k = 0; k < s.panels; k++) {
        put_panel(script, &s, k);
    }
    fputs(s.panels > 1 ? "unset multiplot\nset output\n" : "set output\n", script);
    return seen;
}
