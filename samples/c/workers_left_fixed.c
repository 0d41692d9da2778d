/*
 * workers_left.c where main does not care which worker took the job.
 *
 * Finds: nothing.
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
  assert(who == 1 || who == 2);
  return 0;
}
