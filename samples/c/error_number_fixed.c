/*
 * error_number.c with errno, which each thread has for itself.
 *
 * Finds: nothing.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int refuse(int why) {
  errno = why;
  return -1;
}

static void *read_it(void *unused) {
  (void)unused;
  if (refuse(ENOENT) < 0) assert(errno == ENOENT);
  return NULL;
}

static void *write_it(void *unused) {
  (void)unused;
  if (refuse(ENOSPC) < 0) assert(errno == ENOSPC);
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
