/*
 * Calls that name files: they see the files of the execution (overlay.c). What they do to files of
 * the machine they do to a copy.
 *
 * Not here: chown and times of files, which are checked for being there and have no effect, and
 * functions of the library that open files by themselves (glob, ftw): these see the machine.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "control.h"
#include "files.h"
#include "heap.h"
#include "overlay.h"
#include "random.h"

#define WRAPPER(type, name, ...) \
  type WRAP(name)(__VA_ARGS__); \
  type REAL(name)(__VA_ARGS__); \
  type WRAP(name)(__VA_ARGS__)

#define HERE ((uintptr_t)__builtin_return_address(0))

void *WRAP(malloc)(size_t size);

#define START_SECONDS 1735689600 /* the time of day when an execution begins */

// --- opening

static bool is_random_device(const char *name) {
  return strcmp(name, "/dev/urandom") == 0 || strcmp(name, "/dev/random") == 0;
}

/* Opens what a path leads to; -1 with errno if that fails. */
static int open_in_overlay(int directory, const char *name, int flags, mode_t mode) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  if (is_random_device(absolute)) {
    return descriptor_opened(open("/dev/zero", flags, mode), OF_RANDOM);
  }
  const char *reached = overlay_open(absolute, flags, scratch);
  if (reached == NULL) {
    return -1;
  }
  return descriptor_opened(open(reached, flags, mode),
                           reached == scratch ? OF_SCRATCH : ORDINARY);
}

#define MODE_ARGUMENT(flags, mode) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

static int open_any(int directory, const char *name, int flags, mode_t mode) {
  return is_controlled() ? open_in_overlay(directory, name, flags, mode)
                         : openat(directory, name, flags, mode);
}

int WRAP(open)(const char *name, int flags, ...);
int WRAP(open64)(const char *name, int flags, ...);
int WRAP(openat)(int directory, const char *name, int flags, ...);
int WRAP(openat64)(int directory, const char *name, int flags, ...);

int WRAP(open)(const char *name, int flags, ...) {
  MODE_ARGUMENT(flags, mode)
  return open_any(AT_FDCWD, name, flags, mode);
}

int WRAP(open64)(const char *name, int flags, ...) {
  MODE_ARGUMENT(flags, mode)
  return open_any(AT_FDCWD, name, flags, mode);
}

int WRAP(openat)(int directory, const char *name, int flags, ...) {
  MODE_ARGUMENT(flags, mode)
  return open_any(directory, name, flags, mode);
}

int WRAP(openat64)(int directory, const char *name, int flags, ...) {
  MODE_ARGUMENT(flags, mode)
  return open_any(directory, name, flags, mode);
}

WRAPPER(int, __open_2, const char *name, int flags) {
  return open_any(AT_FDCWD, name, flags, 0);
}

WRAPPER(int, __open64_2, const char *name, int flags) {
  return open_any(AT_FDCWD, name, flags, 0);
}

WRAPPER(int, creat, const char *name, mode_t mode) {
  return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

WRAPPER(int, creat64, const char *name, mode_t mode) {
  return open_any(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* The flags that a mode of fopen means, -1 if it means nothing. */
static int flags_of(const char *mode) {
  int access = strchr(mode, '+') != NULL ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  int exclusive = strchr(mode, 'x') != NULL ? O_EXCL : 0;
  switch (mode[0]) {
  case 'r':
    return access;
  case 'w':
    return access | O_CREAT | O_TRUNC | exclusive;
  case 'a':
    return access | O_CREAT | O_APPEND | exclusive;
  default:
    errno = EINVAL;
    return -1;
  }
}

static FILE *stream_opened(FILE *stream, enum descriptor_kind kind) {
  if (stream != NULL) {
    descriptor_opened(fileno(stream), kind);
  }
  return stream;
}

/* The path by which fopen reaches a file, NULL with errno if that fails. */
static const char *reached_by_stream(const char *name, const char *mode, path scratch,
                                     enum descriptor_kind *kind) {
  path absolute;
  int flags = flags_of(mode);
  *kind = ORDINARY;
  if (flags < 0 || !overlay_resolve(AT_FDCWD, name, absolute)) {
    return NULL;
  }
  if (is_random_device(absolute)) {
    *kind = OF_RANDOM;
    return "/dev/zero";
  }
  const char *reached = overlay_open(absolute, flags, scratch);
  *kind = reached == scratch ? OF_SCRATCH : ORDINARY;
  return reached == absolute ? strcpy(scratch, absolute) : reached;
}

static FILE *open_stream(const char *name, const char *mode, uintptr_t pc) {
  if (!is_controlled()) {
    return fopen(name, mode);
  }
  path scratch;
  enum descriptor_kind kind;
  const char *reached = reached_by_stream(name, mode, scratch, &kind);
  if (reached == NULL) {
    return NULL;
  }
  heap_allocates_for(pc);
  FILE *stream = fopen(reached, mode);
  heap_allocates_for(0);
  return stream_opened(stream, kind);
}

WRAPPER(FILE *, fopen, const char *name, const char *mode) { return open_stream(name, mode, HERE); }

WRAPPER(FILE *, fopen64, const char *name, const char *mode) {
  return open_stream(name, mode, HERE);
}

static FILE *reopen_stream(const char *name, const char *mode, FILE *stream) {
  if (!is_controlled() || name == NULL) {
    return freopen(name, mode, stream);
  }
  standard_changed(fileno(stream));
  path scratch;
  enum descriptor_kind kind;
  const char *reached = reached_by_stream(name, mode, scratch, &kind);
  if (reached == NULL) {
    int error = errno;
    fclose(stream);
    errno = error;
    return NULL;
  }
  return stream_opened(freopen(reached, mode, stream), kind);
}

WRAPPER(FILE *, freopen, const char *name, const char *mode, FILE *stream) {
  return reopen_stream(name, mode, stream);
}

WRAPPER(FILE *, freopen64, const char *name, const char *mode, FILE *stream) {
  return reopen_stream(name, mode, stream);
}

// --- temporary files

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

WRAPPER(int, mkstemp, char *template) { return open_temporary(template, 0, 0); }

WRAPPER(int, mkstemp64, char *template) { return open_temporary(template, 0, 0); }

WRAPPER(int, mkostemp, char *template, int flags) { return open_temporary(template, 0, flags); }

WRAPPER(int, mkstemps, char *template, int suffix) { return open_temporary(template, suffix, 0); }

WRAPPER(int, mkostemps, char *template, int suffix, int flags) {
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

// --- directories

static int make_directory(int directory, const char *name, mode_t mode) {
  if (!is_controlled()) {
    return mkdirat(directory, name, mode);
  }
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute) || overlay_make(absolute, scratch) == NULL) {
    return -1;
  }
  overlay_made_directory(absolute);
  return mkdir(scratch, mode);
}

WRAPPER(int, mkdir, const char *name, mode_t mode) { return make_directory(AT_FDCWD, name, mode); }

WRAPPER(int, mkdirat, int directory, const char *name, mode_t mode) {
  return make_directory(directory, name, mode);
}

WRAPPER(char *, mkdtemp, char *template) {
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
  return is_controlled() ? remove_directory(AT_FDCWD, name) : REAL(rmdir)(name);
}

WRAPPER(DIR *, opendir, const char *name) {
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
  return is_controlled() ? delete (AT_FDCWD, name) : REAL(unlink)(name);
}

WRAPPER(int, unlinkat, int directory, const char *name, int flags) {
  if (!is_controlled()) {
    return REAL(unlinkat)(directory, name, flags);
  }
  return (flags & AT_REMOVEDIR) != 0 ? remove_directory(directory, name)
                                     : delete (directory, name);
}

WRAPPER(int, remove, const char *name) {
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
  return is_controlled() ? rename_in_overlay(AT_FDCWD, from, AT_FDCWD, to)
                         : REAL(rename)(from, to);
}

WRAPPER(int, renameat, int from_directory, const char *from, int to_directory, const char *to) {
  return is_controlled() ? rename_in_overlay(from_directory, from, to_directory, to)
                         : REAL(renameat)(from_directory, from, to_directory, to);
}

WRAPPER(int, link, const char *from, const char *to) {
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
  if (!is_controlled()) {
    return REAL(symlink)(target, name);
  }
  (void)target;
  refuse("the program calls symlink (%s), which is not supported: files of an execution are in a"
         " directory of their own",
         name);
}

// --- looks and changes

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
  return look(AT_FDCWD, name, status, 0);
}

WRAPPER(int, stat64, const char *name, struct stat *status) {
  return look(AT_FDCWD, name, status, 0);
}

WRAPPER(int, lstat, const char *name, struct stat *status) {
  return look(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

WRAPPER(int, lstat64, const char *name, struct stat *status) {
  return look(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

WRAPPER(int, fstatat, int directory, const char *name, struct stat *status, int flags) {
  return look(directory, name, status, flags);
}

WRAPPER(int, fstatat64, int directory, const char *name, struct stat *status, int flags) {
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
  return look_at_descriptor(descriptor, status);
}

WRAPPER(int, fstat64, int descriptor, struct stat *status) {
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

WRAPPER(int, access, const char *name, int mode) { return check_access(AT_FDCWD, name, mode, 0); }

WRAPPER(int, faccessat, int directory, const char *name, int mode, int flags) {
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

WRAPPER(int, truncate, const char *name, off_t length) { return truncate_to(name, length); }

WRAPPER(int, truncate64, const char *name, off_t length) { return truncate_to(name, length); }

static int change_mode(int directory, const char *name, mode_t mode) {
  path absolute, scratch;
  if (!overlay_resolve(directory, name, absolute)) {
    return -1;
  }
  const char *reached = overlay_change(absolute, scratch);
  return reached == NULL ? -1 : chmod(reached, mode);
}

WRAPPER(int, chmod, const char *name, mode_t mode) {
  return is_controlled() ? change_mode(AT_FDCWD, name, mode) : REAL(chmod)(name, mode);
}

WRAPPER(int, fchmodat, int directory, const char *name, mode_t mode, int flags) {
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
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(chown)(name, owner, group);
}

WRAPPER(int, lchown, const char *name, uid_t owner, gid_t group) {
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(lchown)(name, owner, group);
}

WRAPPER(int, utime, const char *name, const struct utimbuf *times) {
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(utime)(name, times);
}

WRAPPER(int, utimes, const char *name, const struct timeval times[2]) {
  return is_controlled() ? change_nothing(AT_FDCWD, name) : REAL(utimes)(name, times);
}

WRAPPER(int, utimensat, int directory, const char *name, const struct timespec times[2],
        int flags) {
  if (!is_controlled() || name == NULL) {
    return is_controlled() ? 0 : REAL(utimensat)(directory, name, times, flags);
  }
  return change_nothing(directory, name);
}
