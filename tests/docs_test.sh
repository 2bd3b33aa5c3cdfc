#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The documentation tells the truth: every block of commands in README.md and docs/*.md runs, every C program compiles and runs, every inline
# `lento ...` command works, links lead somewhere, and the generated pages are those of this build.
#
#   ```c     first line names the file: /* first.c ... */; compiled without warnings by the block of commands that follows
#   ```sh    run as it stands, in one directory per page; `make TARGET` is only checked to exist
#   ```text  after "prints:" and a block of commands: each line is a part of a line that the block prints. Numbers of five digits and more
#            agree to 1e-3, others to a tenth (README's first one: front_test.sh)
#   ```python  run by python_test.sh
#   `lento ...` in a sentence or table: run, unless it is the bare name of a command or holds placeholders
set -uo pipefail
: "${LENTO:?}" "${SOURCE_DIR:?}" "${BINARY_DIR:?}"
command -v pkg-config >/dev/null || { echo "pkg-config is missing"; exit 77; }
command -v node >/dev/null || { echo "node is missing"; exit 77; }

work=$(mktemp -d "$BINARY_DIR/docs.XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# ---- the installed package, as a reader would have it ----
cmake --install "$BINARY_DIR" --prefix "$work/prefix" >/dev/null 2>&1 || fail "installation"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name lento.pc | head -n 1)")
PATH=$work/bin:$PATH
mkdir "$work/bin"
ln -s "$LENTO" "$work/bin/lento"
cat >"$work/bin/make" <<EOF
#!/usr/bin/env bash
exec $(command -v make) -n -C "$SOURCE_DIR" "\$@"
EOF
chmod +x "$work/bin/make"
CFLAGS="-std=c17 -Wall -Wextra -Wpedantic -Werror"
cat >"$work/bin/cc" <<EOF
#!/usr/bin/env bash
exec $(command -v cc) $CFLAGS "\$@"
EOF
chmod +x "$work/bin/cc"
export PKG_CONFIG_PATH PATH
[ -s "$work/prefix/share/man/man1/lento.1" ] || fail "no man page installed"

# ---- pages into blocks: PAGE/NN.sh, PAGE/name.c; links and inline commands into lists ----
node - "$work" "$SOURCE_DIR" <<'EOF' || fail "pages could not be taken apart"
const fs = require("fs"), path = require("path");
const [work, source] = process.argv.slice(2);
const pages = ["README.md", ...fs.readdirSync(source + "/docs").filter(f => f.endsWith(".md")).map(f => "docs/" + f)];
const inline = new Set(), links = [];
for (const page of pages) {
    const name = path.basename(page, ".md"), text = fs.readFileSync(source + "/" + page, "utf8");
    fs.mkdirSync(work + "/" + name);
    let count = 0, last = "";
    const rest = text.replace(/^```(\w*)\n([\s\S]*?)^```$/gm, (all, kind, body, offset) => {
        if (kind === "text" && last === "sh" && /prints:\n\n$/.test(text.slice(0, offset))) {
            fs.writeFileSync(`${work}/${name}/${String(99 + count)}.txt`, body);
        }
        last = kind;
        if (kind === "sh") {
            fs.writeFileSync(`${work}/${name}/${String(100 + count++)}.sh`, body);
        } else if (kind === "c") {
            const file = /^\/\* (\w+\.c)/.exec(body);
            if (!file) { console.log(`${page}: a C block without a name`); process.exitCode = 1; }
            else { fs.writeFileSync(`${work}/${name}/${file[1]}`, body); }
        } else if (kind !== "text" && kind !== "python") {
            console.log(`${page}: a block of kind '${kind}' that nobody tests`); process.exitCode = 1;
        }
        return "";
    });
    for (const m of rest.matchAll(/`(lento [^`]*)`/g)) {
        if (!/\b[A-Z][A-Z]+\b|\.\.\.|\[|\\\||^lento \w+$|lento-recipe/.test(m[1])) inline.add(m[1]);
    }
    for (const m of rest.matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)) {
        if (!/^https?:/.test(m[1])) links.push([page, path.join(path.dirname(page), m[1])]);
    }
}
fs.writeFileSync(work + "/inline", [...inline].sort().join("\n") + "\n");
for (const [page, target] of links) {
    if (!fs.existsSync(source + "/" + target)) { console.log(`${page}: ${target} does not exist`); process.exitCode = 1; }
}
EOF

# ---- what a page shows is what is printed: agree PRINTED SHOWN ----
cat >"$work/agree.js" <<'EOF'
const fs = require("fs");
const [printed, shown] = process.argv.slice(2).map(f => fs.readFileSync(f, "utf8").split("\n").map(line => line.replace(/\s+/g, " ").trim()));
const number = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g, words = line => line.replace(number, "#");
const digits = text => text.replace(/e.*/, "").replace(/\D/g, "").replace(/^0+/, "").length;
const near = (a, b) => Math.abs(a - b) <= (digits(a) >= 5 ? 1e-3 : 0.1) * Math.abs(b);
const same = (line, wanted) => {
    const at = words(line).indexOf(words(wanted));
    if (at < 0) return false;
    const skipped = (words(line).slice(0, at).match(/#/g) || []).length, numbers = (line.match(number) || []).slice(skipped);
    return (wanted.match(number) || []).every((n, i) => near(n, numbers[i]));
};
for (const wanted of shown.filter(line => line)) {
    if (!printed.some(line => same(line, wanted))) { console.log(`not printed: ${wanted}`); process.exitCode = 1; }
}
EOF

# ---- blocks ----
blocks=0
shown=0
for script in "$work"/*/*.sh; do
    blocks=$((blocks + 1))
    if ! (cd "$(dirname "$script")" && bash -euo pipefail "$script") >"$work/out" 2>&1 </dev/null; then
        fail "a block of $(basename "$(dirname "$script")").md"
        cat "$script"
        tail -n 5 "$work/out"
    fi
    if [ -f "${script%.sh}.txt" ]; then
        shown=$((shown + 1))
        node "$work/agree.js" "$work/out" "${script%.sh}.txt" || fail "what $(basename "$(dirname "$script")").md shows of $(tail -n 1 "$script")"
    fi
done
[ "$shown" -ge 5 ] || fail "only $shown blocks of what is printed"
for program in "$work"/*/*.c; do
    [ -x "${program%.c}" ] || [ -s "${program%.c}.so" ] || fail "$program was never compiled"
done

# ---- inline commands ----
commands=0
cd "$work" || exit 1
while read -r command; do
    [ -n "$command" ] || continue
    commands=$((commands + 1))
    if ! bash -euo pipefail -c "$command" >out 2>&1 </dev/null; then
        fail "$command"
        tail -n 3 out
    fi
done <inline

# ---- every check is explained, and nothing else: the codes of the table, one row each ----
codes=$({
    grep -oE '^CHECK\([A-Z_]+, "[a-z-]+"' "$SOURCE_DIR/src/check/table.def"
    grep -oE '^(WORDS|CHEAP)\("[a-z-]+"' "$SOURCE_DIR/src/solve/words.def" | grep -vE '"(bad-|no-memory)'
} | grep -oE '"[a-z-]+"' | tr -d '"' | sort -u)
explained=$(grep -oE '^\| `[a-z-]+` \|' "$SOURCE_DIR/docs/warnings.md" | grep -oE '[a-z-]{2,}' | sort)
[ "$(wc -w <<<"$codes")" -gt 20 ] || fail "the table of checks cannot be read"
difference=$(diff <(echo "$codes") <(echo "$explained")) ||
    fail "cli/print/explain.def does not explain the codes of src/check/table.def and src/solve/words.def: $difference"

# ---- generated pages ----
mkdir fresh
if "$LENTO" list methods | grep '^cvode-adams' >/dev/null; then
    "$LENTO" docs fresh || fail "lento docs"
    while read -r page; do
        cmp -s "fresh/$page" "$SOURCE_DIR/docs/$page" || fail "docs/$page is out of date: run 'lento docs docs'"
    done < <(cd fresh && find . -type f | cut -c 3-)
else
    echo "no SUNDIALS in this build: the generated pages are not compared"
fi
if command -v man >/dev/null; then
    [ -z "$(man --warnings -l "$SOURCE_DIR/docs/lento.1" 2>&1 >/dev/null)" ] || fail "the man page has mistakes"
fi

echo "$blocks blocks, $shown with what they print, $commands inline commands, $failures failed"
[ "$failures" -eq 0 ]
