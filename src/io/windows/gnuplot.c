/* SPDX-License-Identifier: MIT
 * Runs gnuplot on Windows. Script, picture and complaints are temporary files, which the process gets
 * as its stdin, stdout and stderr. */
#include "io/gnuplot.h"

#include "io/interrupt.h"
#include "io/progress.h"
#include "io/system.h"

#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum { LARGEST = 64 << 20, PAUSE = 20 /* ms */ };

/* The program in the folders of PATH, never the one in the current folder. */
static bool find(char program[MAX_PATH]) {
    char path[32768];
    const DWORD length = GetEnvironmentVariableA("PATH", path, sizeof path);
    return length > 0 && length < sizeof path &&
           SearchPathA(path, "gnuplot.exe", NULL, MAX_PATH, program, NULL) > 0;
}

bool io_gnuplot_exists(void) {
    char program[MAX_PATH];
    return find(program);
}

/* What the process gets of a file; NULL: nothing. */
static HANDLE inherited(FILE *file) {
    HANDLE handle = file ? (HANDLE)_get_osfhandle(_fileno(file)) : INVALID_HANDLE_VALUE;
    if (handle == INVALID_HANDLE_VALUE ||
        !SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT)) {
        return NULL;
    }
    SetFilePointer(handle, 0, NULL, FILE_BEGIN);
    return handle;
}

static char *contents(FILE *file, size_t *length) {
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size >= 0 && size < LARGEST ? malloc((size_t)size + 1) : NULL;
    rewind(file);
    *length = text ? fread(text, 1, (size_t)size, file) : 0;
    if (text) {
        text[*length] = '\0';
    }
    return text;
}

/* Waits for the end; NULL, or why it was not waited for. */
static const char *wait_for(HANDLE process, double end) {
    while (WaitForSingleObject(process, PAUSE) == WAIT_TIMEOUT) {
        const char *why = io_interrupt_requested()    ? "nothing was drawn: interrupted"
                          : io_progress_clock() > end ? "gnuplot took longer than %g s"
                                                      : NULL;
        if (why) {
            TerminateProcess(process, 1);
            WaitForSingleObject(process, INFINITE);
            return why;
        }
    }
    return NULL;
}

static bool draw(FILE *script, FILE *out, FILE *err, double seconds,
                 char message[IO_MESSAGE_SIZE]) {
    char program[MAX_PATH], command[] = "gnuplot -d -";
    STARTUPINFOA how = {.cb = sizeof how,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = inherited(script),
                        .hStdOutput = inherited(out),
                        .hStdError = inherited(err)};
    PROCESS_INFORMATION child;
    if (!how.hStdInput || !how.hStdOutput || !how.hStdError || !find(program) ||
        !CreateProcessA(program, command, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &how,
                        &child)) {
        return io_refuse(message, "gnuplot cannot be started");
    }
    DWORD code = 1;
    const char *why = wait_for(child.hProcess, io_progress_clock() + seconds);
    GetExitCodeProcess(child.hProcess, &code);
    CloseHandle(child.hThread);
    CloseHandle(child.hProcess);
    return why         ? io_refuse(message, why, seconds)
           : code != 0 ? io_refuse(message, "gnuplot failed (%lu)", (unsigned long)code)
                       : true;
}

char *io_gnuplot_run(FILE *script, double seconds, size_t *length, char message[IO_MESSAGE_SIZE]) {
    FILE *out = io_system_temporary(), *err = io_system_temporary();
    char *picture = NULL;
    if (draw(script, out, err, seconds, message)) {
        picture = contents(out, length);
        if (!picture || *length == 0) {
            io_refuse(message, picture ? "gnuplot wrote nothing"
                                       : "gnuplot wrote too much, or memory ran out");
            free(picture);
            picture = NULL;
        }
    }
    if (out) {
        fclose(out);
    }
    if (err) {
        fclose(err);
    }
    return picture;
}
