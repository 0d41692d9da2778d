/*
 * memory_copy.c with a mutex around the copy.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <string.h>

static char name[16];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void *call_it(void *argument) {
  const char *new_name = argument;
  pthread_mutex_lock(&guard);
  memcpy(name, new_name, strlen(new_name) + 1);
  pthread_mutex_unlock(&guard);
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
