/* What the printf and scanf families read and write through their arguments (formats.c). */
#ifndef CLEW_FORMATS_H
#define CLEW_FORMATS_H

#include <stdarg.h>

#include "ranges.h"

/* The format and the strings that are printed are read, for %n is written. */
void format_prints(const char *format, va_list arguments, uintptr_t pc);
void wide_format_prints(const wchar_t *format, va_list arguments, uintptr_t pc);
/*
 * Before a call of scanf, on a text of so many bytes: the format is read, and what may be written is
 * announced; after it, which has converted so much: what was written.
 */
void format_will_scan(const char *format, size_t text, va_list arguments, uintptr_t pc);
void format_has_scanned(const char *format, int converted, va_list arguments, uintptr_t pc);
void wide_format_will_scan(const wchar_t *format, size_t text, va_list arguments, uintptr_t pc);
void wide_format_has_scanned(const wchar_t *format, int converted, va_list arguments,
                             uintptr_t pc);

#endif
