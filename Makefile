# Corebook. `make run` is the first thing to type, `make test` the second.
SWIFT ?= swift
SOURCES = Package.swift $(wildcard Sources Tests Plugins Chapters Exercises Solutions)

.PHONY: run build test format lint clean packages

# The console in a terminal; elsewhere a short demonstration.
run: build
	@if [ -t 0 ]; then \
	  .build/debug/corebook; \
	else \
	  .build/debug/corebook --model Demo/OrgChart.xcdatamodeld run Demo/orgchart.corebook; \
	fi

build: packages
	$(SWIFT) build

test: packages
	$(SWIFT) test --disable-swift-testing

format:
	$(SWIFT) format -i -r $(SOURCES)

lint:
	$(SWIFT) format lint --strict -r $(SOURCES)

clean:
	$(SWIFT) package clean

packages:
	@scripts/system-packages
