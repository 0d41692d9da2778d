/*
 * sprintf and its kin: the text that they make counts as an access (ranges.c), and what they read and
 * write through their arguments (formats.c).
 */
#include <stdarg.h>
#include <stdio.h>

#include "formats.h"

int WRAP(vsnprintf)(char *to, size_t size, const char *format, va_list arguments);
int REAL(vsnprintf)(char *to, size_t size, const char *format, va_list arguments);
int WRAP(snprintf)(char *to, size_t size, const char *format, ...);
int WRAP(vsprintf)(char *to, const char *format, va_list arguments);
int WRAP(sprintf)(char *to, const char *format, ...);
int WRAP(__vsnprintf_chk)(char *, size_t, int, size_t, const char *, va_list);
int WRAP(__snprintf_chk)(char *, size_t, int, size_t, const char *, ...);
int WRAP(__vsprintf_chk)(char *, int, size_t, const char *, va_list);
int WRAP(__sprintf_chk)(char *, int, size_t, const char *, ...);

/* How long a text is nobody knows before it is made, so it is made twice if that matters. */
static void count_text(char *to, size_t size, const char *format, va_list arguments,
                       uintptr_t pc) {
  do {
    va_list again;
    va_copy(again, arguments);
    int length = REAL(vsnprintf)(NULL, 0, format, again);
    va_end(again);
    if (length >= 0) {
      range_accessed(to, smaller((size_t)length + 1, size), true, pc);
    }
  } while (access_has_stood());
  format_prints(format, arguments, pc);
}

static int print(char *to, size_t size, size_t room, const char *format, va_list arguments,
                 uintptr_t pc) {
  if (counts_as_access(pc)) {
    count_text(to, size, format, arguments, pc);
  }
  int length = REAL(vsnprintf)(to, smaller(size, room), format, arguments);
  if (length >= 0 && (size_t)length >= room && size > room) {
    buffer_overflow((size_t)length + 1, room);
  }
  return length;
}

enum { ANY_LENGTH = 0x7fffffff }; /* no text is longer */

int WRAP(vsnprintf)(char *to, size_t size, const char *format, va_list arguments) {
  return print(to, size, SIZE_MAX, format, arguments, HERE);
}

int WRAP(snprintf)(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = print(to, size, SIZE_MAX, format, arguments, HERE);
  va_end(arguments);
  return length;
}

int WRAP(vsprintf)(char *to, const char *format, va_list arguments) {
  return print(to, ANY_LENGTH, SIZE_MAX, format, arguments, HERE);
}

int WRAP(sprintf)(char *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = print(to, ANY_LENGTH, SIZE_MAX, format, arguments, HERE);
  va_end(arguments);
  return length;
}

int WRAP(__vsnprintf_chk)(char *to, size_t size, int flag, size_t room, const char *format,
                          va_list arguments) {
  (void)flag;
  return print(to, size, room, format, arguments, HERE);
}

int WRAP(__snprintf_chk)(char *to, size_t size, int flag, size_t room, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int length = print(to, size, room, format, arguments, HERE);
  va_end(arguments);
  return length;
}

int WRAP(__vsprintf_chk)(char *to, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag;
  return print(to, ANY_LENGTH, room, format, arguments, HERE);
}

int WRAP(__sprintf_chk)(char *to, int flag, size_t room, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int length = print(to, ANY_LENGTH, room, format, arguments, HERE);
  va_end(arguments);
  return length;
}
