/*
 * Puts the memory of the program back to what it was when main was about to begin: its data, the
 * heap that was there, thread-local storage, arguments. What the runtime keeps is apart, in a
 * section of its own.
 */
#include <string.h>
#include <sys/mman.h>

#include "heap.h"
#include "restart.h"
#include "runtime.h"
#include "threads.h"

extern char data_start[] __asm__("__data_start");
extern char data_end[] __asm__("_end");
extern char keep_start[] __asm__("__start_clew_keep");
extern char keep_end[] __asm__("__stop_clew_keep");

static KEEP char *data_copy;
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

void restart_prepare(void) {
  heap_snapshot();
  threads_remember();
  data_copy = copy_of(data_start, (size_t)(data_end - data_start));
}

/* The words of the command line, which programs like to cut up, and the array that names them. */
void restart_remember_arguments(int count, char **words) {
  char *end = count == 0 ? (char *)(words + 1) : words[count - 1] + strlen(words[count - 1]) + 1;
  arguments = (char *)words;
  argument_size = (size_t)(end - arguments);
  argument_copy = copy_of(arguments, argument_size);
}

const void *remembered(const volatile void *address) {
  const volatile char *a = address;
  bool is_data = data_copy != NULL && a >= data_start && a < data_end &&
                 !(a >= keep_start && a < keep_end);
  return is_data ? data_copy + (a - data_start) : NULL;
}

void restart(void) {
  threads_put_back();
  memcpy(data_start, data_copy, (size_t)(keep_start - data_start));
  memcpy(keep_end, data_copy + (keep_end - data_start), (size_t)(data_end - keep_end));
  heap_restore();
  memcpy(arguments, argument_copy, argument_size);
}
