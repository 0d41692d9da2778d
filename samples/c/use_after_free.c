/*
 * Who finds the message takes it, reads it and frees it; the other one may still have the pointer.
 *
 * Finds: a crash.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static int *message;

static int *find(void) {
  pthread_mutex_lock(&guard);
  int *found = message;
  pthread_mutex_unlock(&guard);
  return found;
}

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
  int *found = find();
  pthread_mutex_lock(&guard);
  int seen = found == NULL ? 7 : *found;
  pthread_mutex_unlock(&guard);
  pthread_join(remover, NULL);
  return seen != 7;
}
