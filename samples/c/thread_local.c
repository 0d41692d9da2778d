/*
 * A function keeps its result in a static buffer, which all threads share.
 *
 * Finds: a data race.
 */
#include <assert.h>
#include <pthread.h>

static char digit[2];

static const char *text_of(int number) {
  digit[0] = (char)('0' + number);
  return digit;
}

static void *write_one(void *unused) {
  (void)unused;
  const char *text = text_of(1);
  assert(text[0] == '1');
  return NULL;
}

static void *write_two(void *unused) {
  (void)unused;
  const char *text = text_of(2);
  assert(text[0] == '2');
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, write_one, NULL);
  pthread_create(&second, NULL, write_two, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
