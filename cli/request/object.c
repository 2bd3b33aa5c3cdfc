/* SPDX-License-Identifier: MIT
 * Loads shared objects. The headers of an ELF file say how long it must be; dlopen maps what they say
 * without looking at the length of the file. Other formats are left to dlopen. */
#include "request/object.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#ifdef __linux__
#include <elf.h>
#include <link.h>

/* Does everything that will be mapped lie inside the file? True for what is no ELF file of this machine. */
static bool is_whole(FILE *file) {
    ElfW(Ehdr) head;
    ElfW(Phdr) part;
    const size_t read = fread(&head, 1, sizeof head, file);
    if (read < SELFMAG || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0) {
        return true;
    }
    if (read < sizeof head || fseek(file, 0, SEEK_END) != 0) {
        return false;
    }
    const unsigned long size = (unsigned long)ftell(file);
    bool whole = head.e_phentsize == sizeof part;
    for (unsigned i = 0; i < head.e_phnum && whole; i++) {
        whole = head.e_phoff <= size &&
                fseek(file, (int64_t)(head.e_phoff + i * sizeof part), SEEK_SET) == 0 &&
                fread(&part, sizeof part, 1, file) == 1 &&
                (part.p_type != PT_LOAD ||
                 (part.p_offset <= size && part.p_filesz <= size - part.p_offset));
    }
    return whole;
}
#else
static bool is_whole(FILE *file) {
    (void)file;
    return true;
}
#endif

void *cli_object_load(const char *path, char *why, size_t room) {
    FILE *file = fopen(path, "rb");
    const bool whole = !file || is_whole(file);
    if (file) {
        fclose(file);
    }
    void *library = whole ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!whole) {
        snprintf(why, room, "%s: the file is cut off", path);
    } else if (!library) {
        const char *error = dlerror();
        snprintf(why, room, "%s", error ? error : "it is no shared object");
    }
    return library;
}

const void *cli_object_symbol(void *object, const char *name) {
    return dlsym(object, name);
}

void cli_object_close(void *object) {
    dlclose(object);
}
