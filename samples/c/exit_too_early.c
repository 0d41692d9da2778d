/*
 * main returns while a thread still works; an exit handler frees the table that it works with.
 *
 * Finds: a data race, and a crash.
 */
#include <pthread.h>
#include <stdlib.h>

static int *table;

static void free_table(void) {
  free(table);
}

static void *work(void *unused) {
  (void)unused;
  table[0] = 1;
  return NULL;
}

int main(void) {
  table = calloc(4, sizeof *table);
  atexit(free_table);
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  return 0;
}
