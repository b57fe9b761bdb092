// The writing workloads, and the undo of values in memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "RawBench.h"

static char *contents(Run *run, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s_%d.tsv", run->folder, name, run->n);
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (fread(text, 1, size, file) != size) fail(run, path);
  text[size] = 0;
  fclose(file);
  return text;
}

/// Cuts the next field off a text.
static char *field(char **text) {
  char *start = *text, *end = start + strcspn(start, "\t\n");
  *text = *end ? end + 1 : end;
  *end = 0;
  return start;
}

static void create_tables(Run *run) {
  execute(run,
          "CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
          " ZNAME VARCHAR, ZUNIFORMCOLOR VARCHAR);"
          "CREATE TABLE ZPLAYER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,"
          " ZNUMBER INTEGER, ZTEAM INTEGER, ZDATEOFBIRTH TIMESTAMP, ZEMAIL VARCHAR,"
          " ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR);"
          "CREATE INDEX ZPLAYER_ZTEAM_INDEX ON ZPLAYER (ZTEAM);"
          "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR,"
          " Z_SUPER INTEGER, Z_MAX INTEGER);"
          "INSERT INTO Z_PRIMARYKEY VALUES (1,'Player',0,0),(2,'Team',0,0)");
}

static void run_once(Run *run, sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail(run, "a write failed");
  sqlite3_reset(statement);
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text) {
  sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

static void insert_teams(Run *run, char *names[][2], int count) {
  sqlite3_stmt *insert = prepare(run, "INSERT INTO ZTEAM(" TEAM_COLUMNS ") VALUES(?,2,1,?,?)");
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(insert, 1, i + 1);
    bind_text(insert, 2, names[i][0]);
    bind_text(insert, 3, names[i][1]);
    run_once(run, insert);
  }
  sqlite3_finalize(insert);
}

static void insert_players(Run *run, Player *players) {
  sqlite3_stmt *insert =
      prepare(run, "INSERT INTO ZPLAYER(" PLAYER_COLUMNS ") VALUES(?,1,1,?,?,?,?,?,?)");
  for (int i = 0; i < run->n; i++) {
    sqlite3_bind_int64(insert, 1, i + 1);
    sqlite3_bind_int64(insert, 2, players[i].number);
    sqlite3_bind_int64(insert, 3, players[i].team + 1);
    sqlite3_bind_double(insert, 4, (double)players[i].birth);
    bind_text(insert, 5, players[i].email);
    bind_text(insert, 6, players[i].first);
    bind_text(insert, 7, players[i].last);
    run_once(run, insert);
  }
  sqlite3_finalize(insert);
}

void insert_all(Run *run, RawFigure *figure) {
  int n = run->n, teams = n / 100;
  char *team_text = contents(run, "teams"), *player_text = contents(run, "players");
  char *(*names)[2] = malloc((size_t)teams * sizeof *names);
  for (int i = 0; i < teams; i++) {
    names[i][0] = field(&team_text);
    names[i][1] = field(&team_text);
  }
  Player *players = malloc((size_t)n * sizeof *players);
  for (int i = 0; i < n; i++) {
    players[i].team = atoll(field(&player_text));
    players[i].first = field(&player_text);
    players[i].last = field(&player_text);
    players[i].email = field(&player_text);
    players[i].number = atoll(field(&player_text));
    players[i].birth = atoll(field(&player_text));
  }
  create_tables(run);
  start_clock(run);
  execute(run, "BEGIN IMMEDIATE");
  insert_teams(run, names, teams);
  insert_players(run, players);
  char end[160];
  snprintf(end, sizeof end,
           "UPDATE Z_PRIMARYKEY SET Z_MAX=%d WHERE Z_ENT=1;"
           "UPDATE Z_PRIMARYKEY SET Z_MAX=%d WHERE Z_ENT=2; COMMIT",
           n, teams);
  execute(run, end);
  stop_clock(run, figure, "W1", n + teams);
  figure->checksum = state(run);
}

void update_tenth(Run *run, RawFigure *figure) {
  int64_t *keys = malloc(8 * (size_t)run->n), *numbers = malloc(8 * (size_t)run->n);
  int count = 0;
  sqlite3_stmt *row = prepare(run, "SELECT Z_PK, ZNUMBER FROM ZPLAYER");
  while (sqlite3_step(row) == SQLITE_ROW) {
    if (sqlite3_column_int64(row, 1) % 10 != 3) continue;
    keys[count] = sqlite3_column_int64(row, 0);
    numbers[count++] = sqlite3_column_int64(row, 1);
  }
  sqlite3_finalize(row);
  start_clock(run);
  execute(run, "BEGIN IMMEDIATE");
  sqlite3_stmt *update =
      prepare(run, "UPDATE ZPLAYER SET ZNUMBER=?, Z_OPT=? WHERE Z_PK=? AND Z_OPT=?");
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(update, 1, numbers[i] + 100);
    sqlite3_bind_int64(update, 2, 2);
    sqlite3_bind_int64(update, 3, keys[i]);
    sqlite3_bind_int64(update, 4, 1);
    run_once(run, update);
  }
  sqlite3_finalize(update);
  execute(run, "COMMIT");
  stop_clock(run, figure, "W5", count);
  figure->checksum = state(run);
}

void delete_teams(Run *run, RawFigure *figure) {
  int64_t *keys = malloc(8 * ((size_t)run->n / 100 + 1)), rows = 0;
  int count = 0;
  start_clock(run);
  execute(run, "BEGIN IMMEDIATE");
  sqlite3_stmt *team = prepare(run, "SELECT " TEAM_COLUMNS " FROM ZTEAM");
  while (sqlite3_step(team) == SQLITE_ROW) {
    touch_team(team);
    const unsigned char *name = sqlite3_column_text(team, 3);
    if (name[sqlite3_column_bytes(team, 3) - 1] == '5')
      keys[count++] = sqlite3_column_int64(team, 0);
  }
  sqlite3_finalize(team);
  sqlite3_stmt *players = prepare(run, "DELETE FROM ZPLAYER WHERE ZTEAM=?");
  sqlite3_stmt *own = prepare(run, "DELETE FROM ZTEAM WHERE Z_PK=? AND Z_OPT=1");
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(players, 1, keys[i]);
    run_once(run, players);
    rows += sqlite3_changes(run->db);
    sqlite3_bind_int64(own, 1, keys[i]);
    run_once(run, own);
    rows += sqlite3_changes(run->db);
  }
  sqlite3_finalize(players);
  sqlite3_finalize(own);
  execute(run, "COMMIT");
  stop_clock(run, figure, "W6", rows);
  figure->checksum = state(run);
}

/// A log of old values over an array: what undo costs without objects.
void change_and_undo(Run *run, RawFigure figures[2]) {
  int64_t *numbers = malloc(8 * (size_t)run->n), sum = 0;
  int count = 0, changed = run->n < 10000 ? run->n : 10000;
  sqlite3_stmt *row = prepare(run, "SELECT " PLAYER_COLUMNS " FROM ZPLAYER");
  while (sqlite3_step(row) == SQLITE_ROW && count < run->n) numbers[count++] = touch_player(row);
  sqlite3_finalize(row);
  struct {
    int64_t *place, old;
  } *log = malloc((size_t)changed * sizeof *log);
  start_clock(run);
  for (int i = 0; i < changed; i++) {
    log[i].place = &numbers[i];
    log[i].old = numbers[i];
    numbers[i] += 1000;
  }
  stop_clock(run, &figures[0], "W7set", changed);
  start_clock(run);
  for (int i = changed; i-- > 0;) *log[i].place = log[i].old;
  stop_clock(run, &figures[1], "W7", changed);
  for (int i = 0; i < count; i++) sum += numbers[i];
  figures[1].checksum = sum;
}
