# SPDX-License-Identifier: MIT
"""Writes what the Python package knows of the C library from the library's own headers.

    generate.py INCLUDE_DIR lento/_layout.py layout.c

_layout.py holds the enums, structs and functions of include/lento as ctypes. layout.c holds one static assertion per
struct and field, so that a wrong layout does not compile; it is a part of the shared library of the package.
"""
import ctypes
import re
import sys
from pathlib import Path

HEADERS = ["lento.h", "known.h", "problem.h", "solve.h", "study.h", "compare.h", "chart.h"]
NUMBERS = {
    "double": "c_double", "int": "c_int", "long": "c_long", "int64_t": "c_int64", "bool": "c_bool", "size_t": "c_size_t", "char": "c_char",
    "unsigned": "c_uint", "int64_t": "c_int64", "uint64_t": "c_uint64", "int32_t": "c_int32", "uint32_t": "c_uint32",
}
POINTER, TEXT = "c_void_p", "c_char_p"


def read(folder):
    """All headers as one text without comments, preprocessor lines and inline functions."""
    text = "\n".join((folder / name).read_text() for name in HEADERS)
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.M)
    text = re.sub(r'extern "C" \{', "", text)
    return re.sub(r"static inline[^{]*\{.*?\n\}", "", text, flags=re.S)


def constants(text):
    """Members of all enums, in order."""
    known = {}
    for body in re.findall(r"\benum\b\s*\w*\s*\{([^}]*)\}", text):
        value = -1
        for member in body.split(","):
            name, _, given = (part.strip() for part in member.partition("="))
            if name:
                value = eval(given, {}, dict(known)) if given else value + 1
                known[name] = value
    return known


class Types:
    """Names of C types and what they are in ctypes."""

    def __init__(self, text, known):
        self.known = known
        self.enums = set(re.findall(r"typedef enum (\w+)", text))
        self.structs = []

    def of(self, base, stars):
        base = re.sub(r"\b(const|struct|enum)\b", " ", base).strip()
        if stars:
            return TEXT if base == "char" and stars == 1 else POINTER
        if base in NUMBERS:
            return NUMBERS[base]
        if base in self.enums:
            return "c_int"
        if base in self.structs:
            return base
        raise ValueError(f"unknown type '{base}'")

    def length(self, text):
        return eval(text, {}, dict(self.known))

    def field(self, declaration):
        """The members that `double t, *x, y[4]` declares."""
        if "(" in declaration:
            return [(re.search(r"\(\s*\*\s*(\w+)", declaration).group(1), POINTER)]
        base, rest = re.match(r"\s*((?:(?:const|struct|enum)\s+)*\w+)(.*)$", declaration, re.S).groups()
        members = []
        for part in rest.split(","):
            stars = part.count("*")
            name, sizes = re.match(r"[\s*]*(?:const\b[\s*]*)?(\w+)\s*((?:\[[^\]]*\])*)", part).groups()
            sizes = re.findall(r"\[([^\]]*)\]", sizes)
            kind = self.of(base, stars)
            for size in reversed(sizes):
                kind = f"({kind} * {self.length(size)})"
            members.append((name, kind))
        return members

    def argument(self, text):
        """The type of one parameter of a function."""
        match = re.match(r"\s*(.*?)\s*(\w+)?\s*((?:\[[^\]]*\])*)\s*$", text, re.S)
        base, _, arrays = match.groups()
        stars = text.count("*") + (1 if arrays else 0)
        return self.of(base.replace("*", " ").strip() or text, stars)


def structs(text, types):
    """Complete structs in the order of the headers: name and members."""
    found = []
    for name, body in re.findall(r"\bstruct (\w+)\s*\{(.*?)\}", text, re.S):
        members = []
        for declaration in body.split(";"):
            if declaration.strip():
                members += types.field(declaration)
        types.structs.append(name)
        found.append((name, members))
    return found


def functions(text, types):
    found = []
    for head, name, arguments in re.findall(r"LENTO_API\s+([^;(]*?)(\w+)\s*\(([^;]*)\)\s*;", text, re.S):
        stars = head.count("*")
        base = head.replace("*", " ").strip()
        result = "None" if re.sub(r"\bconst\b", "", base).strip() == "void" and not stars else types.of(base, stars)
        listed = [] if arguments.strip() == "void" else [types.argument(a) for a in arguments.split(",")]
        found.append((name, result, listed))
    return found


def write(include, layout, check):
    text = read(include)
    known = constants(text)
    abi = re.search(r"#define LENTO_ABI (\d+)", (include / "lento.h").read_text()).group(1)
    types = Types(text, known)
    shapes = structs(text, types)
    lines = ["# SPDX-License-Identifier: MIT", '"""Made from the headers of Lento by generate.py; do not edit."""',
             "from ctypes import *  # noqa: F401,F403", "", f"ABI = {abi}"]
    lines += [f"{name} = {value}" for name, value in known.items()]
    for name, members in shapes:
        lines += ["", f"class {name}(Structure):", "    _fields_ = ["]
        lines += [f'        ("{member}", {kind}),' for member, kind in members] + ["    ]"]
    lines += ["", "FUNCTIONS = {"]
    lines += [f'    "{name}": ({result}, [{", ".join(listed)}]),' for name, result, listed in functions(text, types)]
    layout.write_text("\n".join(lines + ["}", ""]))

    space = {}
    exec(compile(layout.read_text(), str(layout), "exec"), space)
    asserts = ["/* SPDX-License-Identifier: MIT", " * layout.c - made by generate.py: the layout that the Python package expects. */",
               *[f"#include <lento/{name}>" for name in HEADERS], "#include <stddef.h>", ""]
    for name, members in shapes:
        size = ctypes.sizeof(space[name])
        asserts.append(f'_Static_assert(sizeof(struct {name}) == {size}, "{name}");')
        asserts += [f'_Static_assert(offsetof(struct {name}, {member}) == {getattr(space[name], member).offset}, '
                    f'"{name}.{member}");' for member, _ in members]
    check.write_text("\n".join(asserts + [""]))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: generate.py INCLUDE_DIR _layout.py layout.c")
    write(Path(sys.argv[1]) / "lento", Path(sys.argv[2]), Path(sys.argv[3]))
