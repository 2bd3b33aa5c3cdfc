#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Data files: .npz and .mat hold what the CSV holds, to the last bit, as NumPy and SciPy read them; --meta, --with-reference.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
python=
for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import numpy, scipy.io' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "python3 with numpy and scipy is missing (Debian: python3-scipy)"
    exit 77
fi

cat >names.ode <<'END'
# Läufer: names that need care, a text that is not ASCII
par eps = 1e-3
x' = v/eps
v' = -x/eps - 0.1*v
init x = 1
END
hands_off=(run stellar --quiet --every 0.05)
statistics=(run names.ode --quiet --until 1)
method=(run kapitza --quiet --reference averaged --with-reference --every 0.01)
for name in hands_off statistics method; do
    declare -n words=$name
    for ending in csv json npz mat; do
        run 0 "${words[@]}" --out "$name.$ending"
    done
    "$lento" "${words[@]}" --format npz | cat >"$name.pipe.npz"
done
run 0 "${hands_off[@]}" --out meta.csv --meta
cmp -s meta.csv hands_off.csv || fail "--meta changes the rows"
run 0 "${hands_off[@]}" --out again.npz
cmp -s again.npz hands_off.npz || fail "the same result gives other bytes"

"$python" - <<'END' || fail "the files differ"
import csv, json, zipfile
import numpy as np, scipy.io as sio
for name in ("hands_off", "statistics", "method"):
    with open(name + ".csv", newline="") as f:
        rows = list(csv.reader(f))
    npz, mat = np.load(name + ".npz"), sio.loadmat(name + ".mat")
    assert zipfile.ZipFile(name + ".npz").testzip() is None
    if name != "method":  # which also holds seconds
        assert open(name + ".pipe.npz", "rb").read() == open(name + ".npz", "rb").read(), "a pipe differs"
    values = np.array([[float(x) for x in r] for r in rows[1:]])
    variables = [k for k in mat if not k.startswith("__") and k != "lento_json"]
    assert len(variables) == len(rows[0]) == len(npz.files) - 1, (variables, rows[0], npz.files)
    for i, column in enumerate(rows[0]):
        want = values[:, i].tobytes()
        assert npz[column].tobytes() == want, column
        assert mat[variables[i]].shape == (len(values), 1) and mat[variables[i]].tobytes() == want, variables[i]
    about = json.loads(npz["lento.json"])
    whole = json.load(open(name + ".json"))
    assert about["parameters"] == whole["parameters"] and "data" not in about
    assert len(about["units"]) == len(about["columns"])
    assert json.loads(mat["lento_json"][0])["parameters"] == about["parameters"]
assert {"mean_x", "bar_mean_x", "rms_v"} <= set(sio.loadmat("statistics.mat"))
meta = json.load(open("meta.csv.meta.json"))
assert meta["problem"] == "stellar" and meta["parameters"] and "data" not in meta
method = np.load("method.npz")
both = np.abs(method["Q"] - method["reference Q"])[1:]
assert np.isnan(method["reference Q"][0]) and 0 < both.max() < 1e-2, both.max()
error = json.load(open("method.json"))["error"]["max"]["Q"]
assert both.max() == error, (both.max(), error)
END

# ---- a refusal has no rows: the old file stays ----
for ending in csv npz mat; do
    echo old >"old.$ending"
    run 1 run stellar eps=1e-9 --until 3 --tol 1e-8 --quiet --out "old.$ending"
    [ "$(cat "old.$ending")" = old ] || fail "a refused run replaces old.$ending"
done

# ---- what makes no sense ----
wrong() { # wrong WORDS... PATTERN
    local pattern=${!#}
    run 2 "${@:1:$#-1}"
    grep -q -- "$pattern" err || fail "no '$pattern' for: ${*:1:$#-1}"
}
wrong run kapitza --meta --out x.json "--meta needs --out FILE.csv"
wrong run kapitza --with-reference --out x.csv "--with-reference needs --reference"
wrong run kapitza --out x.npz --format csv "contradict each other"
wrong run kapitza --out x.parquet ".npz or .mat"
wrong compare kapitza --out x.npz "does not end in .txt, .csv or .json"
wrong compare kapitza --format npz "npz"
finish
