/* Locations that raced and that the engine made visible: accesses to them are operations. */
#include <string.h>

#include "numbers.h"
#include "scheduler.h"
#include "shadow.h"

KEEP int visible_count;
KEEP uint8_t *low_visible, *high_visible;
static KEEP uint32_t visibility; /* the number of the change that was seen last */

enum { VISIBLE_VARIABLE = OBJECT_PLAIN | OBJECT_VISIBLE };

void visible_begin_process(void) {
  low_visible = shadow_reserve(LOW_END / 64);
  high_visible = shadow_reserve(HIGH_SIZE / 64);
  visibility = 0;
}

static void look_for_visible(void) {
  visible_count = 0;
  for (int n = 0; n < (int)shared->objects; n++) {
    const struct object *o = object_with(n);
    if (o->matter != MATTER_VARIABLE || !is_tracked(o->address)) {
      continue;
    }
    bool is_visible_one = (o->flags & VISIBLE_VARIABLE) == VISIBLE_VARIABLE;
    visible_count += is_visible_one;
    for (uint64_t a = o->address & ~7ull; is_visible_one && a < o->address + o->size; a += 8) {
      uint8_t bit;
      uint8_t *byte = visible_bit(a, &bit);
      *byte |= bit; /* is never taken back: access_visibly asks for the object */
    }
  }
}

void visible_begin_execution(void) {
  if (shared->visibility != visibility) {
    visibility = shared->visibility;
    look_for_visible();
  }
}

bool has_visible(uint64_t address, uint64_t size) {
  uint8_t bit;
  const uint8_t *bits = visible_bit(address, &bit);
  uint64_t any = 0;
  for (uint64_t at = 0; visible_count > 0 && at < size / 64; at += sizeof any) {
    uint64_t word;
    memcpy(&word, bits + at, sizeof word);
    any |= word;
  }
  return any != 0;
}

uint32_t access_visibly(uint64_t base, uint32_t mask, enum touch touch) {
  for (int byte = 0; byte < 8; byte++) {
    if ((mask & 1u << byte) == 0) {
      continue;
    }
    int number = variable_at(base + (uint64_t)byte);
    const struct object *o = number == NONE ? NULL : object_with(number);
    if (o == NULL || (o->flags & VISIBLE_VARIABLE) != VISIBLE_VARIABLE) {
      continue;
    }
    for (int b = byte; b < 8 && base + (uint64_t)b < o->address + o->size; b++) {
      mask &= ~(1u << b);
    }
    int kind = touch == TOUCH_READ ? READ : WRITE;
    stand(kind, number, NULL);
    struct event e = event_of(kind, number, touch == TOUCH_READ ? MODE_READ : MODE_WRITE);
    e.amount = touch == TOUCH_FREE ? FREES : 0;
    const volatile void *address = (const volatile void *)(uintptr_t)o->address;
    e.before = e.value = value_code(value_at(address, o->size));
    record_event(e);
    if (touch == TOUCH_WRITE) {
      value_comes_late(address, o->size);
    }
  }
  return mask;
}
