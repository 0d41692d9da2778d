/* What an execution tells besides its events: failures, what to reveal, why it cannot go on. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "numbers.h"
#include "protocol_calls.h"
#include "runtime.h"
#include "scheduler.h"

/* Adds a text to the texts; returns where it begins. */
static uint32_t add_text(const char *format, va_list arguments) {
  char *texts = shared_at(shared->texts_at);
  uint32_t from = shared->text;
  size_t room = shared->text_capacity - from;
  bool was_active = is_active;
  is_active = false;
  int length = vsnprintf(texts + from, room, format, arguments);
  is_active = was_active;
  shared->text += length < 0 ? 0 : (size_t)length < room ? (uint32_t)length + 1 : (uint32_t)room;
  return from;
}

static void add_failure(enum failure_kind kind, int position, const char *format, va_list list) {
  struct failure *failures = shared_at(shared->failures_at);
  if (shared->failures < shared->report_capacity && shared->text + 1 < shared->text_capacity) {
    failures[shared->failures++] = (struct failure){
        .kind = (int32_t)kind,
        .thread = self == NULL ? MAIN : self->number,
        .events = event_count,
        .position = position,
        .text = add_text(format, list),
    };
  }
}

void note_failure(enum failure_kind kind, int position, const char *format, ...) {
  va_list list;
  va_start(list, format);
  add_failure(kind, position, format, list);
  va_end(list);
}

_Noreturn void fail(enum failure_kind kind, const char *format, ...) {
  va_list list;
  va_start(list, format);
  add_failure(kind, place_here(), format, list);
  va_end(list);
  if (kind == HANG) {
    end_execution(STEP_LIMIT); /* who knows what it would still have done */
  }
  end_thread();
}

_Noreturn void refuse(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (shared == NULL) {
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    leave_process(2);
  }
  shared->text = 0;
  add_text(format, list);
  va_end(list);
  say_last(REFUSED);
}

void reveal(int object) {
  int32_t *revealed = shared_at(shared->revealed_at);
  for (uint32_t i = 0; i < shared->revealed; i++) {
    if (revealed[i] == object) {
      return;
    }
  }
  if (shared->revealed < shared->report_capacity) {
    revealed[shared->revealed++] = object;
  }
}

void start_again(void) { shared->starts_again = 1; }

void note_feature(enum feature feature) { shared->features |= (uint32_t)feature; }

// --- blocks of the heap that have numbered objects, for names

static void tell_allocation(uint64_t address) {
  enum { MOST = 1 << 12 };
  struct allocation *rows = shared_at(shared->allocations_at);
  struct allocation *row = &rows[shared->allocations];
  if (address >= REGION_BASE && shared->allocations < MOST &&
      allocation_at((const void *)(uintptr_t)address, row) && address < row->address + row->size) {
    shared->allocations++;
  }
}

void tell_allocations(void) {
  const uint64_t *values = shared_at(shared->values_at);
  shared->allocations = 0;
  for (int n = 0; n < (int)shared->objects; n++) {
    tell_allocation(object_with(n)->address);
  }
  for (uint32_t i = 0; i < shared->values; i++) {
    tell_allocation(values[i]);
  }
}

// --- the program did not do again what it had done before

/* What is at the beginning of the offers then. */
struct divergence {
  int32_t step, is_known, thread, kind, object;
};

void divergence(int step, const struct event *actual) {
  struct divergence *d = shared_at(shared->offers_at);
  *d = (struct divergence){step, 1, actual->thread, actual->kind, actual->object};
}

void divergence_in_words(int step, const char *text) {
  struct divergence *d = shared_at(shared->offers_at);
  *d = (struct divergence){.step = step};
  char *texts = shared_at(shared->texts_at);
  shared->text = 0;
  strcpy(texts, text);
}
