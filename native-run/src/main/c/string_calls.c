/* Functions of the library that read and write strings: they count as accesses (ranges.c). */
#include <string.h>
#include <wchar.h>

#include "heap.h"
#include "ranges.h"

/* How many bytes of a string are looked at if at most so many may be. */
static size_t looked_at(const char *s, size_t most) {
  size_t length = strnlen(s, most);
  return length < most ? length + 1 : most;
}

static size_t all_of(const char *s) { return strlen(s) + 1; }

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
  do {
    size_t size = compared(a, b, most);
    range_accessed(a, size, false, pc);
    range_accessed(b, size, false, pc);
  } while (access_has_stood());
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
    WRITES(to, all_of(from));
    READS(from, all_of(from));
  }
  return REAL(strcpy)(to, from);
}

WRAPPER(char *, stpcpy, char *to, const char *from) {
  if (COUNTS) {
    WRITES(to, all_of(from));
    READS(from, all_of(from));
  }
  return REAL(stpcpy)(to, from);
}

WRAPPER(char *, strncpy, char *to, const char *from, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, looked_at(from, size));
  }
  return REAL(strncpy)(to, from, size);
}

WRAPPER(char *, stpncpy, char *to, const char *from, size_t size) {
  if (COUNTS) {
    WRITES(to, size);
    READS(from, looked_at(from, size));
  }
  return REAL(stpncpy)(to, from, size);
}

static void appends(char *to, const char *from, size_t most, uintptr_t pc) {
  do {
    size_t length = strlen(to), size = strnlen(from, most);
    range_accessed(to + length, size + 1, true, pc);
    range_accessed(to, length + 1, false, pc);
    range_accessed(from, smaller(size + 1, most), false, pc);
  } while (access_has_stood());
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
    WRITES(at, all_of(at));
    READS(set, all_of(set));
  }
  return REAL(strtok_r)(s, set, rest);
}

/* Where strtok goes on; all threads share it, as they do in the library. */
static char *rest_of_words;

WRAPPER(char *, strtok, char *s, const char *set) {
  if (COUNTS) {
    WRITES(&rest_of_words, sizeof rest_of_words);
    const char *at = s != NULL ? s : rest_of_words;
    WRITES(at, at == NULL ? 0 : all_of(at));
    READS(set, all_of(set));
  }
  return REAL(strtok_r)(s, set, &rest_of_words);
}

WRAPPER(char *, strsep, char **s, const char *set) {
  if (COUNTS && *s != NULL) {
    WRITES(*s, REAL(strcspn)(*s, set) + 1);
    READS(set, all_of(set));
  }
  return REAL(strsep)(s, set);
}
