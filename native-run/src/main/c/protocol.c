/*
 * Talking with the engine: a mapped file, and a pipe in each direction for who sleeps.
 *
 * Whoever waits looks for a moment and then sleeps in a read of its pipe, having said so; the other
 * side writes a byte only to one that sleeps. On a busy machine who looks keeps from running what it
 * waits for: where looking was in vain some times in a row, the next waits begin with sleep.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "control.h"
#include "protocol_calls.h"
#include "runtime.h"
#include "scheduler.h"

enum { LOOKS = 1024, TIMES_IN_VAIN = 4, FEWEST_SLEEPS = 16, MOST_SLEEPS = 1024 };

static KEEP int from_engine = -1, to_engine = -1;
static KEEP uint32_t answered;
static KEEP int in_vain;     /* so many looks in a row */
static KEEP int sleeps_left; /* so many waits begin with sleep */
static KEEP int sleeps = FEWEST_SLEEPS; /* that many after looks in vain, twice as many the next time */

bool has_engine(void) { return from_engine >= 0; }

_Noreturn void leave_process(int status) {
  syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

void end_with_parent(void) { syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); }

/* Descriptors that the program is not likely to name. */
static int move_up(int descriptor) {
  int moved = moved_to_runtime(descriptor);
  close(descriptor);
  return moved;
}

static void open_alone(void) {
  enum { EVENTS = 1 << 20, TABLE = 1 << 16 };
  size_t size = (size_t)256 << 20;
  shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
  if (shared == MAP_FAILED) {
    shared = NULL;
    refuse("there is no memory");
  }
  uint64_t *at = &shared->steps_at;
  uint64_t *end = &shared->turns_at + 1;
  uint64_t next = 4096;
  for (; at < end; at++) {
    *at = next;
    next += at == &shared->events_at ? (uint64_t)EVENTS * sizeof(struct event) : (4u << 20);
  }
  shared->step_limit = EVENTS;
  shared->event_capacity = EVENTS;
  shared->option_capacity = shared->object_capacity = shared->place_capacity = TABLE;
  shared->value_capacity = shared->text_capacity = TABLE;
  shared->turn_capacity = TABLE;
  shared->report_capacity = 64;
  shared->thread_capacity = MAX_THREADS;
}

void protocol_open(void) {
  const char *name = getenv("CLEW_SHARED");
  if (name == NULL) {
    open_alone();
    return;
  }
  int file = open(name, O_RDWR | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    refuse("clew: the file %s cannot be opened: %s", name, strerror(errno));
  }
  shared = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED || shared->magic != CLEW_MAGIC || shared->version != CLEW_VERSION) {
    shared = NULL;
    refuse("clew: the program was built by another version of clew; build it again");
  }
  end_with_parent();
  from_engine = move_up(STDIN_FILENO);
  to_engine = move_up(STDOUT_FILENO);
}

/* Whether the engine answers while this side looks. */
static bool is_seen_by_looking(void) {
  if (sleeps_left > 0) {
    sleeps_left--;
    return false;
  }
  for (int i = 0; i < LOOKS; i++) {
    if (__atomic_load_n(&shared->go, __ATOMIC_ACQUIRE) != answered) {
      in_vain = 0;
      sleeps = FEWEST_SLEEPS;
      return true;
    }
    __builtin_ia32_pause();
  }
  if (++in_vain >= TIMES_IN_VAIN) {
    in_vain = TIMES_IN_VAIN - 1; /* one look tells next time */
    sleeps_left = sleeps;
    sleeps = sleeps < MOST_SLEEPS ? 2 * sleeps : MOST_SLEEPS;
  }
  return false;
}

/*
 * The byte may come early: from an engine that was held up before it looked who sleeps, while this
 * side saw its "go" by looking, executed, answered, and sleeps again.
 */
static void sleep_until_engine(void) {
  do {
    __atomic_store_n(&shared->program_sleeps, 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&shared->go, __ATOMIC_SEQ_CST) != answered &&
        __atomic_exchange_n(&shared->program_sleeps, 0, __ATOMIC_SEQ_CST) == 1) {
      return;
    }
    char byte;
    ssize_t count;
    while ((count = read(from_engine, &byte, 1)) < 0 && errno == EINTR) {
    }
    if (count <= 0) {
      leave_process(0); /* the engine is gone */
    }
  } while (__atomic_load_n(&shared->go, __ATOMIC_SEQ_CST) == answered);
}

void wait_for_engine(void) {
  if (!is_seen_by_looking()) {
    sleep_until_engine();
  }
  if (shared->quit) {
    leave_process(0);
  }
}

void say(enum message message) {
  shared->message = message;
  answered = shared->go;
  __atomic_store_n(&shared->done, answered, __ATOMIC_SEQ_CST);
  uint32_t engine_sleeps = 1;
  if (__atomic_compare_exchange_n(&shared->engine_sleeps, &engine_sleeps, 0, false,
                                  __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    char byte = 1;
    while (write(to_engine, &byte, 1) < 0 && errno == EINTR) {
    }
  }
}

int ask(enum message question) {
  say(question);
  wait_for_engine();
  return shared->answer;
}

_Noreturn void say_last(enum message message) {
  if (has_engine()) {
    say(message);
    wait_for_engine();
  } else {
    const char *text = shared_at(shared->texts_at);
    fprintf(stderr, "clew: %s\n", text);
  }
  leave_process(2);
}
