/*
 * main returns as soon as one of two workers took the job, and leaves the other one waiting. It
 * takes for granted that the first one did.
 *
 * Finds: a failed assertion.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t jobs, done;
static int number_of[2] = {1, 2};
static int who;

static void *work(void *number) {
  sem_wait(&jobs);
  who = *(int *)number;
  sem_post(&done);
  return NULL;
}

int main(void) {
  sem_init(&jobs, 0, 0);
  sem_init(&done, 0, 0);
  for (int i = 0; i < 2; i++) {
    pthread_t worker;
    pthread_create(&worker, NULL, work, &number_of[i]);
    pthread_detach(worker);
  }
  sem_post(&jobs);
  sem_wait(&done);
  assert(who == 1);
  return 0;
}
