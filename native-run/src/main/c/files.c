/*
 * What an execution leaves behind is put back: descriptors that it opened are closed, input begins
 * anew, output goes where it is to go, and the files that it made are deleted (overlay.c).
 *
 * Nothing is to be done, and no call of the system made, after an execution that opened nothing.
 */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "control.h"
#include "overlay.h"

enum { KNOWN_DESCRIPTORS = 1024 };

static KEEP int nothing; /* a descriptor of /dev/null */
static KEEP int first_free;
static KEEP const char *input_name, *output_name;
static KEEP bool has_opened, has_read, has_changed_standard, is_shown;
static KEEP uint8_t kinds[KNOWN_DESCRIPTORS];

// --- descriptors

int descriptor_opened(int descriptor, enum descriptor_kind kind) {
  if (descriptor >= 0 && is_controlled()) {
    changes_outside();
    has_opened = true;
    if (descriptor <= STDERR_FILENO) {
      has_changed_standard = true;
    }
    if (descriptor < KNOWN_DESCRIPTORS) {
      kinds[descriptor] = (uint8_t)kind;
    }
  }
  return descriptor;
}

enum descriptor_kind descriptor_kind(int descriptor) {
  return has_opened && descriptor >= 0 && descriptor < KNOWN_DESCRIPTORS
             ? (enum descriptor_kind)kinds[descriptor]
             : ORDINARY;
}

void standard_changed(int descriptor) {
  if (descriptor >= 0 && descriptor <= STDERR_FILENO) {
    has_changed_standard = true;
  }
}

bool is_output(int descriptor) {
  return (descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO) && execution > 0 &&
         !has_changed_standard && is_controlled();
}

bool is_discarded(int descriptor) { return is_output(descriptor) && !is_shown; }

bool is_of_runtime(int descriptor) {
  return descriptor >= runtime_descriptors() && descriptor <= nothing;
}

void input_was_read(void) { has_read = true; }

// --- processes

static int open_or_nothing(const char *name, int flags) {
  int opened = name == NULL ? -1 : open(name, flags | O_CLOEXEC, 0600);
  return opened >= 0 ? opened : open("/dev/null", O_RDWR | O_CLOEXEC);
}

static void open_standard(int descriptor, const char *name, int flags) {
  int opened = open_or_nothing(name, flags);
  if (opened != descriptor) {
    dup2(opened, descriptor);
    close(opened);
  }
}

static const char *copy_of_variable(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? NULL : strdup(value); /* before main: it stays */
}

void files_begin_process(void) {
  if (!is_controlled()) {
    return;
  }
  overlay_begin_process();
  input_name = copy_of_variable("CLEW_STDIN");
  output_name = copy_of_variable("CLEW_OUTPUT");
  open_standard(STDIN_FILENO, input_name, O_RDONLY);
  open_standard(STDOUT_FILENO, NULL, 0);
  open_standard(STDERR_FILENO, NULL, 0);
  nothing = moved_to_runtime(STDOUT_FILENO);
  first_free = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(first_free);
}

// --- executions

void files_begin_execution(void) {
  if (records_details && output_name != NULL) {
    open_standard(STDOUT_FILENO, output_name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND);
    dup2(STDOUT_FILENO, STDERR_FILENO);
    is_shown = true;
  }
}

static void close_all(int from, unsigned to) {
  if (syscall(SYS_close_range, from, to, 0) != 0) {
    for (int descriptor = from; descriptor <= (int)to && descriptor < KNOWN_DESCRIPTORS;
         descriptor++) {
      close(descriptor);
    }
  }
}

static void close_opened(void) {
  close_all(first_free, (unsigned)runtime_descriptors() - 1);
  close_all(nothing + 1, ~0u);
  memset(kinds, 0, sizeof kinds);
}

void files_end_execution(void) {
  if (has_opened) {
    close_opened();
  }
  if (has_changed_standard) {
    open_standard(STDIN_FILENO, input_name, O_RDONLY);
  } else if (has_read) {
    lseek(STDIN_FILENO, 0, SEEK_SET);
  }
  if (has_changed_standard || is_shown) {
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
  }
  has_opened = has_read = has_changed_standard = is_shown = false;
  if (is_controlled()) {
    overlay_end_execution();
  }
}
