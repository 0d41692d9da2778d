/*
 * The tables by which exceptions find their way are guarded by a lock of the compiler's library.
 * Who throws when makes no difference there: it is no operation of the program.
 */
#include "runtime.h"

struct dwarf_eh_bases;
const void *REAL(_Unwind_Find_FDE)(void *pc, struct dwarf_eh_bases *bases);
const void *WRAP(_Unwind_Find_FDE)(void *pc, struct dwarf_eh_bases *bases);

const void *WRAP(_Unwind_Find_FDE)(void *pc, struct dwarf_eh_bases *bases) {
  bool was_active = is_active;
  is_active = false;
  const void *found = REAL(_Unwind_Find_FDE)(pc, bases);
  is_active = was_active;
  return found;
}
