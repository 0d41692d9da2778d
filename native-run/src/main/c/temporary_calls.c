/* Temporary files and directories: their names are the same in every execution. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "control.h"
#include "file_calls.h"
#include "library_calls.h"
#include "overlay.h"
#include "random.h"

/* Replaces the last six X before a suffix; false if they are not there. */
static bool fill_in(char *template, int suffix) {
  size_t length = strlen(template);
  if (suffix < 0 || length < 6 + (size_t)suffix ||
      strncmp(template + length - 6 - (size_t)suffix, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return false;
  }
  return true;
}

static void choose_letters(char *template, int suffix) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  char *at = template + strlen(template) - 6 - suffix;
  for (int i = 0; i < 6; i++) {
    at[i] = letters[random_word() % 36];
  }
}

static int open_temporary(char *template, int suffix, int flags) {
  if (!is_controlled()) {
    return mkostemps(template, suffix, flags);
  }
  if (!fill_in(template, suffix)) {
    return -1;
  }
  int opened;
  do {
    choose_letters(template, suffix);
    opened = open_in_overlay(AT_FDCWD, template, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
  } while (opened < 0 && errno == EEXIST);
  return opened;
}

WRAPPER(int, mkstemp, char *template) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  return open_temporary(template, 0, 0);
}

WRAPPER(int, mkstemp64, char *template) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  return open_temporary(template, 0, 0);
}

WRAPPER(int, mkostemp, char *template, int flags) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  return open_temporary(template, 0, flags);
}

WRAPPER(int, mkstemps, char *template, int suffix) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  return open_temporary(template, suffix, 0);
}

WRAPPER(int, mkostemps, char *template, int suffix, int flags) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  return open_temporary(template, suffix, flags);
}

static FILE *open_nameless(void) {
  path name = "/tmp/clewXXXXXX";
  int opened = open_temporary(name, 0, 0);
  if (opened < 0) {
    return NULL;
  }
  path scratch;
  if (is_controlled() && overlay_scratch(name, scratch)) {
    unlink(scratch);
    overlay_deleted(name);
  } else {
    unlink(name);
  }
  return fdopen(opened, "w+");
}

WRAPPER(FILE *, tmpfile, void) { return open_nameless(); }

WRAPPER(FILE *, tmpfile64, void) { return open_nameless(); }

WRAPPER(char *, mkdtemp, char *template) {
  COUNTED(OUT_BYTES(template, string_size(template)));
  if (!is_controlled()) {
    return REAL(mkdtemp)(template);
  }
  if (!fill_in(template, 0)) {
    return NULL;
  }
  int result;
  do {
    choose_letters(template, 0);
    result = make_directory(AT_FDCWD, template, 0700);
  } while (result != 0 && errno == EEXIST);
  return result == 0 ? template : NULL;
}
