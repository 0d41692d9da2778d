/*
 * What functions of ISO C and POSIX read and write that are in no other file: strings, times, names,
 * results for the caller. A function that nobody knows is named in the verdict (Unwatched.java).
 *
 * Attributes of threads and primitives count as memory of the program, though nothing waits for them.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fenv.h>
#include <fmtmsg.h>
#include <fnmatch.h>
#include <ftw.h>
#include <getopt.h>
#include <glob.h>
#include <iconv.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <locale.h>
#include <math.h>
#include <monetary.h>
#include <nl_types.h>
#include <pthread.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sched.h>
#include <sys/ipc.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <termios.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "library_calls.h"

#undef basename /* the one of <string.h> has its name in the library */
char *basename(const char *name);

// --- strings

TOLD(size_t, strxfrm, (char *to, const char *from, size_t room), (to, from, room),
     AHEAD(to, room) STRING(from), WROTE(to, smaller(result + 1, room)))
TOLD(size_t, strxfrm_l, (char *to, const char *from, size_t room, locale_t locale),
     (to, from, room, locale), AHEAD(to, room) STRING(from), WROTE(to, smaller(result + 1, room)))
TOLD(int, strcoll_l, (const char *a, const char *b, locale_t locale), (a, b, locale),
     STRING(a) STRING(b), )
TOLD(int, strcasecmp_l, (const char *a, const char *b, locale_t locale), (a, b, locale),
     STRING(a) STRING(b), )
TOLD(int, strncasecmp_l, (const char *a, const char *b, size_t most, locale_t locale),
     (a, b, most, locale), STRING_OF(a, most) STRING_OF(b, most), )
TOLD(int, strverscmp, (const char *a, const char *b), (a, b), STRING(a) STRING(b), )
TOLD(char *, strerror_r, (int error, char *to, size_t room), (error, to, room), AHEAD(to, room),
     WROTE(to, result == to ? string_size_of(to, room) : 0))
TOLD_HIDDEN(int, __xpg_strerror_r, (int error, char *to, size_t room), (error, to, room),
            AHEAD(to, room), WROTE(to, string_size_of(to, room)))
TOLD(void *, memfrob, (void *at, size_t size), (at, size), OUT_BYTES(at, size), )
TOLD(char *, strfry, (char *s), (s), OUT_BYTES(s, string_size(s)), )
TOLD_VOID(swab, (const void *from, void *to, ssize_t size), (from, to, size),
          OUT_BYTES(to, size > 0 ? (size_t)size & ~1ul : 0)
          IN_BYTES(from, size > 0 ? (size_t)size & ~1ul : 0), )
TOLD(char *, basename, (const char *name), (name), STRING(name), )
TOLD_HIDDEN(char *, __xpg_basename, (char *name), (name), OUT_BYTES(name, string_size(name)), )
TOLD(char *, dirname, (char *name), (name), OUT_BYTES(name, string_size(name)), )

#define MADE_OF_NUMBER(name, type)                                                            \
  TOLD(int, name, (char *to, size_t room, const char *format, type number),                   \
       (to, room, format, number), AHEAD(to, room) STRING(format),                            \
       WROTE(to, result < 0 ? 0 : smaller((size_t)result + 1, room)))
MADE_OF_NUMBER(strfromd, double)
MADE_OF_NUMBER(strfromf, float)
MADE_OF_NUMBER(strfroml, long double)

// --- <stdlib.h>

static char state_of_conversions; /* what ecvt and l64a return */

TOLD(int, rand_r, (unsigned *seed), (seed), OUT(seed), )
TOLD(int, random_r, (struct random_data *data, int32_t *to), (data, to), OUT(data) OUT(to), )
TOLD(int, srandom_r, (unsigned seed, struct random_data *data), (seed, data), OUT(data), )
TOLD(int, initstate_r, (unsigned seed, char *state, size_t size, struct random_data *data),
     (seed, state, size, data), OUT_BYTES(state, size) OUT(data), )
TOLD(int, setstate_r, (char *state, struct random_data *data), (state, data), OUT(data)
     OUT_BYTES(state, 8), )
TOLD(int, drand48_r, (struct drand48_data *data, double *to), (data, to), OUT(data) OUT(to), )
TOLD(int, lrand48_r, (struct drand48_data *data, long *to), (data, to), OUT(data) OUT(to), )
TOLD(int, mrand48_r, (struct drand48_data *data, long *to), (data, to), OUT(data) OUT(to), )
TOLD(int, erand48_r, (unsigned short seed[3], struct drand48_data *data, double *to),
     (seed, data, to), OUT_BYTES(seed, 6) OUT(data) OUT(to), )
TOLD(int, nrand48_r, (unsigned short seed[3], struct drand48_data *data, long *to),
     (seed, data, to), OUT_BYTES(seed, 6) OUT(data) OUT(to), )
TOLD(int, jrand48_r, (unsigned short seed[3], struct drand48_data *data, long *to),
     (seed, data, to), OUT_BYTES(seed, 6) OUT(data) OUT(to), )
TOLD(int, srand48_r, (long seed, struct drand48_data *data), (seed, data), OUT(data), )
TOLD(int, seed48_r, (unsigned short seed[3], struct drand48_data *data), (seed, data),
     OUT(data) IN_BYTES(seed, 6), )
TOLD(int, lcong48_r, (unsigned short words[7], struct drand48_data *data), (words, data),
     OUT(data) IN_BYTES(words, 14), )
TOLD(char *, l64a, (long number), (number), SHARED(state_of_conversions), )
TOLD(char *, ecvt, (double number, int digits, int *point, int *sign), (number, digits, point, sign),
     SHARED(state_of_conversions) OUT(point) OUT(sign), )
TOLD(char *, fcvt, (double number, int digits, int *point, int *sign), (number, digits, point, sign),
     SHARED(state_of_conversions) OUT(point) OUT(sign), )
TOLD(char *, gcvt, (double number, int digits, char *to), (number, digits, to),
     AHEAD(to, digits > 0 ? (size_t)digits + 8 : 8), WROTE(to, string_size(to)))
TOLD(char *, qecvt, (long double number, int digits, int *point, int *sign),
     (number, digits, point, sign), SHARED(state_of_conversions) OUT(point) OUT(sign), )
TOLD(char *, qfcvt, (long double number, int digits, int *point, int *sign),
     (number, digits, point, sign), SHARED(state_of_conversions) OUT(point) OUT(sign), )
TOLD(char *, qgcvt, (long double number, int digits, char *to), (number, digits, to),
     AHEAD(to, digits > 0 ? (size_t)digits + 8 : 8), WROTE(to, string_size(to)))
TOLD(int, ecvt_r, (double number, int digits, int *point, int *sign, char *to, size_t room),
     (number, digits, point, sign, to, room), OUT(point) OUT(sign) AHEAD(to, room),
     WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD(int, fcvt_r, (double number, int digits, int *point, int *sign, char *to, size_t room),
     (number, digits, point, sign, to, room), OUT(point) OUT(sign) AHEAD(to, room),
     WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD(int, qecvt_r, (long double number, int digits, int *point, int *sign, char *to, size_t room),
     (number, digits, point, sign, to, room), OUT(point) OUT(sign) AHEAD(to, room),
     WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD(int, qfcvt_r, (long double number, int digits, int *point, int *sign, char *to, size_t room),
     (number, digits, point, sign, to, room), OUT(point) OUT(sign) AHEAD(to, room),
     WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD_NEW(char *, realpath, (const char *name, char *to), (name, to), AHEAD(to, 4096) STRING(name),
         WROTE(to, result == NULL ? 0 : string_size(to)))
TOLD_NEW(char *, canonicalize_file_name, (const char *name), (name), STRING(name), )
TOLD(int, getsubopt, (char **options, char *const *tokens, char **value), (options, tokens, value),
     OUT(options) OUT(value) OUT_BYTES(*options, string_size(*options)) IN(tokens), )
TOLD(int, rpmatch, (const char *answer), (answer), STRING(answer), )
TOLD(int, getloadavg, (double *to, int count), (to, count),
     OUT_BYTES(to, count > 0 ? sizeof *to * (size_t)count : 0), )
typedef int comparison_with(const void *, const void *, void *);
TOLD_VOID(qsort_r, (void *base, size_t count, size_t size, comparison_with *compare, void *argument),
          (base, count, size, compare, argument), OUT_BYTES(base, count * size), )

// --- <time.h>, <sys/time.h>

TOLD(struct tm *, localtime_r, (const time_t *seconds, struct tm *to), (seconds, to),
     OUT(to) IN(seconds), )
TOLD(struct tm *, gmtime_r, (const time_t *seconds, struct tm *to), (seconds, to),
     OUT(to) IN(seconds), )
TOLD(time_t, mktime, (struct tm *time), (time), OUT(time), )
TOLD(time_t, timelocal, (struct tm *time), (time), OUT(time), )
TOLD(time_t, timegm, (struct tm *time), (time), OUT(time), )
TOLD(char *, asctime_r, (const struct tm *time, char *to), (time, to), AHEAD(to, 26) IN(time),
     WROTE(to, result == NULL ? 0 : string_size(to)))
TOLD(char *, ctime_r, (const time_t *seconds, char *to), (seconds, to), AHEAD(to, 26) IN(seconds),
     WROTE(to, result == NULL ? 0 : string_size(to)))
TOLD(size_t, strftime, (char *to, size_t room, const char *format, const struct tm *time),
     (to, room, format, time), AHEAD(to, room) STRING(format) IN(time),
     WROTE(to, result == 0 ? 0 : result + 1))
TOLD(size_t, strftime_l,
     (char *to, size_t room, const char *format, const struct tm *time, locale_t locale),
     (to, room, format, time, locale), AHEAD(to, room) STRING(format) IN(time),
     WROTE(to, result == 0 ? 0 : result + 1))
TOLD(char *, strptime, (const char *text, const char *format, struct tm *to), (text, format, to),
     OUT(to) STRING(text) STRING(format), )
TOLD(char *, strptime_l, (const char *text, const char *format, struct tm *to, locale_t locale),
     (text, format, to, locale), OUT(to) STRING(text) STRING(format), )
TOLD(int, getdate_r, (const char *text, struct tm *to), (text, to), OUT(to) STRING(text), )
TOLD(int, clock_getres, (clockid_t clock, struct timespec *to), (clock, to), OUT(to), )
TOLD(int, getitimer, (__itimer_which_t which, struct itimerval *to), (which, to), OUT(to), )
TOLD(int, futimes, (int descriptor, const struct timeval times[2]), (descriptor, times),
     IN_BYTES(times, 2 * sizeof *times), )
TOLD(int, futimens, (int descriptor, const struct timespec times[2]), (descriptor, times),
     IN_BYTES(times, 2 * sizeof *times), )

// --- <unistd.h> and about the system

TOLD(ssize_t, readlink, (const char *name, char *to, size_t room), (name, to, room),
     AHEAD(to, room) STRING(name), WROTE(to, result < 0 ? 0 : (size_t)result))
TOLD(ssize_t, readlinkat, (int directory, const char *name, char *to, size_t room),
     (directory, name, to, room), AHEAD(to, room) STRING(name),
     WROTE(to, result < 0 ? 0 : (size_t)result))
TOLD(size_t, confstr, (int name, char *to, size_t room), (name, to, room), AHEAD(to, room),
     WROTE(to, smaller(result, room)))
TOLD(long, pathconf, (const char *name, int what), (name, what), STRING(name), )
TOLD(int, gethostname, (char *to, size_t room), (to, room), AHEAD(to, room),
     WROTE(to, string_size_of(to, room)))
TOLD(int, getdomainname, (char *to, size_t room), (to, room), AHEAD(to, room),
     WROTE(to, string_size_of(to, room)))
TOLD(int, getgroups, (int room, gid_t *to), (room, to),
     AHEAD(to, room > 0 ? sizeof *to * (size_t)room : 0),
     WROTE(to, result < 0 || room == 0 ? 0 : sizeof *to * (size_t)result))
TOLD(int, getresuid, (uid_t *real, uid_t *effective, uid_t *saved), (real, effective, saved),
     OUT(real) OUT(effective) OUT(saved), )
TOLD(int, getresgid, (gid_t *real, gid_t *effective, gid_t *saved), (real, effective, saved),
     OUT(real) OUT(effective) OUT(saved), )
TOLD(int, ttyname_r, (int descriptor, char *to, size_t room), (descriptor, to, room),
     AHEAD(to, room), WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD(int, ptsname_r, (int descriptor, char *to, size_t room), (descriptor, to, room),
     AHEAD(to, room), WROTE(to, result == 0 ? string_size_of(to, room) : 0))
TOLD(int, uname, (struct utsname *to), (to), OUT(to), )
TOLD(int, getrusage, (__rusage_who_t who, struct rusage *to), (who, to), OUT(to), )
TOLD(int, getrlimit, (__rlimit_resource_t what, struct rlimit *to), (what, to), OUT(to), )
TOLD(int, getrlimit64, (__rlimit_resource_t what, struct rlimit64 *to), (what, to), OUT(to), )
TOLD(int, getcpu, (unsigned *processor, unsigned *node), (processor, node),
     OUT(processor) OUT(node), )
TOLD(int, tcgetattr, (int descriptor, struct termios *to), (descriptor, to), OUT(to), )
TOLD(int, tcsetattr, (int descriptor, int when, const struct termios *from),
     (descriptor, when, from), IN(from), )
TOLD(speed_t, cfgetispeed, (const struct termios *from), (from), IN(from), )
TOLD(speed_t, cfgetospeed, (const struct termios *from), (from), IN(from), )
TOLD(int, cfsetispeed, (struct termios *to, speed_t speed), (to, speed), OUT(to), )
TOLD(int, cfsetospeed, (struct termios *to, speed_t speed), (to, speed), OUT(to), )
TOLD(int, cfsetspeed, (struct termios *to, speed_t speed), (to, speed), OUT(to), )
TOLD_VOID(cfmakeraw, (struct termios *to), (to), OUT(to), )

/* A program with a getopt of its own need not have these. */
#pragma weak optind
#pragma weak optarg
#pragma weak optopt
#pragma weak opterr

/* The options that are left, and where the search for the next one goes on. */
static char state_of_options;
#define OPTIONS                                                                        \
  SHARED(state_of_options) SHARED(optind) SHARED(optarg) SHARED(optopt)                \
  OUT_BYTES(words, count > 0 ? sizeof *words * (size_t)count : 0) IN(&opterr)          \
  for (int i = 0; i < count; i++) {                                                    \
    STRING(words[i])                                                                   \
  }                                                                                    \
  STRING(letters)
TOLD(int, getopt, (int count, char *const *words, const char *letters), (count, words, letters),
     OPTIONS, )
TOLD(int, getopt_long,
     (int count, char *const *words, const char *letters, const struct option *names, int *index),
     (count, words, letters, names, index), OPTIONS OUT(index) IN(names), )
TOLD(int, getopt_long_only,
     (int count, char *const *words, const char *letters, const struct option *names, int *index),
     (count, words, letters, names, index), OPTIONS OUT(index) IN(names), )

TOLD(int, getlogin_r, (char *to, size_t room), (to, room), AHEAD(to, room),
     WROTE(to, result == 0 ? string_size_of(to, room) : 0))

// --- files, by name or by descriptor

TOLD(int, eaccess, (const char *name, int mode), (name, mode), STRING(name), )
TOLD(int, euidaccess, (const char *name, int mode), (name, mode), STRING(name), )
TOLD(int, fchownat, (int directory, const char *name, uid_t owner, gid_t group, int flags),
     (directory, name, owner, group, flags), STRING(name), )
TOLD(int, linkat, (int from, const char *name, int to, const char *other, int flags),
     (from, name, to, other, flags), STRING(name) STRING(other), )
TOLD(int, symlinkat, (const char *target, int to, const char *name), (target, to, name),
     STRING(target) STRING(name), )
TOLD(int, mknodat, (int directory, const char *name, mode_t mode, dev_t device),
     (directory, name, mode, device), STRING(name), )
TOLD(key_t, ftok, (const char *name, int project), (name, project), STRING(name), )
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TOLD(int, readdir_r, (DIR *directory, struct dirent *to, struct dirent **result_at),
     (directory, to, result_at), OUT(to) OUT(result_at), )
#pragma GCC diagnostic pop
TOLD(int, statvfs64, (const char *name, struct statvfs64 *to), (name, to), OUT(to) STRING(name), )
TOLD(int, fstatvfs64, (int descriptor, struct statvfs64 *to), (descriptor, to), OUT(to), )
TOLD(int, lutimes, (const char *name, const struct timeval times[2]), (name, times),
     IN_BYTES(times, 2 * sizeof *times) STRING(name), )
TOLD(int, futimesat, (int directory, const char *name, const struct timeval times[2]),
     (directory, name, times), IN_BYTES(times, 2 * sizeof *times) STRING(name), )

TOLD(int, mkfifo, (const char *name, mode_t mode), (name, mode), STRING(name), )
TOLD(int, mkfifoat, (int directory, const char *name, mode_t mode), (directory, name, mode),
     STRING(name), )
TOLD(int, mknod, (const char *name, mode_t mode, dev_t device), (name, mode, device), STRING(name), )
TOLD(int, statx, (int directory, const char *name, int flags, unsigned mask, struct statx *to),
     (directory, name, flags, mask, to), OUT(to) STRING(name), )
TOLD(int, statfs, (const char *name, struct statfs *to), (name, to), OUT(to) STRING(name), )
TOLD(int, fstatfs, (int descriptor, struct statfs *to), (descriptor, to), OUT(to), )
TOLD(int, statvfs, (const char *name, struct statvfs *to), (name, to), OUT(to) STRING(name), )
TOLD(int, fstatvfs, (int descriptor, struct statvfs *to), (descriptor, to), OUT(to), )
TOLD_VOID(perror, (const char *text), (text), STRING(text), )
TOLD_NEW(FILE *, fdopen, (int descriptor, const char *mode), (descriptor, mode), STRING(mode), )
TOLD(int, fgetpos, (FILE *stream, fpos_t *to), (stream, to), OUT(to), )
TOLD(int, fsetpos, (FILE *stream, const fpos_t *from), (stream, from), IN(from), )
TOLD(int, fgetpos64, (FILE *stream, fpos64_t *to), (stream, to), OUT(to), )
TOLD(int, fsetpos64, (FILE *stream, const fpos64_t *from), (stream, from), IN(from), )
TOLD(int, fputs_unlocked, (const char *s, FILE *stream), (s, stream), STRING(s), )
TOLD(int, fnmatch, (const char *pattern, const char *name, int flags), (pattern, name, flags),
     STRING(pattern) STRING(name), )
typedef int glob_failure(const char *, int);
TOLD_NEW(int, glob, (const char *pattern, int flags, glob_failure *failed, glob_t *to),
         (pattern, flags, failed, to), OUT(to) STRING(pattern), )
TOLD_VOID(globfree, (glob_t *at), (at), OUT(at), )
typedef int filter(const struct dirent *);
typedef int order(const struct dirent **, const struct dirent **);
TOLD_NEW(int, scandir, (const char *name, struct dirent ***to, filter *takes, order *compare),
         (name, to, takes, compare), OUT(to) STRING(name), )
TOLD(int, alphasort, (const struct dirent **a, const struct dirent **b), (a, b), IN(a) IN(b), )
TOLD(int, versionsort, (const struct dirent **a, const struct dirent **b), (a, b), IN(a) IN(b), )
TOLD(int, ftw, (const char *name, __ftw_func_t visit, int depth), (name, visit, depth),
     STRING(name), )
TOLD(int, nftw, (const char *name, __nftw_func_t visit, int depth, int flags),
     (name, visit, depth, flags), STRING(name), )

// --- locales and texts

static char locale_of_program; /* stands for what setlocale sets, which printf and others look at */
static char state_of_texts;

TOLD(char *, setlocale, (int category, const char *name), (category, name),
     if (name != NULL) { SHARED(locale_of_program) } STRING(name), )
TOLD(struct lconv *, localeconv, (void), (), SHARED(state_of_texts), )
TOLD_NEW(locale_t, newlocale, (int mask, const char *name, locale_t base), (mask, name, base),
         STRING(name), )
TOLD(char *, gettext, (const char *text), (text), STRING(text), )
TOLD(char *, dgettext, (const char *domain, const char *text), (domain, text),
     STRING(domain) STRING(text), )
TOLD(char *, dcgettext, (const char *domain, const char *text, int category),
     (domain, text, category), STRING(domain) STRING(text), )
TOLD(char *, ngettext, (const char *text, const char *many, unsigned long count),
     (text, many, count), STRING(text) STRING(many), )
TOLD(char *, textdomain, (const char *domain), (domain), SHARED(state_of_texts) STRING(domain), )
TOLD(char *, bindtextdomain, (const char *domain, const char *directory), (domain, directory),
     SHARED(state_of_texts) STRING(domain) STRING(directory), )

TOLD(char *, dngettext,
     (const char *domain, const char *text, const char *many, unsigned long count),
     (domain, text, many, count), STRING(domain) STRING(text) STRING(many), )
TOLD(char *, dcngettext,
     (const char *domain, const char *text, const char *many, unsigned long count, int category),
     (domain, text, many, count, category), STRING(domain) STRING(text) STRING(many), )
TOLD_NEW(nl_catd, catopen, (const char *name, int flag), (name, flag), STRING(name), )
TOLD(char *, catgets, (nl_catd catalog, int set, int number, const char *text),
     (catalog, set, number, text), STRING(text), )

// --- searching

typedef int comparison(const void *, const void *);
static char table_of_program; /* stands for the one that hsearch has */

TOLD(int, hcreate, (size_t count), (count), SHARED(table_of_program), )
TOLD_VOID(hdestroy, (void), (), SHARED(table_of_program), )
TOLD(ENTRY *, hsearch, (ENTRY item, ACTION action), (item, action),
     if (action == ENTER) { SHARED(table_of_program) } else { IN(&table_of_program) }
     STRING(item.key), )
TOLD(int, hcreate_r, (size_t count, struct hsearch_data *table), (count, table), OUT(table), )
TOLD_VOID(hdestroy_r, (struct hsearch_data *table), (table), OUT(table), )
TOLD(int, hsearch_r, (ENTRY item, ACTION action, ENTRY **to, struct hsearch_data *table),
     (item, action, to, table), OUT(to) if (action == ENTER) { OUT(table) } else { IN(table) }
     STRING(item.key), )
TOLD_NEW(void *, tsearch, (const void *key, void **root, comparison *compare), (key, root, compare),
         OUT(root), )
TOLD(void *, tfind, (const void *key, void *const *root, comparison *compare), (key, root, compare),
     IN(root), )
TOLD(void *, tdelete, (const void *key, void **root, comparison *compare), (key, root, compare),
     OUT(root), )
TOLD(void *, lfind,
     (const void *key, const void *base, size_t *count, size_t size, comparison *compare),
     (key, base, count, size, compare), IN(count), )
TOLD(void *, lsearch, (const void *key, void *base, size_t *count, size_t size, comparison *compare),
     (key, base, count, size, compare), OUT(count)
     OUT_BYTES((char *)base + *count * size, size) IN_BYTES(key, size), )
TOLD_VOID(insque, (void *element, void *before), (element, before),
          OUT_BYTES(element, 2 * sizeof(void *)) OUT_BYTES(before, sizeof(void *))
          if (before != NULL && *(void **)before != NULL) {
            OUT_BYTES((void **)*(void **)before + 1, sizeof(void *)) }, )
TOLD_VOID(remque, (void *element), (element), IN_BYTES(element, 2 * sizeof(void *))
          void **links = element;
          if (links[0] != NULL) { OUT_BYTES((void **)links[0] + 1, sizeof(void *)) }
          if (links[1] != NULL) { OUT_BYTES((void **)links[1], sizeof(void *)) }, )

/* Of a pattern that is compiled more than this belongs to the library. */
TOLD_NEW(int, regcomp, (regex_t *to, const char *pattern, int flags), (to, pattern, flags),
         OUT(to) STRING(pattern), )
TOLD(int, regexec, (const regex_t *pattern, const char *text, size_t count, regmatch_t *to, int flags),
     (pattern, text, count, to, flags),
     OUT_BYTES(to, pattern->re_nsub == 0 && count == 0 ? 0 : count * sizeof *to)
     IN(pattern) STRING(text), )
TOLD(size_t, regerror, (int error, const regex_t *pattern, char *to, size_t room),
     (error, pattern, to, room), AHEAD(to, room) IN(pattern), WROTE(to, smaller(result, room)))
TOLD_VOID(regfree, (regex_t *pattern), (pattern), OUT(pattern), )

TOLD_NEW(iconv_t, iconv_open, (const char *to, const char *from), (to, from),
         STRING(to) STRING(from), )
TOLD(size_t, iconv, (iconv_t how, char **from, size_t *left, char **to, size_t *room),
     (how, from, left, to, room), OUT(from) OUT(left) OUT(to) OUT(room)
     if (to != NULL && room != NULL) { OUT_BYTES(*to, *room) }
     if (from != NULL && left != NULL) { IN_BYTES(*from, *left) }, )

// --- addresses

static char result_of_inet;

TOLD(in_addr_t, inet_addr, (const char *text), (text), STRING(text), )
TOLD(in_addr_t, inet_network, (const char *text), (text), STRING(text), )
TOLD(int, inet_aton, (const char *text, struct in_addr *to), (text, to), OUT(to) STRING(text), )
TOLD(char *, inet_ntoa, (struct in_addr address), (address), SHARED(result_of_inet), )
TOLD(int, inet_pton, (int family, const char *text, void *to), (family, text, to),
     OUT_BYTES(to, family == AF_INET ? 4 : 16) STRING(text), )
TOLD(const char *, inet_ntop, (int family, const void *from, char *to, socklen_t room),
     (family, from, to, room), AHEAD(to, room) IN_BYTES(from, family == AF_INET ? 4 : 16),
     WROTE(to, result == NULL ? 0 : string_size_of(to, room)))

// --- sets and attributes

TOLD_HIDDEN(int, __sched_cpucount, (size_t size, const cpu_set_t *set), (size, set),
            IN_BYTES(set, size), )
TOLD(int, sched_getaffinity, (pid_t process, size_t size, cpu_set_t *to), (process, size, to),
     OUT_BYTES(to, size), )
TOLD(int, sched_setaffinity, (pid_t process, size_t size, const cpu_set_t *from),
     (process, size, from), IN_BYTES(from, size), )
TOLD(int, sched_getparam, (pid_t process, struct sched_param *to), (process, to), OUT(to), )
TOLD(int, sched_setparam, (pid_t process, const struct sched_param *from), (process, from),
     IN(from), )
TOLD(int, sched_setscheduler, (pid_t process, int policy, const struct sched_param *from),
     (process, policy, from), IN(from), )
TOLD(int, sched_rr_get_interval, (pid_t process, struct timespec *to), (process, to), OUT(to), )
TOLD(int, clock_getcpuclockid, (pid_t process, clockid_t *to), (process, to), OUT(to), )

TOLD(int, sigemptyset, (sigset_t *to), (to), OUT(to), )
TOLD(int, sigfillset, (sigset_t *to), (to), OUT(to), )
TOLD(int, sigaddset, (sigset_t *to, int signal), (to, signal), OUT(to), )
TOLD(int, sigdelset, (sigset_t *to, int signal), (to, signal), OUT(to), )
TOLD(int, sigismember, (const sigset_t *set, int signal), (set, signal), IN(set), )
TOLD(int, sigisemptyset, (const sigset_t *set), (set), IN(set), )
TOLD(int, sigandset, (sigset_t *to, const sigset_t *a, const sigset_t *b), (to, a, b),
     OUT(to) IN(a) IN(b), )
TOLD(int, sigorset, (sigset_t *to, const sigset_t *a, const sigset_t *b), (to, a, b),
     OUT(to) IN(a) IN(b), )

#define MADE(what) TOLD(int, pthread_##what##_init, (pthread_##what##_t *to), (to), OUT(to), )
#define UNMADE(what) TOLD(int, pthread_##what##_destroy, (pthread_##what##_t *to), (to), OUT(to), )
#define ASKED(what, about, type)                                                                \
  TOLD(int, pthread_##what##_get##about, (const pthread_##what##_t *from, type *to), (from, to), \
       OUT(to) IN(from), )
#define SET(what, about, type)                                                                 \
  TOLD(int, pthread_##what##_set##about, (pthread_##what##_t *to, type value), (to, value),    \
       OUT(to), )

MADE(attr)
UNMADE(attr)
ASKED(attr, detachstate, int)
SET(attr, detachstate, int)
ASKED(attr, guardsize, size_t)
SET(attr, guardsize, size_t)
ASKED(attr, schedparam, struct sched_param)
TOLD(int, pthread_attr_setschedparam, (pthread_attr_t *to, const struct sched_param *from),
     (to, from), OUT(to) IN(from), )
ASKED(attr, schedpolicy, int)
SET(attr, schedpolicy, int)
ASKED(attr, inheritsched, int)
SET(attr, inheritsched, int)
ASKED(attr, scope, int)
SET(attr, scope, int)
ASKED(attr, stacksize, size_t)
SET(attr, stacksize, size_t)
TOLD(int, pthread_attr_getstack, (const pthread_attr_t *from, void **address, size_t *size),
     (from, address, size), OUT(address) OUT(size) IN(from), )
TOLD(int, pthread_attr_setstack, (pthread_attr_t *to, void *address, size_t size),
     (to, address, size), OUT(to), )
MADE(mutexattr)
UNMADE(mutexattr)
ASKED(mutexattr, type, int)
SET(mutexattr, type, int)
ASKED(mutexattr, pshared, int)
SET(mutexattr, pshared, int)
ASKED(mutexattr, robust, int)
SET(mutexattr, robust, int)
ASKED(mutexattr, protocol, int)
SET(mutexattr, protocol, int)
ASKED(mutexattr, prioceiling, int)
SET(mutexattr, prioceiling, int)
MADE(condattr)
UNMADE(condattr)
ASKED(condattr, clock, clockid_t)
SET(condattr, clock, clockid_t)
ASKED(condattr, pshared, int)
SET(condattr, pshared, int)
MADE(rwlockattr)
UNMADE(rwlockattr)
ASKED(rwlockattr, pshared, int)
SET(rwlockattr, pshared, int)
ASKED(rwlockattr, kind_np, int)
SET(rwlockattr, kind_np, int)
MADE(barrierattr)
UNMADE(barrierattr)
ASKED(barrierattr, pshared, int)
SET(barrierattr, pshared, int)

// --- <math.h> and <fenv.h>; not every program is linked with them

TOLD(double, modf, (double number, double *to), (number, to), OUT(to), )
TOLD(float, modff, (float number, float *to), (number, to), OUT(to), )
TOLD(long double, modfl, (long double number, long double *to), (number, to), OUT(to), )
TOLD(double, frexp, (double number, int *to), (number, to), OUT(to), )
TOLD(float, frexpf, (float number, int *to), (number, to), OUT(to), )
TOLD(long double, frexpl, (long double number, int *to), (number, to), OUT(to), )
