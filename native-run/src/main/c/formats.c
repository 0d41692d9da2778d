/*
 * Formats of the printf and scanf families: which of the arguments are addresses, and of what.
 *
 * A format is read twice: first for the types of the arguments, by which these are taken from the
 * list, then for what is done with them. So arguments may be named by numbers (%2$s).
 */
#include "formats.h"

#include <string.h>
#include <wchar.h>

enum { MOST_ARGUMENTS = 64 };

/* A format of bytes, or of wide characters. */
struct format {
  const void *text;
  bool is_wide;
  size_t at;
  bool is_scanned;
};

enum length { PLAIN, CHAR, SHORT, LONG, LONG_DOUBLE };
enum type { NO_ARGUMENT, WORD, DOUBLE, LONG_DOUBLE_NUMBER };

/* One conversion of a format; numbers of arguments count from 0, NONE is none. */
struct conversion {
  wchar_t letter; /* 0 at the end of the format */
  enum length length;
  int argument, width_argument, precision_argument;
  int width, precision; /* NONE if there is none */
  bool is_suppressed, is_allocated;
};

enum { NO_NUMBER = -1 };

static wchar_t look(const struct format *f) {
  return f->is_wide ? ((const wchar_t *)f->text)[f->at]
                    : (wchar_t)((const unsigned char *)f->text)[f->at];
}

static wchar_t take(struct format *f) {
  wchar_t c = look(f);
  f->at += c != 0;
  return c;
}

static bool is_digit(wchar_t c) { return c >= L'0' && c <= L'9'; }

static int number_in(struct format *f) {
  enum { LARGEST = 1 << 24 };
  int number = 0;
  while (is_digit(look(f))) {
    number = number < LARGEST ? number * 10 + (int)(take(f) - L'0') : (take(f), number);
  }
  return number;
}

/* The number of an argument that is named (3$), else of the next one. */
static int argument_in(struct format *f, int *next) {
  size_t begin = f->at;
  if (is_digit(look(f))) {
    int number = number_in(f);
    if (look(f) == L'$') {
      take(f);
      return number - 1;
    }
  }
  f->at = begin;
  return (*next)++;
}

/* A width or precision: a number, or the argument that has it. */
static void size_in(struct format *f, int *next, int *number, int *argument) {
  if (look(f) == L'*') {
    take(f);
    *argument = argument_in(f, next);
  } else if (is_digit(look(f))) {
    *number = number_in(f);
  }
}

static enum length length_in(struct format *f) {
  enum length length = PLAIN;
  for (;;) {
    switch (look(f)) {
    case L'h':
      length = length == SHORT ? CHAR : SHORT;
      break;
    case L'l':
    case L'j':
    case L'z':
    case L'Z':
    case L't':
    case L'q':
      length = LONG;
      break;
    case L'L':
      length = LONG_DOUBLE;
      break;
    default:
      return length;
    }
    take(f);
  }
}

/* After the [ of a set of characters: to its end. */
static void skip_set(struct format *f) {
  if (look(f) == L'^') {
    take(f);
  }
  if (look(f) == L']') {
    take(f);
  }
  while (look(f) != 0 && take(f) != L']') {
  }
}

static bool is_flag(const struct format *f, wchar_t c) {
  return wcschr(f->is_scanned ? L"'I" : L"-+ #0'I", c) != NULL && c != 0;
}

/* The next conversion; its letter is 0 if there is none. */
static struct conversion next_conversion(struct format *f, int *next) {
  struct conversion c = {.argument = NONE, .width_argument = NONE, .precision_argument = NONE,
                         .width = NO_NUMBER, .precision = NO_NUMBER};
  for (;;) {
    wchar_t letter = take(f);
    if (letter == 0) {
      return c;
    }
    if (letter != L'%') {
      continue;
    }
    if (look(f) != L'%') {
      break;
    }
    take(f);
  }
  size_t begin = f->at;
  int none = 0, named = argument_in(f, &none);
  bool is_named = none == 0;
  f->at = is_named ? f->at : begin;
  while (is_flag(f, look(f))) {
    take(f);
  }
  if (f->is_scanned && look(f) == L'*') {
    take(f);
    c.is_suppressed = true;
  }
  size_in(f, next, &c.width, &c.width_argument);
  if (look(f) == L'.') {
    take(f);
    c.precision = 0;
    size_in(f, next, &c.precision, &c.precision_argument);
  }
  if (f->is_scanned && look(f) == L'm') {
    take(f);
    c.is_allocated = true;
  }
  c.length = length_in(f);
  c.letter = take(f);
  if (c.letter == L'S' || c.letter == L'C') {
    c.length = LONG;
    c.letter = c.letter == L'S' ? L's' : L'c';
  }
  if (f->is_scanned && c.letter == L'[') {
    skip_set(f);
  }
  bool has_argument = c.letter != 0 && c.letter != L'%' && c.letter != L'm' && !c.is_suppressed;
  c.argument = is_named ? named : has_argument ? (*next)++ : NONE;
  return c;
}

static enum type type_of(const struct format *f, const struct conversion *c) {
  bool is_number = !f->is_scanned && wcschr(L"aAeEfFgG", c->letter) != NULL;
  return !is_number ? WORD : c->length == LONG_DOUBLE ? LONG_DOUBLE_NUMBER : DOUBLE;
}

static void note_type(enum type types[MOST_ARGUMENTS], int argument, enum type type) {
  if (argument >= 0 && argument < MOST_ARGUMENTS) {
    types[argument] = type;
  }
}

/* The arguments of a format that are whole numbers or addresses; the others are left 0. */
static void take_arguments(struct format f, va_list arguments, uint64_t words[MOST_ARGUMENTS]) {
  enum type types[MOST_ARGUMENTS] = {NO_ARGUMENT};
  int next = 0;
  for (struct conversion c = next_conversion(&f, &next); c.letter != 0;
       c = next_conversion(&f, &next)) {
    note_type(types, c.width_argument, WORD);
    note_type(types, c.precision_argument, WORD);
    note_type(types, c.argument, type_of(&f, &c));
  }
  for (int i = 0; i < MOST_ARGUMENTS; i++) {
    words[i] = 0;
    if (types[i] == DOUBLE) {
      (void)va_arg(arguments, double);
    } else if (types[i] == LONG_DOUBLE_NUMBER) {
      (void)va_arg(arguments, long double);
    } else if (types[i] == WORD) {
      words[i] = va_arg(arguments, uint64_t);
    }
  }
}

static void *address_of(const uint64_t words[MOST_ARGUMENTS], int argument) {
  return argument >= 0 && argument < MOST_ARGUMENTS ? (void *)words[argument] : NULL;
}

static size_t size_of_number(enum length length) {
  return length == PLAIN   ? sizeof(int)
         : length == LONG  ? sizeof(long)
         : length == SHORT ? sizeof(short)
         : length == CHAR  ? 1
                           : sizeof(long long);
}

// --- printf

static size_t printed_size(const struct conversion *c, const uint64_t words[MOST_ARGUMENTS],
                           const void *s) {
  size_t most = SIZE_MAX / 2;
  if (c->precision_argument != NONE) {
    int precision = (int)(intptr_t)address_of(words, c->precision_argument);
    most = precision < 0 ? most : (size_t)precision;
  } else if (c->precision != NO_NUMBER) {
    most = (size_t)c->precision;
  }
  if (c->length == LONG) {
    size_t i = 0;
    const wchar_t *wide = s;
    while (i < most && wide[i] != 0) {
      i++;
    }
    return (i < most ? i + 1 : most) * sizeof *wide;
  }
  size_t length = strnlen(s, most);
  return length < most ? length + 1 : most;
}

static size_t format_size(const struct format *f) {
  return f->is_wide ? (wcslen(f->text) + 1) * sizeof(wchar_t) : strlen(f->text) + 1;
}

static void touch_printed(struct format f, va_list arguments, bool writes, uintptr_t pc) {
  uint64_t words[MOST_ARGUMENTS];
  take_arguments(f, arguments, words);
  int next = 0;
  for (struct conversion c = next_conversion(&f, &next); c.letter != 0;
       c = next_conversion(&f, &next)) {
    void *at = address_of(words, c.argument);
    if (c.letter == L'n' && at != NULL && writes) {
      range_accessed(at, size_of_number(c.length), true, pc);
    }
    if (c.letter == L's' && at != NULL && !writes) {
      range_accessed(at, printed_size(&c, words, at), false, pc);
    }
  }
}

static void prints(const struct format *f, va_list arguments, uintptr_t pc) {
  do {
    range_accessed(f->text, format_size(f), false, pc);
    va_list again;
    va_copy(again, arguments);
    touch_printed(*f, again, true, pc);
    va_end(again);
    va_copy(again, arguments);
    touch_printed(*f, again, false, pc);
    va_end(again);
  } while (access_has_stood());
}

void format_prints(const char *format, va_list arguments, uintptr_t pc) {
  struct format f = {.text = format};
  prints(&f, arguments, pc);
}

void wide_format_prints(const wchar_t *format, va_list arguments, uintptr_t pc) {
  struct format f = {.text = format, .is_wide = true};
  prints(&f, arguments, pc);
}

// --- scanf

static size_t size_of_character(const struct conversion *c) {
  return c->length == LONG ? sizeof(wchar_t) : 1;
}

/* How many bytes a conversion may write if the text has so many. */
static size_t most_scanned(const struct conversion *c, size_t text) {
  if (c->is_allocated) {
    return sizeof(void *);
  }
  switch (c->letter) {
  case L's':
  case L'[':
    return (c->width == NO_NUMBER ? text : (size_t)c->width + 1) * size_of_character(c);
  case L'c':
    return (c->width == NO_NUMBER ? 1 : (size_t)c->width) * size_of_character(c);
  case L'p':
    return sizeof(void *);
  case L'a':
  case L'A':
  case L'e':
  case L'E':
  case L'f':
  case L'F':
  case L'g':
  case L'G':
    return c->length == PLAIN  ? sizeof(float)
           : c->length == LONG ? sizeof(double)
                               : sizeof(long double);
  default:
    return size_of_number(c->length);
  }
}

/* How many bytes it has written. */
static size_t scanned_size(const struct conversion *c, const void *at) {
  bool is_string = (c->letter == L's' || c->letter == L'[') && !c->is_allocated;
  if (is_string && c->length == LONG) {
    return (wcslen(at) + 1) * sizeof(wchar_t);
  }
  return is_string ? strlen(at) + 1 : most_scanned(c, 0);
}

static void will_scan(struct format f, size_t text, va_list arguments, uintptr_t pc) {
  uint64_t words[MOST_ARGUMENTS];
  struct format begin = f;
  va_list again;
  va_copy(again, arguments);
  take_arguments(f, again, words);
  va_end(again);
  int next = 0;
  for (struct conversion c = next_conversion(&f, &next); c.letter != 0;
       c = next_conversion(&f, &next)) {
    if (address_of(words, c.argument) != NULL) {
      access_ahead(address_of(words, c.argument), most_scanned(&c, text));
    }
  }
  range_accessed(begin.text, format_size(&begin), false, pc);
}

static void has_scanned(struct format f, int converted, va_list arguments, uintptr_t pc) {
  uint64_t words[MOST_ARGUMENTS];
  va_list again;
  va_copy(again, arguments);
  take_arguments(f, again, words);
  va_end(again);
  int next = 0;
  for (struct conversion c = next_conversion(&f, &next); c.letter != 0;
       c = next_conversion(&f, &next)) {
    const void *at = address_of(words, c.argument);
    if (at == NULL) {
      continue;
    }
    if (c.letter != L'n' && converted-- <= 0) {
      return;
    }
    range_accessed(at, scanned_size(&c, at), true, pc);
  }
}

void format_will_scan(const char *format, size_t text, va_list arguments, uintptr_t pc) {
  will_scan((struct format){.text = format, .is_scanned = true}, text, arguments, pc);
}

void format_has_scanned(const char *format, int converted, va_list arguments, uintptr_t pc) {
  has_scanned((struct format){.text = format, .is_scanned = true}, converted, arguments, pc);
}

void wide_format_will_scan(const wchar_t *format, size_t text, va_list arguments, uintptr_t pc) {
  will_scan((struct format){.text = format, .is_wide = true, .is_scanned = true}, text, arguments,
            pc);
}

void wide_format_has_scanned(const wchar_t *format, int converted, va_list arguments,
                             uintptr_t pc) {
  has_scanned((struct format){.text = format, .is_wide = true, .is_scanned = true}, converted,
              arguments, pc);
}
