/*
 * Functions of the library that leave their result in memory that all threads share, and those on
 * the environment: threads that call them without order race with each other.
 */
#include <stdlib.h>
#include <time.h>

#include "library_calls.h"

enum { TEXT_SIZE = 64 };

static struct tm result_of_localtime; /* and of gmtime, as in the library */
static char result_of_asctime[TEXT_SIZE]; /* and of ctime */
static char environment_of_program; /* stands for all variables of the environment */

WRAPPER(struct tm *, localtime, const time_t *seconds) {
  if (COUNTS) {
    WRITES(&result_of_localtime, sizeof result_of_localtime);
    IN(seconds)
  }
  return localtime_r(seconds, &result_of_localtime);
}

WRAPPER(struct tm *, gmtime, const time_t *seconds) {
  if (COUNTS) {
    WRITES(&result_of_localtime, sizeof result_of_localtime);
    IN(seconds)
  }
  return gmtime_r(seconds, &result_of_localtime);
}

WRAPPER(char *, asctime, const struct tm *time) {
  if (COUNTS) {
    WRITES(result_of_asctime, sizeof result_of_asctime);
    READS(time, sizeof *time);
  }
  return asctime_r(time, result_of_asctime);
}

WRAPPER(char *, ctime, const time_t *seconds) {
  if (COUNTS) {
    WRITES(&result_of_localtime, sizeof result_of_localtime);
    WRITES(result_of_asctime, sizeof result_of_asctime);
    IN(seconds)
  }
  struct tm *time = localtime_r(seconds, &result_of_localtime);
  return time == NULL ? NULL : asctime_r(time, result_of_asctime);
}

// --- the environment

WRAPPER(char *, getenv, const char *name) {
  if (COUNTS) {
    READS(&environment_of_program, sizeof environment_of_program);
    STRING(name)
  }
  return REAL(getenv)(name);
}

WRAPPER(char *, secure_getenv, const char *name) {
  if (COUNTS) {
    READS(&environment_of_program, sizeof environment_of_program);
    STRING(name)
  }
  return REAL(secure_getenv)(name);
}

WRAPPER(int, setenv, const char *name, const char *value, int replaces) {
  if (COUNTS) {
    WRITES(&environment_of_program, sizeof environment_of_program);
    STRING(name)
    STRING(value)
  }
  return REAL(setenv)(name, value, replaces);
}

WRAPPER(int, unsetenv, const char *name) {
  if (COUNTS) {
    WRITES(&environment_of_program, sizeof environment_of_program);
    STRING(name)
  }
  return REAL(unsetenv)(name);
}

WRAPPER(int, putenv, char *text) {
  if (COUNTS) {
    WRITES(&environment_of_program, sizeof environment_of_program);
    STRING(text)
  }
  return REAL(putenv)(text);
}

WRAPPER(int, clearenv, void) {
  if (COUNTS) {
    WRITES(&environment_of_program, sizeof environment_of_program);
  }
  return REAL(clearenv)();
}
