/*
 * Calls of the system that change what is not in the memory of the program, and need nothing else:
 * positions in files, what descriptors mean, limits, masks. A round of a loop that makes
 * one of them is not idle (spins.c). Calls that have a wrapper for another reason say so there.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "library_calls.h"
#include "runtime.h"

/*
 * Defines a wrapper that only says so: its type, name, parameters, the arguments to pass on, and what
 * it reads and writes (library_calls.h).
 */
#define CHANGING_CALL(type, name, parameters, arguments, ...) \
  type WRAP(name) parameters; \
  type REAL(name) parameters; \
  type WRAP(name) parameters { \
    COUNTED(__VA_ARGS__); \
    changes_outside(); \
    return REAL(name) arguments; \
  }

/* The same for a call that gives a descriptor. */
#define OPENING_CALL(name, parameters, arguments) \
  int WRAP(name) parameters; \
  int REAL(name) parameters; \
  int WRAP(name) parameters { return descriptor_opened(REAL(name) arguments, ORDINARY); }

// --- positions and contents of files

CHANGING_CALL(off_t, lseek, (int descriptor, off_t offset, int from), (descriptor, offset, from))
CHANGING_CALL(off_t, lseek64, (int descriptor, off_t offset, int from), (descriptor, offset, from))
/* Streams of the library seek by this name. */
CHANGING_CALL(off_t, __lseek64, (int descriptor, off_t offset, int from),
              (descriptor, offset, from))
CHANGING_CALL(int, ftruncate, (int descriptor, off_t size), (descriptor, size))
CHANGING_CALL(int, ftruncate64, (int descriptor, off_t size), (descriptor, size))
CHANGING_CALL(int, fallocate, (int descriptor, int mode, off_t from, off_t size),
              (descriptor, mode, from, size))
CHANGING_CALL(int, posix_fallocate, (int descriptor, off_t from, off_t size),
              (descriptor, from, size))
CHANGING_CALL(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode))
CHANGING_CALL(ssize_t, sendfile, (int to, int from, off_t *offset, size_t size),
              (to, from, offset, size), OUT(offset))
CHANGING_CALL(ssize_t, copy_file_range,
              (int from, off_t *offset, int to, off_t *other, size_t size, unsigned flags),
              (from, offset, to, other, size, flags), OUT(offset) OUT(other))
CHANGING_CALL(ssize_t, splice,
              (int from, off_t *offset, int to, off_t *other, size_t size, unsigned flags),
              (from, offset, to, other, size, flags), OUT(offset) OUT(other))
CHANGING_CALL(ssize_t, tee, (int from, int to, size_t size, unsigned flags),
              (from, to, size, flags))

// --- directories

CHANGING_CALL(struct dirent *, readdir, (DIR *directory), (directory))
CHANGING_CALL(struct dirent64 *, readdir64, (DIR *directory), (directory))
CHANGING_CALL(void, rewinddir, (DIR *directory), (directory))
CHANGING_CALL(void, seekdir, (DIR *directory, long position), (directory, position))
CHANGING_CALL(int, closedir, (DIR *directory), (directory))

// --- descriptors

OPENING_CALL(epoll_create, (int size), (size))
OPENING_CALL(epoll_create1, (int flags), (flags))
OPENING_CALL(inotify_init, (void), ())
OPENING_CALL(inotify_init1, (int flags), (flags))
OPENING_CALL(timerfd_create, (clockid_t clock, int flags), (clock, flags))
CHANGING_CALL(int, epoll_ctl, (int epoll, int what, int descriptor, struct epoll_event *event),
              (epoll, what, descriptor, event), IN(event))
CHANGING_CALL(int, inotify_add_watch, (int descriptor, const char *name, uint32_t mask),
              (descriptor, name, mask), STRING(name))
CHANGING_CALL(int, inotify_rm_watch, (int descriptor, int watched), (descriptor, watched))
CHANGING_CALL(int, timerfd_settime,
              (int timer, int flags, const struct itimerspec *next, struct itimerspec *last),
              (timer, flags, next, last), OUT(last) IN(next))

static int control_descriptor(int descriptor, int command, long argument) {
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return descriptor_opened(fcntl(descriptor, command, argument), descriptor_kind(descriptor));
  case F_GETFD:
  case F_GETFL:
    return fcntl(descriptor, command);
  default:
    changes_outside();
    return fcntl(descriptor, command, argument);
  }
}

int WRAP(fcntl)(int descriptor, int command, ...);
int WRAP(fcntl64)(int descriptor, int command, ...);

int WRAP(fcntl)(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return control_descriptor(descriptor, command, argument);
}

int WRAP(fcntl64)(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return control_descriptor(descriptor, command, argument);
}

int WRAP(ioctl)(int descriptor, unsigned long request, ...);
int REAL(ioctl)(int descriptor, unsigned long request, ...);

int WRAP(ioctl)(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  changes_outside();
  return REAL(ioctl)(descriptor, request, argument);
}

// --- the process

CHANGING_CALL(mode_t, umask, (mode_t mask), (mask))
CHANGING_CALL(int, nice, (int more), (more))
CHANGING_CALL(int, setpriority, (__priority_which_t which, id_t who, int priority),
              (which, who, priority))
CHANGING_CALL(int, setrlimit, (__rlimit_resource_t what, const struct rlimit *limit),
              (what, limit), IN(limit))
CHANGING_CALL(int, setrlimit64, (__rlimit_resource_t what, const struct rlimit64 *limit),
              (what, limit), IN(limit))
CHANGING_CALL(int, prlimit,
              (pid_t process, enum __rlimit_resource what, const struct rlimit *limit,
               struct rlimit *old),
              (process, what, limit, old), OUT(old) IN(limit))

int WRAP(prctl)(int option, ...);
int REAL(prctl)(int option, ...);

int WRAP(prctl)(int option, ...) {
  unsigned long words[4];
  va_list list;
  va_start(list, option);
  for (int i = 0; i < 4; i++) {
    words[i] = va_arg(list, unsigned long);
  }
  va_end(list);
  changes_outside();
  return REAL(prctl)(option, words[0], words[1], words[2], words[3]);
}

// --- messages and semaphores of the system

CHANGING_CALL(int, msgsnd, (int queue, const void *message, size_t size, int flags),
              (queue, message, size, flags), IN_BYTES(message, size + sizeof(long)))
CHANGING_CALL(ssize_t, msgrcv, (int queue, void *message, size_t size, long type, int flags),
              (queue, message, size, type, flags), OUT_BYTES(message, size + sizeof(long)))
CHANGING_CALL(int, semop, (int set, struct sembuf *what, size_t count), (set, what, count), IN_BYTES(what, count * sizeof *what))
