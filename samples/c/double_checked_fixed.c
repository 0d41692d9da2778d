/*
 * double_checked.c with an atomic pointer.
 *
 * Finds: nothing.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct table {
  int size;
};

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct table only;
static _Atomic(struct table *) table;

static struct table *get(void) {
  struct table *found = atomic_load(&table);
  if (found == NULL) {
    pthread_mutex_lock(&guard);
    found = atomic_load(&table);
    if (found == NULL) {
      only.size = 16;
      found = &only;
      atomic_store(&table, found);
    }
    pthread_mutex_unlock(&guard);
  }
  return found;
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
