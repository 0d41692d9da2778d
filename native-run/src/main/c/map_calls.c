/*
 * mmap and its kin, and the end of the data that brk and sbrk move.
 *
 * Memory goes where it is watched, the rest is done by the system. To take memory away is a write of
 * it, and so is to allow or to forbid all access: it races with uses that may come at another time.
 * To allow or to forbid writing only is a read, which races with writes. What nobody could watch is
 * refused: memory at addresses of the program's choice, and the same part of a file mapped twice.
 */
#include "maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control.h"
#include "files.h"
#include "heap.h"
#include "map_calls.h"
#include "numbers.h"
#include "ranges.h"

#define LARGEST_MEMORY 0x10000000000ull /* a terabyte: nobody expects to get more */

static uintptr_t rounded_up(uint64_t size) { return (size + PAGE - 1) & ~(uint64_t)(PAGE - 1); }

static void *failed_with(int error) {
  errno = error;
  return MAP_FAILED;
}

static bool is_in_execution(void) { return is_active && self != NULL; }

static void touch(uintptr_t from, uintptr_t to, bool writes, uintptr_t pc) {
  if (is_in_execution() && from < to) {
    access_begins();
    range_accessed((const void *)from, to - from, writes, pc);
  }
}

static int place_of_call(void) {
  return UNLIKELY(records_details && is_active) ? place_here() : NONE;
}

// --- where maps go

/* Room in the area of the thread that has the turn; 0 if no machine has so much. */
static uintptr_t room_for(size_t size) {
  int number = self == NULL ? MAIN : self->number;
  struct area *area = &areas[number];
  if (area->next == 0) {
    area->next = area_begin(number);
  }
  if (size > LARGEST_MEMORY) {
    return 0;
  }
  if (size + PAGE > area_begin(number) + MAPS_SIZE - area->next) {
    refuse("a thread maps more than %llu GB of memory; check the program with less data",
           MAPS_SIZE >> 30);
  }
  return area->next;
}

/* A page that nobody may touch lies behind each map. */
static void take_room(uintptr_t from, size_t size) {
  areas[(from - MAPS_BASE) / MAPS_SIZE].next = from + size + PAGE;
}

static bool was_handed_out(uintptr_t from, uintptr_t to) {
  return is_of_maps(from) && to <= areas[(from - MAPS_BASE) / MAPS_SIZE].next;
}

/* The address that the program insists on: it must be one that it was given before. */
static uintptr_t insisted_on(void *address, size_t size) {
  uintptr_t from = (uintptr_t)address;
  if (!was_handed_out(from, from + size)) {
    refuse("the program maps memory at an address of its own choice (%p), which cannot be watched;\n"
           "  let the system choose, as without MAP_FIXED",
           address);
  }
  return from;
}

// --- files

/* Both show the same part of a file, and what is written to one is seen in the other. */
static bool are_aliases(const struct part *a, const struct part *b) {
  bool is_same = a->is_file && b->is_file && a->device == b->device && a->file == b->file;
  bool overlap = a->offset < b->offset + (b->to - b->from) &&
                 b->offset < a->offset + (a->to - a->from);
  bool is_written = (a->is_shared && (a->protection & PROT_WRITE) != 0) ||
                    (b->is_shared && (b->protection & PROT_WRITE) != 0);
  return is_same && overlap && is_written;
}

static void refuse_aliases(const struct part *fresh) {
  for (const struct part *p = part_at(0); fresh->is_file && p != NULL; p = part_after(p)) {
    if ((p->to <= fresh->from || fresh->to <= p->from) && are_aliases(p, fresh)) {
      refuse("the program maps the same part of a file twice: what is written at one address and"
             " read\n  at the other cannot be watched; map it once");
    }
  }
}

static void look_at_file(struct part *part, int descriptor) {
  struct stat status;
  part->is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  part->device = status.st_dev;
  part->file = status.st_ino;
}

// --- mmap

/* Of what nobody but this process can see. */
static int without_sharing(int flags) {
  bool is_anonymous = (flags & MAP_ANONYMOUS) != 0;
  return is_anonymous ? (flags & ~MAP_TYPE) | MAP_PRIVATE : flags;
}

static void *map(void *address, size_t asked, int protection, int flags, int file, off_t offset,
                 uintptr_t pc) {
  size_t size = rounded_up(asked);
  bool insists = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
  if (asked == 0 || (insists && (uintptr_t)address % PAGE != 0)) {
    return failed_with(EINVAL);
  }
  if ((flags & MAP_32BIT) != 0) {
    refuse("the program maps memory with MAP_32BIT, where it cannot be watched; leave it out");
  }
  uintptr_t from = size < asked ? 0 : insists ? insisted_on(address, size) : room_for(size);
  if (from == 0) {
    return failed_with(ENOMEM);
  }
  struct part part = {.from = from, .to = from + size, .protection = protection, .is_map = true,
                      .offset = (uint64_t)offset, .map = from, .map_size = asked,
                      .position = place_of_call()};
  if ((flags & MAP_ANONYMOUS) == 0) {
    look_at_file(&part, file);
    part.is_shared = (flags & MAP_TYPE) != MAP_PRIVATE;
    refuse_aliases(&part);
  }
  if (insists) {
    const struct part *old = part_at(from);
    if ((flags & MAP_FIXED_NOREPLACE) != 0 && old != NULL && old->from < part.to) {
      return failed_with(EEXIST);
    }
    touch(from, part.to, true, pc);
  }
  int kept = without_sharing(flags) & ~(MAP_FIXED_NOREPLACE | MAP_HUGETLB | MAP_GROWSDOWN);
  void *memory = mmap((void *)from, size, protection, kept | MAP_FIXED | MAP_NORESERVE, file, offset);
  if (memory == MAP_FAILED) {
    return memory;
  }
  changes_outside();
  if (!insists) {
    take_room(from, size);
  } else if (is_in_execution()) {
    memory_reopened(memory, size);
  }
  parts_set(part);
  return memory;
}

WRAPPER(void *, mmap, void *address, size_t size, int protection, int flags, int file, off_t offset) {
  return is_controlled() ? map(address, size, protection, flags, file, offset, HERE)
                         : mmap(address, size, protection, flags, file, offset);
}

WRAPPER(void *, mmap64, void *address, size_t size, int protection, int flags, int file,
        off_t offset) {
  return is_controlled() ? map(address, size, protection, flags, file, offset, HERE)
                         : mmap(address, size, protection, flags, file, offset);
}

// --- munmap

static void take_away(uintptr_t from, uintptr_t to, uintptr_t pc) {
  for (const struct part *p = part_at(from); p != NULL && p->from < to; p = part_at(from)) {
    uintptr_t begin = p->from > from ? p->from : from, end = p->to < to ? p->to : to;
    memory_unmapped((void *)begin, end - begin, pc); /* others may have the turn */
    parts_remove(begin, end);
    from = end;
  }
}

static int unmap(void *address, size_t asked, uintptr_t pc) {
  uintptr_t from = (uintptr_t)address, to = from + rounded_up(asked);
  if (from % PAGE != 0 || to <= from) {
    errno = EINVAL;
    return -1;
  }
  if (!was_handed_out(from, to - 1)) {
    refuse("the program unmaps memory that it did not map (%p)", address);
  }
  changes_outside();
  take_away(from, to, pc);
  return munmap(address, to - from);
}

WRAPPER(int, munmap, void *address, size_t size) {
  return is_controlled() ? unmap(address, size, HERE) : munmap(address, size);
}

// --- mremap

/* The last map of an area can grow where it is, for the thread whose area it is. */
static bool grows_in_place(const struct part *p, size_t more) {
  int owner = (int)((p->from - MAPS_BASE) / MAPS_SIZE);
  int number = self == NULL ? MAIN : self->number;
  return owner == number && p->to + PAGE == areas[owner].next &&
         p->to + more + PAGE <= area_begin(owner) + MAPS_SIZE;
}

static void *grow(struct part part, size_t old_size, size_t size, int flags, uintptr_t pc) {
  bool stays = grows_in_place(&part, size - old_size);
  if (!stays && (flags & MREMAP_MAYMOVE) == 0) {
    return failed_with(ENOMEM);
  }
  uintptr_t to = stays ? part.from : room_for(size);
  if (to == 0) {
    return failed_with(ENOMEM);
  }
  struct part fresh = part;
  fresh.from = fresh.map = to;
  fresh.to = to + size;
  fresh.map_size = size;
  fresh.position = place_of_call();
  if (!stays) {
    memory_unmapped((void *)part.from, old_size, pc);
  }
  void *memory = stays ? mremap((void *)part.from, old_size, size, 0)
                       : mremap((void *)part.from, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED,
                                (void *)to);
  if (memory == MAP_FAILED) {
    return memory;
  }
  changes_outside();
  parts_remove(part.from, part.from + old_size);
  take_room(to, size);
  parts_set(fresh);
  return memory;
}

static void *resize(void *old, size_t old_asked, size_t asked, int flags, uintptr_t pc) {
  uintptr_t from = (uintptr_t)old;
  size_t old_size = rounded_up(old_asked), size = rounded_up(asked);
  if (from % PAGE != 0 || size == 0 || size < asked) {
    return failed_with(EINVAL);
  }
  if ((flags & ~MREMAP_MAYMOVE) != 0 || old_size == 0) {
    refuse("the program calls mremap with an address, or to have the same memory twice; that cannot"
           " be watched");
  }
  const struct part *p = part_at(from);
  if (p == NULL || !p->is_map || from < p->from || from + old_size > p->to) {
    return failed_with(EFAULT);
  }
  if (size <= old_size) {
    return size < old_size && unmap((char *)old + size, old_size - size, pc) != 0 ? MAP_FAILED : old;
  }
  struct part part = *p;
  part.offset += from - part.from;
  part.from = from;
  part.to = from + old_size;
  return grow(part, old_size, size, flags, pc);
}

void *WRAP(mremap)(void *old, size_t old_size, size_t size, int flags, ...);
void *WRAP(mremap)(void *old, size_t old_size, size_t size, int flags, ...) {
  if (is_controlled()) {
    return resize(old, old_size, size, flags, HERE);
  }
  va_list list;
  va_start(list, flags);
  void *address = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void *) : NULL;
  va_end(list);
  return mremap(old, old_size, size, flags, address);
}

// --- protection

enum { RIGHTS = PROT_READ | PROT_WRITE };

/* Heap, stacks and data may be protected, too; code and constants are nobody's business. */
static bool is_of_program(uintptr_t from, uintptr_t to) {
  extern char data_start[] __asm__("__data_start"), data_end[] __asm__("_end");
  bool is_data = from >= (uintptr_t)data_start && to <= (uintptr_t)data_end;
  return is_data || (from >= REGION_BASE && to <= MAPS_BASE + ALL_MAPS);
}

static void change_rights(uintptr_t from, uintptr_t to, int old, int protection, uintptr_t pc) {
  int changed = (old ^ protection) & RIGHTS;
  if (changed != 0) {
    touch(from, to, (changed & PROT_READ) != 0, pc);
  }
}

static void set_protection(const struct part *old, uintptr_t from, uintptr_t to, int protection) {
  struct part part = {.position = NONE};
  if (old != NULL) {
    part = *old;
    part.offset += from - part.from;
  }
  part.from = from;
  part.to = to;
  part.protection = protection;
  if (!part.is_map && protection == RIGHTS) {
    parts_remove(from, to);
  } else {
    refuse_aliases(&part);
    parts_set(part);
  }
}

/* A piece that has one protection so far. */
static void protect_piece(uintptr_t from, uintptr_t to, int protection, uintptr_t pc) {
  const struct part *p = part_at(from);
  bool is_there = p != NULL && p->from <= from;
  change_rights(from, to, is_there ? p->protection : RIGHTS, protection, pc);
  p = part_at(from); /* others may have had the turn */
  set_protection(p != NULL && p->from <= from ? p : NULL, from, to, protection);
}

static int protect(void *address, size_t asked, int protection, uintptr_t pc) {
  uintptr_t from = (uintptr_t)address, end = from + rounded_up(asked);
  if (from % PAGE != 0) {
    errno = EINVAL;
    return -1;
  }
  if (!is_of_program(from, end)) {
    refuse("the program changes the protection of memory that is neither its data nor mapped (%p)",
           address);
  }
  changes_outside();
  while (from < end) {
    const struct part *p = part_at(from);
    bool is_there = p != NULL && p->from <= from;
    uintptr_t to = p == NULL ? end : is_there ? p->to : p->from;
    to = to < end ? to : end;
    if (!is_there && is_of_maps(from)) {
      errno = ENOMEM;
      return -1;
    }
    protect_piece(from, to, protection, pc);
    if (mprotect((void *)from, to - from, protection) != 0) {
      return -1;
    }
    from = to;
  }
  return 0;
}

int model_mprotect(void *address, size_t size, int protection, uintptr_t pc) {
  return is_controlled() ? protect(address, size, protection, pc)
                         : mprotect(address, size, protection);
}

WRAPPER(int, mprotect, void *address, size_t size, int protection) {
  return model_mprotect(address, size, protection, HERE);
}

WRAPPER(int, pkey_mprotect, void *address, size_t size, int protection, int key) {
  if (!is_controlled()) {
    return pkey_mprotect(address, size, protection, key);
  }
  refuse("the program calls pkey_mprotect; rights of single threads cannot be followed: use mprotect");
}

// --- advice

int model_madvise(void *address, size_t size, int advice, uintptr_t pc) {
  uintptr_t from = (uintptr_t)address;
  if (!is_controlled()) {
    return madvise(address, size, advice);
  }
  switch (advice) {
  case MADV_FREE: /* contents may stay or go: they stay */
  case MADV_DONTFORK:
  case MADV_WIPEONFORK:
    touch(from, from + rounded_up(size), advice == MADV_FREE, pc);
    return 0;
  case MADV_DONTNEED:
  case MADV_REMOVE:
    touch(from, from + rounded_up(size), true, pc);
    changes_outside();
    return madvise(address, size, advice);
  default:
    return madvise(address, size, advice);
  }
}

WRAPPER(int, madvise, void *address, size_t size, int advice) {
  return model_madvise(address, size, advice, HERE);
}

// --- the end of the data

/* The area of the clock, who maps nothing. */
#define DATA_END area_begin(CLOCK)
/* Put back with the memory of the program. */
static uintptr_t data_end_now;
static int mover; /* the thread that moved it, and 1 */

static void check_mover(void) {
  int number = self == NULL ? MAIN : self->number;
  if (mover != 0 && mover != number + 1) {
    refuse("two threads of the program move the end of its data (brk, sbrk): which is the first"
           " cannot be\n  controlled; use mmap or malloc");
  }
  mover = number + 1;
}

static uintptr_t end_of_data(void) {
  if (data_end_now == 0) {
    data_end_now = DATA_END;
    areas[CLOCK].next = DATA_END;
  }
  return data_end_now;
}

/* Maps what is below an end and unmaps what is above; whether there was room. */
static bool move_end(uintptr_t to, uintptr_t pc) {
  uintptr_t old = end_of_data(), mapped = rounded_up(old), wanted = rounded_up(to);
  if (to < DATA_END || to > DATA_END + MAPS_SIZE - PAGE) {
    errno = ENOMEM;
    return false;
  }
  check_mover();
  changes_outside();
  if (to < old) {
    memory_unmapped((void *)to, old - to, pc);
  }
  if (wanted > mapped) {
    struct part part = {.from = mapped, .to = wanted, .protection = RIGHTS, .is_map = true,
                        .map = DATA_END, .map_size = to - DATA_END, .position = place_of_call()};
    mmap((void *)mapped, wanted - mapped, RIGHTS,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    parts_set(part);
  } else if (wanted < mapped) {
    parts_remove(wanted, mapped);
    munmap((void *)wanted, mapped - wanted);
  }
  if (to > old && is_in_execution()) {
    memory_reopened((void *)old, to - old);
  }
  if (wanted > areas[CLOCK].next) {
    areas[CLOCK].next = wanted;
  }
  data_end_now = to;
  return true;
}

WRAPPER(void *, sbrk, intptr_t more) {
  if (!is_controlled()) {
    return sbrk(more);
  }
  uintptr_t old = end_of_data();
  return more == 0 || move_end(old + (uintptr_t)more, HERE) ? (void *)old : (void *)-1;
}

WRAPPER(int, brk, void *end) {
  if (!is_controlled()) {
    return brk(end);
  }
  return move_end((uintptr_t)end, HERE) ? 0 : -1;
}

// --- refused

WRAPPER(void *, shmat, int memory, const void *address, int flags) {
  if (is_controlled()) {
    refuse("the program calls shmat; what other processes could share cannot be controlled: use a"
           " private map");
  }
  return shmat(memory, address, flags);
}

WRAPPER(int, remap_file_pages, void *address, size_t size, int protection, size_t page, int flags) {
  if (is_controlled()) {
    refuse("the program calls remap_file_pages, which cannot be watched: use mmap");
  }
  return remap_file_pages(address, size, protection, page, flags);
}
