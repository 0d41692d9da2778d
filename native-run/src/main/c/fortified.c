/*
 * The functions of ranges.c as they are called by a program that is compiled with _FORTIFY_SOURCE:
 * with one more argument, the size of what is written to.
 */
#include <string.h>

#include "ranges.h"

void *REAL(mempcpy)(void *to, const void *from, size_t size);
char *REAL(stpcpy)(char *to, const char *from);
char *REAL(strncpy)(char *to, const char *from, size_t size);
char *REAL(stpncpy)(char *to, const char *from, size_t size);
char *REAL(strcat)(char *to, const char *from);
char *REAL(strncat)(char *to, const char *from, size_t most);

static void writes(const void *to, size_t size, size_t room, uintptr_t pc) {
  if (size > room) {
    buffer_overflow(size, room);
  }
  if (counts_as_access(pc)) {
    range_accessed(to, size, true, pc);
  }
}

static void copies(const void *to, const void *from, size_t size, size_t room, uintptr_t pc) {
  if (size > room) {
    buffer_overflow(size, room);
  }
  if (counts_as_access(pc)) {
    range_accessed(to, size, true, pc);
    range_accessed(from, size, false, pc);
  }
}

WRAPPER(void *, __memcpy_chk, void *to, const void *from, size_t size, size_t room) {
  copies(to, from, size, room, HERE);
  return memcpy(to, from, size);
}

WRAPPER(void *, __mempcpy_chk, void *to, const void *from, size_t size, size_t room) {
  copies(to, from, size, room, HERE);
  return REAL(mempcpy)(to, from, size);
}

WRAPPER(void *, __memmove_chk, void *to, const void *from, size_t size, size_t room) {
  copies(to, from, size, room, HERE);
  return memmove(to, from, size);
}

WRAPPER(void *, __memset_chk, void *to, int byte, size_t size, size_t room) {
  writes(to, size, room, HERE);
  return memset(to, byte, size);
}

WRAPPER(void, __explicit_bzero_chk, void *to, size_t size, size_t room) {
  writes(to, size, room, HERE);
  memset(to, 0, size);
  __asm__ volatile("" ::: "memory");
}

WRAPPER(char *, __strcpy_chk, char *to, const char *from, size_t room) {
  copies(to, from, strlen(from) + 1, room, HERE);
  return strcpy(to, from);
}

WRAPPER(char *, __stpcpy_chk, char *to, const char *from, size_t room) {
  copies(to, from, strlen(from) + 1, room, HERE);
  return REAL(stpcpy)(to, from);
}

static void copies_at_most(const void *to, const char *from, size_t size, size_t room,
                           uintptr_t pc) {
  if (size > room) {
    buffer_overflow(size, room);
  }
  if (counts_as_access(pc)) {
    size_t length = strnlen(from, size);
    range_accessed(to, size, true, pc);
    range_accessed(from, length < size ? length + 1 : size, false, pc);
  }
}

WRAPPER(char *, __strncpy_chk, char *to, const char *from, size_t size, size_t room) {
  copies_at_most(to, from, size, room, HERE);
  return REAL(strncpy)(to, from, size);
}

WRAPPER(char *, __stpncpy_chk, char *to, const char *from, size_t size, size_t room) {
  copies_at_most(to, from, size, room, HERE);
  return REAL(stpncpy)(to, from, size);
}

static void appends(char *to, const char *from, size_t most, size_t room, uintptr_t pc) {
  size_t length = strlen(to), size = strnlen(from, most);
  if (length + size + 1 > room) {
    buffer_overflow(length + size + 1, room);
  }
  if (counts_as_access(pc)) {
    range_accessed(to + length, size + 1, true, pc);
    range_accessed(from, size < most ? size + 1 : most, false, pc);
    range_accessed(to, length + 1, false, pc);
  }
}

WRAPPER(char *, __strcat_chk, char *to, const char *from, size_t room) {
  appends(to, from, SIZE_MAX, room, HERE);
  return REAL(strcat)(to, from);
}

WRAPPER(char *, __strncat_chk, char *to, const char *from, size_t most, size_t room) {
  appends(to, from, most, room, HERE);
  return REAL(strncat)(to, from, most);
}
