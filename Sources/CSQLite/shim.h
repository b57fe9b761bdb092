/* Declares the session extension and the pre-update hook, which Debian's
   library exports but its header hides behind these switches. */
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
#endif
