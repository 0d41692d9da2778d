/*
 * Drives executions: the main of the process. It takes the schedules of the engine one after the
 * other; each is executed from the beginning of the program's main.
 *
 * Without an engine the program is executed once, as an ordinary program would.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "numbers.h"
#include "primitives.h"
#include "protocol_calls.h"
#include "restart.h"
#include "runtime.h"
#include "scheduler.h"
#include "spins.h"
#include "threads.h"

/* By this a program is known to have been built for clew. */
extern const char clew_protocol_version[];
const char clew_protocol_version[] = "clew protocol 1";

extern int REAL(main)(int, char **, char **);
int WRAP(main)(int count, char **words, char **environment);

static KEEP int argument_count;
static KEEP char **arguments, **environment;

static void *run_main(void *nothing) {
  (void)nothing;
  program_returned(REAL(main)(argument_count, arguments, environment));
  return NULL;
}

static void execute(void) {
  execution++;
  numbers_begin_execution();
  schedule_begin();
  threads_begin_execution();
  clocks_begin_execution();
  spins_begin_execution();
  shadow_begin_execution();
  heap_begin_execution();
  files_begin_execution();
  new_thread(MAIN, run_main, NULL);
  switch_to(MAIN);
  schedule_end();
  if (shared->ending == COMPLETED && shared->failures == 0) {
    heap_check_leaks();
  }
  files_end_execution();
}

/* A process of its own for each execution, where to put the memory back is not enough. */
static void execute_apart(void) {
  pid_t parent = getpid();
  pid_t child = (pid_t)syscall(SYS_clone, 17 /* SIGCHLD */, 0, 0, 0, 0);
  if (child < 0) {
    refuse("the runtime cannot fork: %d", errno);
  }
  if (child == 0) {
    end_with_parent();
    hangs_begin_fork(parent);
    execute();
    leave_process(0);
  }
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  execution++;
  if (status != 0) {
    leave_process(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
  }
}

/* Tells what would have ended an ordinary program; the status with which it ends. */
static int status_of_failures(void) {
  enum { ABORTED = 128 + SIGABRT };
  const struct failure *failures = shared_at(shared->failures_at);
  const char *texts = shared_at(shared->texts_at);
  int status = shared->exit_status;
  for (uint32_t i = 0; i < shared->failures; i++) {
    bool is_exit = failures[i].kind == EXCEPTION && shared->exit_status != 0;
    if (failures[i].kind != LEAK && !is_exit) {
      fprintf(stderr, "%s\n", texts + failures[i].text);
      status = ABORTED;
    }
  }
  if (shared->ending == DEADLOCK) {
    fprintf(stderr, "all threads wait for each other\n");
    status = ABORTED;
  }
  return status;
}

static _Noreturn void execute_alone(void) {
  execute();
  leave_process(status_of_failures());
}

/* Addresses must be the same in every process. */
static void fix_addresses(char **words) {
  int now = personality(0xffffffff);
  if (now != -1 && (now & ADDR_NO_RANDOMIZE) == 0 && getenv("CLEW_SHARED") != NULL &&
      personality((unsigned long)now | ADDR_NO_RANDOMIZE) != -1) {
    execve("/proc/self/exe", words, environ);
  }
}

/* If there is too little memory it is this process that has to go, and not the engine. */
static void go_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    (void)!write(file, "1000", 4);
    close(file);
  }
}

char *setlocale(int category, const char *name) __attribute__((weak));

/*
 * The library maps files of the locale when a program asks for it. That is done here, once, if the
 * program has the function at all: an execution could not give the mappings back.
 */
static void load_locale(void) {
  if (setlocale != NULL) {
    setlocale(LC_ALL, "");
    setlocale(LC_ALL, "C");
  }
}

static void before_all(int count, char **words, char **variables) {
  (void)count;
  (void)variables;
  fix_addresses(words);
  exits_begin_process();
}
/* Runs before the constructors of the program, which must not run twice. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) =
    before_all;

int WRAP(main)(int count, char **words, char **variables) {
  heap_begin_process();
  protocol_open();
  go_first();
  numbers_begin_process();
  clocks_begin_process();
  shadow_begin_process();
  threads_begin_process();
  files_begin_process();
  failures_begin_process();
  hangs_begin_process();
  time_begin_process();
  restart_move_words(count, &words, &variables);
  argument_count = count;
  arguments = words;
  environment = variables;
  if (!has_engine()) {
    execute_alone();
  }
  load_locale();
  bool is_apart = getenv("CLEW_FORK") != NULL;
  restart_prepare();
  for (;;) {
    wait_for_engine();
    if (is_apart) {
      execute_apart();
    } else {
      execute();
      restart();
    }
    say(FINISHED);
  }
}
