/*
 * printf and scanf on streams, and on strings of wide characters: what they read and write through
 * their arguments counts as accesses (formats.c). sprintf is in text_calls.c.
 */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "formats.h"
#include "heap.h"

#define OPEN(...) __VA_ARGS__
/* What the program does not call need not be there. */
#define WEAK extern __attribute__((weak))

/* What a call prints that has its arguments in a list. */
#define COUNT(prints)            \
  if (COUNTS) {                  \
    va_list again;               \
    va_copy(again, arguments);   \
    prints(format, again, HERE); \
    va_end(again);               \
  }

/*
 * Two functions: one that takes a list of arguments, and one that takes the arguments and calls the
 * first. The format is the last of the other parameters.
 */
#define PRINTS(type, name, listed, parameters, given, prints)         \
  type WRAP(listed)(OPEN parameters, va_list arguments);              \
  WEAK type REAL(listed)(OPEN parameters, va_list arguments);         \
  type WRAP(name)(OPEN parameters, ...);                              \
  type WRAP(listed)(OPEN parameters, va_list arguments) {             \
    COUNT(prints)                                                     \
    heap_allocates_for(HERE);                                         \
    type result = REAL(listed)(OPEN given, arguments);                \
    heap_allocates_for(0);                                            \
    return result;                                                    \
  }                                                                   \
  type WRAP(name)(OPEN parameters, ...) {                             \
    va_list arguments;                                                \
    va_start(arguments, format);                                      \
    COUNT(prints)                                                     \
    heap_allocates_for(HERE);                                         \
    type result = REAL(listed)(OPEN given, arguments);                \
    heap_allocates_for(0);                                            \
    va_end(arguments);                                                \
    return result;                                                    \
  }

#define FORMAT const char *restrict format
#define WIDE_FORMAT const wchar_t *restrict format

PRINTS(int, printf, vprintf, (FORMAT), (format), format_prints)
PRINTS(int, fprintf, vfprintf, (FILE *restrict stream, FORMAT), (stream, format), format_prints)
PRINTS(int, dprintf, vdprintf, (int descriptor, FORMAT), (descriptor, format), format_prints)
PRINTS(int, __printf_chk, __vprintf_chk, (int flag, FORMAT), (flag, format), format_prints)
PRINTS(int, __fprintf_chk, __vfprintf_chk, (FILE *restrict stream, int flag, FORMAT),
       (stream, flag, format), format_prints)
PRINTS(int, __dprintf_chk, __vdprintf_chk, (int descriptor, int flag, FORMAT),
       (descriptor, flag, format), format_prints)
PRINTS(int, wprintf, vwprintf, (WIDE_FORMAT), (format), wide_format_prints)
PRINTS(int, fwprintf, vfwprintf, (FILE *restrict stream, WIDE_FORMAT), (stream, format),
       wide_format_prints)

// --- texts that are made

/* The address of a text that is made by the library is written. */
static void prints_new(char **to, const char *format, va_list arguments, uintptr_t pc) {
  do {
    range_accessed(to, sizeof *to, true, pc);
  } while (access_has_stood());
  format_prints(format, arguments, pc);
}

#define PRINTS_NEW(format, arguments, pc) prints_new(to, format, arguments, pc)
PRINTS(int, asprintf, vasprintf, (char **restrict to, FORMAT), (to, format), PRINTS_NEW)
PRINTS(int, __asprintf_chk, __vasprintf_chk, (char **restrict to, int flag, FORMAT),
       (to, flag, format), PRINTS_NEW)

WEAK int REAL(vswprintf)(wchar_t *to, size_t room, const wchar_t *format, va_list arguments);

static int print_wide(wchar_t *to, size_t room, const wchar_t *format, va_list arguments,
                      uintptr_t pc) {
  bool counts = UNLIKELY(is_active) && counts_as_access(pc);
  if (counts) {
    access_ahead(to, room * sizeof *to);
    va_list again;
    va_copy(again, arguments);
    wide_format_prints(format, again, pc);
    va_end(again);
  }
  int length = REAL(vswprintf)(to, room, format, arguments);
  if (counts) {
    int error = errno;
    range_accessed(to, (length < 0 ? room : (size_t)length + 1) * sizeof *to, true, pc);
    errno = error;
  }
  return length;
}

int WRAP(vswprintf)(wchar_t *to, size_t room, const wchar_t *format, va_list arguments);
int WRAP(swprintf)(wchar_t *to, size_t room, const wchar_t *format, ...);

int WRAP(vswprintf)(wchar_t *to, size_t room, const wchar_t *format, va_list arguments) {
  return print_wide(to, room, format, arguments, HERE);
}

int WRAP(swprintf)(wchar_t *to, size_t room, const wchar_t *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = print_wide(to, room, format, arguments, HERE);
  va_end(arguments);
  return length;
}

// --- messages

#define TELLS(name, listed, parameters, given)              \
  void WRAP(listed)(OPEN parameters, va_list arguments);    \
  WEAK void REAL(listed)(OPEN parameters, va_list arguments); \
  void WRAP(name)(OPEN parameters, ...);                    \
  void WRAP(listed)(OPEN parameters, va_list arguments) {   \
    COUNT(format_prints)                                    \
    REAL(listed)(OPEN given, arguments);                    \
  }                                                         \
  void WRAP(name)(OPEN parameters, ...) {                   \
    va_list arguments;                                      \
    va_start(arguments, format);                            \
    COUNT(format_prints)                                    \
    REAL(listed)(OPEN given, arguments);                    \
    va_end(arguments);                                      \
  }

TELLS(warn, vwarn, (FORMAT), (format))
TELLS(warnx, vwarnx, (FORMAT), (format))
TELLS(err, verr, (int status, FORMAT), (status, format))
TELLS(errx, verrx, (int status, FORMAT), (status, format))

// --- what is scanned

enum { OF_STREAM = 64 }; /* so many bytes of a string are announced whose end is not known */

/*
 * As PRINTS, for functions that read: from a text of so many bytes, if it is one. The text is read as
 * a whole, as the library looks for its end.
 */
#define SCANS(name, listed, parameters, given, text, is_wide)                             \
  int WRAP(listed)(OPEN parameters, va_list arguments);                                   \
  WEAK int REAL(listed)(OPEN parameters, va_list arguments);                              \
  int WRAP(name)(OPEN parameters, ...);                                                   \
  static int of_##name(OPEN parameters, va_list arguments, uintptr_t pc) {                \
    bool counts = UNLIKELY(is_active) && counts_as_access(pc);                            \
    va_list again;                                                                        \
    va_copy(again, arguments);                                                            \
    if (counts) {                                                                         \
      do {                                                                                \
        BEFORE_##is_wide(format, text, again, pc);                                        \
      } while (access_has_stood());                                                       \
    }                                                                                     \
    heap_allocates_for(pc);                                                               \
    int converted = REAL(listed)(OPEN given, arguments);                                  \
    heap_allocates_for(0);                                                                \
    if (counts) {                                                                         \
      int error = errno;                                                                  \
      AFTER_##is_wide(format, converted, again, pc);                                      \
      errno = error;                                                                      \
    }                                                                                     \
    va_end(again);                                                                        \
    return converted;                                                                     \
  }                                                                                       \
  int WRAP(listed)(OPEN parameters, va_list arguments) {                                  \
    return of_##name(OPEN given, arguments, HERE);                                        \
  }                                                                                       \
  int WRAP(name)(OPEN parameters, ...) {                                                  \
    va_list arguments;                                                                    \
    va_start(arguments, format);                                                          \
    int converted = of_##name(OPEN given, arguments, HERE);                               \
    va_end(arguments);                                                                    \
    return converted;                                                                     \
  }

#define BEFORE_BYTES(format, text, list, pc)                                      \
  const char *in = text;                                                          \
  size_t size = in == NULL ? OF_STREAM : strlen(in) + 1;                          \
  format_will_scan(format, size, list, pc);                                       \
  range_accessed(in, in == NULL ? 0 : size, false, pc);
#define AFTER_BYTES format_has_scanned
#define BEFORE_WIDE(format, text, list, pc)                                       \
  const wchar_t *in = text;                                                       \
  size_t size = in == NULL ? OF_STREAM : wcslen(in) + 1;                          \
  wide_format_will_scan(format, size, list, pc);                                  \
  range_accessed(in, in == NULL ? 0 : size * sizeof *in, false, pc);
#define AFTER_WIDE wide_format_has_scanned

#define STREAM FILE *restrict stream
#define TEXT const char *restrict text
#define WIDE_TEXT const wchar_t *restrict text
SCANS(scanf, vscanf, (FORMAT), (format), NULL, BYTES)
SCANS(fscanf, vfscanf, (STREAM, FORMAT), (stream, format), NULL, BYTES)
SCANS(sscanf, vsscanf, (TEXT, FORMAT), (text, format), text, BYTES)
SCANS(wscanf, vwscanf, (WIDE_FORMAT), (format), NULL, WIDE)
SCANS(fwscanf, vfwscanf, (STREAM, WIDE_FORMAT), (stream, format), NULL, WIDE)
SCANS(swscanf, vswscanf, (WIDE_TEXT, WIDE_FORMAT), (text, format), text, WIDE)
/* The same by the names that a compiler gives them which keeps to ISO C. */
SCANS(__isoc99_scanf, __isoc99_vscanf, (FORMAT), (format), NULL, BYTES)
SCANS(__isoc99_fscanf, __isoc99_vfscanf, (STREAM, FORMAT), (stream, format), NULL, BYTES)
SCANS(__isoc99_sscanf, __isoc99_vsscanf, (TEXT, FORMAT), (text, format), text, BYTES)
SCANS(__isoc99_wscanf, __isoc99_vwscanf, (WIDE_FORMAT), (format), NULL, WIDE)
SCANS(__isoc99_fwscanf, __isoc99_vfwscanf, (STREAM, WIDE_FORMAT), (stream, format), NULL, WIDE)
SCANS(__isoc99_swscanf, __isoc99_vswscanf, (WIDE_TEXT, WIDE_FORMAT), (text, format), text, WIDE)
