// A small face of libedit for Swift: one editor, its history, completion through a callback.
#ifndef COREBOOK_CEDIT_H
#define COREBOOK_CEDIT_H

#include <stddef.h>

typedef struct cedit cedit;

/// What a completion callback answers.
typedef struct {
  /// How many characters before the cursor go first.
  int erased;
  /// Bytes to put in at the cursor, or NULL. Freed with free().
  char *insertion;
  /// Text to print below the line before it is drawn again, or NULL. Freed with free().
  char *listing;
} cedit_completion;

/// The prompt to show; the text must live until the next call.
typedef const char *(*cedit_prompt_function)(void *context);

/// What the line, up to the cursor, may go on with.
typedef cedit_completion (*cedit_completion_function)(
    void *context, const char *line, size_t cursor);

/// How reading a line ended.
enum cedit_result { CEDIT_LINE = 1, CEDIT_END = 0, CEDIT_INTERRUPTED = -1 };

/// Makes an editor on the terminal of standard input and output; NULL when that fails.
cedit *cedit_open(
    const char *program, int history_size, void *context, cedit_prompt_function prompt,
    cedit_completion_function complete);
void cedit_close(cedit *editor);

/// Reads a line, its newline included, into `line`; valid until the next call.
int cedit_read(cedit *editor, const char **line, size_t *length);

/// Adds an entry to the history; the same one from before goes.
void cedit_remember(cedit *editor, const char *entry);
/// Forgets the history, and takes another from a file.
int cedit_load_history(cedit *editor, const char *path);
int cedit_save_history(cedit *editor, const char *path);

/// Whether Ctrl-C was pressed since this was last asked. Safe from any thread.
int cedit_take_interrupt(void);
/// Whether Ctrl-C was pressed, without forgetting it.
int cedit_peek_interrupt(void);

/// From now on SIGTERM, SIGHUP and SIGINT do not end the process but write their number, a byte, into
/// a pipe whose other end this gives; -1 when there is no pipe. SIGPIPE and
/// SIGXFSZ do nothing. Programs that are started have the usual actions.
int cedit_catch_endings(void);
/// Ends the process by a signal, whatever catches it now.
void cedit_end_by(int signal);

/// How many columns the terminal has; 80 when it does not say.
int cedit_columns(void);
/// How many lines the terminal has; 24 when it does not say.
int cedit_rows(void);

#endif
