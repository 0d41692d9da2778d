/*
 * Two accounts, each with a mutex. Transfers in opposite directions take them in opposite orders.
 *
 * Finds: a deadlock.
 */
#include <pthread.h>

struct account {
  pthread_mutex_t guard;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10},
                                     {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->guard);
  pthread_mutex_lock(&to->guard);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&to->guard);
  pthread_mutex_unlock(&from->guard);
}

static void *there(void *unused) {
  (void)unused;
  transfer(&accounts[0], &accounts[1]);
  return NULL;
}

static void *back(void *unused) {
  (void)unused;
  transfer(&accounts[1], &accounts[0]);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, there, NULL);
  pthread_create(&second, NULL, back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
