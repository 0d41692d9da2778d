/*
 * lock_order.c with one order of the mutexes for all: by address.
 *
 * Finds: nothing.
 */
#include <pthread.h>

struct account {
  pthread_mutex_t guard;
  int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10},
                                     {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct account *from, struct account *to) {
  struct account *first = from < to ? from : to;
  struct account *second = from < to ? to : from;
  pthread_mutex_lock(&first->guard);
  pthread_mutex_lock(&second->guard);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&second->guard);
  pthread_mutex_unlock(&first->guard);
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
