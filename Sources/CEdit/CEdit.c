// wcwidth is of X/Open.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "CEdit.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

struct cedit {
  EditLine *line;
  History *history;
  void *context;
  cedit_prompt_function prompt;
  cedit_completion_function complete;
  char *shown_prompt;
  // What the cursor is above the line's end, as Ctrl-C found it.
  int rows_below;
  int end_column;
  // Whether the terminal understands escape sequences.
  int is_smart;
};

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t resized;

static void on_interrupt(int signal) {
  (void)signal;
  interrupted = 1;
}

static volatile sig_atomic_t suspended;
// Whether a line is being read, so that the terminal is the editor's.
static volatile sig_atomic_t reading;

// Stops as a program stops that knows nothing of Ctrl-Z.
static void stop(void) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, &before);
  // Raised while unblocked, it takes effect before raise returns.
  raise(SIGTSTP);
  sigaction(SIGTSTP, &before, NULL);
}

static void on_suspend(int signal) {
  (void)signal;
  int saved = errno;
  if (reading) {
    suspended = 1;
  } else {
    stop();
  }
  errno = saved;
}

static void on_resize(int signal) {
  (void)signal;
  resized = 1;
}

static int ending_pipe[2] = {-1, -1};

static void on_ending(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  if (write(ending_pipe[1], &byte, 1) != 1) {
    // The pipe is full of earlier ones.
  }
  errno = saved;
}

static void on_failed_write(int signal) { (void)signal; }

int cedit_catch_endings(void) {
  if (pipe(ending_pipe) != 0) return -1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = on_ending;
  static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction before;
    // A process that was started to outlive its terminal goes on doing so.
    if (sigaction(signals[index], NULL, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signals[index], &action, NULL);
  }
  fcntl(ending_pipe[0], F_SETFD, FD_CLOEXEC);
  fcntl(ending_pipe[1], F_SETFD, FD_CLOEXEC);
  // A handler must not wait for somebody to read.
  fcntl(ending_pipe[1], F_SETFL, O_NONBLOCK);
  // Nobody reads, or the file may not grow: the write itself says so. A handler, unlike SIG_IGN, is not
  // passed on to programs that are started.
  action.sa_handler = on_failed_write;
  sigaction(SIGPIPE, &action, NULL);
  sigaction(SIGXFSZ, &action, NULL);
  return ending_pipe[0];
}

void cedit_end_by(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
  for (;;) pause();
}

int cedit_take_interrupt(void) {
  int was = interrupted;
  interrupted = 0;
  return was;
}

int cedit_peek_interrupt(void) { return interrupted; }

static cedit *editor_of(EditLine *line) {
  void *data = NULL;
  el_get(line, EL_CLIENTDATA, &data);
  return data;
}

static char *show_prompt(EditLine *line) {
  cedit *editor = editor_of(line);
  free(editor->shown_prompt);
  editor->shown_prompt = strdup(editor->prompt(editor->context));
  return editor->shown_prompt ? editor->shown_prompt : "> ";
}

static void use_pastes(cedit *editor, int is_on) {
  if (editor->is_smart) fputs(is_on ? "\033[?2004h" : "\033[?2004l", stdout);
  fflush(stdout);
}

// A place on the screen, counted from where the prompt begins.
struct place {
  int row;
  int column;
};

static void step(struct place *place, int width, int columns) {
  // A wide character does not stand half on one row.
  if (place->column + width > columns) *place = (struct place){place->row + 1, 0};
  place->column += width;
  if (place->column >= columns) *place = (struct place){place->row + 1, 0};
}

// Goes over text as the editor lays it out.
static void walk(struct place *place, const char *text, const char *end, int columns) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  while (text < end) {
    wchar_t character;
    size_t used = mbrtowc(&character, text, (size_t)(end - text), &state);
    if (used == 0 || used == (size_t)-1 || used == (size_t)-2) return;
    text += used;
    int width = wcwidth(character);
    if (character == L'\n') {
      *place = (struct place){place->row + 1, 0};
    } else if (character == L'\t') {
      do step(place, 1, columns);
      while (place->column % 8 != 0);
    } else if (width < 0) {
      // ^A
      step(place, 1, columns);
      step(place, 1, columns);
    } else {
      step(place, width, columns);
    }
  }
}

static struct winsize window(void) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  return size;
}

// Where the cursor and the end of the line are.
static void find(EditLine *line, struct place *cursor, struct place *end) {
  int columns = window().ws_col ? window().ws_col : 80;
  const char *prompt = editor_of(line)->shown_prompt;
  const LineInfo *info = el_line(line);
  *cursor = (struct place){0, 0};
  if (prompt) walk(cursor, prompt, prompt + strlen(prompt), columns);
  walk(cursor, info->buffer, info->cursor, columns);
  *end = *cursor;
  walk(end, info->cursor, info->lastchar, columns);
}

// Moves from the cursor to behind the line, so that what is printed next spares its rows.
static void leave_line(EditLine *line) {
  struct place cursor, end;
  find(line, &cursor, &end);
  for (int row = cursor.row; row < end.row; row++) fputs("\n", stdout);
}

// Draws the line anew where it stands in a window of another size, whose terminal has broken it anew.
static void resize(EditLine *line) {
  resized = 0;
  if (editor_of(line)->is_smart) {
    struct place cursor, end;
    find(line, &cursor, &end);
    fputs("\r", stdout);
    if (cursor.row > 0) fprintf(stdout, "\033[%dA", cursor.row);
    fputs("\033[J", stdout);
    fflush(stdout);
    el_resize(line);
    el_set(line, EL_REFRESH);
  } else {
    el_resize(line);
  }
}

// Gives the terminal back as it was while the program is stopped, and shows the line anew after.
static void suspend(EditLine *line) {
  suspended = 0;
  use_pastes(editor_of(line), 0);
  el_set(line, EL_PREP_TERM, 0);
  leave_line(line);
  fputs("\n", stdout);
  fflush(stdout);
  stop();
  el_set(line, EL_PREP_TERM, 1);
  use_pastes(editor_of(line), 1);
  resized = 0;
  el_resize(line);
  el_set(line, EL_REFRESH);
}

// Notes how far the line goes on below the cursor, for what Ctrl-C prints behind it.
static void note_end(EditLine *line) {
  cedit *editor = editor_of(line);
  struct place cursor, end;
  find(line, &cursor, &end);
  editor->rows_below = end.row - cursor.row;
  editor->end_column = end.column;
}

// Reads one byte; restarts after a resize or a stop, gives up after Ctrl-C.
static int read_byte(EditLine *line, unsigned char *byte) {
  for (;;) {
    if (interrupted) {
      note_end(line);
      errno = EINTR;
      return -1;
    }
    if (suspended) suspend(line);
    if (resized) resize(line);
    // A signal between the look above and a read would not end the read: the next key would be taken
    // first, and given up with the line. So nothing is read before another look.
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = poll(&input, 1, 500);
    if (interrupted || ready == 0) continue;
    if (ready > 0) {
      ssize_t count = read(STDIN_FILENO, byte, 1);
      if (count == 1) return 1;
      if (count == 0) return 0;
    }
    if (errno != EINTR) return -1;
  }
}

// Reads one character of the locale's encoding (EL_GETCFN).
static int read_character(EditLine *line, wchar_t *character) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    unsigned char byte;
    int count = read_byte(line, &byte);
    if (count != 1) return count;
    char one = (char)byte;
    size_t used = mbrtowc(character, &one, 1, &state);
    if (used == (size_t)-2) continue;
    if (used == (size_t)-1) {
      memset(&state, 0, sizeof state);
      continue;
    }
    return 1;
  }
}

static unsigned char on_complete(EditLine *line, int key) {
  (void)key;
  cedit *editor = editor_of(line);
  const LineInfo *info = el_line(line);
  size_t length = (size_t)(info->lastchar - info->buffer);
  char *text = malloc(length + 1);
  if (!text) return CC_ERROR;
  memcpy(text, info->buffer, length);
  text[length] = 0;
  size_t cursor = (size_t)(info->cursor - info->buffer);
  cedit_completion found = editor->complete(editor->context, text, cursor);
  free(text);
  unsigned char answer = CC_REFRESH_BEEP;
  if (found.listing) {
    leave_line(line);
    fputs("\n", stdout);
    fputs(found.listing, stdout);
    fflush(stdout);
    answer = CC_REDISPLAY;
  }
  if (found.erased > 0) el_deletestr(line, found.erased);
  if (found.insertion && *found.insertion) {
    el_insertstr(line, found.insertion);
    if (!found.listing) answer = CC_REFRESH;
  }
  free(found.insertion);
  free(found.listing);
  return answer;
}

// A pasted block, up to ESC [ 201 ~, becomes part of the line as it is.
static unsigned char on_paste(EditLine *line, int key) {
  (void)key;
  static const char end[] = "\033[201~";
  size_t capacity = 256, length = 0;
  char *text = malloc(capacity);
  if (!text) return CC_ERROR;
  unsigned char byte;
  while (read_byte(line, &byte) == 1) {
    if (length + 2 > capacity) {
      char *larger = realloc(text, capacity *= 2);
      if (!larger) break;
      text = larger;
    }
    text[length++] = byte == '\r' ? '\n' : (char)byte;
    size_t tail = sizeof end - 1;
    if (length >= tail && memcmp(text + length - tail, end, tail) == 0) {
      length -= tail;
      break;
    }
  }
  text[length] = 0;
  while (length > 0 && text[length - 1] == '\n') text[--length] = 0;
  if (length > 0) el_insertstr(line, text);
  free(text);
  return CC_REFRESH;
}

static void catch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, NULL);
  action.sa_handler = on_resize;
  sigaction(SIGWINCH, &action, NULL);
  struct sigaction before;
  // Where nobody can bring it back, Ctrl-Z stays without effect.
  if (sigaction(SIGTSTP, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
  action.sa_handler = on_suspend;
  action.sa_flags = SA_NODEFER;
  sigaction(SIGTSTP, &action, NULL);
}

cedit *cedit_open(
    const char *program, int history_size, void *context, cedit_prompt_function prompt,
    cedit_completion_function complete) {
  const char *terminal = getenv("TERM");
  setlocale(LC_CTYPE, "");
  if (MB_CUR_MAX == 1) setlocale(LC_CTYPE, "C.UTF-8");
  cedit *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->is_smart = terminal && *terminal && strcmp(terminal, "dumb") != 0;
  editor->context = context;
  editor->prompt = prompt;
  editor->complete = complete;
  editor->line = el_init(program, stdin, stdout, stderr);
  editor->history = history_init();
  if (!editor->line || !editor->history) {
    cedit_close(editor);
    return NULL;
  }
  HistEvent event;
  history(editor->history, &event, H_SETSIZE, history_size);
  history(editor->history, &event, H_SETUNIQUE, 1);
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_PROMPT, show_prompt);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_SIGNAL, 0);
  el_set(editor->line, EL_GETCFN, read_character);
  el_set(editor->line, EL_HIST, history, editor->history);
  el_set(editor->line, EL_ADDFN, "corebook-complete", "Complete the word", on_complete);
  el_set(editor->line, EL_ADDFN, "corebook-paste", "Take a pasted block", on_paste);
  el_set(editor->line, EL_BIND, "^I", "corebook-complete", NULL);
  el_set(editor->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
  el_set(editor->line, EL_BIND, "\\e[200~", "corebook-paste", NULL);
  el_source(editor->line, NULL);
  catch_signals();
  return editor;
}

void cedit_close(cedit *editor) {
  if (editor->history) history_end(editor->history);
  if (editor->line) el_end(editor->line);
  free(editor->shown_prompt);
  free(editor);
}

int cedit_read(cedit *editor, const char **line, size_t *length) {
  int count = 0;
  interrupted = 0;
  use_pastes(editor, 1);
  // Raw before the prompt shows, so that what is typed at once is not edited by the kernel.
  el_set(editor->line, EL_PREP_TERM, 1);
  reading = 1;
  editor->rows_below = 0;
  if (resized) {
    // While a command ran.
    resized = 0;
    el_resize(editor->line);
  }
  const char *text = el_gets(editor->line, &count);
  reading = 0;
  use_pastes(editor, 0);
  if (text && count > 0 && !interrupted) {
    *line = text;
    *length = (size_t)count;
    return CEDIT_LINE;
  }
  if (interrupted) {
    interrupted = 0;
    el_reset(editor->line);
    if (editor->is_smart && editor->rows_below > 0) {
      // Behind the line's end, which is further down.
      for (int row = 0; row < editor->rows_below; row++) fputs("\n", stdout);
      fprintf(stdout, "\033[%dG", editor->end_column + 1);
    }
    fputs("^C\n", stdout);
    fflush(stdout);
    return CEDIT_INTERRUPTED;
  }
  return CEDIT_END;
}

void cedit_remember(cedit *editor, const char *entry) {
  HistEvent event;
  int found = history(editor->history, &event, H_FIRST);
  for (; found >= 0; found = history(editor->history, &event, H_NEXT)) {
    if (event.str && strcmp(event.str, entry) == 0) {
      history(editor->history, &event, H_DEL, event.num);
      break;
    }
  }
  history(editor->history, &event, H_ENTER, entry);
}

int cedit_load_history(cedit *editor, const char *path) {
  HistEvent event;
  history(editor->history, &event, H_CLEAR);
  return history(editor->history, &event, H_LOAD, path);
}

int cedit_save_history(cedit *editor, const char *path) {
  HistEvent event;
  mode_t before = umask(0177);
  int result = history(editor->history, &event, H_SAVE, path);
  int code = errno;
  umask(before);
  chmod(path, 0600);
  errno = code;
  return result;
}

int cedit_columns(void) {
  struct winsize size = window();
  return size.ws_col ? size.ws_col : 80;
}

int cedit_rows(void) {
  struct winsize size = window();
  return size.ws_row ? size.ws_row : 24;
}
