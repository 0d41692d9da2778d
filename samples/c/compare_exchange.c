/*
 * A thread pushes onto a list with compare-exchange and does not look whether it failed.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
};

static _Atomic(struct node *) head;
static struct node nodes[2];

static void *push(void *argument) {
  struct node *node = argument;
  node->next = atomic_load(&head);
  atomic_compare_exchange_strong(&head, &node->next, node);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, push, &nodes[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  int length = 0;
  for (struct node *node = atomic_load(&head); node != NULL; node = node->next) length++;
  assert(length == 2);
  return 0;
}
