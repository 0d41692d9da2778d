/* How functions are written that the linker puts in the place of those of the library. */
#ifndef CLEW_WRAPPER_H
#define CLEW_WRAPPER_H

#include <stdint.h>

/* The linker replaces calls of NAME by calls of __wrap_NAME; the *.wrap files name them all. */
#define WRAP(name) __wrap_##name
#define REAL(name) __real_##name

/* Declares a wrapper and the function that it stands for; the body follows. */
#define WRAPPER(type, name, ...) \
  type WRAP(name)(__VA_ARGS__);  \
  type REAL(name)(__VA_ARGS__);  \
  type WRAP(name)(__VA_ARGS__)

/* Where the program called a wrapper; only there. */
#define HERE ((uintptr_t)__builtin_return_address(0))

#endif
