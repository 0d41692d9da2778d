/*
 * The end of local variables: a function that returns, and a thread that ends, writes those that
 * somebody accessed. So it races with accesses of other threads that nothing orders before. The
 * compiler tells of accesses to variables whose address somebody may have; the others are no part.
 *
 * What lies on a stack beyond all frames, and what belongs to a thread that has ended, nobody may
 * access at all. The main thread keeps its stack when it ends, as the process has it to its end.
 */
#include "shadow.h"
#include "threads.h"

extern const char code_start[] __asm__("__start_clew_text") __attribute__((weak));
extern const char code_end[] __asm__("__stop_clew_text") __attribute__((weak));

static uint64_t stack_begin(int thread) { return REGION_BASE + (uint64_t)thread * REGION_SIZE; }

static bool is_on_stack(int thread, uint64_t address) {
  return address - stack_begin(thread) < STACK_SIZE;
}

// --- accesses

static _Noreturn void fail_after_end(bool is_stack, bool writes) {
  fail(CRASH, "use after the end of a thread: %s %s", writes ? "writes" : "reads",
       is_stack ? "a local variable of it" : "thread-local storage of it");
}

static bool is_of_runtime(uintptr_t pc) {
  return pc >= (uintptr_t)code_start && pc < (uintptr_t)code_end;
}

/*
 * Where the frames on a stack end: of another thread those of the program, as frames of the runtime
 * have frame pointers; of this one all, as the runtime tells of accesses to variables of its own.
 */
static uint64_t top_of_frames(int number, const struct thread *t) {
  enum { SAVED_FRAME = 5 }; /* as switch.S has it */
  if (t == self) {
    return (uint64_t)__builtin_frame_address(0);
  }
  const uintptr_t *frame = (const uintptr_t *)((const uintptr_t *)t->stack_pointer)[SAVED_FRAME];
  while (is_on_stack(number, (uint64_t)frame) && is_of_runtime(frame[1])) {
    frame = (const uintptr_t *)frame[0];
  }
  return (uint64_t)(frame + 2);
}

/* If the program has it: then what looks like the end of a stack may be in the middle of a frame. */
extern void makecontext(void) __attribute__((weak));

/* Whether an address lies beyond all frames; handlers of signals may have stacks of their own. */
static bool is_left(int owner, const struct thread *t, uint64_t address) {
  uint64_t top = top_of_frames(owner, t);
  return address + 8 <= top && is_on_stack(owner, top) && (void *)makecontext == NULL;
}

void local_touched(uint64_t address, bool writes) {
  int owner = (int)((address - REGION_BASE) / REGION_SIZE);
  struct thread *t = &threads[owner];
  bool is_stack = is_on_stack(owner, address);
  if (t->is_gone && t->phase == ENDED) {
    fail_after_end(is_stack, writes);
  }
  if (!is_stack) {
    return;
  }
  if (UNLIKELY(is_left(owner, t, address))) {
    fail(CRASH, "use after return: %s a local variable of a function that has returned",
         writes ? "writes" : "reads");
  }
  if (address < t->touched_low) {
    t->touched_low = address;
  }
}

// --- ends

static KEEP uintptr_t place_of_end;

static void end_life(uint64_t from, uint64_t to) {
  access_further((const volatile void *)from, to - from, true, place_of_end);
}

/* Accesses to visible variables leave no entry. */
static void end_visible(uint64_t from, uint64_t to) {
  if (visible_count > 0) {
    access_visibly(from, to, TOUCH_WRITE);
  }
}

static void end_locals(uint64_t from, uint64_t to, uintptr_t pc) {
  if (from < to) {
    access_begins();
    end_visible(from, to);
    place_of_end = pc;
    each_accessed(from, to, end_life);
  }
}

/* What the runtime has called is the last function of a thread, of which stack_ends tells. */
void frame_ends(uintptr_t from, uintptr_t to, uintptr_t pc) {
  int number = self->number;
  bool is_frame = from < to && is_on_stack(number, from) && is_on_stack(number, to + 15);
  if (!is_frame || is_of_runtime(((const uintptr_t *)to)[1])) {
    return;
  }
  uintptr_t touched = self->touched_low;
  if (visible_count > 0 || touched < to) {
    end_locals(visible_count > 0 || touched < from ? from : touched, to, pc);
    self->touched_low = touched < from ? touched : to;
  }
}

void stack_ends(void) {
  if (self->number == MAIN || !is_active) {
    return;
  }
  uint64_t begin = stack_begin(self->number);
  uintptr_t pc = (uintptr_t)self->start + 1;
  char *storage;
  size_t size;
  threads_storage(self->number, &storage, &size);
  self->is_leaving = true;
  uint64_t here = (uint64_t)__builtin_frame_address(0);
  end_locals(self->touched_low < here ? self->touched_low : here, begin + STACK_SIZE, pc);
  end_locals((uint64_t)storage, (uint64_t)storage + size, pc);
  self->is_leaving = false;
  self->is_gone = true;
}
