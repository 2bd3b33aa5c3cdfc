#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package from a wheel in a clean venv that has no compiler: what a user installs.
source "${SOURCE_DIR:?}/tests/cli_support.sh"
python=
for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import numpy, scipy, venv, ensurepip' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "python3 with numpy, scipy and venv is missing (Debian: python3-scipy, python3-venv)"
    exit 77
fi

cmake --build "$BINARY_DIR" --target lento_python >build.log 2>&1 || { cat build.log; fail "the library of the package"; finish; }
LENTO_BUILD=$BINARY_DIR "$python" "$SOURCE_DIR/python/backend.py" wheel >name || fail "the wheel"
LENTO_BUILD=$BINARY_DIR "$python" "$SOURCE_DIR/python/backend.py" again >/dev/null || fail "the wheel again"
cmp wheel/*.whl again/*.whl || fail "the wheel is not reproducible"
"$python" -m venv --system-site-packages clean || fail "venv"
clean/bin/pip install --quiet --no-index --no-deps --disable-pip-version-check wheel/*.whl || fail "pip install"
mkdir -p empty
for file in python_package python_events; do
    (cd empty && PATH=/nowhere "$work/clean/bin/python" -I -W error "$SOURCE_DIR/tests/$file.py") || fail "$file"
done
for file in "$SOURCE_DIR"/examples/*.py; do
    [ -e "$file" ] || continue
    (cd empty && PATH=/nowhere MPLBACKEND=Agg "$work/clean/bin/python" -I "$file") || fail "$file"
done
# every block of Python in the docs
awk '/^```python$/ {n++; on=1; next} /^```$/ {on=0} on {print > sprintf("block%02d.py", n)}' "$SOURCE_DIR"/docs/*.md
for file in block*.py; do
    (cd empty && PATH=/nowhere "$work/clean/bin/python" -I "../$file" >/dev/null) || fail "$file of the docs"
done
finish
