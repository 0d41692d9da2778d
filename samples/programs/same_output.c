/*
 * Linked into a program, compares a file that it writes with what the file must hold, when the
 * program ends: SAME_OUTPUT names the one, SAME_AS the other. So an interleaving in which the
 * output is different, or missing, is a finding.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void compare(void) {
  FILE *written = fopen(getenv("SAME_OUTPUT"), "rb");
  FILE *expected = fopen(getenv("SAME_AS"), "rb");
  assert(written != NULL && expected != NULL);
  int byte;
  do {
    byte = getc(written);
    assert(byte == getc(expected));
  } while (byte != EOF);
  fclose(written);
  fclose(expected);
}

static __attribute__((constructor)) void begin(void) {
  if (getenv("SAME_OUTPUT") != NULL && getenv("SAME_AS") != NULL) {
    atexit(compare);
  }
}
