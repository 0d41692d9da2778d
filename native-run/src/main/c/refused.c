/*
 * Calls that lead out of what can be controlled: other processes, networks, timers, waiting for
 * what is not the program's. They are refused with a message that names the call and says what to
 * do. Without an engine they are what they always are.
 */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "library_calls.h"
#include "wrapper.h"

#define PROCESSES "other processes cannot be controlled: check the part that does not need them"
#define NETWORK "networks cannot be controlled: give the program its data from a file or from memory"
#define TIMERS "signals that come by themselves cannot be controlled: use a thread that sleeps"
#define WAITING "waiting for the system cannot be controlled: wait at a condition variable"
#define SHARING "what other processes could share cannot be controlled: use a private one"

static void never(const char *call, const char *why) {
  if (is_controlled()) {
    refuse("the program calls %s; %s", call, why);
  }
}

/* Defines a wrapper that refuses: its type, name, parameters, the arguments to pass on, why. */
#define REFUSED_CALL(type, name, parameters, arguments, why) \
  type WRAP(name) parameters; \
  type REAL(name) parameters; \
  type WRAP(name) parameters { \
    never(#name, why); \
    return REAL(name) arguments; \
  }

// --- processes

REFUSED_CALL(pid_t, fork, (void), (), PROCESSES)
REFUSED_CALL(pid_t, _Fork, (void), (), PROCESSES)
REFUSED_CALL(int, system, (const char *command), (command), PROCESSES)
REFUSED_CALL(FILE *, popen, (const char *command, const char *type), (command, type), PROCESSES)
REFUSED_CALL(int, execv, (const char *path, char *const words[]), (path, words), PROCESSES)
REFUSED_CALL(int, execvp, (const char *file, char *const words[]), (file, words), PROCESSES)
REFUSED_CALL(int, execve, (const char *path, char *const words[], char *const environment[]),
             (path, words, environment), PROCESSES)
REFUSED_CALL(int, execvpe, (const char *file, char *const words[], char *const environment[]),
             (file, words, environment), PROCESSES)
REFUSED_CALL(int, fexecve, (int file, char *const words[], char *const environment[]),
             (file, words, environment), PROCESSES)
REFUSED_CALL(int, posix_spawn,
             (pid_t * child, const char *path, const posix_spawn_file_actions_t *actions,
              const posix_spawnattr_t *attributes, char *const words[], char *const environment[]),
             (child, path, actions, attributes, words, environment), PROCESSES)
REFUSED_CALL(int, posix_spawnp,
             (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions,
              const posix_spawnattr_t *attributes, char *const words[], char *const environment[]),
             (child, file, actions, attributes, words, environment), PROCESSES)
REFUSED_CALL(pid_t, wait, (int *status), (status), PROCESSES)
REFUSED_CALL(pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options),
             PROCESSES)
REFUSED_CALL(pid_t, wait3, (int *status, int options, struct rusage *usage),
             (status, options, usage), PROCESSES)
REFUSED_CALL(pid_t, wait4, (pid_t child, int *status, int options, struct rusage *usage),
             (child, status, options, usage), PROCESSES)
REFUSED_CALL(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options),
             (type, id, info, options), PROCESSES)
REFUSED_CALL(int, daemon, (int stays, int keeps), (stays, keeps), PROCESSES)
/* Statically linked programs need not have it. */
void *WRAP(dlopen)(const char *file, int mode);
void *WRAP(dlopen)(const char *file, int mode) {
  (void)mode;
  refuse("the program calls dlopen (%s); code that is loaded while the program runs cannot be"
         " controlled: link it statically",
         file == NULL ? "NULL" : file);
}

/* The child would run on the stack of its parent: it cannot be passed on by a function. */
pid_t WRAP(vfork)(void);
pid_t WRAP(vfork)(void) {
  never("vfork", PROCESSES);
  return fork();
}

int WRAP(clone)(int (*start)(void *), void *stack, int flags, void *argument, ...);
int WRAP(clone)(int (*start)(void *), void *stack, int flags, void *argument, ...) {
  (void)start, (void)stack, (void)flags, (void)argument;
  refuse("the program calls clone; make threads by pthread_create");
}

long WRAP(ptrace)(enum __ptrace_request request, ...);
long WRAP(ptrace)(enum __ptrace_request request, ...) {
  (void)request;
  refuse("the program calls ptrace; " PROCESSES);
}

/* Functions whose words follow one after the other: they end with NULL, or with the environment. */
enum { MOST_WORDS = 1024 };

static void take_words(const char *first, va_list list, char **words) {
  int count = 0;
  words[count++] = (char *)first;
  while (words[count - 1] != NULL && count < MOST_WORDS) {
    words[count++] = va_arg(list, char *);
  }
  words[MOST_WORDS - 1] = NULL;
}

#define TAKE_WORDS(first, words, environment) \
  char *words[MOST_WORDS]; \
  char **environment; \
  va_list list; \
  va_start(list, first); \
  take_words(first, list, words); \
  environment = va_arg(list, char **); \
  va_end(list)

int WRAP(execl)(const char *path, const char *first, ...);
int WRAP(execl)(const char *path, const char *first, ...) {
  never("execl", PROCESSES);
  TAKE_WORDS(first, words, environment);
  (void)environment;
  return execv(path, words);
}

int WRAP(execlp)(const char *file, const char *first, ...);
int WRAP(execlp)(const char *file, const char *first, ...) {
  never("execlp", PROCESSES);
  TAKE_WORDS(first, words, environment);
  (void)environment;
  return execvp(file, words);
}

int WRAP(execle)(const char *path, const char *first, ...);
int WRAP(execle)(const char *path, const char *first, ...) {
  never("execle", PROCESSES);
  TAKE_WORDS(first, words, environment);
  return execve(path, words, environment);
}

// --- networks

REFUSED_CALL(int, socket, (int domain, int type, int protocol), (domain, type, protocol), NETWORK)
REFUSED_CALL(int, socketpair, (int domain, int type, int protocol, int pair[2]),
             (domain, type, protocol, pair), NETWORK)
REFUSED_CALL(int, connect, (int s, const struct sockaddr *address, socklen_t length),
             (s, address, length), NETWORK)
REFUSED_CALL(int, bind, (int s, const struct sockaddr *address, socklen_t length),
             (s, address, length), NETWORK)
REFUSED_CALL(int, listen, (int s, int backlog), (s, backlog), NETWORK)
REFUSED_CALL(int, accept, (int s, struct sockaddr *address, socklen_t *length),
             (s, address, length), NETWORK)
REFUSED_CALL(int, accept4, (int s, struct sockaddr *address, socklen_t *length, int flags),
             (s, address, length, flags), NETWORK)
REFUSED_CALL(ssize_t, recv, (int s, void *into, size_t size, int flags), (s, into, size, flags),
             NETWORK)
REFUSED_CALL(ssize_t, recvfrom,
             (int s, void *into, size_t size, int flags, struct sockaddr *from, socklen_t *length),
             (s, into, size, flags, from, length), NETWORK)
REFUSED_CALL(ssize_t, recvmsg, (int s, struct msghdr *message, int flags), (s, message, flags),
             NETWORK)
REFUSED_CALL(ssize_t, send, (int s, const void *from, size_t size, int flags),
             (s, from, size, flags), NETWORK)
REFUSED_CALL(ssize_t, sendto,
             (int s, const void *from, size_t size, int flags, const struct sockaddr *to,
              socklen_t length),
             (s, from, size, flags, to, length), NETWORK)
REFUSED_CALL(ssize_t, sendmsg, (int s, const struct msghdr *message, int flags),
             (s, message, flags), NETWORK)

/* Those of the library would become part of every program, with all that looks for names. */
int WRAP(getaddrinfo)(const char *name, const char *service, const struct addrinfo *hints,
                      struct addrinfo **found);
int WRAP(getaddrinfo)(const char *name, const char *service, const struct addrinfo *hints,
                      struct addrinfo **found) {
  (void)name, (void)service, (void)hints, (void)found;
  refuse("the program calls getaddrinfo; " NETWORK);
}

struct hostent *WRAP(gethostbyname)(const char *name);
struct hostent *WRAP(gethostbyname)(const char *name) {
  (void)name;
  refuse("the program calls gethostbyname; " NETWORK);
}

// --- timers and signals

REFUSED_CALL(unsigned, alarm, (unsigned seconds), (seconds), TIMERS)
REFUSED_CALL(useconds_t, ualarm, (useconds_t first, useconds_t interval), (first, interval), TIMERS)
REFUSED_CALL(int, setitimer,
             (__itimer_which_t which, const struct itimerval *new, struct itimerval *old),
             (which, new, old), TIMERS)
REFUSED_CALL(int, timer_create, (clockid_t clock, struct sigevent *event, timer_t *timer),
             (clock, event, timer), TIMERS)
REFUSED_CALL(int, pause, (void), (), WAITING)
REFUSED_CALL(int, sigsuspend, (const sigset_t *mask), (mask), WAITING)

// --- what is shared with other processes

REFUSED_CALL(int, shm_open, (const char *name, int flags, mode_t mode), (name, flags, mode),
             SHARING)
REFUSED_CALL(int, mq_close, (mqd_t queue), (queue), SHARING)

mqd_t WRAP(mq_open)(const char *name, int flags, ...);
mqd_t WRAP(mq_open)(const char *name, int flags, ...) {
  (void)name, (void)flags;
  refuse("the program calls mq_open; " SHARING);
}

// --- waiting for the system

/* Looks without waiting; what would have to wait is refused. */
static int look_at(struct pollfd *asked, nfds_t count, bool would_wait, const char *call) {
  int ready = poll(asked, count, 0);
  if (ready == 0 && would_wait) {
    refuse("the program calls %s, which would wait; " WAITING, call);
  }
  return ready;
}

WRAPPER(int, poll, struct pollfd *asked, nfds_t count, int timeout) {
  COUNTED(IN_BYTES(asked, count * sizeof *asked));
  return is_controlled() && is_active ? look_at(asked, count, timeout < 0, "poll")
                                      : REAL(poll)(asked, count, timeout);
}

WRAPPER(int, ppoll, struct pollfd *asked, nfds_t count, const struct timespec *timeout,
        const sigset_t *mask) {
  COUNTED(IN_BYTES(asked, count * sizeof *asked) IN(timeout) IN(mask));
  return is_controlled() && is_active ? look_at(asked, count, timeout == NULL, "ppoll")
                                      : REAL(ppoll)(asked, count, timeout, mask);
}

static bool is_empty(int count, const fd_set *set) {
  for (int i = 0; set != NULL && i < count; i++) {
    if (FD_ISSET(i, set)) {
      return false;
    }
  }
  return true;
}

/* A select that looks at nothing is a way to sleep. */
WRAPPER(int, select, int count, fd_set *input, fd_set *output, fd_set *other,
        struct timeval *timeout) {
  COUNTED(OUT(input) OUT(output) OUT(other) OUT(timeout));
  if (!is_controlled() || !is_active) {
    return REAL(select)(count, input, output, other, timeout);
  }
  if (is_empty(count, input) && is_empty(count, output) && is_empty(count, other) &&
      timeout != NULL) {
    sleep_for(timeout->tv_sec * 1000000000ll + timeout->tv_usec * 1000ll);
    return 0;
  }
  struct timeval now = {0, 0};
  int ready = REAL(select)(count, input, output, other, &now);
  if (ready == 0 && timeout == NULL) {
    refuse("the program calls select, which would wait; " WAITING);
  }
  return ready;
}

REFUSED_CALL(int, epoll_wait, (int set, struct epoll_event *events, int most, int timeout),
             (set, events, most, timeout), WAITING)
REFUSED_CALL(int, epoll_pwait,
             (int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask),
             (set, events, most, timeout, mask), WAITING)

/* Nobody else has locks on files of an execution. */
WRAPPER(int, flock, int descriptor, int operation) {
  return is_controlled() && is_active ? 0 : REAL(flock)(descriptor, operation);
}

WRAPPER(int, lockf, int descriptor, int command, off_t length) {
  return is_controlled() && is_active ? 0 : REAL(lockf)(descriptor, command, length);
}
