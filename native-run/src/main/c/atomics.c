/*
 * Atomic variables of C11 and C++11, as the thread sanitizer's interface has them. Each access is
 * one operation, and all of them happen in one order (sequential consistency); what they order for
 * data races follows their memory order.
 */
#include "numbers.h"

typedef unsigned __int128 uint128_t;

#define CALLER ((uintptr_t)__builtin_return_address(0))

static bool acquires(int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}

static bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/* Looks at it first: a wild pointer is to fail before the thread stands at an operation. */
static int variable(const volatile void *address, uint32_t size) {
  (void)*(const volatile char *)address;
  return leader_of(object_number(address, size, MATTER_VARIABLE));
}

/* Records what an atomic access found and left. */
static void record_access(int kind, int object, bool writes, uint64_t before, uint64_t expected,
                          uint64_t value) {
  struct event e = event_of(kind, object, writes ? MODE_WRITE : MODE_READ);
  e.before = value_code(before);
  e.expected = kind == COMPARE_AND_SET ? value_code(expected) : 0;
  e.value = kind == COMPARE_AND_SET ? writes : value_code(value);
  record_event(e);
}

static void order_load(int object, int order) { clocks_load(object, acquires(order)); }

static void order_change(int object, int order) {
  clocks_load(object, acquires(order));
  clocks_store(object, releases(order), true);
}

/* What stands for a value in an event. Signed, so that small negative numbers stay small. */
#define CODE8(v) ((uint64_t)(int64_t)(int8_t)(v))
#define CODE16(v) ((uint64_t)(int64_t)(int16_t)(v))
#define CODE32(v) ((uint64_t)(int64_t)(int32_t)(v))
#define CODE64(v) ((uint64_t)(v))
#define CODE128(v) ((uint64_t)(v) ^ (uint64_t)((v) >> 64) * 0x9E3779B97F4A7C15ull)

#define CHANGE(bits, name, expression)                                                             \
  uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *a, uint##bits##_t v,        \
                                              int order);                                          \
  uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *a, uint##bits##_t v,        \
                                              int order) {                                         \
    if (UNLIKELY(!is_active)) {                                                                    \
      uint##bits##_t old = *a;                                                                     \
      *a = (uint##bits##_t)(expression);                                                           \
      return old;                                                                                  \
    }                                                                                              \
    int object = variable(a, sizeof *a);                                                           \
    stand(READ_MODIFY_WRITE, object, NULL);                                                        \
    uint##bits##_t old = *a;                                                                       \
    uint##bits##_t next = (uint##bits##_t)(expression);                                            \
    *a = next;                                                                                     \
    record_access(READ_MODIFY_WRITE, object, true, CODE##bits(old), 0, CODE##bits(next));          \
    access_atomically(a, sizeof *a, true, CALLER);                                                 \
    self->effects -= old == next; /* others notice it, but nothing is different now */             \
    order_change(object, order);                                                                   \
    return old;                                                                                    \
  }

#define ATOMICS(bits)                                                                              \
  uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order);          \
  void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order);       \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile uint##bits##_t *a,                    \
                                                    uint##bits##_t *expected, uint##bits##_t v,    \
                                                    int order, int failed);                        \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile uint##bits##_t *a,                      \
                                                  uint##bits##_t *expected, uint##bits##_t v,      \
                                                  int order, int failed);                          \
  uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                       \
      volatile uint##bits##_t *a, uint##bits##_t expected, uint##bits##_t v, int order,            \
      int failed);                                                                                 \
                                                                                                   \
  uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order) {         \
    if (UNLIKELY(!is_active)) {                                                                    \
      return *a;                                                                                   \
    }                                                                                              \
    int object = variable(a, sizeof *a);                                                           \
    stand(READ, object, NULL);                                                                     \
    uint##bits##_t value = *a;                                                                     \
    record_access(READ, object, false, CODE##bits(value), 0, CODE##bits(value));                   \
    access_atomically(a, sizeof *a, false, CALLER);                                                \
    order_load(object, order);                                                                     \
    return value;                                                                                  \
  }                                                                                                \
                                                                                                   \
  void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order) {      \
    if (UNLIKELY(!is_active)) {                                                                    \
      *a = v;                                                                                      \
      return;                                                                                      \
    }                                                                                              \
    int object = variable(a, sizeof *a);                                                           \
    stand(WRITE, object, NULL);                                                                    \
    uint##bits##_t old = *a;                                                                       \
    *a = v;                                                                                        \
    record_access(WRITE, object, true, CODE##bits(old), 0, CODE##bits(v));                         \
    access_atomically(a, sizeof *a, true, CALLER);                                                 \
    clocks_store(object, releases(order), false);                                                  \
  }                                                                                                \
                                                                                                   \
  static int compare_exchange##bits(volatile uint##bits##_t *a, uint##bits##_t *expected,          \
                                    uint##bits##_t v, int order, int failed, uintptr_t pc) {       \
    if (UNLIKELY(!is_active)) {                                                                    \
      uint##bits##_t old = *a;                                                                     \
      bool equal = old == *expected;                                                               \
      *(equal ? (uint##bits##_t *)a : expected) = equal ? v : old;                                 \
      return equal;                                                                                \
    }                                                                                              \
    int object = variable(a, sizeof *a);                                                           \
    stand(COMPARE_AND_SET, object, NULL);                                                          \
    uint##bits##_t old = *a;                                                                       \
    uint##bits##_t wanted = *expected;                                                             \
    bool equal = old == wanted;                                                                    \
    if (equal) {                                                                                   \
      *a = v;                                                                                      \
    }                                                                                              \
    record_access(COMPARE_AND_SET, object, equal, CODE##bits(old), CODE##bits(wanted), 0);         \
    access_atomically(a, sizeof *a, equal, pc);                                                    \
    if (equal) {                                                                                   \
      order_change(object, order);                                                                 \
    } else {                                                                                       \
      order_load(object, failed);                                                                  \
      *expected = old;                                                                             \
    }                                                                                              \
    return equal;                                                                                  \
  }                                                                                                \
                                                                                                   \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile uint##bits##_t *a,                    \
                                                    uint##bits##_t *expected, uint##bits##_t v,    \
                                                    int order, int failed) {                       \
    return compare_exchange##bits(a, expected, v, order, failed, CALLER);                          \
  }                                                                                                \
                                                                                                   \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile uint##bits##_t *a,                      \
                                                  uint##bits##_t *expected, uint##bits##_t v,      \
                                                  int order, int failed) {                         \
    return compare_exchange##bits(a, expected, v, order, failed, CALLER);                          \
  }                                                                                                \
                                                                                                   \
  uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                       \
      volatile uint##bits##_t *a, uint##bits##_t expected, uint##bits##_t v, int order,            \
      int failed) {                                                                                \
    compare_exchange##bits(a, &expected, v, order, failed, CALLER);                                \
    return expected;                                                                               \
  }                                                                                                \
                                                                                                   \
  CHANGE(bits, exchange, v)                                                                        \
  CHANGE(bits, fetch_add, *a + v)                                                                  \
  CHANGE(bits, fetch_sub, *a - v)                                                                  \
  CHANGE(bits, fetch_and, *a &v)                                                                   \
  CHANGE(bits, fetch_or, *a | v)                                                                   \
  CHANGE(bits, fetch_xor, *a ^ v)                                                                  \
  CHANGE(bits, fetch_nand, ~(*a & v))

ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
ATOMICS(128)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order) {
  if (is_active) {
    clocks_fence(acquires(order), releases(order));
  }
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
