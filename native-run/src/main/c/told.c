/*
 * Times that a thread was told and that are still where the clock wrote them.
 *
 * A loop that polls until a deadline has another time in a variable after each round, though it
 * only looked. So the words of the stack that a look at the clock wrote are no part of the state of
 * a thread (spins.c), until the thread writes something else there itself. What it computes from them
 * and keeps is. What others write there meanwhile is none of its doing.
 *
 * That is right if nobody reads such a word after the place where the thread stops, before something
 * is written there again: in no execution, as those in which it does not stop stand for the others.
 * So the words are revealed, relative to the stack, with the place. Whoever comes to the place and
 * reads one of them reveals that times count there, and the search starts again.
 */
#include "told.h"

#include "numbers.h"
#include "scheduler.h"

enum {
  TIMES = 16,          /* words that are remembered of each thread */
  MAX_LEFT_OUT = 64,
  MAX_OFFSET = 1 << 15 /* as far up the stack words are left out */
};

struct told {
  uint32_t execution;
  uintptr_t at;
  uint64_t word;
  unsigned look; /* the number of the look of the thread */
  bool is_there; /* when the thread gave the turn to another */
};

static KEEP struct told told[MAX_THREADS][TIMES];
static KEEP unsigned told_count[MAX_THREADS];

/* A word that nobody may read after a place, until something is written there. */
struct left_out {
  uint32_t execution;
  uintptr_t at, place;
};

static KEEP struct left_out left_out[MAX_THREADS][MAX_LEFT_OUT];
KEEP bool are_times_left_out;

/* The words that the engine made visible. */
static KEEP struct places known_words;

static uint64_t word_at(uintptr_t at) { return *(const uint64_t *)at; }

static bool is_there(const struct told *t) {
  return t->execution == execution && word_at(t->at) == t->word;
}

static struct told *told_at(int thread, uintptr_t at) {
  for (int i = 0; i < TIMES; i++) {
    struct told *t = &told[thread][i];
    if (t->execution == execution && t->at == at) {
      return t;
    }
  }
  return &told[thread][told_count[thread]++ % TIMES];
}

void told_begin_execution(void) { are_times_left_out = false; }

bool told_find_words(void) {
  find_places(&known_words, MATTER_TOLD);
  return known_words.count < MAX_PLACES;
}

static void forget(uintptr_t from, size_t size) {
  int owner = (int)((from - REGION_BASE) / REGION_SIZE);
  for (int i = 0; from >= REGION_BASE && owner < MAX_THREADS && i < MAX_LEFT_OUT; i++) {
    struct left_out *l = &left_out[owner][i];
    if (l->at < from + size && from < l->at + 8) {
      l->execution = 0;
    }
  }
}

void time_was_told(const void *where, size_t size) {
  if (!is_active || self == NULL) {
    return;
  }
  uintptr_t from = (uintptr_t)where, low = (uintptr_t)region_of(self->number);
  bool is_of_stack = from >= low && from + size <= low + STACK_SIZE;
  for (uintptr_t at = from; is_of_stack && from % 8 == 0 && at + 8 <= from + size; at += 8) {
    forget(at, 8);
    *told_at(self->number, at) = (struct told){.execution = execution, .at = at,
                                               .word = word_at(at), .look = self->looks_at_clock};
  }
}

uint64_t told_sum(const struct thread *me, uintptr_t from) {
  uint64_t sum = 0;
  for (int i = 0; i < TIMES; i++) {
    const struct told *t = &told[me->number][i];
    if (is_there(t) && t->at >= from && t->at < from + MAX_OFFSET) {
      sum += words_sum((const void *)t->at, sizeof t->word);
    }
  }
  return sum;
}

void told_leave(const struct thread *me) {
  for (int i = 0; i < TIMES; i++) {
    told[me->number][i].is_there = is_there(&told[me->number][i]);
  }
}

void told_return(const struct thread *me) {
  for (int i = 0; i < TIMES; i++) {
    struct told *t = &told[me->number][i];
    t->word = t->is_there ? word_at(t->at) : t->word;
  }
}

// --- words that were left out

/* A word as the address of an object: where it is above the stack of a place, and the place. */
static uint64_t name_of(struct caller at, uintptr_t word) {
  return (uint64_t)(word - at.stack) << 29 | at.pc;
}

bool told_reveal(const struct thread *me, struct caller at, unsigned looks) {
  bool is_any_new = false;
  for (int i = 0; i < TIMES; i++) {
    const struct told *t = &told[me->number][i];
    if (is_there(t) && t->look > looks && t->at >= at.stack && t->at < at.stack + MAX_OFFSET &&
        !is_in(&known_words, name_of(at, t->at))) {
      reveal(object_number((const void *)name_of(at, t->at), 1, MATTER_TOLD));
      is_any_new = true;
    }
  }
  return is_any_new;
}

static _Noreturn void count_times_at(uintptr_t place) {
  reveal(object_number((const void *)place, 1, MATTER_TIMES));
  end_execution(SLEEP_BLOCKED);
}

/* For a word, that which was there for it before or one that is free. */
static struct left_out *slot_of(const struct thread *me, struct left_out word) {
  struct left_out *slot = NULL;
  for (int i = 0; i < MAX_LEFT_OUT; i++) {
    struct left_out *l = &left_out[me->number][i];
    if (l->execution != execution) {
      slot = slot == NULL ? l : slot;
    } else if (l->at == word.at && l->place == word.place) {
      return l;
    }
  }
  if (slot == NULL) {
    count_times_at(word.place);
  }
  return slot;
}

void told_leave_out(const struct thread *me, struct caller at) {
  for (int i = 0; i < known_words.count; i++) {
    if ((uint32_t)known_words.pc[i] == at.pc) {
      struct left_out word = {.execution = execution, .place = at.pc};
      word.at = at.stack + (known_words.pc[i] >> 32 << 3);
      *slot_of(me, word) = word;
      are_times_left_out = true;
    }
  }
}

void told_touched(uintptr_t from, size_t size, bool writes) {
  int owner = (int)((from - REGION_BASE) / REGION_SIZE);
  for (int i = 0; !writes && from >= REGION_BASE && owner < MAX_THREADS && i < MAX_LEFT_OUT; i++) {
    const struct left_out *l = &left_out[owner][i];
    if (l->execution == execution && l->at < from + size && from < l->at + 8) {
      count_times_at(l->place);
    }
  }
  if (writes) {
    forget(from, size);
  }
}
