/*
 * The protocol between the engine and a program under control: schedule in, trace out.
 *
 * Both sides map one file. The engine writes a schedule, says "go" and waits; the program executes
 * and says "done". Numbers are little-endian. docs/protocol.md describes it; the Java side is
 * dev.clew.foreign.Protocol, and a test compares the two.
 */
#ifndef CLEW_PROTOCOL_H
#define CLEW_PROTOCOL_H

#include <stdint.h>

#define CLEW_MAGIC 0x77656c63u /* "clew" */
#define CLEW_VERSION 3u

/* Kinds of operation: the ordinals of dev.clew.trace.OpKind. */
enum kind {
  READ,
  WRITE,
  READ_MODIFY_WRITE,
  COMPARE_AND_SET,
  LOCK,
  UNLOCK,
  TRY_LOCK,
  WAIT,
  REACQUIRE,
  NOTIFY,
  NOTIFY_ALL,
  CANCEL_WAIT,
  PARK,
  UNPARK,
  INTERRUPT,
  TEST_INTERRUPT,
  START,
  JOIN,
  END,
  IS_ALIVE,
  YIELD,
  CHOICE,
  TIMEOUT,
  ACQUIRE,
  TRY_ACQUIRE,
  RELEASE,
  READ_LOCK,
  TRY_READ_LOCK,
  READ_UNLOCK,
  WRITE_LOCK,
  TRY_WRITE_LOCK,
  WRITE_UNLOCK,
  ARRIVE,
  PASS
};

/* How an operation accesses an object: dev.clew.trace.Dependence. */
enum mode { MODE_NONE = 0, MODE_READ = 1, MODE_SHARE = 2, MODE_WRITE = 3 };
#define MODES(first, second) ((first) | (second) << 2)

enum { NONE = -1, ANY_LABEL = -2, MAIN = 0, CLOCK = 1 };

/* The amount of a WRITE that gives the memory back: dev.clew.trace.Trace.FREES. */
enum { FREES = 1 };

/* Who goes on after the prefix of a schedule: dev.clew.trace.Schedule.Policy. */
enum policy { RUN_ON, RANDOM, PICKED };

enum schedule_flag {
  RECORDS_ENABLED = 1,
  RECORDS_DETAILS = 2,
  STOPS_AFTER_STEPS = 4,
};

/* What the program says when it hands over. */
enum message {
  FINISHED = 1,       /* the execution is over */
  PICK_THREAD = 2,    /* which of the offered threads goes on? */
  PICK_OPTION = 3,    /* which of so many alternatives? */
  REFUSED = 4,        /* the program does something that cannot be controlled: see the text */
  MORE_THREADS = 5,   /* more threads than the process was started for */
};

/* Why an execution ended: dev.clew.trace.Ending, without the states that are known. */
enum ending { COMPLETED, DEADLOCK, SLEEP_BLOCKED, KNOWN_STATE, STEP_LIMIT, DIVERGED };

/* Kinds of failure: dev.clew.trace.Failure.Kind, and LEAK. */
enum failure_kind { ASSERTION, INVARIANT, EXCEPTION, EXHAUSTED, HANG, CRASH, LEAK };

/* One event, a row of dev.clew.trace.Trace: one cache line. */
struct event {
  int32_t thread, kind, object, other, modes, label, before, expected;
  int32_t amount, link, target, options, enabled, position, value, reserved;
};

struct step {
  int32_t thread, label;
};

/* After so many events a thread runs on to where it stands: dev.clew.trace.LocalTurns. */
struct turn {
  int32_t events, thread;
};

struct sleeper {
  int32_t thread, object, other, modes, label;
};

/* A thread that is blocked at the end: a row of dev.clew.trace.PendingOperations. */
/* The amount of a thread that looks at the clock until the end of time. */
enum { FOR_TIME = -1 };

struct blocked {
  int32_t thread, kind, object, amount, link, target, position, idle;
};

struct race {
  int32_t location, first_thread, first_writes, first_position;
  int32_t second_thread, second_writes, second_position, events, first_events, reserved;
};

struct failure {
  int32_t kind, thread, events, position;
  uint32_t text; /* where its text begins in the texts */
  uint32_t reserved;
};

/* What the numbers of objects mean; kept from one execution to the next. */
enum matter { MATTER_VARIABLE, MATTER_MUTEX, MATTER_CONDITION, MATTER_RWLOCK, MATTER_BARRIER,
              MATTER_SPIN, MATTER_SEMAPHORE, MATTER_ONCE, MATTER_SIGNALS, MATTER_CANCEL,
              MATTER_LIVENESS, MATTER_STREAM, MATTER_LOOP, MATTER_MASK, MATTER_PROCESS,
              MATTER_ROUNDS, MATTER_TIMES, MATTER_TOLD };
enum object_flag { OBJECT_PLAIN = 1, OBJECT_VISIBLE = 2 };
struct object {
  uint64_t address;
  uint32_t size;
  uint16_t matter, flags;
  int32_t leader; /* that of its group, plus one: what events name; 0 if it is in none */
  uint32_t reserved;
};

/* What the numbers of threads mean: the n-th thread that a thread made. */
struct origin {
  int32_t maker, ordinal;
  uint64_t start; /* the address of its function */
};

/* A source position: a chain of return addresses, innermost first, of which this is one. */
struct place {
  uint32_t pc;
  int32_t caller; /* the place of the call, -1 if none is known */
};

/* A block of the heap that a race or a name speaks of. */
struct allocation {
  uint64_t address, size;
  int32_t thread, position;
};

/* The beginning of the mapped file. Regions are at the offsets that the engine wrote. */
struct shared {
  uint32_t magic, version;
  uint32_t go, done;                       /* 8 numbers of executions and answers */
  uint32_t program_sleeps, engine_sleeps;  /* 16 whether a byte in the pipe wakes it */
  uint32_t quit, message;                  /* 24 */
  /* schedule */
  uint32_t common, length, step_limit, policy; /* 32 */
  uint64_t seed;                               /* 48 */
  uint32_t flags, sleepers;                    /* 56 */
  int32_t steps_before_sleep;                  /* 64 */
  int32_t answer;                              /* 68 to PICK_THREAD and PICK_OPTION */
  uint32_t early_timeouts, spurious_wakeups;   /* 72 how often, in each thread */
  /* result */
  uint32_t ending, events, options, enabled;           /* 80 */
  uint32_t blocked, races, revealed, failures;         /* 96 */
  uint32_t starts_again, text, offers, features;       /* 112 */
  /* kept from one execution to the next */
  uint32_t threads, objects, places, values;           /* 128 */
  uint32_t allocations, visibility; /* 144 visibility: grows with each change */
  int32_t exit_status;
  uint32_t wanted_turns; /* of the schedule */
  /* capacities of regions, and where they begin */
  uint32_t event_capacity, option_capacity, thread_capacity, object_capacity; /* 160 */
  uint32_t place_capacity, value_capacity, text_capacity, report_capacity;    /* 176 */
  uint32_t turns, turn_capacity; /* 192 turns: those of the execution */
  uint64_t steps_at, sleepers_at, events_at, options_at, enabled_at, blocked_at; /* 200 */
  uint64_t races_at, revealed_at, failures_at, texts_at, offers_at;              /* 248 */
  uint64_t threads_at, objects_at, places_at, values_at, allocations_at;         /* 288 */
  uint64_t wanted_turns_at, turns_at;                                            /* 328 */
};

/* Bits of shared.features: what the program did that a verdict has to name. */
enum feature {
  HAS_TIMED = 1,      /* timed operations */
  HAS_WAITS = 2,      /* waits at conditions */
  HAS_SPINS = 4,      /* loops that wait by looking */
  HAS_ROUNDS = 8,     /* sleeps or yields of a thread that is left, and are not free */
  HAS_LONG_SLEEPS = 16, /* sleeps that end only when nothing else can run */
  HAS_ORDER = 32, /* something that was not due because something else was due before */
  HAS_POLLS = 64, /* loops that wait by looking, at the clock too */
  HAS_ENDLESS_POLLS = 128, /* such a loop that did not end before the end of time */
  HAS_SHORT_SLEEPS = 256, /* sleeps that ended early */
  HAS_OUTLASTED_WAITS = 512, /* such a sleep, and a wait of another thread due before its end */
  HAS_TURNS = 1024, /* waits that were due at the same time, and gave up one after the other */
  HAS_NOTICED_ROUNDS = 2048 /* rounds that were left out, though others noticed what they did */
};

#endif
