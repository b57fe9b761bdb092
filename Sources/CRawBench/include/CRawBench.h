// The League workload on SQLite's C interface: what the engine's figures are divided by.
#ifndef C_RAW_BENCH_H
#define C_RAW_BENCH_H

#include <stdint.h>

/// One figure of a run.
typedef struct {
  /// The workload's name; W7 and W9 give two figures of different names.
  const char *workload;
  /// Wall time and CPU time of the timed region.
  double seconds, cpu;
  int64_t rows, checksum;
  /// The largest resident size of the process so far.
  int64_t rss_kb;
} RawFigure;

/// Runs one workload.
///
/// - Parameters:
///   - workload: `W1` to `W10`, or `start`.
///   - n: the number of players.
///   - database: the file; `W1` makes it, the others read it, W5 and W6 change it.
///   - folder: where `teams_N.tsv` and `players_N.tsv` are.
///   - figures: room for two figures.
/// - Returns: how many figures there are; 0 for an unknown workload. Any failure of SQLite or of a
///   file ends the process with a message: a control that goes on after one measures nothing.
int raw_bench_run(const char *workload, int n, const char *database, const char *folder,
                  RawFigure figures[2]);

/// What W1, W5 and W6 leave in a file: players, numbers, lengths of the addresses, teams, summed up.
int64_t raw_bench_state(const char *database);

/// The largest resident size of this process so far, in kibibytes. Unlike `getrusage`, it does not
/// count what the parent process had before the program was loaded.
int64_t raw_bench_peak_rss(void);

/// How many bytes this process has allocated and not freed.
int64_t raw_bench_heap(void);

#endif
