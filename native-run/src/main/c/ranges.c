/*
 * Functions of the library that read or write memory of the program: they count as accesses.
 *
 * The library is not instrumented, so each wrapper says which bytes its function touches, and then
 * calls it. Only calls by the program and by libraries other than the C library count: what the C
 * library does with memory of its own is ordered by locks of its own, which nobody sees.
 *
 * Not here: what printf and scanf read and write through their arguments (but the text that
 * sprintf makes is), and input and output (transfers.c).
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "heap.h"
#include "ranges.h"

/* The first of the objects that the linker takes from the C library; the others follow. */
extern void library_begin(void) __asm__("__libc_start_main");

bool counts_as_access(uintptr_t pc) {
  return is_active && pc < (uintptr_t)library_begin;
}

#define HERE ((uintptr_t)__builtin_return_address(0))
#define COUNTS (UNLIKELY(is_active) && counts_as_access(HERE))
#define READS(address, size) range_accessed(address, size, false, HERE)
#define WRITES(address, size) range_accessed(address, size, true, HERE)

void range_accessed(const volatile void *address, size_t size, bool writes, uintptr_t pc) {
  if (size > 0) {
    access_memory(address, size, writes, pc);
  }
}

/* Declares a wrapper and the function that it stands for. */
#define WRAPPER(type, name, ...) \
  type WRAP(name)(__VA_ARGS__); \
  type REAL(name)(__VA_ARGS__); \
  type WRAP(name)(__VA_ARGS__)

void buffer_overflow(size_t size, size_t room) {
  if (!is_active) {
    abort();
  }
  fail(CRASH, "buffer overflow: %zu bytes are written where there are %zu", size, room);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* How many bytes of a string are looked at if at most so many may be. */
static size_t looked_at(const char *s, size_t most) {
  size_t length = strnlen(s, most);
  return length < most ? length + 1 : most;
}

static size_t all_of(const char *s) { return strlen(s) + 1; }

// --- memory

WRAPPER(void *, memcpy, void *to, const void *from, size_t size) {
  if (COUNTS) {
    READS(from, size);
    WRITES(to, size);
  }
  return REAL(memcpy)(to, from, size);
}

WRAPPER(void *, mempcpy, void *to, const void *from, size_t size) {
  if (COUNTS) {
    READS(from, size);
    WRITES(to, size);
  }
  return REAL(mempcpy)(to, from, size);
}

WRAPPER(void *, memmove, void *to, const void *from, size_t size) {
  if (COUNTS) {
    READS(from, size);
    WRITES(to, size);
  }
  return REAL(memmove)(to, from, size);
}

WRAPPER(void, bcopy, const void *from, void *to, size_t size) {
  if (COUNTS) {
    READS(from, size);
    WRITES(to, size);
  }
  REAL(bcopy)(from, to, size);
}

WRAPPER(void *, memset, void *to, int byte, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
  }
  return REAL(memset)(to, byte, size);
}

WRAPPER(void, bzero, void *to, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
  }
  REAL(bzero)(to, size);
}

WRAPPER(void, explicit_bzero, void *to, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
  }
  REAL(explicit_bzero)(to, size);
}

WRAPPER(int, memcmp, const void *a, const void *b, size_t size) {
  if (COUNTS) {
    READS(a, size);
    READS(b, size);
  }
  return REAL(memcmp)(a, b, size);
}

WRAPPER(int, bcmp, const void *a, const void *b, size_t size) {
  if (COUNTS) {
    READS(a, size);
    READS(b, size);
  }
  return REAL(memcmp)(a, b, size);
}

/* How many bytes are looked at until one is found. */
static size_t until(const void *s, const void *found, size_t size) {
  return found == NULL ? size : (size_t)((const char *)found - (const char *)s) + 1;
}

WRAPPER(void *, memchr, const void *s, int byte, size_t size) {
  if (COUNTS) {
    READS(s, until(s, REAL(memchr)(s, byte, size), size));
  }
  return REAL(memchr)(s, byte, size);
}

WRAPPER(void *, memrchr, const void *s, int byte, size_t size) {
  if (COUNTS) {
    READS(s, size);
  }
  return REAL(memrchr)(s, byte, size);
}

WRAPPER(void *, rawmemchr, const void *s, int byte) {
  if (COUNTS) {
    READS(s, until(s, REAL(rawmemchr)(s, byte), 0));
  }
  return REAL(rawmemchr)(s, byte);
}

WRAPPER(void *, memccpy, void *to, const void *from, int byte, size_t size) {
  if (COUNTS) {
    size_t copied = until(from, REAL(memchr)(from, byte, size), size);
    READS(from, copied);
    WRITES(to, copied);
  }
  return REAL(memccpy)(to, from, byte, size);
}

WRAPPER(void *, memmem, const void *s, size_t size, const void *part, size_t part_size) {
  if (COUNTS) {
    READS(s, size);
    READS(part, part_size);
  }
  return REAL(memmem)(s, size, part, part_size);
}

typedef int comparison(const void *, const void *);

WRAPPER(void, qsort, void *base, size_t count, size_t size, comparison *compare) {
  if (COUNTS) {
    WRITES(base, count * size);
  }
  REAL(qsort)(base, count, size, compare);
}

// --- strings that are looked at

WRAPPER(size_t, strlen, const char *s) {
  if (COUNTS) {
    READS(s, all_of(s));
  }
  return REAL(strlen)(s);
}

WRAPPER(size_t, strnlen, const char *s, size_t most) {
  if (COUNTS) {
    READS(s, looked_at(s, most));
  }
  return REAL(strnlen)(s, most);
}

/* How many bytes of two strings are looked at to compare them. */
static size_t compared(const char *a, const char *b, size_t most) {
  size_t i = 0;
  while (i < most && a[i] == b[i] && a[i] != 0) {
    i++;
  }
  return i < most ? i + 1 : most;
}

static void reads_both(const char *a, const char *b, size_t most, uintptr_t pc) {
  size_t size = compared(a, b, most);
  range_accessed(a, size, false, pc);
  range_accessed(b, size, false, pc);
}

WRAPPER(int, strcmp, const char *a, const char *b) {
  if (COUNTS) {
    reads_both(a, b, SIZE_MAX, HERE);
  }
  return REAL(strcmp)(a, b);
}

WRAPPER(int, strncmp, const char *a, const char *b, size_t most) {
  if (COUNTS) {
    reads_both(a, b, most, HERE);
  }
  return REAL(strncmp)(a, b, most);
}

WRAPPER(int, strcasecmp, const char *a, const char *b) {
  if (COUNTS) {
    READS(a, all_of(a));
    READS(b, all_of(b));
  }
  return REAL(strcasecmp)(a, b);
}

WRAPPER(int, strncasecmp, const char *a, const char *b, size_t most) {
  if (COUNTS) {
    READS(a, looked_at(a, most));
    READS(b, looked_at(b, most));
  }
  return REAL(strncasecmp)(a, b, most);
}

WRAPPER(int, strcoll, const char *a, const char *b) {
  if (COUNTS) {
    READS(a, all_of(a));
    READS(b, all_of(b));
  }
  return REAL(strcoll)(a, b);
}

WRAPPER(char *, strchr, const char *s, int c) {
  if (COUNTS) {
    READS(s, until(s, REAL(strchr)(s, c), all_of(s)));
  }
  return REAL(strchr)(s, c);
}

WRAPPER(char *, index, const char *s, int c) {
  if (COUNTS) {
    READS(s, until(s, REAL(strchr)(s, c), all_of(s)));
  }
  return REAL(strchr)(s, c);
}

WRAPPER(char *, strchrnul, const char *s, int c) {
  if (COUNTS) {
    READS(s, until(s, REAL(strchr)(s, c), all_of(s)));
  }
  return REAL(strchrnul)(s, c);
}

WRAPPER(char *, strrchr, const char *s, int c) {
  if (COUNTS) {
    READS(s, all_of(s));
  }
  return REAL(strrchr)(s, c);
}

WRAPPER(char *, rindex, const char *s, int c) {
  if (COUNTS) {
    READS(s, all_of(s));
  }
  return REAL(strrchr)(s, c);
}

WRAPPER(char *, strstr, const char *s, const char *part) {
  if (COUNTS) {
    READS(s, all_of(s));
    READS(part, all_of(part));
  }
  return REAL(strstr)(s, part);
}

WRAPPER(char *, strcasestr, const char *s, const char *part) {
  if (COUNTS) {
    READS(s, all_of(s));
    READS(part, all_of(part));
  }
  return REAL(strcasestr)(s, part);
}

WRAPPER(size_t, strspn, const char *s, const char *set) {
  if (COUNTS) {
    READS(s, REAL(strspn)(s, set) + 1);
    READS(set, all_of(set));
  }
  return REAL(strspn)(s, set);
}

WRAPPER(size_t, strcspn, const char *s, const char *set) {
  if (COUNTS) {
    READS(s, REAL(strcspn)(s, set) + 1);
    READS(set, all_of(set));
  }
  return REAL(strcspn)(s, set);
}

WRAPPER(char *, strpbrk, const char *s, const char *set) {
  if (COUNTS) {
    READS(s, until(s, REAL(strpbrk)(s, set), all_of(s)));
    READS(set, all_of(set));
  }
  return REAL(strpbrk)(s, set);
}

WRAPPER(char *, strdup, const char *s) {
  if (COUNTS) {
    READS(s, all_of(s));
  }
  heap_allocates_for(HERE);
  char *copy = REAL(strdup)(s);
  heap_allocates_for(0);
  return copy;
}

WRAPPER(char *, strndup, const char *s, size_t most) {
  if (COUNTS) {
    READS(s, looked_at(s, most));
  }
  heap_allocates_for(HERE);
  char *copy = REAL(strndup)(s, most);
  heap_allocates_for(0);
  return copy;
}

WRAPPER(size_t, wcslen, const wchar_t *s) {
  if (COUNTS) {
    READS(s, (REAL(wcslen)(s) + 1) * sizeof *s);
  }
  return REAL(wcslen)(s);
}

// --- strings that are written

WRAPPER(char *, strcpy, char *to, const char *from) {
  if (COUNTS) {
    size_t size = all_of(from);
    READS(from, size);
    WRITES(to, size);
  }
  return REAL(strcpy)(to, from);
}

WRAPPER(char *, stpcpy, char *to, const char *from) {
  if (COUNTS) {
    size_t size = all_of(from);
    READS(from, size);
    WRITES(to, size);
  }
  return REAL(stpcpy)(to, from);
}

WRAPPER(char *, strncpy, char *to, const char *from, size_t size) {
  if (COUNTS) {
    READS(from, looked_at(from, size));
    WRITES(to, size);
  }
  return REAL(strncpy)(to, from, size);
}

WRAPPER(char *, stpncpy, char *to, const char *from, size_t size) {
  if (COUNTS) {
    READS(from, looked_at(from, size));
    WRITES(to, size);
  }
  return REAL(stpncpy)(to, from, size);
}

static void appends(char *to, const char *from, size_t most, uintptr_t pc) {
  size_t length = strlen(to), size = strnlen(from, most);
  range_accessed(from, smaller(size + 1, most), false, pc);
  range_accessed(to, length + 1, false, pc);
  range_accessed(to + length, size + 1, true, pc);
}

WRAPPER(char *, strcat, char *to, const char *from) {
  if (COUNTS) {
    appends(to, from, SIZE_MAX, HERE);
  }
  return REAL(strcat)(to, from);
}

WRAPPER(char *, strncat, char *to, const char *from, size_t most) {
  if (COUNTS) {
    appends(to, from, most, HERE);
  }
  return REAL(strncat)(to, from, most);
}

/* It ends words by writing into the string: whatever was in the string counts as written. */
WRAPPER(char *, strtok_r, char *s, const char *set, char **rest) {
  const char *at = s != NULL ? s : *rest;
  if (COUNTS && at != NULL) {
    READS(set, all_of(set));
    WRITES(at, all_of(at));
  }
  return REAL(strtok_r)(s, set, rest);
}

/* Where strtok goes on; all threads share it, as they do in the library. */
static char *rest_of_words;

WRAPPER(char *, strtok, char *s, const char *set) {
  if (COUNTS) {
    WRITES(&rest_of_words, sizeof rest_of_words);
    const char *at = s != NULL ? s : rest_of_words;
    READS(set, all_of(set));
    WRITES(at, at == NULL ? 0 : all_of(at));
  }
  return REAL(strtok_r)(s, set, &rest_of_words);
}

WRAPPER(char *, strsep, char **s, const char *set) {
  if (COUNTS && *s != NULL) {
    READS(set, all_of(set));
    WRITES(*s, REAL(strcspn)(*s, set) + 1);
  }
  return REAL(strsep)(s, set);
}

WRAPPER(wchar_t *, wmemcpy, wchar_t *to, const wchar_t *from, size_t count) {
  if (COUNTS) {
    READS(from, count * sizeof *from);
    WRITES(to, count * sizeof *to);
  }
  return REAL(wmemcpy)(to, from, count);
}

WRAPPER(wchar_t *, wmemmove, wchar_t *to, const wchar_t *from, size_t count) {
  if (COUNTS) {
    READS(from, count * sizeof *from);
    WRITES(to, count * sizeof *to);
  }
  return REAL(wmemmove)(to, from, count);
}

WRAPPER(wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t count) {
  if (COUNTS) {
    WRITES(to, count * sizeof *to);
  }
  return REAL(wmemset)(to, c, count);
}

// --- texts that are made

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
  va_list again;
  va_copy(again, arguments);
  int length = REAL(vsnprintf)(NULL, 0, format, again);
  va_end(again);
  if (length >= 0) {
    range_accessed(to, smaller((size_t)length + 1, size), true, pc);
  }
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
