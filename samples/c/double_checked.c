/*
 * Double-checked locking with a plain pointer: who looks without the mutex may see the pointer and
 * not what it points to.
 *
 * Finds: a data race.
 */
#include <pthread.h>
#include <stddef.h>

struct table {
  int size;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct table only;
static struct table *table;

static struct table *get(void) {
  if (table == NULL) {
    pthread_mutex_lock(&guard);
    if (table == NULL) {
      only.size = 16;
      table = &only;
    }
    pthread_mutex_unlock(&guard);
  }
  return table;
}

static void *use(void *unused) {
  (void)unused;
  return get()->size == 16 ? NULL : &only;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
