/*
 * Input and output: what is read into memory of the program and written from it counts as accesses,
 * and nothing may wait for others.
 *
 * How much a read gives is known only after it, so its access comes after it, too. No other thread
 * has had the turn until then: where it has an operation, that is done before.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "heap.h"
#include "library_calls.h"
#include "random.h"
#include "ranges.h"

static void reads(const void *from, size_t size, uintptr_t pc) {
  if (counts_as_access(pc)) {
    range_accessed(from, size, false, pc);
  }
}

static void will_write(const void *to, size_t size, uintptr_t pc) {
  if (counts_as_access(pc)) {
    access_ahead(to, size);
  }
}

static void has_written(const void *to, ssize_t size, uintptr_t pc) {
  if (size > 0 && is_call_of_program(pc)) {
    int error = errno;
    range_accessed(to, (size_t)size, true, pc);
    errno = error;
  }
}

// --- descriptors

/* All threads are one to the system: if one waits, nobody goes on. */
static void check_ready(const char *call, int descriptor, short events) {
  struct pollfd asked = {.fd = descriptor, .events = events};
  if (poll(&asked, 1, 0) == 0) {
    refuse("%s would wait for the other end of a pipe; that cannot be controlled: use memory and a"
           " condition variable between threads",
           call);
  }
}

/* Has moved so many bytes, if it is not negative: the next ones are others. */
static ssize_t moved(ssize_t count) {
  if (count > 0) {
    changes_outside();
  }
  return count;
}

/* Whether a read is done without the system. */
static bool is_done_here(int descriptor, void *into, size_t size) {
  if (LIKELY(!is_active || !is_controlled())) {
    return false;
  }
  if (descriptor == STDIN_FILENO) {
    input_was_read();
  }
  enum descriptor_kind kind = descriptor_kind(descriptor);
  if (kind == OF_PIPE) {
    check_ready("read", descriptor, POLLIN);
  }
  if (kind == OF_RANDOM) {
    random_fill(into, size);
  }
  return kind == OF_RANDOM;
}

static ssize_t read_here(int descriptor, void *into, size_t size) {
  return is_done_here(descriptor, into, size) ? (ssize_t)size
                                               : moved(read(descriptor, into, size));
}

WRAPPER(ssize_t, read, int descriptor, void *into, size_t size) {
  will_write(into, size, HERE);
  ssize_t count = read_here(descriptor, into, size);
  has_written(into, count, HERE);
  return count;
}

WRAPPER(ssize_t, __read, int descriptor, void *into, size_t size) {
  return read_here(descriptor, into, size);
}

WRAPPER(ssize_t, __read_chk, int descriptor, void *into, size_t size, size_t room) {
  if (size > room) {
    buffer_overflow(size, room);
  }
  will_write(into, size, HERE);
  ssize_t count = read_here(descriptor, into, size);
  has_written(into, count, HERE);
  return count;
}

WRAPPER(ssize_t, pread, int descriptor, void *into, size_t size, off_t offset) {
  will_write(into, size, HERE);
  ssize_t count = REAL(pread)(descriptor, into, size, offset);
  has_written(into, count, HERE);
  return count;
}

WRAPPER(ssize_t, pread64, int descriptor, void *into, size_t size, off_t offset) {
  will_write(into, size, HERE);
  ssize_t count = REAL(pread64)(descriptor, into, size, offset);
  has_written(into, count, HERE);
  return count;
}

WRAPPER(ssize_t, readv, int descriptor, const struct iovec *parts, int count) {
  COUNTED(IN_BYTES(parts, count > 0 ? sizeof *parts * (size_t)count : 0));
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    will_write(parts[i].iov_base, parts[i].iov_len, HERE);
    ssize_t got = read_here(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (got < 0) {
      return total > 0 ? total : got;
    }
    has_written(parts[i].iov_base, got, HERE);
    total += got;
    if ((size_t)got < parts[i].iov_len) {
      break;
    }
  }
  return total;
}

/* What is printed the program does not find again: a loop that prints may be idle. */
static ssize_t write_here(int descriptor, const void *from, size_t size) {
  if (is_output(descriptor)) {
    return is_discarded(descriptor) ? (ssize_t)size : write(descriptor, from, size);
  }
  if (UNLIKELY(is_active) && descriptor_kind(descriptor) == OF_PIPE) {
    check_ready("write", descriptor, POLLOUT);
  }
  return moved(write(descriptor, from, size));
}

WRAPPER(ssize_t, write, int descriptor, const void *from, size_t size) {
  reads(from, size, HERE);
  return write_here(descriptor, from, size);
}

WRAPPER(ssize_t, __write, int descriptor, const void *from, size_t size) {
  return write_here(descriptor, from, size);
}

WRAPPER(ssize_t, pwrite, int descriptor, const void *from, size_t size, off_t offset) {
  reads(from, size, HERE);
  return moved(REAL(pwrite)(descriptor, from, size, offset));
}

WRAPPER(ssize_t, pwrite64, int descriptor, const void *from, size_t size, off_t offset) {
  reads(from, size, HERE);
  return moved(REAL(pwrite64)(descriptor, from, size, offset));
}

WRAPPER(ssize_t, writev, int descriptor, const struct iovec *parts, int count) {
  COUNTED(IN_BYTES(parts, count > 0 ? sizeof *parts * (size_t)count : 0));
  for (int i = 0; i < count; i++) {
    reads(parts[i].iov_base, parts[i].iov_len, HERE);
  }
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    ssize_t put = write_here(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (put < 0) {
      return total > 0 ? total : put;
    }
    total += put;
    if ((size_t)put < parts[i].iov_len) {
      break;
    }
  }
  return total;
}

// --- streams

WRAPPER(size_t, fread, void *into, size_t size, size_t count, FILE *stream) {
  will_write(into, size * count, HERE);
  size_t got = REAL(fread)(into, size, count, stream);
  has_written(into, (ssize_t)(got * size), HERE);
  return got;
}

WRAPPER(size_t, fread_unlocked, void *into, size_t size, size_t count, FILE *stream) {
  will_write(into, size * count, HERE);
  size_t got = REAL(fread_unlocked)(into, size, count, stream);
  has_written(into, (ssize_t)(got * size), HERE);
  return got;
}

WRAPPER(size_t, __fread_chk, void *into, size_t room, size_t size, size_t count, FILE *stream) {
  if (size != 0 && count > room / size) {
    buffer_overflow(size * count, room);
  }
  will_write(into, size * count, HERE);
  size_t got = REAL(fread)(into, size, count, stream);
  has_written(into, (ssize_t)(got * size), HERE);
  return got;
}

WRAPPER(size_t, fwrite, const void *from, size_t size, size_t count, FILE *stream) {
  reads(from, size * count, HERE);
  return REAL(fwrite)(from, size, count, stream);
}

WRAPPER(size_t, fwrite_unlocked, const void *from, size_t size, size_t count, FILE *stream) {
  reads(from, size * count, HERE);
  return REAL(fwrite_unlocked)(from, size, count, stream);
}

static char *has_read_line(char *line, uintptr_t pc) {
  if (line != NULL) {
    has_written(line, (ssize_t)strlen(line) + 1, pc);
  }
  return line;
}

WRAPPER(char *, fgets, char *into, int size, FILE *stream) {
  will_write(into, size > 0 ? (size_t)size : 0, HERE);
  return has_read_line(REAL(fgets)(into, size, stream), HERE);
}

WRAPPER(char *, fgets_unlocked, char *into, int size, FILE *stream) {
  will_write(into, size > 0 ? (size_t)size : 0, HERE);
  return has_read_line(REAL(fgets_unlocked)(into, size, stream), HERE);
}

WRAPPER(char *, __fgets_chk, char *into, size_t room, int size, FILE *stream) {
  if (size > 0 && (size_t)size > room) {
    buffer_overflow((size_t)size, room);
  }
  will_write(into, size > 0 ? (size_t)size : 0, HERE);
  return has_read_line(REAL(fgets)(into, size, stream), HERE);
}

WRAPPER(ssize_t, getline, char **line, size_t *room, FILE *stream) {
  COUNTED(OUT(line) OUT(room));
  will_write(*line, *line == NULL ? 0 : *room, HERE);
  heap_allocates_for(HERE);
  ssize_t length = REAL(getline)(line, room, stream);
  heap_allocates_for(0);
  has_written(*line, length < 0 ? 0 : length + 1, HERE);
  return length;
}

WRAPPER(ssize_t, getdelim, char **line, size_t *room, int end, FILE *stream) {
  COUNTED(OUT(line) OUT(room));
  will_write(*line, *line == NULL ? 0 : *room, HERE);
  heap_allocates_for(HERE);
  ssize_t length = REAL(getdelim)(line, room, end, stream);
  heap_allocates_for(0);
  has_written(*line, length < 0 ? 0 : length + 1, HERE);
  return length;
}

WRAPPER(int, fputs, const char *s, FILE *stream) {
  reads(s, strlen(s) + 1, HERE);
  return REAL(fputs)(s, stream);
}

WRAPPER(int, puts, const char *s) {
  reads(s, strlen(s) + 1, HERE);
  return REAL(puts)(s);
}
