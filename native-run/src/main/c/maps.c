/*
 * The table of what the program has mapped and protected, by address, and how it is put back.
 *
 * Contents of maps that were there before main are remembered page by page, as far as they are not
 * zero. All other maps go when the execution ends.
 */
#include "maps.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heap.h"
#include "numbers.h"
#include "scheduler.h"
#include "shadow.h"
#include "states.h"

enum { MAX_PARTS = 1 << 16 };

KEEP struct area areas[MAX_THREADS];
static KEEP struct part *parts;
static KEEP int part_count;

/* The maps as they were before main. */
static KEEP struct {
  struct part *parts;
  int count;
  struct area areas[MAX_THREADS];
  uintptr_t *addresses; /* of the pages that are not zero */
  char *pages;
  size_t page_count;
} before_main;

// --- the table

/* The index of the first part that ends behind an address. */
static int index_at(uintptr_t address) {
  int low = 0, high = part_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (parts[middle].to <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

struct part *part_at(uintptr_t address) {
  int index = index_at(address);
  return index < part_count ? &parts[index] : NULL;
}

struct part *part_after(const struct part *part) {
  return part + 1 < parts + part_count ? (struct part *)part + 1 : NULL;
}

static void insert(int index, struct part part) {
  if (parts == NULL) {
    parts = shadow_reserve(MAX_PARTS * sizeof *parts);
  }
  if (part_count == MAX_PARTS) {
    refuse("the program has more than %d maps at once; check it with less data", MAX_PARTS);
  }
  memmove(parts + index + 1, parts + index, (size_t)(part_count - index) * sizeof *parts);
  parts[index] = part;
  part_count++;
}

/* Divides the part in which an address is, unless it begins there. */
static void divide_at(uintptr_t address) {
  int index = index_at(address);
  if (index < part_count && parts[index].from < address) {
    struct part second = parts[index];
    second.offset += address - second.from;
    second.from = address;
    parts[index].to = address;
    insert(index + 1, second);
  }
}

void parts_remove(uintptr_t from, uintptr_t to) {
  divide_at(from);
  divide_at(to);
  int first = index_at(from), end = first;
  while (end < part_count && parts[end].from < to) {
    end++;
  }
  memmove(parts + first, parts + end, (size_t)(part_count - end) * sizeof *parts);
  part_count -= end - first;
}

void parts_set(struct part part) {
  parts_remove(part.from, part.to);
  insert(index_at(part.from), part);
}

// --- executions

static bool is_zero(const uint64_t *page) {
  for (size_t i = 0; i < PAGE / sizeof *page; i++) {
    if (page[i] != 0) {
      return false;
    }
  }
  return true;
}

static void make_readable(const struct part *p, bool is_readable) {
  int protection = is_readable ? p->protection | PROT_READ : p->protection;
  if ((p->protection & PROT_READ) == 0) {
    mprotect((void *)p->from, p->to - p->from, protection);
  }
}

/* Calls a function for each page of a part that is not zero. */
static void each_page(const struct part *p, void (*visit)(uintptr_t page)) {
  make_readable(p, true);
  for (uintptr_t page = p->from; page < p->to; page += PAGE) {
    if (!is_zero((const uint64_t *)page)) {
      visit(page);
    }
  }
  make_readable(p, false);
}

static void count_page(uintptr_t page) {
  (void)page;
  before_main.page_count++;
}

static void copy_page(uintptr_t page) {
  memcpy(before_main.pages + before_main.page_count * PAGE, (const void *)page, PAGE);
  before_main.addresses[before_main.page_count++] = page;
}

static void remember_pages(void (*visit)(uintptr_t page)) {
  before_main.page_count = 0;
  for (int i = 0; i < part_count; i++) {
    if (parts[i].is_map) {
      each_page(&parts[i], visit);
    }
  }
}

void maps_remember(void) {
  memcpy(before_main.areas, areas, sizeof areas);
  before_main.count = part_count;
  if (part_count == 0) {
    return;
  }
  for (int i = 0; i < part_count; i++) {
    if (parts[i].is_file && parts[i].is_shared) {
      refuse("the program maps a file to share it before main: what it writes there cannot be put"
             " back; map it in main");
    }
    parts[i].is_file = false; /* it is put back from a copy */
  }
  before_main.parts = shadow_reserve((size_t)part_count * sizeof *parts);
  memcpy(before_main.parts, parts, (size_t)part_count * sizeof *parts);
  remember_pages(count_page);
  before_main.pages = shadow_reserve(before_main.page_count * PAGE + 1);
  before_main.addresses = shadow_reserve((before_main.page_count + 1) * sizeof(uintptr_t));
  remember_pages(copy_page);
}

static void map_again(const struct part *p) {
  if (!p->is_map) {
    return;
  }
  void *memory = mmap((void *)p->from, p->to - p->from, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (memory != (void *)p->from) {
    refuse("there is no memory for what the program maps before main");
  }
}

static void protect_again(const struct part *p) {
  if (p->protection != (PROT_READ | PROT_WRITE)) {
    mprotect((void *)p->from, p->to - p->from, p->protection);
  }
}

void maps_put_back(void) {
  for (int i = 0; i < part_count; i++) {
    if (!parts[i].is_map) {
      mprotect((void *)parts[i].from, parts[i].to - parts[i].from, PROT_READ | PROT_WRITE);
    }
  }
  for (int t = 0; t < thread_end || t <= CLOCK; t++) {
    if (areas[t].next != 0) {
      munmap((void *)area_begin(t), areas[t].next - area_begin(t));
    }
    areas[t] = before_main.areas[t];
  }
  part_count = before_main.count;
  for (int i = 0; i < part_count; i++) {
    parts[i] = before_main.parts[i];
    map_again(&parts[i]);
  }
  for (size_t i = 0; i < before_main.page_count && part_count > 0; i++) {
    memcpy((void *)before_main.addresses[i], before_main.pages + i * PAGE, PAGE);
  }
  for (int i = 0; i < part_count; i++) {
    protect_again(&parts[i]);
  }
}

// --- what others want to know

bool maps_sum(uint64_t *sum, size_t most) {
  for (int i = 0; i < part_count; i++) {
    const struct part *p = &parts[i];
    if (!p->is_map || p->protection == PROT_NONE) {
      continue; /* other memory counts anyhow */
    }
    size_t size = p->to - p->from;
    if (p->is_file || (p->protection & PROT_READ) == 0 || size > most) {
      return false;
    }
    most -= size;
    *sum += words_sum((const void *)p->from, size);
  }
  return true;
}

enum { STEP = 1 << 16 };

/* Whether the system has pages for so much memory; what it has none for is zero. */
static bool is_touched(int pages, uintptr_t from, size_t size) {
  uint64_t entries[STEP / PAGE];
  size_t count = size / PAGE * sizeof *entries;
  if (pages < 0 || pread(pages, entries, count, (off_t)(from / PAGE * sizeof *entries)) < 0) {
    return true;
  }
  uint64_t any = 0;
  for (size_t i = 0; i < size / PAGE; i++) {
    any |= entries[i];
  }
  return any != 0;
}

/* Looks through a part by way of a copy, as not all of it need be readable. */
static bool look_through_part(const struct part *p, int memory, int pages,
                              void (*visit)(const void *begin, const void *end)) {
  static KEEP uint64_t words[STEP / sizeof(uint64_t)];
  for (uintptr_t at = p->from; at < p->to; at += STEP) {
    size_t size = p->to - at < STEP ? p->to - at : STEP;
    if (!p->is_file && !is_touched(pages, at, size)) {
      continue;
    }
    ssize_t count = pread(memory, words, size, (off_t)at);
    if (count < 0 && errno != EIO && errno != EFAULT) {
      return false;
    }
    if (count > 0) { /* behind the end of a file there is nothing */
      visit(words, (const char *)words + count);
    }
  }
  return true;
}

bool maps_each_word(void (*visit)(const void *begin, const void *end)) {
  if (part_count == 0) {
    return true;
  }
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  int pages = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  bool is_whole = memory >= 0;
  for (int i = 0; i < part_count && is_whole; i++) {
    is_whole = !parts[i].is_map || look_through_part(&parts[i], memory, pages, visit);
  }
  close(memory);
  close(pages);
  return is_whole;
}

bool map_at(uintptr_t address, struct allocation *into) {
  const struct part *p = part_at(address);
  if (p == NULL || p->from > address || !p->is_map) {
    return false;
  }
  into->address = p->map;
  into->size = p->map_size;
  into->thread = (int32_t)((p->map - MAPS_BASE) / MAPS_SIZE);
  into->position = p->position;
  return true;
}

static bool is_readable(uintptr_t address) {
  const struct part *p = part_at(address);
  return p != NULL && p->from <= address ? (p->protection & PROT_READ) != 0 : !is_of_maps(address);
}

uint64_t value_shown(const volatile void *address, uint32_t size) {
  bool is_there = part_count == 0 || is_readable((uintptr_t)address);
  return is_there ? value_at(address, size) : 0;
}

bool is_mapped_elsewhere(uintptr_t address) {
  unsigned char unused;
  return mincore((void *)(address & ~(uintptr_t)(PAGE - 1)), PAGE, &unused) == 0;
}
