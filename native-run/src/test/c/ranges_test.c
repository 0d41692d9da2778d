/* Functions of the library that touch memory: which bytes they say, and that they do their work. */
#include <stdarg.h>
#include <stdlib.h>
#include <wchar.h>

#include "fake_scheduler.h"
#include "heap.h"
#include "ranges.h"

static struct {
  const volatile void *address;
  size_t size;
  bool writes;
} accesses[8];
static int access_count;

void access_memory(const volatile void *address, size_t size, bool writes, uintptr_t pc) {
  (void)pc;
  CHECK(access_count < 8 && size > 0);
  accesses[access_count].address = address;
  accesses[access_count].size = size;
  accesses[access_count++].writes = writes;
}

void heap_allocates_for(uintptr_t pc) { (void)pc; }

static bool was(int i, const void *address, size_t size, bool writes) {
  return accesses[i].address == address && accesses[i].size == size &&
         accesses[i].writes == writes;
}

/* A call whose accesses are then looked at. */
#define CALL(expression) (access_count = 0, expression)
#define READ_OF(i, address, size) CHECK(was(i, address, size, false))
#define WRITE_OF(i, address, size) CHECK(was(i, address, size, true))
#define DECLARE(type, name, ...) type WRAP(name)(__VA_ARGS__)

DECLARE(void *, memcpy, void *, const void *, size_t);
DECLARE(void *, mempcpy, void *, const void *, size_t);
DECLARE(void *, memmove, void *, const void *, size_t);
DECLARE(void *, memset, void *, int, size_t);
DECLARE(int, memcmp, const void *, const void *, size_t);
DECLARE(void *, memchr, const void *, int, size_t);
DECLARE(void *, memrchr, const void *, int, size_t);
DECLARE(void *, memccpy, void *, const void *, int, size_t);
DECLARE(void, bcopy, const void *, void *, size_t);
DECLARE(void, bzero, void *, size_t);
DECLARE(size_t, strlen, const char *);
DECLARE(size_t, strnlen, const char *, size_t);
DECLARE(int, strcmp, const char *, const char *);
DECLARE(int, strncmp, const char *, const char *, size_t);
DECLARE(char *, strchr, const char *, int);
DECLARE(char *, strrchr, const char *, int);
DECLARE(char *, strstr, const char *, const char *);
DECLARE(size_t, strspn, const char *, const char *);
DECLARE(char *, strcpy, char *, const char *);
DECLARE(char *, stpcpy, char *, const char *);
DECLARE(char *, strncpy, char *, const char *, size_t);
DECLARE(char *, strcat, char *, const char *);
DECLARE(char *, strncat, char *, const char *, size_t);
DECLARE(char *, strtok, char *, const char *);
DECLARE(char *, strtok_r, char *, const char *, char **);
DECLARE(char *, strsep, char **, const char *);
DECLARE(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *));
DECLARE(wchar_t *, wmemset, wchar_t *, wchar_t, size_t);
DECLARE(int, snprintf, char *, size_t, const char *, ...);
DECLARE(int, sprintf, char *, const char *, ...);
DECLARE(int, __sprintf_chk, char *, int, size_t, const char *, ...);
DECLARE(void *, __memcpy_chk, void *, const void *, size_t, size_t);
DECLARE(void *, __memset_chk, void *, int, size_t, size_t);
DECLARE(char *, __strcpy_chk, char *, const char *, size_t);
DECLARE(char *, __strcat_chk, char *, const char *, size_t);
DECLARE(char *, __strncpy_chk, char *, const char *, size_t, size_t);

DECLARE(int, printf, const char *, ...);
DECLARE(int, asprintf, char **, const char *, ...);
DECLARE(int, sscanf, const char *, const char *, ...);
DECLARE(int, swprintf, wchar_t *, size_t, const wchar_t *, ...);
DECLARE(int, atoi, const char *);
DECLARE(long, strtol, const char *, char **, int);
DECLARE(double, strtod, const char *, char **);
DECLARE(wchar_t *, wcscpy, wchar_t *, const wchar_t *);
DECLARE(size_t, mbstowcs, wchar_t *, const char *, size_t);

static char to[64], from[64] = "some text";

static void test_memory(void) {
  begin_test("memory");
  CHECK(CALL(WRAP(memcpy)(to, from, 10)) == to && strcmp(to, from) == 0);
  WRITE_OF(0, to, 10);
  READ_OF(1, from, 10);
  CHECK(CALL(WRAP(mempcpy)(to, from, 3)) == to + 3 && access_count == 2);
  CHECK(CALL(WRAP(memmove)(to + 1, to, 10)) == to + 1 && strcmp(to, "ssome text") == 0);
  WRITE_OF(0, to + 1, 10);
  READ_OF(1, to, 10);
  CALL(WRAP(bcopy)(from, to, 4));
  WRITE_OF(0, to, 4);
  READ_OF(1, from, 4);
  CHECK(CALL(WRAP(memset)(to, 'x', 5)) == to && memcmp(to, "xxxxxtext", 9) != 0);
  WRITE_OF(0, to, 5);
  CALL(WRAP(bzero)(to, 6));
  WRITE_OF(0, to, 6);
  CHECK(CALL(WRAP(memcmp)(from, "some", 4)) == 0 && access_count == 2);
  READ_OF(0, from, 4);
  CHECK(CALL(WRAP(memchr)(from, 'e', 64)) == from + 3);
  READ_OF(0, from, 4);
  CHECK(CALL(WRAP(memchr)(from, 'z', 9)) == NULL);
  READ_OF(0, from, 9);
  CHECK(CALL(WRAP(memrchr)(from, 'e', 9)) == from + 6 && access_count == 1);
  CHECK(CALL(WRAP(memccpy)(to, from, 'e', 64)) == to + 4);
  WRITE_OF(0, to, 4);
  wchar_t wide[4];
  CALL(WRAP(wmemset)(wide, L'a', 3));
  WRITE_OF(0, wide, 3 * sizeof(wchar_t));
  CALL(WRAP(memcpy)(to, from, 0));
  CHECK(access_count == 0);
}

static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void test_strings(void) {
  begin_test("strings that are looked at");
  CHECK(CALL(WRAP(strlen)(from)) == 9);
  READ_OF(0, from, 10);
  CHECK(CALL(WRAP(strnlen)(from, 4)) == 4);
  READ_OF(0, from, 4);
  CHECK(CALL(WRAP(strnlen)(from, 40)) == 9);
  READ_OF(0, from, 10);
  CHECK(CALL(WRAP(strcmp)(from, "soft")) > 0);
  READ_OF(0, from, 3);
  CHECK(CALL(WRAP(strcmp)(from, "some text")) == 0);
  READ_OF(0, from, 10);
  CHECK(CALL(WRAP(strncmp)(from, "some thing", 5)) == 0);
  READ_OF(0, from, 5);
  CHECK(CALL(WRAP(strchr)(from, 'm')) == from + 2);
  READ_OF(0, from, 3);
  CHECK(CALL(WRAP(strchr)(from, 0)) == from + 9);
  READ_OF(0, from, 10);
  CHECK(CALL(WRAP(strrchr)(from, 'e')) == from + 6 && access_count == 1);
  CHECK(CALL(WRAP(strstr)(from, "text")) == from + 5 && access_count == 2);
  CHECK(CALL(WRAP(strspn)(from, "emos")) == 4);
  READ_OF(0, from, 5);
  int numbers[] = {3, 1, 2};
  CALL(WRAP(qsort)(numbers, 3, sizeof(int), by_value));
  CHECK(numbers[0] == 1 && numbers[2] == 3);
  WRITE_OF(0, numbers, sizeof numbers);
}

static void test_copies(void) {
  begin_test("strings that are written");
  CHECK(CALL(WRAP(strcpy)(to, from)) == to && strcmp(to, "some text") == 0);
  WRITE_OF(0, to, 10);
  READ_OF(1, from, 10);
  CHECK(CALL(WRAP(stpcpy)(to, from)) == to + 9);
  CHECK(CALL(WRAP(strncpy)(to, "ab", 5)) == to && memcmp(to, "ab\0\0\0", 5) == 0);
  WRITE_OF(0, to, 5);
  CHECK(accesses[1].size == 3);
  CHECK(CALL(WRAP(strcat)(to, "cd")) == to && strcmp(to, "abcd") == 0);
  READ_OF(1, to, 3);
  WRITE_OF(0, to + 2, 3);
  CHECK(CALL(WRAP(strncat)(to, from, 2)) == to && strcmp(to, "abcdso") == 0);
  WRITE_OF(0, to + 4, 3);
  READ_OF(2, from, 2);
  char words[] = "one two";
  char *rest;
  CHECK(CALL(WRAP(strtok_r)(words, " ", &rest)) == words && strcmp(words, "one") == 0);
  WRITE_OF(0, words, 8);
  char more[] = "three four";
  CHECK(CALL(WRAP(strtok)(more, " ")) == more);
  CHECK(CALL(WRAP(strtok)(NULL, " ")) == more + 6 && CALL(WRAP(strtok)(NULL, " ")) == NULL);
  char fields[] = "a,b", *at = fields;
  CHECK(CALL(WRAP(strsep)(&at, ",")) == fields && at == fields + 2);
  WRITE_OF(0, fields, 2);
}

static void test_texts(void) {
  begin_test("texts that are made");
  CHECK(CALL(WRAP(snprintf)(to, 64, "%d-%s", 12, "x")) == 4 && strcmp(to, "12-x") == 0);
  WRITE_OF(0, to, 5);
  CHECK(CALL(WRAP(snprintf)(to, 3, "%s", "long")) == 4 && strcmp(to, "lo") == 0);
  WRITE_OF(0, to, 3);
  CHECK(CALL(WRAP(snprintf)(NULL, 0, "%s", "long")) == 4 && access_count == 2);
  CHECK(CALL(WRAP(sprintf)(to, "%c", 'q')) == 1 && strcmp(to, "q") == 0);
  WRITE_OF(0, to, 2);
  CHECK(CALL(WRAP(__sprintf_chk)(to, 1, 4, "%s", "abc")) == 3);
  CHECK_FAILS(CALL(WRAP(__sprintf_chk)(to, 1, 3, "%s", "abc")), "buffer overflow");
}

static void test_formats(void) {
  begin_test("arguments of printf and scanf");
  char format[32] = "%d %.3s%n %f %s\n";
  int written = 0;
  CHECK(CALL(WRAP(printf)(format, 7, from, &written, 1.5, "end")) == 19 && written == 5);
  CHECK(access_count == 4);
  READ_OF(0, format, strlen(format) + 1);
  WRITE_OF(1, &written, sizeof written);
  READ_OF(2, from, 3);
  char named[32] = "%2$s %3$*1$d %%\n", word[4] = "abc";
  CHECK(CALL(WRAP(printf)(named, 4, word, 5)) == 11 && access_count == 2);
  READ_OF(1, word, 4);
  char *made;
  CHECK(CALL(WRAP(asprintf)(&made, "%ls", L"xy")) == 2 && strcmp(made, "xy") == 0);
  WRITE_OF(0, &made, sizeof made);
  free(made);
  wchar_t wide[8];
  CHECK(CALL(WRAP(swprintf)(wide, 8, L"%s", "ab")) == 2);
  WRITE_OF(access_count - 1, wide, 3 * sizeof *wide);

  int number = 0;
  char text[32] = "12 word xyz", letters[8], set[8];
  double broken = 0;
  CHECK(CALL(WRAP(sscanf)(text, "%d %*s%2[xy]%c%lf", &number, (memset(set, 0, 8), set), letters,
                          &broken)) == 1);
  CHECK(access_count == 3 && number == 12);
  READ_OF(1, text, strlen(text) + 1);
  WRITE_OF(2, &number, sizeof number);
  CHECK(CALL(WRAP(sscanf)("ab 7", "%s%hhd%n", letters, set, &number)) == 2 && number == 4);
  WRITE_OF(2, letters, 3);
  WRITE_OF(3, set, 1);
  WRITE_OF(4, &number, sizeof number);
}

static void test_numbers(void) {
  begin_test("numbers in texts");
  char text[] = " 12x34", *end;
  CHECK(CALL(WRAP(atoi)(text)) == 12 && access_count == 1);
  READ_OF(0, text, 4);
  CHECK(CALL(WRAP(strtol)(text, &end, 10)) == 12 && end == text + 3 && access_count == 2);
  WRITE_OF(0, &end, sizeof end);
  READ_OF(1, text, 4);
  char none[] = "  -";
  CHECK(CALL(WRAP(strtol)(none, NULL, 10)) == 0);
  READ_OF(0, none, 3);
  CHECK(CALL(WRAP(strtod)("1.5", NULL)) == 1.5 && accesses[0].size == 4);
}

static void test_wide(void) {
  begin_test("wide characters");
  wchar_t wide[8];
  const wchar_t *source = L"abc";
  CHECK(CALL(WRAP(wcscpy)(wide, source)) == wide && wide[2] == L'c');
  WRITE_OF(0, wide, 4 * sizeof *wide);
  READ_OF(1, source, 4 * sizeof *wide);
  CHECK(CALL(WRAP(mbstowcs)(wide, from, 3)) == 3);
  WRITE_OF(1, wide, 3 * sizeof *wide);
}

static void test_fortified(void) {
  begin_test("with the size of what is written to");
  CHECK(CALL(WRAP(__memcpy_chk)(to, from, 5, 5)) == to);
  WRITE_OF(0, to, 5);
  READ_OF(1, from, 5);
  CHECK_FAILS(CALL(WRAP(__memcpy_chk)(to, from, 6, 5)), "6 bytes are written where there are 5");
  CHECK_FAILS(CALL(WRAP(__memset_chk)(to, 0, 6, 5)), "buffer overflow");
  CHECK(CALL(WRAP(__strcpy_chk)(to, "abc", 4)) == to);
  CHECK_FAILS(CALL(WRAP(__strcpy_chk)(to, "abc", 3)), "buffer overflow");
  CHECK_FAILS(CALL(WRAP(__strcat_chk)(to, "de", 5)), "buffer overflow");
  CHECK(CALL(WRAP(__strcat_chk)(to, "d", 5)) == to && strcmp(to, "abcd") == 0);
  CHECK_FAILS(CALL(WRAP(__strncpy_chk)(to, "a", 9, 8)), "buffer overflow");
}

static void test_runtime(void) {
  begin_test("nothing counts outside of an execution");
  is_active = false;
  CALL(WRAP(memcpy)(to, from, 10));
  CALL(WRAP(snprintf)(to, 5, "a"));
  CHECK(access_count == 0);
}

int main(void) {
  test_memory();
  test_strings();
  test_copies();
  test_texts();
  test_formats();
  test_numbers();
  test_wide();
  test_fortified();
  test_runtime();
  return 0;
}
