/* Files of the machine that an execution makes, changes and renames: it does so to copies. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "overlay_table.h"

// --- files

const char *overlay_look(const char *absolute, path scratch) {
  switch (overlay_find(absolute)) {
  case ON_MACHINE:
    return absolute;
  case IN_SCRATCH:
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  default:
    return overlay_fails(ENOENT);
  }
}

/* Makes the directories on the way to a path in the scratch directory. */
static void make_parents(path scratch) {
  for (char *at = scratch + strlen(scratch_directory) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = 0;
    mkdir(scratch, 0700);
    *at = '/';
  }
}

static bool copy_contents(int from, int to) {
  static KEEP char buffer[1 << 14];
  ssize_t count;
  while ((count = read(from, buffer, sizeof buffer)) > 0) {
    if (write(to, buffer, (size_t)count) != count) {
      return false;
    }
  }
  return count == 0;
}

/* Puts a copy of a file into the scratch directory, empty if its contents are not wanted. */
static bool copy_up(const char *absolute, const struct stat *status, bool with_contents,
                    path scratch) {
  make_parents(scratch);
  int to = open(scratch, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int from = with_contents ? open(absolute, O_RDONLY | O_CLOEXEC) : -1;
  bool is_done = to >= 0 && (!with_contents || from >= 0);
  if (is_done && with_contents && !copy_contents(from, to)) {
    refuse("the file %s cannot be copied to the scratch directory", absolute);
  }
  int error = errno;
  if (to >= 0) {
    fchmod(to, status->st_mode & 07777);
    close(to);
  }
  if (from >= 0) {
    close(from);
  }
  errno = error;
  if (is_done) {
    overlay_set(absolute, FILE_HERE);
  }
  return is_done;
}

/* Prepares a place for something new; its directory must be there. */
static const char *make_place(const char *absolute, path scratch) {
  path parent;
  strcpy(parent, absolute);
  char *end = strrchr(parent, '/');
  end[end == parent] = 0;
  if (!overlay_is_directory(parent)) {
    return overlay_fails(overlay_is_there(parent) ? ENOTDIR : ENOENT);
  }
  if (overlay_find(parent) == ON_MACHINE && access(parent, W_OK) != 0) {
    return NULL;
  }
  if (!overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  make_parents(scratch);
  overlay_set(absolute, FILE_HERE);
  return scratch;
}

const char *overlay_make(const char *absolute, path scratch) {
  changes_outside();
  return overlay_is_there(absolute) ? overlay_fails(EEXIST) : make_place(absolute, scratch);
}

/* A file of the machine is to be opened. */
static const char *open_on_machine(const char *absolute, const struct stat *status, int flags,
                                   path scratch) {
  if (S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode)) {
    refuse("the program opens %s, which leads to other processes; give it a file instead",
           absolute);
  }
  if ((flags & O_CREAT) != 0 && (flags & O_EXCL) != 0) {
    return overlay_fails(EEXIST);
  }
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC) != 0;
  if (!writes || !S_ISREG(status->st_mode)) {
    return absolute;
  }
  if (access(absolute, W_OK) != 0 || !overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  return copy_up(absolute, status, (flags & O_TRUNC) == 0, scratch) ? scratch : NULL;
}

const char *overlay_open(const char *absolute, int flags, path scratch) {
  enum where where = overlay_find(absolute);
  if (where == IN_SCRATCH) {
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  }
  struct stat status;
  if (where == ON_MACHINE && stat(absolute, &status) == 0) {
    return open_on_machine(absolute, &status, flags, scratch);
  }
  if ((flags & O_CREAT) == 0) {
    return where == ON_MACHINE ? NULL : overlay_fails(ENOENT);
  }
  return make_place(absolute, scratch);
}

const char *overlay_change(const char *absolute, path scratch) {
  changes_outside();
  enum where where = overlay_find(absolute);
  if (where == IN_SCRATCH) {
    return overlay_scratch(absolute, scratch) ? scratch : NULL;
  }
  struct stat status;
  if (where == NOWHERE || stat(absolute, &status) != 0) {
    return where == NOWHERE ? overlay_fails(ENOENT) : NULL;
  }
  if (!S_ISREG(status.st_mode)) {
    refuse("the program changes %s, which was there before and is no file", absolute);
  }
  if (!overlay_scratch(absolute, scratch)) {
    return NULL;
  }
  return copy_up(absolute, &status, true, scratch) ? scratch : NULL;
}

// --- other names

/* What was below a directory that got another name is below the other name. */
static void rename_below(const char *from, const char *to) {
  size_t length = strlen(from);
  int count = overlay_entry_count;
  for (int i = 0; i < count; i++) {
    if (overlay_is_below(&overlay_entries[i], from, length) && overlay_entries[i].state != HIDDEN) {
      path moved;
      if (snprintf(moved, sizeof moved, "%s%s", to, overlay_entries[i].name + length) < PATH_MAX) {
        overlay_set(moved, overlay_entries[i].state);
      }
      overlay_entries[i].state = HIDDEN;
    }
  }
}

bool overlay_rename(const char *from, const char *to) {
  bool is_directory = overlay_is_directory(from);
  if (is_directory && overlay_find(from) == ON_MACHINE) {
    refuse("the program renames %s, a directory that was there before", from);
  }
  path old, new;
  if (overlay_change(from, old) == NULL) {
    return false;
  }
  if (overlay_find(to) != IN_SCRATCH &&
      (overlay_is_directory(to) ? overlay_fails(is_directory ? ENOTEMPTY : EISDIR)
                                : make_place(to, new)) == NULL) {
    return false;
  }
  if (!overlay_scratch(to, new) || rename(old, new) != 0) {
    return false;
  }
  overlay_set(from, HIDDEN);
  overlay_set(to, is_directory ? NEW_DIRECTORY : FILE_HERE);
  if (is_directory) {
    rename_below(from, to);
  }
  return true;
}
