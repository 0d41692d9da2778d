/* Functions of the library on wide characters, and between these and bytes: what they touch. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <uchar.h>
#include <wctype.h>

#include "library_calls.h"

#define BYTES(count) ((count) * sizeof(wchar_t))

// --- wide strings that are looked at

/* How many bytes of two strings are looked at to compare them. */
static size_t compared(const wchar_t *a, const wchar_t *b, size_t most) {
  size_t i = 0;
  while (i < most && a[i] == b[i] && a[i] != 0) {
    i++;
  }
  return BYTES(i < most ? i + 1 : most);
}

#define BOTH(most)                                              \
  do {                                                          \
    size_t size = compared(a, b, most);                         \
    range_accessed(a, size, false, HERE);                       \
    range_accessed(b, size, false, HERE);                       \
  } while (UNLIKELY(access_has_stood()));

#define UNTIL(found, all) READS(s, until(s, found, all) + (found == NULL ? 0 : sizeof *s - 1));

TOLD(int, wcscmp, (const wchar_t *a, const wchar_t *b), (a, b), BOTH(SIZE_MAX), )
TOLD(int, wcsncmp, (const wchar_t *a, const wchar_t *b, size_t most), (a, b, most), BOTH(most), )
TOLD(int, wcscasecmp, (const wchar_t *a, const wchar_t *b), (a, b), WIDE(a) WIDE(b), )
TOLD(int, wcsncasecmp, (const wchar_t *a, const wchar_t *b, size_t most), (a, b, most),
     WIDE_OF(a, most) WIDE_OF(b, most), )
TOLD(int, wcscoll, (const wchar_t *a, const wchar_t *b), (a, b), WIDE(a) WIDE(b), )
TOLD(size_t, wcsnlen, (const wchar_t *s, size_t most), (s, most), WIDE_OF(s, most), )
TOLD(wchar_t *, wcschr, (const wchar_t *s, wchar_t c), (s, c),
     UNTIL(REAL(wcschr)(s, c), wide_size(s)), )
TOLD(wchar_t *, wcschrnul, (const wchar_t *s, wchar_t c), (s, c),
     UNTIL(REAL(wcschrnul)(s, c), wide_size(s)), )
TOLD(wchar_t *, wcsrchr, (const wchar_t *s, wchar_t c), (s, c), WIDE(s), )
TOLD(size_t, wcsspn, (const wchar_t *s, const wchar_t *set), (s, set),
     READS(s, BYTES(REAL(wcsspn)(s, set) + 1)); WIDE(set), )
TOLD(size_t, wcscspn, (const wchar_t *s, const wchar_t *set), (s, set),
     READS(s, BYTES(REAL(wcscspn)(s, set) + 1)); WIDE(set), )
TOLD(wchar_t *, wcspbrk, (const wchar_t *s, const wchar_t *set), (s, set),
     UNTIL(REAL(wcspbrk)(s, set), wide_size(s)) WIDE(set), )
TOLD(wchar_t *, wcsstr, (const wchar_t *s, const wchar_t *part), (s, part), WIDE(s) WIDE(part), )
TOLD(wchar_t *, wcswcs, (const wchar_t *s, const wchar_t *part), (s, part), WIDE(s) WIDE(part), )
TOLD_NEW(wchar_t *, wcsdup, (const wchar_t *s), (s), WIDE(s), )
TOLD(int, wcswidth, (const wchar_t *s, size_t most), (s, most), WIDE_OF(s, most), )
TOLD(wchar_t *, wmemchr, (const wchar_t *s, wchar_t c, size_t count), (s, c, count),
     UNTIL(REAL(wmemchr)(s, c, count), BYTES(count)), )
TOLD(int, wmemcmp, (const wchar_t *a, const wchar_t *b, size_t count), (a, b, count),
     IN_BYTES(a, BYTES(count)) IN_BYTES(b, BYTES(count)), )

TOLD(int, wcscoll_l, (const wchar_t *a, const wchar_t *b, locale_t locale), (a, b, locale),
     WIDE(a) WIDE(b), )
TOLD(int, wcscasecmp_l, (const wchar_t *a, const wchar_t *b, locale_t locale), (a, b, locale),
     WIDE(a) WIDE(b), )
TOLD(int, wcsncasecmp_l, (const wchar_t *a, const wchar_t *b, size_t most, locale_t locale),
     (a, b, most, locale), WIDE_OF(a, most) WIDE_OF(b, most), )
TOLD(wctype_t, wctype, (const char *name), (name), STRING(name), )
TOLD(wctrans_t, wctrans, (const char *name), (name), STRING(name), )

// --- wide strings that are written

TOLD(wchar_t *, wmempcpy, (wchar_t *to, const wchar_t *from, size_t count), (to, from, count),
     OUT_BYTES(to, BYTES(count)) IN_BYTES(from, BYTES(count)), )
TOLD(wchar_t *, wcscpy, (wchar_t *to, const wchar_t *from), (to, from),
     OUT_BYTES(to, wide_size(from)) WIDE(from), )
TOLD(wchar_t *, wcpcpy, (wchar_t *to, const wchar_t *from), (to, from),
     OUT_BYTES(to, wide_size(from)) WIDE(from), )
TOLD(wchar_t *, wcsncpy, (wchar_t *to, const wchar_t *from, size_t count), (to, from, count),
     OUT_BYTES(to, BYTES(count)) WIDE_OF(from, count), )
TOLD(wchar_t *, wcpncpy, (wchar_t *to, const wchar_t *from, size_t count), (to, from, count),
     OUT_BYTES(to, BYTES(count)) WIDE_OF(from, count), )

static void appends(const wchar_t *to, const wchar_t *from, size_t most, uintptr_t pc) {
  do {
    size_t length = wcslen(to), size = wcsnlen(from, most);
    range_accessed(to + length, BYTES(size + 1), true, pc);
    range_accessed(to, BYTES(length + 1), false, pc);
    range_accessed(from, wide_size_of(from, most), false, pc);
  } while (access_has_stood());
}

TOLD(wchar_t *, wcscat, (wchar_t *to, const wchar_t *from), (to, from),
     appends(to, from, SIZE_MAX, HERE);, )
TOLD(wchar_t *, wcsncat, (wchar_t *to, const wchar_t *from, size_t most), (to, from, most),
     appends(to, from, most, HERE);, )
TOLD(wchar_t *, wcstok, (wchar_t *s, const wchar_t *set, wchar_t **rest), (s, set, rest),
     OUT(rest) OUT_BYTES(s != NULL ? s : *rest, wide_size(s != NULL ? s : *rest)) WIDE(set), )
TOLD(size_t, wcsxfrm, (wchar_t *to, const wchar_t *from, size_t room), (to, from, room),
     AHEAD(to, BYTES(room)) WIDE(from),
     WROTE(to, BYTES(smaller(result + 1, room))))
TOLD(size_t, wcsftime, (wchar_t *to, size_t room, const wchar_t *format, const struct tm *time),
     (to, room, format, time), AHEAD(to, BYTES(room)) WIDE(format) IN(time),
     WROTE(to, BYTES(result == 0 ? 0 : result + 1)))

TOLD(wchar_t *, fgetws, (wchar_t *to, int room, FILE *stream), (to, room, stream),
     AHEAD(to, room > 0 ? BYTES((size_t)room) : 0), WROTE(to, result == NULL ? 0 : wide_size(to)))
TOLD(wchar_t *, fgetws_unlocked, (wchar_t *to, int room, FILE *stream), (to, room, stream),
     AHEAD(to, room > 0 ? BYTES((size_t)room) : 0), WROTE(to, result == NULL ? 0 : wide_size(to)))
TOLD(int, fputws, (const wchar_t *s, FILE *stream), (s, stream), WIDE(s), )
TOLD(int, fputws_unlocked, (const wchar_t *s, FILE *stream), (s, stream), WIDE(s), )

// --- between bytes and wide characters

/* What a conversion leaves in the state of the library if it is given none. */
static char state_of_conversions;
#define STATE(state) WRITES(state == NULL ? (void *)&state_of_conversions : (void *)state, \
                            state == NULL ? 1 : sizeof *(state));
enum { MOST_BYTES = 16 /* of one character */ };

TOLD(int, mblen, (const char *s, size_t most), (s, most),
     SHARED(state_of_conversions) STRING_OF(s, smaller(most, 1)), )
TOLD(int, mbtowc, (wchar_t *to, const char *s, size_t most), (to, s, most),
     SHARED(state_of_conversions) if (s != NULL) { OUT(to) } STRING_OF(s, smaller(most, 1)), )
TOLD(int, wctomb, (char *to, wchar_t c), (to, c), SHARED(state_of_conversions)
     AHEAD(to, MB_CUR_MAX), WROTE(to, result < 0 ? 0 : (size_t)result))
TOLD(size_t, mbstowcs, (wchar_t *to, const char *s, size_t most), (to, s, most),
     AHEAD(to, BYTES(smaller(most, string_size(s)))) STRING(s),
     WROTE(to, result == (size_t)-1 ? 0 : BYTES(smaller(result + 1, most))))
TOLD(size_t, wcstombs, (char *to, const wchar_t *s, size_t most), (to, s, most),
     AHEAD(to, most) WIDE(s), WROTE(to, result == (size_t)-1 ? 0 : smaller(result + 1, most)))
TOLD(int, mbsinit, (const mbstate_t *state), (state), IN(state), )
TOLD(size_t, mbrlen, (const char *s, size_t most, mbstate_t *state), (s, most, state),
     STATE(state) STRING_OF(s, smaller(most, 1)), )
TOLD(size_t, mbrtowc, (wchar_t *to, const char *s, size_t most, mbstate_t *state),
     (to, s, most, state), if (s != NULL) { OUT(to) } STATE(state) STRING_OF(s, smaller(most, 1)), )
TOLD(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state), (to, c, state),
     AHEAD(to, MOST_BYTES) STATE(state), WROTE(to, result == (size_t)-1 ? 0 : result))
TOLD(size_t, mbrtoc16, (char16_t *to, const char *s, size_t most, mbstate_t *state),
     (to, s, most, state), if (s != NULL) { OUT(to) } STATE(state)
     STRING_OF(s, smaller(most, 1)), )
TOLD(size_t, mbrtoc32, (char32_t *to, const char *s, size_t most, mbstate_t *state),
     (to, s, most, state), if (s != NULL) { OUT(to) } STATE(state)
     STRING_OF(s, smaller(most, 1)), )
TOLD(size_t, c16rtomb, (char *to, char16_t c, mbstate_t *state), (to, c, state),
     AHEAD(to, MOST_BYTES) STATE(state), WROTE(to, result == (size_t)-1 ? 0 : result))
TOLD(size_t, c32rtomb, (char *to, char32_t c, mbstate_t *state), (to, c, state),
     AHEAD(to, MOST_BYTES) STATE(state), WROTE(to, result == (size_t)-1 ? 0 : result))
TOLD(size_t, mbsrtowcs, (wchar_t *to, const char **s, size_t most, mbstate_t *state),
     (to, s, most, state), OUT(s) AHEAD(to, BYTES(smaller(most, string_size(*s)))) STATE(state)
     STRING(*s), WROTE(to, result == (size_t)-1 ? 0 : BYTES(smaller(result + 1, most))))
TOLD(size_t, mbsnrtowcs, (wchar_t *to, const char **s, size_t size, size_t most, mbstate_t *state),
     (to, s, size, most, state), OUT(s) AHEAD(to, BYTES(smaller(most, string_size_of(*s, size))))
     STATE(state) STRING_OF(*s, size),
     WROTE(to, result == (size_t)-1 ? 0 : BYTES(smaller(result + 1, most))))
TOLD(size_t, wcsrtombs, (char *to, const wchar_t **s, size_t most, mbstate_t *state),
     (to, s, most, state), OUT(s) AHEAD(to, most) STATE(state) WIDE(*s),
     WROTE(to, result == (size_t)-1 ? 0 : smaller(result + 1, most)))
TOLD(size_t, wcsnrtombs, (char *to, const wchar_t **s, size_t count, size_t most, mbstate_t *state),
     (to, s, count, most, state), OUT(s) AHEAD(to, most) STATE(state) WIDE_OF(*s, count),
     WROTE(to, result == (size_t)-1 ? 0 : smaller(result + 1, most)))
