/*
 * use_after_free.c where the message is found and read in one section.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int *message;

static void *remove_message(void *unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  free(message);
  message = NULL;
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  message = malloc(sizeof *message);
  *message = 7;
  pthread_t remover;
  pthread_create(&remover, NULL, remove_message, NULL);
  pthread_mutex_lock(&guard);
  int seen = message == NULL ? 7 : *message;
  pthread_mutex_unlock(&guard);
  pthread_join(remover, NULL);
  return seen != 7;
}
