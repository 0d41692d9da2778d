/*
 * Finds what the program allocated and can neither free nor use any more when it ends.
 *
 * A block is reachable if a word of the program's variables, of the storage or the stack of a
 * thread that is still there, or of a reachable block holds an address in it. Whatever looks like
 * an address counts as one, so a leak may be missed but is never made up. What the program
 * allocated before main is not told.
 */
#include <link.h>
#include <sys/mman.h>

#include "heap.h"
#include "maps.h"

/* Looks also at what lies between variables: no sanitizer is to say that it must not. */
#define READS_ANYTHING __attribute__((no_sanitize("address")))

enum { UNSEEN, REACHED, LED_TO };
enum { MOST_REPORTS = 16, CONTROL_BLOCK = 2304 /* what the library keeps for a thread */ };

extern char __data_start[], _end[], __start_clew_keep[], __stop_clew_keep[];

static KEEP struct block **pending; /* reached, and not looked through yet */
static KEEP size_t pending_capacity, pending_count;
static KEEP uint32_t unreached;
static KEEP size_t storage_size;
static KEEP uintptr_t exit_frame; /* of the call of exit */
static KEEP int exit_thread;
static KEEP uint32_t exit_execution; /* in which there was one */

void heap_note_exit(void) {
  exit_frame = (uintptr_t)__builtin_frame_address(0);
  exit_thread = self == NULL ? MAIN : self->number;
  exit_execution = execution;
}

// --- what is reached

static struct block *live_block_at(uintptr_t word) {
  if (LIKELY(word - HEAP_BASE >= MAX_THREADS * REGION_SIZE)) {
    return NULL;
  }
  struct block *block = block_containing(word);
  bool is_in = block != NULL && block->state == BLOCK_LIVE &&
               (word < block->address + block->size || word == block->address);
  return is_in ? block : NULL;
}

static bool is_from_main(const struct block *block) {
  const struct arena *arena = &arenas[(block->address - HEAP_BASE) / REGION_SIZE];
  return (uint32_t)(arena->top - 1 - block) >= arena->before_main;
}

static void reach(struct block *block) {
  block->mark = REACHED;
  if (pending_count < pending_capacity) { /* always: there is room for all that live */
    pending[pending_count++] = block;
  }
  unreached -= is_from_main(block);
}

static READS_ANYTHING void look_through(const void *begin, const void *end) {
  const uintptr_t *word = (const uintptr_t *)(((uintptr_t)begin + 7) & ~(uintptr_t)7);
  for (; (const void *)(word + 1) <= end && unreached > 0; word++) {
    struct block *block = live_block_at(*word);
    if (UNLIKELY(block != NULL) && block->mark == UNSEEN) {
      reach(block);
    }
  }
}

static void look_through_pending(void) {
  while (pending_count > 0 && unreached > 0) {
    const struct block *block = pending[--pending_count];
    look_through((void *)block->address, (char *)block->address + block->size);
  }
}

// --- where to begin

static int add_storage(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_TLS) {
      storage_size = (header->p_memsz + header->p_align - 1) & ~(header->p_align - 1);
    }
  }
  return 1;
}

static void look_through_storage(uintptr_t thread_pointer) {
  if (storage_size == 0) {
    dl_iterate_phdr(add_storage, NULL);
  }
  const char *at = (const char *)thread_pointer;
  look_through(at - storage_size, at + CONTROL_BLOCK);
}

static void look_through_stack(int thread, uintptr_t from) {
  uintptr_t end = HEAP_BASE + (uintptr_t)thread * REGION_SIZE + STACK_SIZE;
  if (from < end && end - from < STACK_SIZE) {
    look_through((void *)from, (void *)end);
  }
}

static void look_through_thread(const struct thread *thread) {
  look_through(&thread->start, &thread->result + 1);
  bool is_left = thread->phase != ENDED && !thread->has_halted;
  if (is_left && thread->thread_pointer != 0) {
    look_through(thread->values, thread->values + MAX_KEYS);
    look_through_storage(thread->thread_pointer);
    look_through_stack(thread->number, (uintptr_t)thread->stack_pointer);
  }
}

/* All of the program's variables, but not those of the runtime. */
static void look_through_variables(void) {
  const char *begin = __data_start, *end = _end;
  const char *kept = __start_clew_keep, *kept_end = __stop_clew_keep;
  if (begin <= kept && kept < end) {
    look_through(begin, kept);
    begin = kept_end;
  }
  look_through(begin, end);
}

static void look_through_roots(void) {
  look_through(words_begin(), (const char *)words_begin() + words_size());
  if (!maps_each_word(look_through)) {
    unreached = 0; /* who knows what leads where */
  }
  look_through_variables();
  look_through_storage((uintptr_t)__builtin_thread_pointer());
  for (int t = 0; t < thread_end && unreached > 0; t++) {
    if (threads[t].phase != ABSENT) {
      look_through_thread(&threads[t]);
    }
  }
  if (exit_execution == execution) {
    look_through_stack(exit_thread, exit_frame);
  }
  look_through_pending();
}

// --- what is told

/* Calls a function for each block that nothing leads to, in the order of threads and allocation. */
static void each_leaked(void (*visit)(struct block *)) {
  for (int t = 0; t < thread_end; t++) {
    const struct arena *arena = &arenas[t];
    for (uint32_t i = arena->before_main; i < arena->count; i++) {
      struct block *block = block_number(arena, i);
      if (block->state == BLOCK_LIVE && block->mark == UNSEEN) {
        visit(block);
      }
    }
  }
}

/* Marks what a leaked block leads to: to tell of the block is enough. */
static void follow(struct block *head) {
  pending_count = 0;
  pending[pending_count++] = head;
  while (pending_count > 0) {
    const struct block *block = pending[--pending_count];
    const uintptr_t *word = (const uintptr_t *)block->address;
    for (const uintptr_t *end = word + block->size / 8; word < end; word++) {
      struct block *next = live_block_at(*word);
      if (next != NULL && next != head && next->mark == UNSEEN) {
        next->mark = LED_TO;
        pending[pending_count++] = next;
      }
    }
  }
}

static KEEP struct {
  uint32_t pc;
  unsigned blocks;
  uint64_t bytes;
} reports[MOST_REPORTS];
static KEEP int report_count;

static void add_to_reports(struct block *block) {
  int i = 0;
  while (i < report_count && reports[i].pc != block->pc) {
    i++;
  }
  if (i == MOST_REPORTS) {
    return;
  }
  if (i == report_count) {
    reports[i].pc = block->pc;
    reports[i].blocks = 0;
    reports[i].bytes = 0;
    report_count++;
  }
  reports[i].blocks++;
  reports[i].bytes += block->size;
}

static void tell(void) {
  report_count = 0;
  each_leaked(follow);
  each_leaked(add_to_reports);
  for (int i = 0; i < report_count; i++) {
    note_failure(LEAK, place_of(reports[i].pc),
                 "memory leak: %llu byte%s in %u block%s allocated here are never freed",
                 (unsigned long long)reports[i].bytes, reports[i].bytes == 1 ? "" : "s",
                 reports[i].blocks, reports[i].blocks == 1 ? "" : "s");
  }
}

static void make_room(size_t blocks) {
  if (blocks > pending_capacity) {
    if (pending != NULL) {
      munmap(pending, pending_capacity * sizeof *pending);
    }
    pending_capacity = blocks * 2 + 512;
    pending = mmap(NULL, pending_capacity * sizeof *pending, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pending == MAP_FAILED) {
      refuse("there is no memory to look for leaks");
    }
  }
}

void heap_check_leaks(void) {
  unreached = count_live_blocks();
  if (unreached > 0) {
    make_room(unreached + arenas[MAIN].before_main);
    pending_count = 0;
    look_through_roots();
    if (unreached > 0) {
      tell();
    }
  }
}
