/*
 * A library keeps the number of the last error in a global variable.
 *
 * Finds: a data race.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int last_error;

static int refuse(int why) {
  last_error = why;
  return -1;
}

static void *read_it(void *unused) {
  (void)unused;
  if (refuse(ENOENT) < 0) assert(last_error == ENOENT);
  return NULL;
}

static void *write_it(void *unused) {
  (void)unused;
  if (refuse(ENOSPC) < 0) assert(last_error == ENOSPC);
  return NULL;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, read_it, NULL);
  pthread_create(&writer, NULL, write_it, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
