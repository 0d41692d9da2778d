/* Threads that each add to a counter some times: sections THREADS TIMES mutex|atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 16 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int guarded;
static atomic_int free_for_all;
static int times;
static int uses_mutex;

static void *add(void *unused) {
  for (int i = 0; i < times; i++) {
    if (uses_mutex) {
      pthread_mutex_lock(&mutex);
      guarded++;
      pthread_mutex_unlock(&mutex);
    } else {
      atomic_fetch_add(&free_for_all, 1);
    }
  }
  return unused;
}

int main(int count, char **words) {
  pthread_t threads[MOST_THREADS];
  int threads_wanted = count > 3 ? atoi(words[1]) : 2;
  times = count > 3 ? atoi(words[2]) : 1;
  uses_mutex = count > 3 ? strcmp(words[3], "mutex") == 0 : 1;
  for (int i = 0; i < threads_wanted; i++) {
    pthread_create(&threads[i], NULL, add, NULL);
  }
  for (int i = 0; i < threads_wanted; i++) {
    pthread_join(threads[i], NULL);
  }
  return 0;
}
