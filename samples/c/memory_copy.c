/*
 * Two threads copy a name into the same buffer: what is there at last may be a mixture.
 *
 * Finds: a data race.
 */
#include <pthread.h>
#include <string.h>

static char name[16];

static void *call_it(void *argument) {
  const char *new_name = argument;
  memcpy(name, new_name, strlen(new_name) + 1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, call_it, "Ariadne");
  pthread_create(&second, NULL, call_it, "Theseus");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
