/* Where threads stand, and where what they did is recorded or compared with what it was before. */
#include "maps.h"
#include "schedule.h"
#include "scheduler.h"
#include "spins.h"

/* a write whose value is not there yet, for reports */
static KEEP const volatile void *late_address;
static KEEP uint32_t late_size;
static KEEP int late_event;

void recording_begin(void) { late_event = NONE; }

/* Writes of the program happen after their hook: now the value is there. */
void finish_late_value(void) {
  if (late_event != NONE) {
    schedule.events[late_event].value = value_code(value_shown(late_address, late_size));
    late_event = NONE;
  }
}

void value_comes_late(const volatile void *address, uint32_t size) {
  if (records_details) {
    late_address = address;
    late_size = size;
    late_event = event_count - 1;
  }
}

// --- to stand

/* The next thread goes on, until it is the turn of this one again. */
static inline void give_turn(struct thread *me, int next) {
  if (next == me->number) {
    return;
  }
  if (UNLIKELY(me->is_watched)) {
    spins_leave(me);
  }
  switch_to(next);
  tell_position(me);
  if (UNLIKELY(me->is_watched)) {
    spins_return(me);
  }
}

void stand_still(int kind, int object, gate *never) {
  struct thread *me = self;
  me->kind = kind;
  me->object = object;
  me->amount = 0;
  me->gate = never;
  me->phase = STANDING;
  if (records_details) {
    me->position = place_here();
  }
  give_turn(me, decide());
  me->phase = LOCAL;
  me->gate = NULL;
}

void stand(int kind, int object, gate *opens) {
  struct thread *me = self;
  spins_visit(me, kind, object);
  me->kind = kind;
  me->object = object;
  me->gate = opens;
  me->phase = STANDING;
  if (UNLIKELY(records_details)) {
    finish_late_value();
    me->position = place_here();
  }
  give_turn(me, decide());
  me->phase = LOCAL;
  me->gate = NULL;
  me->options = NULL;
}

bool stand_timed(int kind, int object, gate *opens, int64_t nanos) {
  return stand_until(kind, object, opens, deadline_of(self, nanos));
}

bool stand_until(int kind, int object, gate *opens, int64_t deadline) {
  struct thread *me = self;
  me->is_timed = true;
  me->gave_up = false;
  me->deadline = deadline;
  note_feature(HAS_TIMED);
  note_wait(deadline);
  stand(kind, object, opens);
  me->is_timed = false;
  return !me->gave_up;
}

int chosen_label(void) { return schedule.label; }

// --- to record

bool is_planned(void) { return event_count < schedule.planned; }

const struct event *event_number(int i) { return &schedule.events[i]; }

struct event event_of(int kind, int object, int modes) {
  return (struct event){
      .kind = kind,
      .object = object,
      .other = NONE,
      .modes = modes,
      .label = NONE,
      .link = NONE,
      .target = NONE,
      .thread = self == NULL ? NONE : self->number,
      .position = self == NULL ? NONE : self->position,
  };
}

int record(int kind, int object, int modes) { return record_event(event_of(kind, object, modes)); }

static void confirm(int i, const struct event *e) {
  struct event *row = &schedule.events[i];
  if (row->thread != e->thread || row->kind != e->kind || row->object != e->object ||
      row->modes != e->modes) {
    divergence(i, e);
    shared->ending = DIVERGED;
    if (e->thread != CLOCK) {
      end_execution(DIVERGED);
    }
  }
  row->position = e->position;
  row->value = e->value;
}

int record_event(struct event e) {
  int i = event_count;
  if (i < schedule.common) {
    confirm(i, &e);
  } else {
    e.options = schedule.announced == i ? schedule.announced_options : 0;
    e.enabled = schedule.announced == i ? schedule.announced_enabled : 0;
    schedule.events[i] = e;
    if (sleeping.steps_before > 0) {
      sleeping.steps_before--;
    } else if (sleeping.count > 0) {
      wake(&e);
    }
    schedule.run_length = e.thread == schedule.runner ? schedule.run_length + 1 : 0;
    schedule.runner = e.thread;
  }
  clocks_observe(&e);
  spins_observe(&e);
  event_count = i + 1;
  shared->events = (uint32_t)event_count; /* is told even if the process dies */
  if (UNLIKELY(event_count == schedule.stop_at)) {
    end_execution(STEP_LIMIT);
  }
  return i;
}

_Noreturn void end_execution(enum ending ending) {
  shared->ending = ending;
  if (self != NULL) {
    self->phase = ENDED;
  }
  switch_to(NONE);
  __builtin_unreachable();
}

_Noreturn void end_thread(void) {
  finish_late_value();
  self->phase = ENDED;
  switch_to(decide());
  __builtin_unreachable();
}
