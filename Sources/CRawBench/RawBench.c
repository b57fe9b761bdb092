#include "RawBench.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void fail(Run *run, const char *what) {
  fprintf(stderr, "raw SQLite control: %s: %s\n", what,
          run && run->db ? sqlite3_errmsg(run->db) : "no connection");
  exit(1);
}

void execute(Run *run, const char *sql) {
  if (sqlite3_exec(run->db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(run, sql);
}

sqlite3_stmt *prepare(Run *run, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(run->db, sql, -1, &statement, NULL) != SQLITE_OK) fail(run, sql);
  return statement;
}

int64_t scalar(Run *run, const char *sql) {
  sqlite3_stmt *statement = prepare(run, sql);
  if (sqlite3_step(statement) != SQLITE_ROW) fail(run, sql);
  int64_t value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

int64_t state(Run *run) {
  return scalar(run, "SELECT count(*) + sum(ZNUMBER) + sum(length(ZEMAIL)) FROM ZPLAYER") +
         scalar(run, "SELECT count(*) FROM ZTEAM");
}

static double clock_value(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void start_clock(Run *run) {
  run->wall = clock_value(CLOCK_MONOTONIC);
  run->cpu = clock_value(CLOCK_PROCESS_CPUTIME_ID);
}

void stop_clock(Run *run, RawFigure *figure, const char *workload, int64_t rows) {
  figure->cpu = clock_value(CLOCK_PROCESS_CPUTIME_ID) - run->cpu;
  figure->seconds = clock_value(CLOCK_MONOTONIC) - run->wall;
  figure->workload = workload;
  figure->rows = rows;
  figure->checksum = 0;
  figure->rss_kb = raw_bench_peak_rss();
}

int64_t raw_bench_peak_rss(void) {
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  char line[256];
  long long value = 0;
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "VmHWM: %lld", &value) == 1) break;
  fclose(file);
  return value;
}

int64_t raw_bench_heap(void) {
  struct mallinfo2 use = mallinfo2();
  return (int64_t)use.uordblks + (int64_t)use.hblkhd;
}

static volatile int64_t sink;

int64_t touch_player(sqlite3_stmt *row) {
  int64_t seen = sqlite3_column_int64(row, 0) + sqlite3_column_int64(row, 1) +
                 sqlite3_column_int64(row, 2) + sqlite3_column_int64(row, 4) +
                 (int64_t)sqlite3_column_double(row, 5);
  for (int column = 6; column < 9; column++) {
    const unsigned char *text = sqlite3_column_text(row, column);
    seen += text[0] + sqlite3_column_bytes(row, column);
  }
  sink += seen;
  return sqlite3_column_int64(row, 3);
}

void touch_team(sqlite3_stmt *row) {
  sink += sqlite3_column_bytes(row, 3) + sqlite3_column_bytes(row, 4);
}

static void open_database(Run *run) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(run->database, &run->db, flags, NULL) != SQLITE_OK)
    fail(run, run->database);
  execute(run, "PRAGMA journal_mode=WAL");
  execute(run, "PRAGMA synchronous=NORMAL");
}

int64_t raw_bench_state(const char *database) {
  Run run = {.database = database};
  open_database(&run);
  int64_t value = state(&run);
  sqlite3_close(run.db);
  return value;
}

int raw_bench_run(const char *workload, int n, const char *database, const char *folder,
                  RawFigure figures[2]) {
  Run run = {.n = n, .database = database, .folder = folder};
  open_database(&run);
  int count = 1;
#define IS(name) (strcmp(workload, name) == 0)
  // The schema is read before the clock starts; but `start` is about just that.
  if (!IS("start")) scalar(&run, "SELECT count(*) FROM sqlite_master");
  if (IS("W1")) insert_all(&run, figures);
  else if (IS("W2")) fetch_all(&run, figures, 0);
  else if (IS("W2b")) fetch_all(&run, figures, 1);
  else if (IS("W3")) fetch_sorted(&run, figures);
  else if (IS("W4")) walk_teams(&run, figures);
  else if (IS("W4b")) walk_all_teams(&run, figures);
  else if (IS("W5")) update_tenth(&run, figures);
  else if (IS("W6")) delete_teams(&run, figures);
  else if (IS("W8")) count_some(&run, figures);
  else if (IS("W10")) group_teams(&run, figures);
  else if (IS("start")) read_one(&run, figures);
  else if (IS("W7")) change_and_undo(&run, figures), count = 2;
  else if (IS("W9")) look_up(&run, figures), count = 2;
  else count = 0;
#undef IS
  sqlite3_close(run.db);
  return count;
}
