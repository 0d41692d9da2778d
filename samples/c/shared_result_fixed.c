/*
 * shared_result.c with memory of each thread's own for the result.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *print(void *given) {
  const time_t *seconds = given;
  struct tm date;
  localtime_r(seconds, &date);
  printf("%d\n", 1900 + date.tm_year);
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
