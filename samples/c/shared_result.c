/*
 * localtime leaves its result in memory that all threads share: a thread may see the date of the
 * other one.
 *
 * Finds: a data race.
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *print(void *given) {
  const time_t *seconds = given;
  struct tm *date = localtime(seconds);
  printf("%d\n", 1900 + date->tm_year);
  return NULL;
}

int main(void) {
  time_t first = 0, second = 1000000000;
  pthread_t thread;
  pthread_create(&thread, NULL, print, &first);
  print(&second);
  pthread_join(thread, NULL);
  return 0;
}
