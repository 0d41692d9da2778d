/*
 * Functions that read numbers from text. They look at the text until the number ends, and at what
 * ends it: what comes after that another thread may write.
 */
#include <ctype.h>
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <wctype.h>

#include "library_calls.h"

/* How many bytes of a text are looked at by a function that says where the number ends. */
static size_t number_size(const char *text, const char *end) {
  if (end == text) {
    while (isspace((unsigned char)*end)) {
      end++;
    }
    end += (*end == '+' || *end == '-') && end[1] != 0;
  }
  return (size_t)(end - text) + 1;
}

static size_t wide_number_size(const wchar_t *text, const wchar_t *end) {
  if (end == text) {
    while (iswspace((wint_t)*end)) {
      end++;
    }
    end += (*end == L'+' || *end == L'-') && end[1] != 0;
  }
  return ((size_t)(end - text) + 1) * sizeof *text;
}

/* The functions look at texts as often as they like: nobody else has the turn meanwhile. */
#define NUMBER(...)                                                \
  do {                                                             \
    int error = errno;                                             \
    char *stop;                                                    \
    (void)__VA_ARGS__;                                             \
    range_accessed(text, number_size(text, stop), false, HERE);    \
    errno = error;                                                 \
  } while (UNLIKELY(access_has_stood()));
#define WIDE_NUMBER(...)                                             \
  do {                                                               \
    int error = errno;                                               \
    wchar_t *stop;                                                   \
    (void)__VA_ARGS__;                                               \
    range_accessed(text, wide_number_size(text, stop), false, HERE); \
    errno = error;                                                   \
  } while (UNLIKELY(access_has_stood()));

#define WHOLE(type, name)                                                                       \
  TOLD(type, name, (const char *text, char **end, int base), (text, end, base),                 \
       OUT(end) NUMBER(REAL(name)(text, &stop, base)), )
#define WHOLE_IN(type, name)                                                                    \
  TOLD(type, name, (const char *text, char **end, int base, locale_t locale),                   \
       (text, end, base, locale), OUT(end) NUMBER(REAL(name)(text, &stop, base, locale)), )
#define BROKEN(type, name)                                                                      \
  TOLD(type, name, (const char *text, char **end), (text, end),                                 \
       OUT(end) NUMBER(REAL(name)(text, &stop)), )
#define BROKEN_IN(type, name)                                                                   \
  TOLD(type, name, (const char *text, char **end, locale_t locale), (text, end, locale),        \
       OUT(end) NUMBER(REAL(name)(text, &stop, locale)), )
#define WIDE_WHOLE(type, name)                                                                  \
  TOLD(type, name, (const wchar_t *text, wchar_t **end, int base), (text, end, base),           \
       OUT(end) WIDE_NUMBER(REAL(name)(text, &stop, base)), )
#define WIDE_BROKEN(type, name)                                                                 \
  TOLD(type, name, (const wchar_t *text, wchar_t **end), (text, end),                           \
       OUT(end) WIDE_NUMBER(REAL(name)(text, &stop)), )

WHOLE(long, strtol)
WHOLE(unsigned long, strtoul)
WHOLE(long long, strtoll)
WHOLE(unsigned long long, strtoull)
WHOLE(long long, strtoq)
WHOLE(unsigned long long, strtouq)
WHOLE(intmax_t, strtoimax)
WHOLE(uintmax_t, strtoumax)
WHOLE_IN(long, strtol_l)
WHOLE_IN(unsigned long, strtoul_l)
WHOLE_IN(long long, strtoll_l)
WHOLE_IN(unsigned long long, strtoull_l)
BROKEN(float, strtof)
BROKEN(double, strtod)
BROKEN(long double, strtold)
BROKEN(_Float32, strtof32)
BROKEN(_Float64, strtof64)
BROKEN(_Float32x, strtof32x)
BROKEN(_Float64x, strtof64x)
BROKEN(_Float128, strtof128)
BROKEN_IN(float, strtof_l)
BROKEN_IN(double, strtod_l)
BROKEN_IN(long double, strtold_l)
WIDE_WHOLE(long, wcstol)
WIDE_WHOLE(unsigned long, wcstoul)
WIDE_WHOLE(long long, wcstoll)
WIDE_WHOLE(unsigned long long, wcstoull)
WIDE_WHOLE(long long, wcstoq)
WIDE_WHOLE(unsigned long long, wcstouq)
WIDE_WHOLE(intmax_t, wcstoimax)
WIDE_WHOLE(uintmax_t, wcstoumax)
WIDE_BROKEN(float, wcstof)
WIDE_BROKEN(double, wcstod)
WIDE_BROKEN(long double, wcstold)

TOLD(int, atoi, (const char *text), (text), NUMBER(REAL(strtol)(text, &stop, 10)), )
TOLD(long, atol, (const char *text), (text), NUMBER(REAL(strtol)(text, &stop, 10)), )
TOLD(long long, atoll, (const char *text), (text), NUMBER(REAL(strtoll)(text, &stop, 10)), )
TOLD(double, atof, (const char *text), (text), NUMBER(REAL(strtod)(text, &stop)), )
TOLD(long, a64l, (const char *text), (text), STRING_OF(text, 6), )
