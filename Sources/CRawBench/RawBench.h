// What the files of the control share.
#ifndef RAW_BENCH_INTERNAL_H
#define RAW_BENCH_INTERNAL_H

#include <sqlite3.h>
#include <stdint.h>

#include "CRawBench.h"

#define PLAYER_COLUMNS \
  "Z_PK,Z_ENT,Z_OPT,ZNUMBER,ZTEAM,ZDATEOFBIRTH,ZEMAIL,ZFIRSTNAME,ZLASTNAME"
#define TEAM_COLUMNS "Z_PK,Z_ENT,Z_OPT,ZNAME,ZUNIFORMCOLOR"

/// A player kept in memory.
typedef struct {
  int64_t number, team, birth;
  char *first, *last, *email;
} Player;

/// A run: the connection, its size, and the clock.
typedef struct {
  sqlite3 *db;
  int n;
  const char *database, *folder;
  double wall, cpu;
} Run;

_Noreturn void fail(Run *run, const char *what);
void execute(Run *run, const char *sql);
sqlite3_stmt *prepare(Run *run, const char *sql);
int64_t scalar(Run *run, const char *sql);
int64_t state(Run *run);

void start_clock(Run *run);
/// Stops the clock and fills in a figure, except for its checksum.
void stop_clock(Run *run, RawFigure *figure, const char *workload, int64_t rows);

/// Reads every column of a player's row, as an engine that wants whole rows must; the number.
int64_t touch_player(sqlite3_stmt *row);
void touch_team(sqlite3_stmt *row);

void insert_all(Run *run, RawFigure *figure);
void update_tenth(Run *run, RawFigure *figure);
void delete_teams(Run *run, RawFigure *figure);
void fetch_all(Run *run, RawFigure *figure, int every_attribute);
void fetch_sorted(Run *run, RawFigure *figure);
void walk_teams(Run *run, RawFigure *figure);
void walk_all_teams(Run *run, RawFigure *figure);
void count_some(Run *run, RawFigure *figure);
void group_teams(Run *run, RawFigure *figure);
void look_up(Run *run, RawFigure figures[2]);
void change_and_undo(Run *run, RawFigure figures[2]);
void read_one(Run *run, RawFigure *figure);

#endif
