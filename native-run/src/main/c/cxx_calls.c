/*
 * Functions of the library for C++ that read and write memory of the program: strings and numbers that
 * streams take and give, and what is hashed. The streams themselves are not watched: the standard ones
 * any thread may use at any time, others are named in the verdict (unwatched.table).
 *
 * Only what a program calls is there: clew.cxx has the linker look.
 */
#include "library_calls.h"

/* As std::string begins. */
struct string {
  char *text;
  size_t size;
  char room[16];
};

#define TEXT(s) IN_BYTES(s, sizeof s->text + sizeof s->size) IN_BYTES(s->text, s->size)

TOLD_HIDDEN(size_t, _ZSt11_Hash_bytesPKvmm, (const void *from, size_t size, size_t seed),
           (from, size, seed), IN_BYTES(from, size), )
TOLD_HIDDEN(size_t, _ZSt15_Fnv_hash_bytesPKvmm, (const void *from, size_t size, size_t seed),
           (from, size, seed), IN_BYTES(from, size), )

// --- what is printed

TOLD_HIDDEN(void *, _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc,
           (void *stream, const char *s), (stream, s), STRING(s), )
TOLD_HIDDEN(void *,
           _ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE,
           (void *stream, const struct string *s), (stream, s), TEXT(s), )
TOLD_HIDDEN(void *,
           _ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l,
           (void *stream, const char *from, long size), (stream, from, size),
           IN_BYTES(from, size > 0 ? (size_t)size : 0), )
TOLD_HIDDEN(void *, _ZNSo5writeEPKcl, (void *stream, const char *from, long size),
           (stream, from, size), IN_BYTES(from, size > 0 ? (size_t)size : 0), )

// --- what is read

#define EXTRACTS(name, type) \
  TOLD_HIDDEN(void *, name, (void *stream, type *to), (stream, to), OUT(to), )

EXTRACTS(_ZNSirsERi, int)
EXTRACTS(_ZNSirsERs, short)
EXTRACTS(_ZNSi10_M_extractIbEERSiRT_, bool)
EXTRACTS(_ZNSi10_M_extractItEERSiRT_, unsigned short)
EXTRACTS(_ZNSi10_M_extractIjEERSiRT_, unsigned)
EXTRACTS(_ZNSi10_M_extractIlEERSiRT_, long)
EXTRACTS(_ZNSi10_M_extractImEERSiRT_, unsigned long)
EXTRACTS(_ZNSi10_M_extractIxEERSiRT_, long long)
EXTRACTS(_ZNSi10_M_extractIyEERSiRT_, unsigned long long)
EXTRACTS(_ZNSi10_M_extractIfEERSiRT_, float)
EXTRACTS(_ZNSi10_M_extractIdEERSiRT_, double)
EXTRACTS(_ZNSi10_M_extractIeEERSiRT_, long double)
EXTRACTS(_ZNSi10_M_extractIPvEERSiRT_, void *)
TOLD_HIDDEN(void *, _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_,
           (void *stream, char *to), (stream, to), OUT(to), )
TOLD_HIDDEN(void *, _ZNSi3getERc, (void *stream, char *to), (stream, to), OUT(to), )

/* A string is changed, which may have it get other memory. */
#define CHANGED(s) OUT(s) AHEAD(s->text, s->size + 1)
#define CHANGED_TO(s) WROTE(s->text, s->text == s->room ? 0 : s->size + 1)

TOLD_HIDDEN(void *,
           _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
           (void *stream, struct string *s), (stream, s), CHANGED(s), CHANGED_TO(s))
TOLD_HIDDEN(void *,
           _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
           (void *stream, struct string *s), (stream, s), CHANGED(s), CHANGED_TO(s))
TOLD_HIDDEN(void *,
           _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
           (void *stream, struct string *s, char end), (stream, s, end), CHANGED(s), CHANGED_TO(s))

#define LINE(to, room) AHEAD(to, room > 0 ? (size_t)room : 0)
TOLD_HIDDEN(void *, _ZNSi3getEPcl, (void *stream, char *to, long room), (stream, to, room),
           LINE(to, room), WROTE(to, room > 0 ? string_size(to) : 0))
TOLD_HIDDEN(void *, _ZNSi3getEPclc, (void *stream, char *to, long room, char end),
           (stream, to, room, end), LINE(to, room), WROTE(to, room > 0 ? string_size(to) : 0))
TOLD_HIDDEN(void *, _ZNSi7getlineEPcl, (void *stream, char *to, long room), (stream, to, room),
           LINE(to, room), WROTE(to, room > 0 ? string_size(to) : 0))
TOLD_HIDDEN(void *, _ZNSi7getlineEPclc, (void *stream, char *to, long room, char end),
           (stream, to, room, end), LINE(to, room), WROTE(to, room > 0 ? string_size(to) : 0))
TOLD_HIDDEN(void *, _ZNSi4readEPcl, (void *stream, char *to, long size), (stream, to, size),
           OUT_BYTES(to, size > 0 ? (size_t)size : 0), )
TOLD_HIDDEN(long, _ZNSi8readsomeEPcl, (void *stream, char *to, long size), (stream, to, size),
           LINE(to, size), WROTE(to, result > 0 ? (size_t)result : 0))
