/* What the models of signals share: signals.c what is done about them, signal_calls.c who sends. */
#ifndef CLEW_SIGNALS_H
#define CLEW_SIGNALS_H

#include <signal.h>
#include <string.h>

#include "primitives.h"

static inline uint64_t signal_bit(int signal) { return 1ull << (signal - 1); }

static inline bool is_signal(int signal) { return signal > 0 && signal < NSIG; }

static inline uint64_t bits_of(const sigset_t *set) {
  uint64_t bits;
  memcpy(&bits, set, sizeof bits);
  return bits;
}

static inline void set_bits(sigset_t *set, uint64_t bits) {
  memset(set, 0, sizeof *set);
  memcpy(set, &bits, sizeof bits);
}

static inline int lowest_signal(uint64_t bits) { return __builtin_ctzll(bits) + 1; }

/* The signals that a thread blocks; an object, visible if other threads send it signals. */
static inline int signals_mask_object(int thread) { return own_object(thread, MATTER_MASK); }
uint64_t *signals_mask_of(int thread);
uint64_t *signals_own_mask(void);
/* Does what the program wants about a signal that the own thread does not block. */
void signal_deliver(int signal);
/* What is pending for this thread and no longer blocked. */
void signals_deliver_pending(void);
bool signal_is_ignored(int signal);
bool signal_has_handler(int signal);

/* What a signal means, in words; strsignal is a name that a program may have for itself. */
static inline const char *signal_words(int signal) {
  const char *words = sigdescr_np(signal);
  return words != NULL ? words : "of real time";
}

#endif
