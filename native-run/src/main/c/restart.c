/*
 * Puts the memory of the program back to what it was when main was about to begin: its data, the
 * heap that was there, thread-local storage, maps, arguments. What the runtime keeps is apart, in a
 * section of its own. Large parts that were zero are not copied but given back to the system.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heap.h"
#include "maps.h"
#include "restart.h"
#include "runtime.h"
#include "threads.h"

extern char data_start[] __asm__("__data_start");
extern char data_end[] __asm__("_end");
extern char keep_start[] __asm__("__start_clew_keep");
extern char keep_end[] __asm__("__stop_clew_keep");

enum { LARGE = 1 << 20, MAX_SPANS = 32 };

struct span {
  char *from, *to;
};

static KEEP char *data_copy;
static KEEP struct span copied[MAX_SPANS], emptied[MAX_SPANS];
static KEEP int copied_count, emptied_count;
static KEEP char *argument_copy, *arguments;
static KEEP size_t argument_size;

/* A copy of memory that lies outside of all that is put back. */
static char *copy_of(const char *from, size_t size) {
  char *copy = mmap(NULL, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED) {
    refuse("there is no memory for a copy of the program's data (%zu bytes)", size);
  }
  memcpy(copy, from, size);
  return copy;
}

static bool is_zero(const char *page) {
  const uint64_t *words = (const uint64_t *)page;
  for (size_t i = 0; i < PAGE / sizeof *words; i++) {
    if (words[i] != 0) {
      return false;
    }
  }
  return true;
}

static void add(struct span *spans, int *count, char *from, char *to) {
  if (from < to) {
    spans[(*count)++] = (struct span){from, to};
  }
}

/* Divides data that the executable has no contents for: what is large and zero is not copied. */
static void divide(char *from, char *to) {
  char *page = (char *)(((uintptr_t)from + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  char *last = (char *)((uintptr_t)to & ~(uintptr_t)(PAGE - 1));
  char *begin = from;
  while (page < last && copied_count < MAX_SPANS - 1 && emptied_count < MAX_SPANS) {
    char *end = page;
    while (end < last && is_zero(end)) {
      end += PAGE;
    }
    if (end - page >= LARGE) {
      add(copied, &copied_count, begin, page);
      add(emptied, &emptied_count, page, end);
      begin = end;
    }
    page = end + PAGE;
  }
  add(copied, &copied_count, begin, to);
}

void restart_prepare(void) {
  heap_snapshot();
  maps_remember();
  threads_remember();
  add(copied, &copied_count, data_start, keep_start);
  divide(keep_end, data_end);
  data_copy = mmap(NULL, (size_t)(data_end - data_start), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (data_copy == MAP_FAILED) {
    refuse("there is no memory for a copy of the program's data");
  }
  for (int i = 0; i < copied_count; i++) {
    char *from = copied[i].from;
    memcpy(data_copy + (from - data_start), from, (size_t)(copied[i].to - from));
  }
}

/* Copies words to where they go; returns where the next ones go. */
static char *move_words(char **words, int count, char *next) {
  for (int i = 0; i < count; i++) {
    size_t size = strlen(words[i]) + 1;
    words[i] = memcpy(next, words[i], size);
    next += size;
  }
  return next;
}

/* Copies a list with its end. */
static char **move_list(char **list, int count, char **next) {
  char **to = (char **)(((uintptr_t)*next + 7) & ~(uintptr_t)7);
  memcpy(to, list, (size_t)(count + 1) * sizeof *to);
  *next = (char *)(to + count + 1);
  return to;
}

/*
 * The words of the command line and of the environment, which programs like to cut up, and the
 * arrays that name them go where memory is watched. The name of the program, which is another one
 * each time, has pages of its own, and the environment comes last: others have the same addresses
 * in every process.
 */
void restart_move_words(int count, char ***words, char ***variables) {
  int variable_count = 0;
  while ((*variables)[variable_count] != NULL) {
    variable_count++;
  }
  char *next = move_words(*words, count > 0, (char *)WORDS_BASE);
  next = (char *)(((uintptr_t)next + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  next = move_words(*words + 1, count - 1, next);
  *words = move_list(*words, count, &next);
  next = move_words(*variables, variable_count, next);
  *variables = environ = move_list(*variables, variable_count, &next);
  arguments = (char *)WORDS_BASE;
  argument_size = (size_t)(next - arguments);
  argument_copy = copy_of(arguments, argument_size);
}

const void *words_begin(void) { return arguments; }

size_t words_size(void) { return argument_size; }

const void *remembered(const volatile void *address) {
  const volatile char *a = address;
  bool is_data = data_copy != NULL && a >= data_start && a < data_end &&
                 !(a >= keep_start && a < keep_end);
  return is_data ? data_copy + (a - data_start) : NULL;
}

void restart(void) {
  threads_put_back();
  maps_put_back();
  for (int i = 0; i < copied_count; i++) {
    char *to = copied[i].from;
    memcpy(to, data_copy + (to - data_start), (size_t)(copied[i].to - to));
  }
  for (int i = 0; i < emptied_count; i++) {
    madvise(emptied[i].from, (size_t)(emptied[i].to - emptied[i].from), MADV_DONTNEED);
  }
  heap_restore();
  memcpy(arguments, argument_copy, argument_size);
}
