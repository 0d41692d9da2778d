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
#include "ranges.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* The first of the objects that the linker takes from the C library; the others follow. */
extern void library_begin(void) __asm__("__libc_start_main");

bool is_call_of_program(uintptr_t pc) {
  return is_active && pc < (uintptr_t)library_begin;
}

bool counts_as_access(uintptr_t pc) {
  bool counts = is_call_of_program(pc);
  if (counts) {
    access_begins();
  }
  return counts;
}

void range_accessed(const volatile void *address, size_t size, bool writes, uintptr_t pc) {
  if (size > 0) {
    access_further(address, size, writes, pc);
  }
}

void buffer_overflow(size_t size, size_t room) {
  if (!is_active) {
    abort();
  }
  fail(CRASH, "buffer overflow: %zu bytes are written where there are %zu", size, room);
}

// --- memory

WRAPPER(void *, memcpy, void *to, const void *from, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, size);
  }
  return REAL(memcpy)(to, from, size);
}

WRAPPER(void *, mempcpy, void *to, const void *from, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, size);
  }
  return REAL(mempcpy)(to, from, size);
}

WRAPPER(void *, memmove, void *to, const void *from, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, size);
  }
  return REAL(memmove)(to, from, size);
}

WRAPPER(void, bcopy, const void *from, void *to, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, size);
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
    WRITES(to, until(from, REAL(memchr)(from, byte, size), size));
    READS(from, until(from, REAL(memchr)(from, byte, size), size));
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

WRAPPER(wchar_t *, wmemcpy, wchar_t *to, const wchar_t *from, size_t count) {
  if (COUNTS) {
    WRITES(to, count * sizeof *to);
    READS(from, count * sizeof *from);
  }
  return REAL(wmemcpy)(to, from, count);
}

WRAPPER(wchar_t *, wmemmove, wchar_t *to, const wchar_t *from, size_t count) {
  if (COUNTS) {
    WRITES(to, count * sizeof *to);
    READS(from, count * sizeof *from);
  }
  return REAL(wmemmove)(to, from, count);
}

WRAPPER(wchar_t *, wmemset, wchar_t *to, wchar_t c, size_t count) {
  if (COUNTS) {
    WRITES(to, count * sizeof *to);
  }
  return REAL(wmemset)(to, c, count);
}
