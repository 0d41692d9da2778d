/*
 * The state of a thread and of the memory: sums over words, each with its address mixed in.
 *
 * As they are sums, what others changed meanwhile can be taken out again: it is the difference of
 * the sums before and after. What is left is what the thread itself did, which is the same in all
 * executions of a trace class, whatever others do at the same time. They are sums of bytes, each
 * times a factor of its place: what one thread adds to a word is the same whatever others add to
 * it meanwhile, be it to a byte beside or to a count of readers.
 */
#include "states.h"

#include <string.h>
#include <unwind.h>

#include "heap.h"
#include "maps.h"
#include "numbers.h"
#include "scheduler.h"
#include "threads.h"

enum { MAX_MEMORY = 32 << 20 };

extern const char code_start[] __asm__("__start_clew_text");
extern const char code_end[] __asm__("__stop_clew_text");
extern char data_start[] __asm__("__data_start");
extern char data_end[] __asm__("_end");
extern char keep_start[] __asm__("__start_clew_keep");
extern char keep_end[] __asm__("__stop_clew_keep");

bool is_in(const struct places *places, uint64_t pc) {
  for (int i = 0; i < places->count; i++) {
    if (places->pc[i] == pc) {
      return true;
    }
  }
  return false;
}

void find_places(struct places *places, enum matter matter) {
  places->count = 0;
  for (int n = 0; n < (int)shared->objects && places->count < MAX_PLACES; n++) {
    if (object_with(n)->matter == matter && is_visible(n)) {
      places->pc[places->count++] = object_with(n)->address;
    }
  }
}

/* The call of the runtime by the program; all functions of the runtime have frame pointers. */
struct caller find_caller(void) {
  uintptr_t *frame = __builtin_frame_address(0);
  while (frame[1] >= (uintptr_t)code_start && frame[1] < (uintptr_t)code_end && frame[0] != 0) {
    frame = (uintptr_t *)frame[0]; /* the first frame is the runtime's: a thread ends */
  }
  return (struct caller){.pc = frame[1], .stack = (uintptr_t)(frame + 2)};
}

// --- sums

#define SPREAD 0x9E3779B97F4A7C15ull
#define SECRET 0xD6E8FEB86659FD93ull

typedef uint64_t any_word __attribute__((may_alias)); /* whatever the program has there */

/*
 * The share of a word in a sum: linear in each of its bytes. The factor is odd and taken from the
 * key by more than products, so that changes of several words do not cancel out.
 */
static inline uint64_t share(uint64_t key, uint64_t word) {
  uint64_t factor = (key ^ key >> 32) * SECRET;
  return ((uint32_t)word + (word >> 32) * SPREAD) * ((factor ^ factor >> 29) | 1);
}

/* The bytes of the word at an address that are in a range; the others are taken for zero. */
static uint64_t part_of_word(uintptr_t word, uintptr_t from, uintptr_t to) {
  uint64_t value = 0;
  uintptr_t begin = from > word ? from : word;
  uintptr_t end = to < word + sizeof value ? to : word + sizeof value;
  memcpy((char *)&value + (begin - word), (const void *)begin, end - begin);
  return value;
}

uint64_t words_sum(const void *start, size_t size) {
  enum { WORD = sizeof(uint64_t) };
  uintptr_t from = (uintptr_t)start, to = from + size;
  uintptr_t at = from & ~(uintptr_t)(WORD - 1), last = to & ~(uintptr_t)(WORD - 1);
  uint64_t sum = 0;
  if (at < from && from < to) { /* data begins and ends anywhere */
    sum += share(at * SPREAD, part_of_word(at, from, to));
    at += WORD;
  }
  uint64_t key = at * SPREAD;
  for (; at < last; at += WORD, key += WORD * SPREAD) {
    uint64_t word = *(const any_word *)at;
    sum += word == 0 ? 0 : share(key, word); /* most of them are */
  }
  return at < to ? sum + share(key, part_of_word(at, from, to)) : sum;
}

struct registers {
  uint64_t sum;
  bool is_done;
};

static _Unwind_Reason_Code add_registers(struct _Unwind_Context *context, void *argument) {
  static const int kept[] = {3, 6, 12, 13, 14, 15}; /* rbx, rbp, r12 to r15 */
  struct registers *r = argument;
  uintptr_t pc = _Unwind_GetIP(context);
  if (pc >= (uintptr_t)code_start && pc < (uintptr_t)code_end) {
    return _URC_NO_REASON;
  }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    r->sum += share((uint64_t)(i + 1) * SPREAD, _Unwind_GetGR(context, kept[i]));
  }
  r->is_done = true;
  return _URC_END_OF_STACK;
}

bool registers_sum(uint64_t *sum) {
  struct registers r = {.sum = *sum};
  is_active = false;
  _Unwind_Backtrace(add_registers, &r);
  is_active = true;
  *sum = r.sum;
  return r.is_done;
}

// --- memory

static uintptr_t stack_top(int thread) {
  return (uintptr_t)region_of(thread) + STACK_SIZE - 64;
}

uint64_t stack_sum(const struct thread *me, uintptr_t from) {
  uintptr_t top = stack_top(me->number);
  return from < top ? words_sum((const void *)from, top - from) : 0;
}

static bool is_small(void) {
  size_t size = (size_t)(data_end - data_start);
  for (int t = 0; t < thread_end; t++) {
    size += (size_t)(arenas[t].next - arenas[t].begin);
  }
  return size <= MAX_MEMORY;
}

bool memory_sum(const struct thread *me, uint64_t *sum) {
  if (!is_small() || !maps_sum(sum, MAX_MEMORY)) {
    return false;
  }
  char *storage;
  size_t storage_size;
  threads_storage(me->number, &storage, &storage_size);
  *sum += words_sum(storage, storage_size);
  *sum += words_sum(words_begin(), words_size());
  *sum += words_sum(data_start, (size_t)(keep_start - data_start));
  *sum += words_sum(keep_end, (size_t)(data_end - keep_end));
  for (int t = 0; t < thread_end; t++) {
    const struct thread *other = &threads[t];
    *sum += words_sum(arenas[t].begin, (size_t)(arenas[t].next - arenas[t].begin));
    if (other != me && (other->phase == LOCAL || other->phase == STANDING)) {
      *sum += stack_sum(other, (uintptr_t)other->stack_pointer);
    }
  }
  return true;
}
