/* What the compiler calls before each access to memory: the interface of its thread sanitizer. */
#include "shadow.h"

void __tsan_init(void);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
void __tsan_vptr_update(void **address, void *value);
void __tsan_vptr_read(void **address);
void __tsan_read_range(void *address, unsigned long size);
void __tsan_write_range(void *address, unsigned long size);

void __tsan_init(void) {}
void __tsan_func_entry(void *pc) { (void)pc; }

/* Functions of the program have frame pointers. */
void __tsan_func_exit(void) {
  uintptr_t *frame = __builtin_frame_address(0), end = *frame;
  if (LIKELY(is_active) && UNLIKELY(end > self->touched_low || visible_count > 0)) {
    frame_ends((uintptr_t)(frame + 2), end, (uintptr_t)__builtin_return_address(0));
  }
}

#define CALLER ((uintptr_t)__builtin_return_address(0))

#define ACCESS(name, size, writes)                                                                 \
  void __tsan_##name(void *address);                                                               \
  void __tsan_##name(void *address) {                                                              \
    if (LIKELY(is_active)) {                                                                       \
      access_memory(address, size, writes, CALLER);                                                \
    }                                                                                              \
  }

#define ACCESSES(size)                                                                             \
  ACCESS(read##size, size, false)                                                                  \
  ACCESS(write##size, size, true)                                                                  \
  ACCESS(unaligned_read##size, size, false)                                                        \
  ACCESS(unaligned_write##size, size, true)                                                        \
  ACCESS(volatile_read##size, size, false)                                                         \
  ACCESS(volatile_write##size, size, true)                                                         \
  ACCESS(unaligned_volatile_read##size, size, false)                                               \
  ACCESS(unaligned_volatile_write##size, size, true)

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void __tsan_read_range(void *address, unsigned long size) {
  if (is_active) {
    access_memory(address, size, false, CALLER);
  }
}

void __tsan_write_range(void *address, unsigned long size) {
  if (is_active) {
    access_memory(address, size, true, CALLER);
  }
}

/* A constructor writes the table of its class again and again: only a change can be noticed. */
void __tsan_vptr_update(void **address, void *value) {
  if (is_active && *address != value) {
    access_memory(address, sizeof *address, true, CALLER);
  }
}

void __tsan_vptr_read(void **address) {
  if (is_active) {
    access_memory(address, sizeof *address, false, CALLER);
  }
}
