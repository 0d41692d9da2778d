/*
 * Rows of tables that say of a function of the library what it reads and writes; each becomes a
 * wrapper that counts that as accesses (ranges.c) and calls the function.
 *
 *   TOLD(type, name, (parameters), (arguments), before, after)
 *
 * What is known before the call stands in "before", in any order of reads, but writes first: STRING,
 * WIDE, IN, OUT and the like. How much is written may be known only after the call, by its "result":
 * then "before" has AHEAD with the most it may be, and "after" has WROTE.
 */
#ifndef CLEW_LIBRARY_CALLS_H
#define CLEW_LIBRARY_CALLS_H

#include <errno.h>
#include <string.h>
#include <wchar.h>

#include "heap.h"
#include "ranges.h"

/* The wrapper has the type that the headers say. */
#define SAME_TYPE(name)                                                                   \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&WRAP(name)), __typeof__(&name)), \
                 #name " has another type");

/*
 * The function itself is named weakly: what the program does not call need not be there. The linker
 * looks for it where it may be called (build.sh, Link.java).
 */
#define TOLD_(type, name, parameters, arguments, before, after, begin, end)                 \
  type WRAP(name) parameters;                                                               \
  extern type REAL(name) parameters __attribute__((weak));                                  \
  type WRAP(name) parameters {                                                              \
    const bool counts = COUNTS;                                                             \
    if (counts) {                                                                           \
      before                                                                                \
    }                                                                                       \
    begin type result = REAL(name) arguments;                                               \
    end if (counts) {                                                                       \
      int kept = errno;                                                                     \
      after                                                                                 \
      errno = kept;                                                                         \
    }                                                                                       \
    return result;                                                                          \
  }

#define TOLD(type, name, parameters, arguments, before, after) \
  TOLD_(type, name, parameters, arguments, before, after, , ) SAME_TYPE(name)
/* The same where no header declares it like that. */
#define TOLD_HIDDEN(type, name, parameters, arguments, before, after) \
  TOLD_(type, name, parameters, arguments, before, after, , )
/* It gives memory to its caller, who has to free it. */
#define TOLD_NEW(type, name, parameters, arguments, before, after)                            \
  TOLD_(type, name, parameters, arguments, before, after, heap_allocates_for(HERE);           \
        , heap_allocates_for(0);)                                                             \
  SAME_TYPE(name)

#define TOLD_VOID(name, parameters, arguments, before, after)     \
  void WRAP(name) parameters;                                     \
  extern void REAL(name) parameters __attribute__((weak));        \
  void WRAP(name) parameters {                                    \
    const bool counts = COUNTS;                                   \
    if (counts) {                                                 \
      before                                                      \
    }                                                             \
    REAL(name) arguments;                                         \
    if (counts) {                                                 \
      int kept = errno;                                           \
      after                                                       \
      errno = kept;                                               \
    }                                                             \
  }                                                               \
  SAME_TYPE(name)

// --- what is touched; nothing at NULL

static inline size_t string_size(const char *s) { return s == NULL ? 0 : strlen(s) + 1; }

static inline size_t string_size_of(const char *s, size_t most) {
  size_t length = s == NULL ? 0 : strnlen(s, most);
  return s == NULL ? 0 : length < most ? length + 1 : most;
}

static inline size_t wide_size_of(const wchar_t *s, size_t most) {
  size_t i = 0;
  while (s != NULL && i < most && s[i] != 0) {
    i++;
  }
  return s == NULL ? 0 : sizeof *s * (i < most ? i + 1 : most);
}

static inline size_t wide_size(const wchar_t *s) { return wide_size_of(s, SIZE_MAX); }

#define STRING(s) READS(s, string_size(s));
#define STRING_OF(s, most) READS(s, string_size_of(s, most));
#define WIDE(s) READS(s, wide_size(s));
#define WIDE_OF(s, most) READS(s, wide_size_of(s, most));
#define IN(p) IN_BYTES(p, sizeof *(p))
#define OUT(p) OUT_BYTES(p, sizeof *(p))
#define IN_BYTES(p, size) READS(p, (p) == NULL ? 0 : (size));
#define OUT_BYTES(p, size) WRITES(p, (p) == NULL ? 0 : (size));
#define AHEAD(p, size)        \
  if ((p) != NULL) {          \
    access_ahead(p, size);    \
  }
#define WROTE(p, size) range_accessed(p, (p) == NULL ? 0 : (size), true, HERE);

/* The same in a wrapper that is written by hand. */
#define COUNTED(...)   \
  do {                 \
    if (COUNTS) {      \
      __VA_ARGS__      \
    }                  \
  } while (false)

/* Stands for memory of the library that all threads share when they call a function. */
#define SHARED(name) WRITES(&name, sizeof name);

#endif
