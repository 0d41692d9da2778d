/*
 * Calls that look at what is known of files, or change it. Owners and times have no effect: files
 * are only checked for being there.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "control.h"
#include "file_calls.h"
#include "files.h"
#include "library_calls.h"
#include "overlay.h"

#define START_SECONDS 1735689600 /* the time of day when an execution begins */

/* What says when and where a file was made must not differ between executions. */
static void make_timeless(struct stat *status, const char *name) {
  ino_t number = 1;
  for (; name != NULL && *name != 0; name++) {
    number = number * 31 + (unsigned char)*name;
  }
  status->st_ino = number;
  status->st_dev = 1;
  status->st_atim = status->st_mtim = status->st_ctim = (struct timespec){START_SECONDS, 0};
}

static int look(int directory, const char *name, struct stat *status, int flags) {
  if (!is_controlled() || ((flags & AT_EMPTY_PATH) != 0 && *name == 0)) {
    return fstatat(directory, name, status, flags);
  }
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_look(absolute, scratch);
  if (reached == NULL) {
    return -1;
  }
  int result = fstatat(AT_FDCWD, reached, status, flags);
  if (result == 0 && reached == scratch) {
    make_timeless(status, absolute);
  }
  return result;
}

WRAPPER(int, stat, const char *name, struct stat *status) {
  COUNTED(OUT(status) STRING(name));
  return look(AT_FDCWD, name, status, 0);
}

WRAPPER(int, stat64, const char *name, struct stat *status) {
  COUNTED(OUT(status) STRING(name));
  return look(AT_FDCWD, name, status, 0);
}

WRAPPER(int, lstat, const char *name, struct stat *status) {
  COUNTED(OUT(status) STRING(name));
  return look(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

WRAPPER(int, lstat64, const char *name, struct stat *status) {
  COUNTED(OUT(status) STRING(name));
  return look(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

WRAPPER(int, fstatat, int directory, const char *name, struct stat *status, int flags) {
  COUNTED(OUT(status) STRING(name));
  return look(directory, name, status, flags);
}

WRAPPER(int, fstatat64, int directory, const char *name, struct stat *status, int flags) {
  COUNTED(OUT(status) STRING(name));
  return look(directory, name, status, flags);
}

/* What is known of output: it is the same whether anybody sees it or not. */
static struct stat status_of_output(void) {
  struct stat status = {.st_mode = S_IFREG | 0600, .st_nlink = 1, .st_blksize = 4096};
  make_timeless(&status, NULL);
  return status;
}

static int look_at_descriptor(int descriptor, struct stat *status) {
  if (is_output(descriptor)) {
    *status = status_of_output();
    return 0;
  }
  int result = fstat(descriptor, status);
  if (result == 0 && descriptor_kind(descriptor) != ORDINARY) {
    make_timeless(status, NULL);
  }
  return result;
}

/* Streams of the library look by this name. */
WRAPPER(int, __fstat64, int descriptor, struct stat *status) {
  return look_at_descriptor(descriptor, status);
}

WRAPPER(int, fstat, int descriptor, struct stat *status) {
  COUNTED(OUT(status));
  return look_at_descriptor(descriptor, status);
}

WRAPPER(int, fstat64, int descriptor, struct stat *status) {
  COUNTED(OUT(status));
  return look_at_descriptor(descriptor, status);
}

static int check_access(int directory, const char *name, int mode, int flags) {
  if (!is_controlled()) {
    return faccessat(directory, name, mode, flags);
  }
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_look(absolute, scratch);
  return reached == NULL ? -1 : faccessat(AT_FDCWD, reached, mode, flags);
}

WRAPPER(int, access, const char *name, int mode) {
  COUNTED(STRING(name));
  return check_access(AT_FDCWD, name, mode, 0);
}

WRAPPER(int, faccessat, int directory, const char *name, int mode, int flags) {
  COUNTED(STRING(name));
  return check_access(directory, name, mode, flags);
}

static int truncate_to(const char *name, off_t length) {
  if (!is_controlled()) {
    return truncate(name, length);
  }
  path absolute, scratch;
  if (!overlay_resolve(AT_FDCWD, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_change(absolute, scratch);
  return reached == NULL ? -1 : truncate(reached, length);
}

WRAPPER(int, truncate, const char *name, off_t length) {
  COUNTED(STRING(name));
  return truncate_to(name, length);
}

WRAPPER(int, truncate64, const char *name, off_t length) {
  COUNTED(STRING(name));
  return truncate_to(name, length);
}

static int change_mode(int directory, const char *name, mode_t mode) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_change(absolute, scratch);
  return reached == NULL ? -1 : chmod(reached, mode);
}

WRAPPER(int, chmod, const char *name, mode_t mode) {
  COUNTED(STRING(name));
  return is_controlled() ? change_mode(AT_FDCWD, name, mode) : REAL(chmod)(name, mode);
}

WRAPPER(int, fchmodat, int directory, const char *name, mode_t mode, int flags) {
  COUNTED(STRING(name));
  return is_controlled() ? change_mode(directory, name, mode)
                         : REAL(fchmodat)(directory, name, mode, flags);
}

/* Changes that would be seen by nobody but who looks at times and owners. */
static int change_nothing(int directory, const char *name) {
  path absolute;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  if (!overlay_is_there(absolute)) {
    errno = ENOENT;
    return -1;
  }
  return 0;
}

WRAPPER(int, chown, const char *name, uid_t owner, gid_t group) {
  COUNTED(STRING(name));
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(chown)(name, owner, group);
}

WRAPPER(int, lchown, const char *name, uid_t owner, gid_t group) {
  COUNTED(STRING(name));
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(lchown)(name, owner, group);
}

WRAPPER(int, utime, const char *name, const struct utimbuf *times) {
  COUNTED(STRING(name) IN(times));
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(utime)(name, times);
}

WRAPPER(int, utimes, const char *name, const struct timeval times[2]) {
  COUNTED(STRING(name) IN_BYTES(times, 2 * sizeof *times));
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(utimes)(name, times);
}

WRAPPER(int, utimensat, int directory, const char *name, const struct timespec times[2],
        int flags) {
  COUNTED(STRING(name) IN_BYTES(times, 2 * sizeof *times));
  if (!is_controlled() || name == NULL) {
    return is_controlled() ? 0 : REAL(utimensat)(directory, name, times, flags);
  }
  return change_nothing(directory, name);
}
