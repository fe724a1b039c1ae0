# heed: self-attention from scratch. `make help` lists the targets.
#
# Settings, on the command line:
#   CXX=clang++        the compiler (g++ where there is one, else clang++)
#   REAL=double        the precision of build/bin (float)
#   MODE=sanitize      release, sanitize, tsan, fuzz or debug
#   ARCH=x86-64-v3     the instruction set (native)
#   STRICT=1           warnings are errors
#   PREFIX=/usr        where make install puts everything (/usr/local); DESTDIR= goes before it
#   V=1                show the commands

ifeq ($(origin CXX),default)
CXX := $(firstword $(foreach c,g++ clang++ c++,$(if $(shell command -v $(c) 2>/dev/null),$(c))) g++)
endif
REAL ?= float
MODE ?= release
ARCH ?= native
STRICT ?= 0
PREFIX ?= /usr/local

# All cores, unless the caller said -j.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif

# ---- flags -------------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow $(if $(filter 1,$(STRICT)),-Werror)
# Only with -ffp-contract=off do all builds round alike; the fused multiply-add is written instead.
OPTIMISE_release  := -O3
OPTIMISE_sanitize := -O2 -g -fsanitize=address,undefined -fno-sanitize-recover=all
OPTIMISE_fuzz     := -O2 -gline-tables-only -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
OPTIMISE_tsan     := -O2 -g -fsanitize=thread
OPTIMISE_debug    := -O0 -g
# Compilers tuned for some processors do not use all of a register. With AVX-512 they may prefer 32
# bytes: g++ then takes products apart lane by lane (a sixtieth of the speed). And g++ copies in halves,
# for which the load that follows has to wait (a third of exp's speed).
accepted = $(shell echo | $(CXX) $(1) -x c++ -E - >/dev/null 2>&1 && echo $(1))
MACHINE := $(call accepted,-march=$(ARCH))
# Only native may be left away, where the compiler does not know it.
ifeq ($(MACHINE)$(filter native,$(ARCH))$(filter vectors,$(MAKECMDGOALS)),)
$(error $(CXX) does not know ARCH=$(ARCH))
endif
# The macros __NAME__ with the value 1, as name: linux, avx2, sse4.1
MACROS  := $(shell echo | $(CXX) $(MACHINE) -x c++ -dM -E - 2>/dev/null | \
             sed -n 's/^.define __\([A-Za-z0-9_]*\)__ 1$$/\1/p' | tr 'A-Z_' 'a-z.')
BITS    := $(if $(filter avx512f,$(MACROS)),512,$(if $(filter avx,$(MACROS)),256))
WIDE    := $(if $(BITS),-mprefer-vector-width=$(BITS) $(call accepted,-mmove-max=$(BITS) -mstore-max=$(BITS)))
# What a program asks the processor for before it runs, the best known first: src/processor.cpp.
ASKED   := avx512f avx2 fma avx sse4.2 sse4.1 ssse3 sse3 popcnt bmi2 bmi fma4 xop sse4a $(addprefix avx512, \
             bw cd dq vl ifma vbmi vbmi2 vnni bitalg vpopcntdq bf16)
FEATURES := $(if $(filter linux,$(MACROS)),$(filter $(MACROS),$(ASKED)))
# That no operation traps lets g++ compute both sides of a choice, and so make vectors of exp and its
# kin: with AVX2 they take a sixth of the time.
COMMON  := -std=c++20 $(WARNINGS) $(MACHINE) $(WIDE) -fno-math-errno -fno-trapping-math -ffp-contract=off -pthread -Iinclude -Isrc -Iexperiments
OPTIMISE := $(OPTIMISE_$(MODE))
FLAGS   = $(COMMON) $(OPTIMISE) $(CXXFLAGS)
# What does not work on numbers in bulk compiles a third faster so, and runs as fast.
LIGHT   := $(patsubst -O3,-O1,$(OPTIMISE))
# Where heed's own sentences are, for programs that were not installed, and for their tests.
DATASETS := -DHEED_DATASETS='"$(CURDIR)/datasets"'
TEST_FLAGS := $(COMMON) $(DATASETS) $(LIGHT) $(CXXFLAGS)
# Nothing calls the check of the processor, and of an archive only what is asked for is taken.
ASK     := $(if $(FEATURES),-u heed_check_processor)
LINK    := $(OPTIMISE) -pthread $(ASK) $(LDFLAGS)

Q   := $(if $(V),,@)
say  = $(if $(V),,@echo "$(1)  $(2)")

# ---- files -------------------------------------------------------------------------------------
STEM   := $(notdir $(CXX))
FLOAT  := build/$(STEM)-float-$(MODE)-$(ARCH)
DOUBLE := build/$(STEM)-double-$(MODE)-$(ARCH)
OUT    := $(if $(filter double,$(REAL)),$(DOUBLE),$(FLOAT))

LIBRARY  := $(wildcard src/*.cpp src/kernels/*.cpp)
# What reads, writes and draws: layers 5 and 6 but for the optimizer, and a few of those below.
TEXTUAL  := $(notdir $(basename $(shell grep -l '^// Layer [56]' include/heed/*.hpp)))
TEXTUAL  := $(filter-out optimizer,$(TEXTUAL)) file gradcheck json
TEXTUAL  := $(foreach name,$(TEXTUAL),$(wildcard src/$(name).cpp src/$(name)_*.cpp))
PARTS    := $(wildcard experiments/parts/*.cpp)
TESTS    := $(wildcard tests/*.cpp)
GRADIENTS := $(wildcard src/gradients/*.cpp)
PAGES    := $(notdir $(basename $(wildcard experiments/*.cpp)))
TOOLS    := $(filter-out gradcheck,$(notdir $(basename $(wildcard src/programs/*.cpp))))
PROGRAMS := $(PAGES) $(TOOLS)
GENERATORS := $(wildcard datasets/*/generate.cpp)

PAGE_TARGETS := experiments experiments-quick experiments-full
.PHONY: $(PAGE_TARGETS) all run test test-report tests help clean layers wasm-check sanitize tsan datasets link format-check FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(PROGRAMS:%=$(OUT)/bin/%) $(DOUBLE)/bin/gradcheck | link ## build every program into build/bin

# One program alone: make attend
$(PROGRAMS): %: $(OUT)/bin/% | link
gradcheck: $(DOUBLE)/bin/gradcheck | link
.PHONY: $(PROGRAMS) gradcheck

# ---- the two commands --------------------------------------------------------------------------
run: $(OUT)/bin/coreference | link ## train on the English, then the Chinese sentences and show what "it" looks at
	@build/bin/coreference --language en --overwrite --out runs/english
	@build/bin/coreference --language zh --overwrite --out runs/chinese

test: doctest ## build and run every test, in float and in double
	@$(MAKE) --no-print-directory tests
	@sh tests/run.sh $(FLOAT) $(DOUBLE)

test-report: $(FLOAT)/bin/coreference ## use the pages of several runs in a real browser (Chromium)
	@sh tests/report.sh $(FLOAT)

# The float tests also run the float programs, whichever REAL is.
tests: $(FLOAT)/bin/tests $(DOUBLE)/bin/tests $(foreach p,$(PROGRAMS),$(sort $(FLOAT)/bin/$(p) $(OUT)/bin/$(p))) $(DOUBLE)/bin/gradcheck $(patsubst datasets/%/generate.cpp,$(FLOAT)/bin/generate_%,$(GENERATORS)) | link

doctest:
	@sh tests/doctest.sh "$(CXX)"
.PHONY: doctest

# The numbered pages, each with a question of its own; all run, whatever the verdict of one.
EXPERIMENTS := $(filter-out 00_%,$(filter 0%,$(PAGES)))
RUN_PAGES = failed=; for page in $(EXPERIMENTS); do \
	  printf '\n== %s %s\n' $$page "$(1)"; \
	  build/bin/$$page $(1) --out runs/$$page$(2) $(3) --progress never || failed="$$failed $$page"; \
	done; [ -z "$$failed" ] || { echo "FAILED:$$failed"; exit 1; }

experiments: $(EXPERIMENTS:%=$(OUT)/bin/%) | link ## run every page of experiments/ and say which claims hold
	@$(call RUN_PAGES,,,--overwrite)

experiments-quick: $(EXPERIMENTS:%=$(OUT)/bin/%) | link ## the same in seconds, with smaller predictions
	@$(call RUN_PAGES,--quick,-quick,--overwrite)

experiments-full: $(EXPERIMENTS:%=$(OUT)/bin/%) | link ## the same with more seeds, for hours; goes on where it was stopped
	@$(call RUN_PAGES,--full,-full,--resume)

# ---- how things are built ----------------------------------------------------------------------
# What a build was compiled with is written to a file in its folder; where that is not what is asked
# for now, everything is compiled again. Warnings make no difference.
SETTINGS := $(CXX) $(DATASETS) $(filter-out -W%,$(COMMON) $(OPTIMISE) $(CXXFLAGS))
quoted    = '$(subst ','\'',$(1))'
outdated  = $(if $(subst x$(strip $(SETTINGS))x,,x$(strip $(shell cat $(1)/flags 2>/dev/null))x),FORCE)

define precision
$(1)/flags: $(call outdated,$(1))
	@mkdir -p $$(@D)
	@printf '%s\n' $$(call quoted,$$(SETTINGS)) >$$@
$(1)/src/%.o: src/%.cpp $(1)/flags
	@mkdir -p $$(@D)
	$$(call say,$$(CXX),$(3) $$<)
	$$(Q)$$(CXX) $$(FLAGS) $(2) -MMD -MP -c $$< -o $$@
$(1)/src/corpus.o: FLAGS += $(DATASETS)
$(TEXTUAL:%.cpp=$(1)/%.o) $(1)/experiments/%.o: OPTIMISE := $(LIGHT)
$(1)/experiments/%.o: experiments/%.cpp $(1)/flags
	@mkdir -p $$(@D)
	$$(call say,$$(CXX),$(3) $$<)
	$$(Q)$$(CXX) $$(FLAGS) $(2) -MMD -MP -c $$< -o $$@
$(1)/datasets/%.o: datasets/%.cpp $(1)/flags
	@mkdir -p $$(@D)
	$$(call say,$$(CXX),$(3) $$<)
	$$(Q)$$(CXX) $$(TEST_FLAGS) $(2) -MMD -MP -c $$< -o $$@
$(1)/tests/%.o: tests/%.cpp $(1)/flags
	@mkdir -p $$(@D)
	$$(call say,$$(CXX),$(3) $$<)
	$$(Q)$$(CXX) $$(TEST_FLAGS) -DHEED_PROGRAMS='"$(CURDIR)/$(1)/bin"' $(2) -MMD -MP -c $$< -o $$@
$(1)/web_source.o: build/web_source.cpp $(1)/flags
	@mkdir -p $$(@D)
	$$(Q)$$(CXX) $$(FLAGS) $(2) -MMD -MP -c $$< -o $$@
$(1)/libheed.a: $(LIBRARY:%.cpp=$(1)/%.o) $(1)/web_source.o
	@rm -f $$@
	$$(Q)ar rcs $$@ $$^
$(1)/bin/tests: $(TESTS:%.cpp=$(1)/%.o) $(GRADIENTS:%.cpp=$(1)/%.o) $(PARTS:%.cpp=$(1)/%.o) $(1)/libheed.a | build/gradients.complete
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$^ -o $$@
$(1)/bin/deep: $(1)/tests/main.o $(1)/tests/test_tensor_memory.o $(1)/libheed.a
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$^ -o $$@
$(1)/bin/generate_%: $(1)/datasets/%/generate.o $(1)/libheed.a
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$^ -o $$@
$(PAGES:%=$(1)/bin/%): $(1)/bin/%: $(1)/experiments/%.o $(1)/libheed.a
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$(filter %.o,$$^) $$(filter %.a,$$^) -o $$@
$(EXPERIMENTS:%=$(1)/bin/%): $(PARTS:%.cpp=$(1)/%.o)
$(TOOLS:%=$(1)/bin/%): $(1)/bin/%: $(1)/src/programs/%.o $(1)/libheed.a
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$^ -o $$@
$(1)/bin/gradcheck: $(1)/src/programs/gradcheck.o $(GRADIENTS:%.cpp=$(1)/%.o) $(1)/libheed.a
	@mkdir -p $$(@D)
	$$(call say,link,$$@)
	$$(Q)$$(CXX) $$(LINK) $$^ -o $$@
endef
$(eval $(call precision,$(FLOAT),,float))
$(eval $(call precision,$(DOUBLE),-DHEED_DOUBLE,double))

$(FLOAT)/bin/oracle: $(FLOAT)/tests/oracle/oracle.o $(FLOAT)/libheed.a
$(DOUBLE)/bin/oracle: $(DOUBLE)/tests/oracle/oracle.o $(DOUBLE)/libheed.a
$(FLOAT)/bin/oracle $(DOUBLE)/bin/oracle:
	$(call say,link,$@)
	$(Q)$(CXX) $(LINK) $^ -o $@

# This one has to run on every processor.
$(FLOAT)/src/processor.o $(DOUBLE)/src/processor.o: FLAGS := $(filter-out $(MACHINE) $(WIDE),$(FLAGS)) \
  $(if $(FEATURES),-D'HEED_FEATURES=$(foreach f,$(FEATURES),ASK("$(f)"))')
# Sanitizers make the many tiles of the matrix product slow to compile: minutes at -O2.
ifeq ($(MODE),sanitize)
$(FLOAT)/src/kernels/gemm.o $(DOUBLE)/src/kernels/gemm.o: OPTIMISE := $(subst -O2,-O1,$(OPTIMISE))
endif
# The kernels read nothing that comes from outside: fuzzed programs have them as they are.
ifeq ($(MODE),fuzz)
$(FLOAT)/src/kernels/%.o: OPTIMISE := $(OPTIMISE_release)
endif

# The report's page, as text in the program.
build/web_source.cpp: src/web/embed.sh $(wildcard src/web/*.html src/web/*.css src/web/*.js)
	@mkdir -p build
	@sh src/web/embed.sh >$@

# An operation or layer without a gradient check fails the build of the tests.
build/gradients.complete: tests/gradients.sh $(GRADIENTS) $(wildcard include/heed/*.hpp)
	@sh tests/gradients.sh
	@mkdir -p build && touch $@

# build/bin is where the programs of the last make are; the gradient checker is always the double one.
link:
	@mkdir -p $(FLOAT)/bin $(DOUBLE)/bin build
	@ln -sfn $(notdir $(OUT))/bin build/bin
	@ln -sf ../../$(notdir $(DOUBLE))/bin/gradcheck $(FLOAT)/bin/gradcheck

-include $(wildcard $(FLOAT)/*/*.d $(FLOAT)/*/*/*.d $(DOUBLE)/*/*.d $(DOUBLE)/*/*/*.d)

# ---- as a library ------------------------------------------------------------------------------
INSTALLED := $(OUT)/libheed.a $(addprefix $(OUT)/bin/,coreference attend tensors)
PC_CFLAGS := -std=c++20 -pthread $(if $(filter double,$(REAL)),-DHEED_DOUBLE)
PC_LIBS   := -pthread $(ASK) $(filter -fsanitize=%,$(OPTIMISE_$(MODE)))

install: $(INSTALLED) ## put library, headers, heed.pc, programs and sentences below DESTDIR and PREFIX
	@sh src/install.sh "$(DESTDIR)" "$(PREFIX)" "$(PC_CFLAGS)" "$(PC_LIBS)" $(INSTALLED)

uninstall: ## remove what make install has put there
	@sh src/uninstall.sh "$(DESTDIR)$(PREFIX)"

test-install: $(INSTALLED) ## install into a temporary folder, build and run there, uninstall
	@MAKE="$(MAKE)" CXX="$(CXX)" REAL="$(REAL)" sh tests/install.sh

# What editors and clangd ask for: the commands of make itself, one a source.
compile_commands.json: ## say how every source is compiled, for editors
	@{ echo '['; $(MAKE) --no-print-directory -Bn V=1 all tests $(OUT)/bin/oracle | sed -n -e 's/["\\]/\\&/g' \
	  -e 's|^.* -c \(.*\) -o $(OUT)/.*|{"directory": "$(CURDIR)", "file": "\1", "command": "&"}|p' | \
	  sed '$$!s/$$/,/'; echo ']'; } >$@
.PHONY: install uninstall test-install compile_commands.json

# ---- checks ------------------------------------------------------------------------------------
sanitize: ## the whole suite under the address, undefined and leak sanitizers
	@$(MAKE) --no-print-directory MODE=sanitize test

tsan: ## the whole suite under the thread sanitizer
	@$(MAKE) --no-print-directory MODE=tsan test

# The frames of unoptimised code are the largest, so the deepest graph is tried there: make deep MODE=debug
deep: doctest $(FLOAT)/bin/deep ## a graph of a million nodes is built, walked and freed on a small stack
	@(ulimit -s 256 && $(FLOAT)/bin/deep)
.PHONY: deep

ORACLE := $(FLOAT)/oracle.safetensors $(DOUBLE)/oracle.safetensors
$(ORACLE): %/oracle.safetensors: %/bin/oracle
	@$< $@

oracle: $(ORACLE) $(FLOAT)/bin/coreference $(FLOAT)/bin/attend ## compare values, gradients and a trained model with PyTorch
	@sh tests/oracle/run.sh $(FLOAT)/bin $(ORACLE)
.PHONY: oracle

# Compiled with clang for libFuzzer; what is tried for each target first is written by a program.
FUZZED   := $(filter-out seeds,$(notdir $(basename $(wildcard tests/fuzz/*.cpp))))
FUZZ_CXX := $(if $(findstring clang,$(CXX)),$(CXX),clang++)
SECONDS  ?= 60
$(FUZZED:%=$(FLOAT)/fuzz/%) $(FLOAT)/fuzz/seeds: $(FLOAT)/fuzz/%: $(FLOAT)/tests/fuzz/%.o $(PARTS:%.cpp=$(FLOAT)/%.o) $(FLOAT)/libheed.a
	@mkdir -p $(@D)
	$(call say,link,$@)
	$(Q)$(CXX) $(LINK) $(if $(filter seeds,$*),,-fsanitize=fuzzer) $^ -o $@

fuzz: ## give seven readers and writers broken input, for SECONDS=60 each (clang and its libFuzzer)
	@mkdir -p build
	@if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' | \
	  $(FUZZ_CXX) -fsanitize=fuzzer,address -x c++ - -o build/fuzzer 2>/dev/null; then \
	  $(MAKE) --no-print-directory CXX=$(FUZZ_CXX) MODE=fuzz fuzz-targets && \
	  sh tests/fuzz/run.sh build/$(notdir $(FUZZ_CXX))-float-fuzz-$(ARCH)/fuzz $(SECONDS) $(FUZZED); \
	else echo "fuzz: skipped, there is no $(FUZZ_CXX) with libFuzzer here"; fi

fuzz-targets: $(FUZZED:%=$(FLOAT)/fuzz/%) $(FLOAT)/fuzz/seeds
.PHONY: fuzz fuzz-targets

mutants: doctest ## plant one-line faults (SEED=1, COUNT=60, FILES=) and count those that the tests find
	@python3 tests/mutants.py $(DOUBLE) $(FLOAT) "CXX=$(CXX)" MODE=$(MODE) ARCH=$(ARCH)
.PHONY: mutants

layers: ## no header includes a higher layer
	@sh tests/layers.sh

headers: ## every header compiles alone
	@sh tests/headers.sh "$(CXX)" $(COMMON) -Werror
	@sh tests/headers.sh "$(CXX)" $(COMMON) -Werror -DHEED_DOUBLE
.PHONY: headers

vectors: $(if $(MACHINE),$(FLOAT)/src/kernels/gemm.o $(FLOAT)/src/kernels/rows.o) ## products and exponentials are compiled to whole vectors, with this CXX and ARCH
	@$(if $(MACHINE),sh tests/vectors.sh $^ $(ARCH),echo "vectors: skipped, $(CXX) refuses -march=$(ARCH)")
.PHONY: vectors

# Compiler and mode of each build; the first is what the others are compared with.
BUILDS ?= g++/release clang++/release g++/debug clang++/debug g++/sanitize clang++/sanitize
same-bits: ## programs of both compilers, optimised, unoptimised and sanitized, write the same bytes (BUILDS=)
	@sh tests/same_bits.sh "$(MAKE)" $(ARCH) $(BUILDS)
.PHONY: same-bits

wasm-check: ## the core compiles for WebAssembly (clang, no exceptions)
	@sh tests/wasm_check.sh

datasets: $(patsubst datasets/%/generate.cpp,$(FLOAT)/bin/generate_%,$(GENERATORS)) ## write the committed sentences again, byte for byte
	@for task in $(patsubst datasets/%/generate.cpp,%,$(GENERATORS)); do \
	  $(FLOAT)/bin/generate_$$task datasets/$$task || exit 1; done

help: ## this list
	@grep -hE '^[a-z_.-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed 's/:.*## /\t/' | awk -F'\t' '{printf "make %-22s %s\n", $$1, $$2}'
	@sed -n '3,10p' $(firstword $(MAKEFILE_LIST)) | sed 's/^# \{0,1\}//'

clean: ## remove build/
	rm -rf build
