/*
 * Functions of the mathematical library that have results in memory. Only what a program calls of it
 * is there: the linker looks for it where it is linked with that library (build.sh).
 */
#include <fenv.h>
#include <math.h>

#include "library_calls.h"

TOLD(double, remquo, (double a, double b, int *to), (a, b, to), OUT(to), )
TOLD(float, remquof, (float a, float b, int *to), (a, b, to), OUT(to), )
TOLD(long double, remquol, (long double a, long double b, int *to), (a, b, to), OUT(to), )
TOLD(double, lgamma_r, (double number, int *to), (number, to), OUT(to), )
TOLD(float, lgammaf_r, (float number, int *to), (number, to), OUT(to), )
TOLD(long double, lgammal_r, (long double number, int *to), (number, to), OUT(to), )
TOLD_HIDDEN(double, nan, (const char *text), (text), STRING(text), )
TOLD_HIDDEN(float, nanf, (const char *text), (text), STRING(text), )
TOLD_HIDDEN(long double, nanl, (const char *text), (text), STRING(text), )
TOLD_VOID(sincos, (double number, double *sine, double *cosine), (number, sine, cosine),
                OUT(sine) OUT(cosine), )
TOLD_VOID(sincosf, (float number, float *sine, float *cosine), (number, sine, cosine),
                OUT(sine) OUT(cosine), )
TOLD_VOID(sincosl, (long double number, long double *sine, long double *cosine),
                (number, sine, cosine), OUT(sine) OUT(cosine), )
TOLD(int, fegetenv, (fenv_t *to), (to), OUT(to), )
TOLD(int, fesetenv, (const fenv_t *from), (from),
           if (from != FE_DFL_ENV && from != FE_NOMASK_ENV) { IN(from) }, )
TOLD(int, feholdexcept, (fenv_t *to), (to), OUT(to), )
TOLD(int, feupdateenv, (const fenv_t *from), (from),
           if (from != FE_DFL_ENV && from != FE_NOMASK_ENV) { IN(from) }, )
TOLD(int, fegetexceptflag, (fexcept_t *to, int which), (to, which), OUT(to), )
TOLD(int, fesetexceptflag, (const fexcept_t *from, int which), (from, which), IN(from), )
