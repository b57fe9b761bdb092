// The reading workloads.
#include <stdlib.h>
#include <string.h>

#include "RawBench.h"

void fetch_all(Run *run, RawFigure *figure, int every_attribute) {
  int64_t sum = 0, rows = 0;
  start_clock(run);
  sqlite3_stmt *row = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER");
  while (sqlite3_step(row) == SQLITE_ROW) {
    sum += touch_player(row);
    rows++;
    if (!every_attribute) continue;
    sum += (int64_t)(sqlite3_column_double(row, 5) / 86400) + sqlite3_column_bytes(row, 6) +
           (sqlite3_column_bytes(row, 7) > 0) + (sqlite3_column_bytes(row, 8) > 0);
  }
  sqlite3_finalize(row);
  stop_clock(run, figure, every_attribute ? "W2b" : "W2", rows);
  figure->checksum = sum;
}

static uint64_t hash_text(uint64_t hash, const unsigned char *text) {
  for (; *text; text++) hash = (hash * 31 + *text) & 0xffffffff;
  return hash;
}

void fetch_sorted(Run *run, RawFigure *figure) {
  int64_t sum = 0, rows = 0;
  start_clock(run);
  sqlite3_stmt *row = prepare(run, "SELECT " PLAYER_COLUMNS
                                   " FROM ZPLAYER WHERE ZLASTNAME >= 'W' AND ZLASTNAME < 'X'"
                                   " ORDER BY ZLASTNAME, ZFIRSTNAME");
  while (sqlite3_step(row) == SQLITE_ROW) {
    sum += touch_player(row);
    rows++;
  }
  stop_clock(run, figure, "W3", rows);
  sqlite3_reset(row);
  uint64_t hash = 0;
  while (sqlite3_step(row) == SQLITE_ROW) {
    hash = hash_text(hash, sqlite3_column_text(row, 8));
    hash = hash_text(hash, sqlite3_column_text(row, 7));
  }
  sqlite3_finalize(row);
  figure->checksum = sum + (int64_t)hash;
}

void walk_teams(Run *run, RawFigure *figure) {
  int64_t sum = 0, rows = 0;
  start_clock(run);
  sqlite3_stmt *team = prepare(run, "SELECT " TEAM_COLUMNS " FROM ZTEAM");
  sqlite3_stmt *player = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER WHERE ZTEAM=?");
  while (sqlite3_step(team) == SQLITE_ROW) {
    touch_team(team);
    sqlite3_bind_int64(player, 1, sqlite3_column_int64(team, 0));
    while (sqlite3_step(player) == SQLITE_ROW) {
      sum += touch_player(player);
      rows++;
    }
    sqlite3_reset(player);
  }
  sqlite3_finalize(player);
  sqlite3_finalize(team);
  stop_clock(run, figure, "W4", rows);
  figure->checksum = sum;
}

void walk_all_teams(Run *run, RawFigure *figure) {
  int64_t sum = 0, rows = 0, teams = 0;
  start_clock(run);
  int64_t *totals = calloc((size_t)run->n / 100 + 2, sizeof *totals);
  sqlite3_stmt *row = prepare(run, "SELECT " TEAM_COLUMNS " FROM ZTEAM");
  while (sqlite3_step(row) == SQLITE_ROW) {
    touch_team(row);
    teams++;
  }
  sqlite3_finalize(row);
  row = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER WHERE ZTEAM IS NOT NULL");
  while (sqlite3_step(row) == SQLITE_ROW) {
    int64_t number = touch_player(row);
    totals[sqlite3_column_int64(row, 4)] += number;
    rows++;
  }
  sqlite3_finalize(row);
  for (int64_t team = 1; team <= teams; team++) sum += totals[team];
  stop_clock(run, figure, "W4b", rows);
  figure->checksum = sum;
  free(totals);
}

void count_some(Run *run, RawFigure *figure) {
  start_clock(run);
  int64_t count = scalar(run,
                         "SELECT count(*) FROM ZPLAYER"
                         " WHERE ZLASTNAME >= 'W' AND ZLASTNAME < 'X' AND ZNUMBER > 50");
  stop_clock(run, figure, "W8", 1);
  figure->checksum = count;
}

void group_teams(Run *run, RawFigure *figure) {
  int64_t sum = 0, rows = 0;
  start_clock(run);
  sqlite3_stmt *row =
      prepare(run, "SELECT ZTEAM, count(*), avg(ZNUMBER) FROM ZPLAYER GROUP BY ZTEAM");
  while (sqlite3_step(row) == SQLITE_ROW) {
    rows++;
    sum += sqlite3_column_int64(row, 1) * 7 + (int64_t)(sqlite3_column_double(row, 2) * 1e6 + 0.5);
  }
  sqlite3_finalize(row);
  stop_clock(run, figure, "W10", rows);
  figure->checksum = sum;
}

void look_up(Run *run, RawFigure figures[2]) {
  for (int pass = 0; pass < 2; pass++) {
    int64_t x = 12345, sum = 0;
    start_clock(run);
    sqlite3_stmt *row = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER WHERE Z_PK=?");
    for (int turn = 0; turn < 10000; turn++) {
      x = (x * 1103515245 + 12345) & 0x7fffffff;
      sqlite3_bind_int64(row, 1, 1 + x % run->n);
      if (sqlite3_step(row) != SQLITE_ROW) fail(run, "a player is missing");
      sum += touch_player(row);
      sqlite3_reset(row);
    }
    sqlite3_finalize(row);
    stop_clock(run, &figures[pass], pass ? "W9hot" : "W9cold", 10000);
    figures[pass].checksum = sum;
  }
}

void read_one(Run *run, RawFigure *figure) {
  start_clock(run);
  sqlite3_stmt *row = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER LIMIT 1");
  if (sqlite3_step(row) != SQLITE_ROW) fail(run, "there are no players");
  int64_t number = touch_player(row);
  sqlite3_finalize(row);
  stop_clock(run, figure, "start", 1);
  figure->checksum = number > 0;
}
