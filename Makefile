# Corebook. `make run` is the first thing to type, `make test` the second.
SWIFT ?= swift
SOURCES = Package.swift $(wildcard Sources Tests Plugins Chapters Exercises Solutions)

.PHONY: run build test soak bench format lint clean packages

# The console in a terminal, where Ctrl-C is for it alone and not for make; elsewhere a short demonstration.
run: build
	@if [ -t 0 ]; then \
	  trap '' TSTP; set -m; .build/debug/corebook; \
	else \
	  .build/debug/corebook --model Chapters/02-OrgChart/OrgChart.xcdatamodeld \
	    run .ci/demonstration.corebook; \
	fi

build: packages
	$(SWIFT) build

# The library, the chapters and the learner's exercises; then the graders on the solutions.
test: packages
	$(SWIFT) test --disable-swift-testing
	WORKBOOK=solutions $(SWIFT) test --scratch-path .build-solutions --disable-swift-testing \
	  --filter GraderTests

# The League workload beside SQLite's C interface, in a release build with Swift's libraries linked in,
# so that the start of a process is not the loading of libraries. BENCH takes options, as in
# `make bench BENCH="--n 10000 --only W2,W4"`.
STATIC = -c release --static-swift-stdlib --scratch-path .build-static
bench: packages
	$(SWIFT) build $(STATIC) --product corebook-bench
	$(SWIFT) build $(STATIC) --product corebook-bench-control
	.build-static/release/corebook-bench $(BENCH)

# What takes minutes: a package outside this one, built from nothing in debug, release and with the
# address sanitizer, millions of random operations, and whatever else asks for COREBOOK_SOAK; then ten
# minutes of libFuzzer on the predicate parser.
soak: packages
	COREBOOK_SOAK=1 $(SWIFT) test --disable-swift-testing
	.ci/fuzz 600

format:
	$(SWIFT) format -i -r $(SOURCES)

lint:
	$(SWIFT) format lint --strict -r $(SOURCES)

clean:
	$(SWIFT) package clean

packages:
	@.ci/system-packages
