# SPDX-License-Identifier: MIT
# Thin front of an ordinary CMake project: see CMakePresets.json for the builds behind it.
PREFIX ?= /usr/local
BUILD := build/release

PYTHON ?= python3
# make, which builds where ninja is missing, would take one core
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(shell nproc 2>/dev/null || echo 2)
# of `make trust`
N ?= 1000
SEED ?= 1

.PHONY: all build python windows setup demo test fresh campaign trust bench fuzz edges lint coverage report install format clean help threads deb dist release site

all: build

help:          ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

build:         ## build the optimised version into build/release
	@scripts/configure release
	@cmake --build --preset release

setup:         ## install the Debian packages that the tests need
	@scripts/setup test

demo:          ## install what is missing, build, run the main job and show its result
	@scripts/setup demo
	@scripts/configure release
	@cmake --build --preset release --target lento_cli
	@scripts/demo

test:          ## install what is missing, build, run all tests, also under sanitizers
	@scripts/setup test
	@scripts/test

fresh:         ## run `make demo` in a clean clone on a bare Debian (root; see scripts/fresh)
	@scripts/fresh

campaign: build ## the long versions: fuzzing, random cases, all papers, benchmarks
	@scripts/campaign $(BUILD)

trust: build   ## can the error bar be trusted? N random hands-off runs against GSL; SEED, OF=hard or OF=vdp
	@mkdir -p $(BUILD)/trust
	@SOURCE_DIR=$(CURDIR) $(BUILD)/tests/trust_gsl_test $(N) $(SEED) $(BUILD)/trust/$(or $(OF),all)-$(SEED).log $(OF)

bench: build   ## error against work beside SUNDIALS and GSL into bench/results, timings
	@bench/run $(BUILD)

fuzz: build    ## every parser for a minute on random input
	@FUZZ_SECONDS=60 SOURCE_DIR=$(CURDIR) BINARY_DIR=$(CURDIR)/$(BUILD) bash tests/fuzz_test.sh

edges: build   ## which regions and branches of the parsers fuzzing reaches; each file above 95 %
	@FUZZ_EDGES=1 SOURCE_DIR=$(CURDIR) BINARY_DIR=$(CURDIR)/$(BUILD) bash tests/fuzz_test.sh

threads:       ## runs in several threads at once under ThreadSanitizer, into build/threads
	@cmake -S . -B build/threads -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS='-O1 -g -fsanitize=thread' -DLENTO_STUDIO=OFF -DLENTO_SUNDIALS=OFF >/dev/null
	@cmake --build build/threads --target thread_test
	@build/threads/tests/thread_test

lint: build    ## clang-format, clang-tidy and cppcheck
	@ctest --test-dir $(BUILD) --no-tests=error --output-on-failure -R '^lint_'

coverage:      ## which lines the tests run; core above 95 %
	@scripts/coverage

report: build  ## re-run every table and figure of the papers into report/
	@$(BUILD)/bin/lento reproduce --report report

python:        ## the Python package: build/python/lento-VERSION-py3-none-PLATFORM.whl
	@$(PYTHON) python/backend.py build/python

deb:           ## Debian package into build/package
	@scripts/package deb

dist:          ## source archive that builds without npm and network, into build
	@scripts/package source

site: build    ## the documentation as a static site into build/site
	@scripts/site build/site $(wildcard $(BUILD)/studio/lento-studio.html)

release:       ## package, archive and wheel, tried on a bare Debian (root)
	@scripts/release

windows:       ## lento.exe and its library with mingw-w64 into build/windows
	@scripts/configure windows
	@cmake --build --preset windows

install:       ## install below PREFIX (default /usr/local); builds no tests, fetches nothing
	@scripts/install "$(PREFIX)"

format:        ## clang-format over all C sources
	@find include src cli papers examples bench tests studio -name node_modules -prune -o \
	    -name '*.[ch]' -print 2>/dev/null | xargs clang-format -i

clean:         ## remove everything that was built
	@rm -rf build report
