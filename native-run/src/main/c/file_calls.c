/*
 * Calls that name files and directories: they see the files of the execution (overlay.c). What they
 * do to files of the machine they do to a copy.
 *
 * Functions of the library that open files by themselves (glob, ftw) are not here: these see the
 * machine.
 */
#include "file_calls.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "heap.h"
#include "library_calls.h"
#include "overlay.h"

void *WRAP(malloc)(size_t size);

// --- directories

int make_directory(int directory, const char *name, mode_t mode) {
  if (!is_controlled()) {
    return (int)syscall(SYS_mkdirat, directory, name, mode);
  }
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute) || overlay_make(absolute, scratch) == NULL) {
    return -1;
  }
  overlay_made_directory(absolute);
  return mkdir(scratch, mode);
}

WRAPPER(int, mkdir, const char *name, mode_t mode) {
  COUNTED(STRING(name));
  return make_directory(AT_FDCWD, name, mode);
}

WRAPPER(int, mkdirat, int directory, const char *name, mode_t mode) {
  COUNTED(STRING(name));
  return make_directory(directory, name, mode);
}

static int remove_directory(int directory, const char *name) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  if (overlay_find(absolute) == ON_MACHINE && overlay_is_directory(absolute)) {
    refuse("the program deletes %s, a directory that was there before", absolute);
  }
  const char *reached = overlay_look(absolute, scratch);
  if (reached == NULL || rmdir(reached) != 0) {
    return -1;
  }
  overlay_deleted(absolute);
  return 0;
}

WRAPPER(int, rmdir, const char *name) {
  COUNTED(STRING(name));
  return is_controlled() ? remove_directory(AT_FDCWD, name) : REAL(rmdir)(name);
}

WRAPPER(DIR *, opendir, const char *name) {
  COUNTED(STRING(name));
  if (!is_controlled()) {
    return REAL(opendir)(name);
  }
  path absolute, scratch;
  if (!overlay_resolve(AT_FDCWD, name, absolute)) {
    return NULL;
  }
  const char *reached = overlay_list(absolute, scratch);
  heap_allocates_for(HERE);
  DIR *opened = reached == NULL ? NULL : REAL(opendir)(reached);
  heap_allocates_for(0);
  if (opened != NULL) {
    descriptor_opened(dirfd(opened), ORDINARY);
  }
  return opened;
}

WRAPPER(int, chdir, const char *name) {
  COUNTED(STRING(name));
  if (!is_controlled()) {
    return REAL(chdir)(name);
  }
  path absolute;
  if (!overlay_resolve(AT_FDCWD, name, absolute)) {
    return -1;
  }
  if (!overlay_is_directory(absolute)) {
    errno = overlay_is_there(absolute) ? ENOTDIR : ENOENT;
    return -1;
  }
  overlay_move_to(absolute);
  return 0;
}

WRAPPER(int, fchdir, int descriptor) {
  if (!is_controlled()) {
    return REAL(fchdir)(descriptor);
  }
  path absolute;
  if (!overlay_resolve(descriptor, ".", absolute)) {
    return -1;
  }
  overlay_move_to(absolute);
  return 0;
}

WRAPPER(char *, getcwd, char *into, size_t size) {
  if (!is_controlled()) {
    return REAL(getcwd)(into, size);
  }
  const char *current = overlay_current();
  size_t needed = strlen(current) + 1;
  if (into != NULL && size < needed) {
    errno = size == 0 ? EINVAL : ERANGE;
    return NULL;
  }
  COUNTED(OUT_BYTES(into, needed));
  char *result = into != NULL ? into : WRAP(malloc)(size < needed ? needed : size);
  return result == NULL ? NULL : strcpy(result, current);
}

// --- names

static int delete(int directory, const char *name) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_look(absolute, scratch);
  if (reached == NULL) {
    return -1;
  }
  if (reached == scratch) {
    if (unlink(scratch) != 0) {
      return -1;
    }
  } else if (!overlay_is_there(absolute) || overlay_is_directory(absolute)) {
    errno = overlay_is_there(absolute) ? EISDIR : ENOENT;
    return -1;
  }
  overlay_deleted(absolute);
  return 0;
}

WRAPPER(int, unlink, const char *name) {
  COUNTED(STRING(name));
  return is_controlled() ? delete (AT_FDCWD, name) : REAL(unlink)(name);
}

WRAPPER(int, unlinkat, int directory, const char *name, int flags) {
  COUNTED(STRING(name));
  if (!is_controlled()) {
    return REAL(unlinkat)(directory, name, flags);
  }
  return (flags & AT_REMOVEDIR) != 0 ? remove_directory(directory, name)
                                     : delete (directory, name);
}

WRAPPER(int, remove, const char *name) {
  COUNTED(STRING(name));
  if (!is_controlled()) {
    return REAL(remove)(name);
  }
  path absolute;
  if (!overlay_resolve(AT_FDCWD, name, absolute)) {
    return -1;
  }
  return overlay_is_directory(absolute) ? remove_directory(AT_FDCWD, name)
                                        : delete (AT_FDCWD, name);
}

static int rename_in_overlay(int from_directory, const char *from, int to_directory,
                             const char *to) {
  path old, new;
  return overlay_resolve(from_directory, from, old) && overlay_resolve(to_directory, to, new) &&
                 overlay_rename(old, new)
             ? 0
             : -1;
}

WRAPPER(int, rename, const char *from, const char *to) {
  COUNTED(STRING(from) STRING(to));
  return is_controlled() ? rename_in_overlay(AT_FDCWD, from, AT_FDCWD, to)
                         : REAL(rename)(from, to);
}

WRAPPER(int, renameat, int from_directory, const char *from, int to_directory, const char *to) {
  COUNTED(STRING(from) STRING(to));
  return is_controlled() ? rename_in_overlay(from_directory, from, to_directory, to)
                         : REAL(renameat)(from_directory, from, to_directory, to);
}

WRAPPER(int, link, const char *from, const char *to) {
  COUNTED(STRING(from) STRING(to));
  if (!is_controlled()) {
    return REAL(link)(from, to);
  }
  path old, new, old_scratch, new_scratch;
  if (!overlay_resolve(AT_FDCWD, from, old) || !overlay_resolve(AT_FDCWD, to, new) ||
      overlay_change(old, old_scratch) == NULL || overlay_make(new, new_scratch) == NULL) {
    return -1;
  }
  return REAL(link)(old_scratch, new_scratch);
}

WRAPPER(int, symlink, const char *target, const char *name) {
  COUNTED(STRING(target) STRING(name));
  if (!is_controlled()) {
    return REAL(symlink)(target, name);
  }
  (void)target;
  refuse("the program calls symlink (%s), which is not supported: files of an execution are in a"
         " directory of their own",
         name);
}
