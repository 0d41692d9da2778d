/* The heap: where blocks are, what is in them, what is found wrong, what leaks, what is put back. */
#include <errno.h>
#include <stdarg.h>

#include "fake_scheduler.h"
#include "heap.h"

void *WRAP(malloc)(size_t);
void *WRAP(calloc)(size_t, size_t);
void *WRAP(realloc)(void *, size_t);
void *WRAP(reallocarray)(void *, size_t, size_t);
void WRAP(free)(void *);
void *WRAP(memalign)(size_t, size_t);
void *WRAP(aligned_alloc)(size_t, size_t);
int WRAP(posix_memalign)(void **, size_t, size_t);
void *WRAP(valloc)(size_t);
void *WRAP(pvalloc)(size_t);
size_t WRAP(malloc_usable_size)(void *);

/* What the heap told of blocks. */
static void *allocated, *freed, *reopened;
static size_t allocated_size, freed_size;
static int leak_reports;

void memory_allocated(void *address, size_t size) {
  allocated = address;
  allocated_size = size;
}

void memory_freed(void *address, size_t size, uintptr_t pc) {
  (void)pc;
  freed = address;
  freed_size = size;
}

void memory_reopened(void *address, size_t size) {
  (void)size;
  reopened = address;
}

int place_here(void) { return 77; }

int place_of(uintptr_t pc) { return pc == 0 ? NONE : 99; }

/* Writes where an address says: no compiler may know what it does. */
static void poke(char *address, char value) {
  __asm__ volatile("movb %b1, (%0)" ::"r"(address), "r"(value) : "memory");
}

static void begin(const char *name) {
  begin_test(name);
  heap_begin_execution();
  allocated = freed = reopened = NULL;
}

// --- allocation

static void test_addresses_belong_to_threads(void) {
  begin("addresses do not depend on other threads");
  as_thread(2);
  char *first = WRAP(malloc)(24);
  char *second = WRAP(malloc)(1);
  begin("the same in another order");
  as_thread(3);
  char *other = WRAP(malloc)(1000);
  as_thread(2);
  CHECK(WRAP(malloc)(24) == first);
  as_thread(3);
  char *another = WRAP(malloc)(5);
  as_thread(2);
  CHECK(WRAP(malloc)(1) == second);
  CHECK((uintptr_t)first >= HEAP_BASE + 2 * REGION_SIZE + STACK_SIZE);
  CHECK((uintptr_t)first < HEAP_BASE + 3 * REGION_SIZE);
  CHECK((uintptr_t)other >= HEAP_BASE + 3 * REGION_SIZE + STACK_SIZE && another > other);
}

static void test_contents(void) {
  begin("new memory is the same in every execution");
  unsigned char *block = WRAP(malloc)(40);
  CHECK(allocated == block && allocated_size == 40);
  CHECK(block[0] == 0xCE && block[39] == 0xCE);
  memset(block, 1, 40);
  begin("again");
  CHECK(WRAP(malloc)(40) == block);
  CHECK(block[0] == 0xCE && block[39] == 0xCE);
  char *zero = WRAP(calloc)(5, 8);
  for (int i = 0; i < 40; i++) {
    CHECK(zero[i] == 0);
  }
  size_t large = 3u << 20;
  char *pages = WRAP(malloc)(large);
  memset(pages, 1, large);
  begin("and large blocks are zero");
  WRAP(malloc)(40);
  WRAP(calloc)(5, 8);
  CHECK(WRAP(malloc)(large) == pages);
  for (size_t i = 0; i < large; i++) {
    CHECK(pages[i] == 0);
  }
}

static void test_freed_blocks_wait(void) {
  begin("freed blocks are not used again");
  char *block = WRAP(malloc)(16);
  WRAP(free)(block);
  CHECK(freed == block && freed_size == 16);
  CHECK(WRAP(malloc)(16) != block);
  WRAP(free)(NULL);
}

static void test_reuse(void) {
  begin("a thread that allocates very much uses its own freed blocks again");
  size_t size = 8u << 20;
  char *oldest = WRAP(malloc)(size);
  WRAP(free)(oldest);
  char *of_other = WRAP(malloc)(size);
  as_thread(2);
  WRAP(free)(of_other);
  as_thread(MAIN);
  char *block = NULL;
  for (int i = 0; i < 60; i++) {
    block = WRAP(malloc)(size);
    CHECK(block != oldest);
  }
  WRAP(malloc)(3 * size);
  CHECK(WRAP(malloc)(2 * size) != oldest);
  CHECK(reopened == NULL);
  CHECK(WRAP(malloc)(size / 2) == oldest);
  CHECK(reopened == oldest && WRAP(malloc_usable_size)(oldest) == size / 2);
  CHECK(WRAP(malloc)(size / 2) != of_other);
}

static void test_limits(void) {
  begin("what is too large is not there");
  errno = 0;
  CHECK(WRAP(malloc)(SIZE_MAX / 2) == NULL && errno == ENOMEM);
  CHECK(WRAP(calloc)(SIZE_MAX / 2, 3) == NULL);
  CHECK(WRAP(reallocarray)(NULL, SIZE_MAX / 2, 3) == NULL);
  TRY(for (int i = 0; i < 5; i++) { WRAP(malloc)((size_t)1 << 30); });
  CHECK(outcome == WAS_REFUSED && strstr(last_text, "heap") != NULL);
}

static void test_alignment(void) {
  begin("alignments");
  for (size_t alignment = 16; alignment <= 1u << 20; alignment *= 2) {
    CHECK((uintptr_t)WRAP(memalign)(alignment, 3) % alignment == 0);
    CHECK((uintptr_t)WRAP(aligned_alloc)(alignment, 64) % alignment == 0);
    void *block = NULL;
    CHECK(WRAP(posix_memalign)(&block, alignment, 5) == 0);
    CHECK((uintptr_t)block % alignment == 0);
    WRAP(free)(block);
  }
  CHECK((uintptr_t)WRAP(memalign)(17, 3) % 32 == 0);
  void *none = &none;
  CHECK(WRAP(posix_memalign)(&none, 24, 5) == EINVAL && none == &none);
  CHECK((uintptr_t)WRAP(valloc)(5) % 4096 == 0);
  CHECK(WRAP(malloc_usable_size)(WRAP(pvalloc)(5)) == 4096);
  CHECK(WRAP(malloc_usable_size)(NULL) == 0);
}

static void test_reallocation(void) {
  begin("a block that changes its size moves");
  char *old = WRAP(malloc)(4);
  memcpy(old, "abcd", 4);
  char *larger = WRAP(realloc)(old, 100);
  CHECK(larger != old && memcmp(larger, "abcd", 4) == 0 && freed == old);
  char *smaller = WRAP(realloc)(larger, 2);
  CHECK(smaller != larger && memcmp(smaller, "ab", 2) == 0);
  CHECK(WRAP(realloc)(smaller, 0) == NULL && freed == smaller);
  CHECK(WRAP(realloc)(NULL, 7) == allocated && allocated_size == 7);
  char *last = WRAP(malloc)(5000);
  memset(last, 3, 5000);
  char *grown = WRAP(realloc)(last, 9000);
  CHECK(grown == last && grown[4999] == 3 && (unsigned char)grown[5000] == 0xCE);
  CHECK(reopened == last + 5000 && allocated_size == 9000);
  WRAP(free)(grown);
}

// --- findings

static void test_wrong_frees(void) {
  begin("wrong calls of free");
  char *block = WRAP(malloc)(100);
  WRAP(free)(block);
  CHECK_FAILS(WRAP(free)(block), "double free");
  CHECK_FAILS(WRAP(realloc)(block, 5), "double free");
  char *other = WRAP(malloc)(100);
  CHECK_FAILS(WRAP(free)(other + 16), "middle");
  CHECK_FAILS(WRAP(free)(other + 1), "middle");
  CHECK_FAILS(WRAP(free)(&block), "not one of an allocated block");
  CHECK_FAILS(WRAP(free)((void *)8), "not one of an allocated block");
  CHECK_FAILS(WRAP(free)(other + 100000), "not one of an allocated block");
  poke(other + 100, 1);
  CHECK_FAILS(WRAP(free)(other), "beyond the end");
  char *third = WRAP(malloc)(100);
  poke(third - 1, 1);
  CHECK_FAILS(WRAP(free)(third), "before the beginning");
  is_active = false;
  TRY(WRAP(free)(block));
  CHECK(outcome == WAS_REFUSED);
}

static void test_allocations_are_known(void) {
  begin("what an address belongs to");
  records_details = true;
  as_thread(2);
  char *block = WRAP(malloc)(100);
  WRAP(malloc)(10);
  struct allocation found;
  CHECK(allocation_at(block + 99, &found));
  CHECK(found.address == (uintptr_t)block && found.size == 100);
  CHECK(found.thread == 2 && found.position == 77);
  CHECK(freed_position(block) == NONE);
  WRAP(free)(block);
  CHECK(allocation_at(block, &found) && freed_position(block + 5) == 77);
  CHECK(!allocation_at(&found, &found));
  CHECK(!allocation_at(block - 100, &found));
  records_details = false;
}

// --- leaks

void note_failure(enum failure_kind kind, int position, const char *format, ...) {
  CHECK(kind == LEAK && position == 99);
  va_list list;
  va_start(list, format);
  vsnprintf(last_text, sizeof last_text, format, list);
  va_end(list);
  leak_reports++;
}

static void *root;

/* Allocates where no address is left on the stack. */
static __attribute__((noinline)) void lose(size_t size) { *(char *)WRAP(malloc)(size) = 1; }

static int is_there = NONE; /* a thread that has not ended */
static char storage[1 << 14]; /* in the middle of which it has what the library keeps for it */

static int check_leaks(void) {
  leak_reports = 0;
  allocated = freed = reopened = NULL; /* they would lead to blocks */
  for (int t = 0; t < thread_end; t++) {
    threads[t].phase = t == is_there ? STANDING : ENDED;
  }
  heap_check_leaks();
  return leak_reports;
}

static void test_leaks(void) {
  begin("nothing leaks");
  root = NULL;
  CHECK(check_leaks() == 0);
  begin("what is reachable does not leak");
  root = WRAP(malloc)(24);
  memset(root, 0, 24);
  ((void **)root)[1] = (char *)WRAP(malloc)(10) + 5;
  CHECK(check_leaks() == 0);
  begin("what is not, does");
  root = NULL;
  lose(40);
  CHECK(check_leaks() == 1 && strstr(last_text, "40 bytes in 1 block ") != NULL);
  begin("two places, and what is led to is not told");
  for (int i = 0; i < 3; i++) {
    lose(8);
  }
  root = WRAP(malloc)(16);
  ((void **)root)[0] = WRAP(malloc)(100);
  root = NULL;
  CHECK(check_leaks() == 2 && strstr(last_text, "16 bytes in 1 block ") != NULL);
  begin("blocks that hold each other are told once");
  root = WRAP(malloc)(16);
  ((void **)root)[0] = WRAP(malloc)(8);
  *((void ***)root)[0] = root;
  root = NULL;
  CHECK(check_leaks() == 1 && strstr(last_text, "16 bytes in 1 block ") != NULL);
  begin("values of threads that have ended are lost");
  threads[2].values[3] = WRAP(malloc)(8);
  CHECK(check_leaks() == 1);
  begin("those of others are reachable");
  threads[2].values[3] = WRAP(malloc)(8);
  threads[2].thread_pointer = (uintptr_t)(storage + sizeof storage / 2);
  is_there = 2;
  CHECK(check_leaks() == 0);
  is_there = NONE;
}

// --- what was there before main

static char *early;
static int visited;

static void visit(void *address, size_t size) {
  CHECK(address == early && size == 32);
  visited++;
}

static void test_snapshot(void) {
  begin_test("what is allocated before main is put back");
  self = NULL;
  is_active = false;
  early = WRAP(malloc)(32);
  strcpy(early, "before");
  WRAP(free)(WRAP(malloc)(8));
  heap_snapshot();
  for (int i = 0; i < 3; i++) {
    begin("an execution");
    char *after = WRAP(malloc)(32);
    CHECK(after > early && strcmp(early, "before") == 0);
    strcpy(early, "after");
    WRAP(free)(early);
    CHECK_FAILS(WRAP(free)(early), "double free");
    WRAP(free)(after);
    CHECK(count_live_blocks() == 0);
    heap_restore();
    CHECK(strcmp(early, "before") == 0);
  }
  heap_each_block(visit);
  CHECK(visited == 1);
}

int main(void) {
  setbuf(stdout, NULL);
  heap_begin_process();
  test_snapshot();
  test_addresses_belong_to_threads();
  test_contents();
  test_freed_blocks_wait();
  test_reuse();
  test_limits();
  test_alignment();
  test_reallocation();
  test_wrong_frees();
  test_allocations_are_known();
  test_leaks();
  return 0;
}
