/* Declares the session extension and the pre-update hook, which Debian's
   library exports but its header hides behind these switches. */
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

/* Whether the constants of statements that are compiled from now on are put in front of the loop over rows.
   SQLite compares each with all before it, which for thousands of them takes longer than anything else. The
   switch is one for tests: a library without it does nothing, and is slow. */
static inline void csqlite_factor_constants(sqlite3 *db, int factors) {
  sqlite3_test_control(SQLITE_TESTCTRL_OPTIMIZATIONS, db, factors ? 0 : 0x0008);
}
#endif
