# SPDX-License-Identifier: MIT
"""Builds the wheel: `backend.py FOLDER`, or through pip (PEP 517). The library is built by CMake; the rest is a zip."""
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("LENTO_BUILD", TOP / "build" / "release"))
STAMP = (1980, 1, 1, 0, 0, 0)  # the same bytes from the same sources


def version():
    return re.search(r'#define LENTO_VERSION "(.*)"', (TOP / "include/lento/lento.h").read_text()).group(1)


def build_library():
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    commands = [["cmake", "--build", str(BUILD), "--target", "lento_python"]]
    if "LENTO_BUILD" not in os.environ:
        commands.insert(0, [str(TOP / "scripts/configure"), "release"])
    for command in commands:
        done = subprocess.run(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.stderr.write(done.stdout)
            raise SystemExit(f"the library could not be built: {' '.join(command)}")
    return BUILD / "python" / "lento"


def metadata():
    text = f"Metadata-Version: 2.1\nName: lento\nVersion: {version()}\nSummary: The slow motion of fast systems, with an " \
           "error bar\nLicense: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n"
    page = TOP / "docs" / "python.md"
    return text + ("\n" + page.read_text() if page.exists() else "")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build_library()
    tag = f"py3-none-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    info = f"lento-{version()}.dist-info"
    files = {f"lento/{path.name}": path.read_bytes() for path in sorted(package.iterdir())
             if path.suffix in (".py", ".so", ".dylib", ".dll")}
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: lento\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/LICENSE"] = (TOP / "LICENSE").read_bytes()
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    name = f"lento-{version()}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, STAMP)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, data)
    return name


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print(folder / build_wheel(folder))
