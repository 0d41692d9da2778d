/*
 * Statements with two hooks: a compiler copies a structure after it has told what is written and
 * what is read. Both happen after the second hook, so they are one access.
 *
 * That there is no store between the hooks is seen in the code: nothing is there but instructions
 * that put arguments into registers.
 */
#include "shadow.h"

enum { RDI = 7, RSI = 6, CALL_SIZE = 5, MOST_BETWEEN = 64 };

/* How long the operand is that begins with a byte for mode, register and memory. */
static int operand_size(const uint8_t *at) {
  int mode = at[0] >> 6, memory = at[0] & 7;
  bool has_index = mode != 3 && memory == 4;
  int size = has_index ? 2 : 1;
  if (mode == 1) {
    return size + 1;
  }
  bool is_far = mode == 2 || (mode == 0 && (memory == 5 || (has_index && (at[1] & 7) == 5)));
  return is_far ? size + 4 : size;
}

static bool is_argument(int number) { return number == RDI || number == RSI; }

/* The size of an instruction that sets the register of an argument, 0 if it is another one. */
static int size_of_setting(const uint8_t *code) {
  const uint8_t *at = code;
  bool is_extended = false; /* the register that is set is one of the upper eight */
  uint8_t prefix = (*at & 0xf0) == 0x40 ? *at++ : 0;
  uint8_t operation = *at++;
  int changed = at[0] >> 3 & 7;
  switch (operation) {
  case 0x8b: /* mov register, operand */
  case 0x8d: /* lea register, operand */
    is_extended = (prefix & 4) != 0;
    return is_argument(changed) && !is_extended ? (int)(at - code) + operand_size(at) : 0;
  case 0x89: /* mov operand, register */
  case 0x31: /* xor operand, register */
    is_extended = (prefix & 1) != 0;
    return at[0] >> 6 == 3 && is_argument(at[0] & 7) && !is_extended ? (int)(at - code) + 1 : 0;
  case 0xb8 + RDI: /* mov register, number */
  case 0xb8 + RSI:
    return prefix == 0 ? 5 : 0;
  case 0xc7:
    return at[0] >> 6 == 3 && is_argument(at[0] & 7) && (prefix & 1) == 0 ? (int)(at - code) + 5 : 0;
  default:
    return 0;
  }
}

bool is_one_statement(uintptr_t first, uintptr_t second) {
  if (second <= first + CALL_SIZE || second - first > MOST_BETWEEN) {
    return false;
  }
  const uint8_t *at = (const uint8_t *)first;
  const uint8_t *end = (const uint8_t *)second - CALL_SIZE;
  while (at < end) {
    int size = size_of_setting(at);
    if (size == 0) {
      return false;
    }
    at += size;
  }
  return at == end;
}
