/*
 * How a program fails: assertions, abort, exceptions that nobody catches, signals of the processor.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#include "maps.h"
#include "primitives.h"
#include "protocol_calls.h"

enum { HANDLER_STACK = 1 << 16, NEAR_NULL = 1 << 16, NEAR_STACK = 1 << 20 };

/* Whether the library for C++ ends the program; put back with the memory of the program. */
static bool is_terminating;

// --- exceptions that nobody catches

/* Of the library for C++, if the program has it. */
extern void *__cxa_current_exception_type(void) __attribute__((weak));
extern void **__cxa_get_globals(void) __attribute__((weak));
extern char *__cxa_demangle(const char *, char *, size_t *, int *) __attribute__((weak));
extern char exception_type[] __asm__("_ZTISt9exception") __attribute__((weak));

typedef bool catches(const void *type, const void *thrown, void **object, unsigned outer);
typedef const char *describes(const void *object);

enum { CATCHES = 4, DESCRIBES = 2 }; /* places in the tables of virtual functions */

static void *virtual_function(const void *object, int place) {
  return (*(void *const *const *)object)[place];
}

/* Where the library keeps things, relative to its description of an exception. */
enum { UNWIND_HEADER = 80, OBJECT = 112, IS_DEPENDENT = 1 };

/* The object that was thrown, of the exception that was caught last. */
static void *thrown_object(void) {
  char *description = __cxa_get_globals == NULL ? NULL : *__cxa_get_globals();
  if (description == NULL) {
    return NULL;
  }
  bool is_dependent = (*(uint64_t *)(description + UNWIND_HEADER) & 0xff) == IS_DEPENDENT;
  return is_dependent ? *(void **)description : description + OBJECT;
}

/* What the exception under way says of itself, NULL if it does not. */
static const char *words_of_exception(void *type) {
  void *object = (void *)exception_type == NULL ? NULL : thrown_object();
  if (object == NULL) {
    return NULL;
  }
  catches *catches_it = (catches *)virtual_function(exception_type, CATCHES);
  if (!catches_it(exception_type, type, &object, 1)) {
    return NULL;
  }
  return ((describes *)virtual_function(object, DESCRIBES))(object);
}

static _Noreturn void fail_by_exception(void) {
  void *type = __cxa_current_exception_type == NULL ? NULL : __cxa_current_exception_type();
  if (type == NULL) {
    fail(EXCEPTION,
         "terminated without an exception: did a thread object end that could be joined?");
  }
  const char *name = ((const char *const *)type)[1];
  name += *name == '*';
  const char *words = words_of_exception(type);
  char *demangled =
      __cxa_demangle == NULL ? NULL : __cxa_demangle(name, NULL, NULL, &(int){0});
  name = demangled == NULL ? name : demangled;
  if (words == NULL) {
    fail(EXCEPTION, "uncaught exception: %s", name);
  }
  fail(EXCEPTION, "uncaught exception: %s: %s", name, words);
}

void REAL(_ZSt9terminatev)(void) __attribute__((weak));
void REAL(_ZN10__cxxabiv111__terminateEPFvvE)(void (*handler)(void)) __attribute__((weak));

WRAPPED(void, _ZSt9terminatev, void) {
  is_terminating = true;
  REAL(_ZSt9terminatev)();
}

WRAPPED(void, _ZN10__cxxabiv111__terminateEPFvvE, void (*handler)(void)) {
  is_terminating = true;
  REAL(_ZN10__cxxabiv111__terminateEPFvvE)(handler);
}

// --- assertions and abort

_Noreturn void REAL(abort)(void);
_Noreturn void REAL(__assert_fail)(const char *, const char *, unsigned, const char *);

_Noreturn WRAPPED(void, abort, void) {
  if (!is_under_way()) {
    REAL(abort)();
  }
  if (is_terminating) {
    fail_by_exception();
  }
  fail(CRASH, "abort was called");
}

_Noreturn WRAPPED(void, __assert_fail, const char *condition, const char *file, unsigned line,
                  const char *function) {
  if (!is_under_way()) {
    REAL(__assert_fail)(condition, file, line, function);
  }
  fail(ASSERTION, "assertion failed: %s (%s:%u, %s)", condition, file, line,
       function == NULL ? "?" : function);
}

_Noreturn WRAPPED(void, __assert_perror_fail, int error, const char *file, unsigned line,
                  const char *function) {
  if (!is_under_way()) {
    REAL(abort)();
  }
  fail(ASSERTION, "unexpected error: %s (%s:%u, %s)", strerror(error), file, line,
       function == NULL ? "?" : function);
}

_Noreturn WRAPPED(void, __stack_chk_fail, void) {
  if (!is_under_way()) {
    REAL(abort)();
  }
  fail(CRASH, "stack smashing: a local array was written beyond its end");
}

_Noreturn WRAPPED(void, __chk_fail, void) {
  if (!is_under_way()) {
    REAL(abort)();
  }
  fail(CRASH, "buffer overflow: a library function was to write beyond the end of an object");
}

// --- signals of the processor

static const char *name_of(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "segmentation fault";
  case SIGBUS:
    return "bus error";
  case SIGFPE:
    return "arithmetic exception (a division by zero?)";
  default:
    return "illegal instruction";
  }
}

static bool is_below_stack(uintptr_t address) {
  uintptr_t low = (uintptr_t)region_of(self->number);
  return address + NEAR_STACK >= low && address < low + NEAR_STACK;
}

static _Noreturn void fail_by_fault(int signal, uintptr_t address) {
  if (signal != SIGSEGV && signal != SIGBUS) {
    fail(CRASH, "%s", name_of(signal));
  }
  if (is_below_stack(address)) {
    fail(CRASH, "stack overflow: calls are nested too deeply");
  }
  if (is_of_maps(address)) {
    fail(CRASH, "%s at address %#lx: nothing is mapped there, or the access is not allowed",
         name_of(signal), (unsigned long)address);
  }
  if (address < NEAR_NULL) {
    fail(CRASH, "%s: null pointer (address %#lx)", name_of(signal), (unsigned long)address);
  }
  fail(CRASH, "%s at address %#lx", name_of(signal), (unsigned long)address);
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  if (!is_under_way()) { /* a mistake of the runtime: the process ends as it would without this */
    struct sigaction by_default = {.sa_handler = SIG_DFL};
    sigaction(signal, &by_default, NULL);
    return;
  }
  if (signals_handle_fault(signal, info, context)) {
    return;
  }
  fail_by_fault(signal, (uintptr_t)info->si_addr);
}

static _Unwind_Reason_Code nothing(struct _Unwind_Context *context, void *argument) {
  (void)context;
  (void)argument;
  return _URC_NO_REASON;
}

/* What stops the engine is for it alone: it ends this process when it has told its verdict. */
static void ignore_keys(void) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  static const int keys[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    sigaction(keys[i], &action, NULL);
  }
}

void failures_begin_process(void) {
  if (has_engine()) {
    ignore_keys();
  }
  stack_t stack = {.ss_size = HANDLER_STACK};
  stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);
  if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL) != 0) {
    refuse("there is no memory for a stack of signal handlers");
  }
  struct sigaction action = {.sa_sigaction = on_fault,
                             .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER};
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    sigaction(faults[i], &action, NULL);
  }
  _Unwind_Backtrace(nothing, NULL); /* what unwinding prepares is there in every execution then */
}
