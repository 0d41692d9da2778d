/* Cancellation, for functions that are cancellation points. */
#ifndef CLEW_CANCEL_H
#define CLEW_CANCEL_H

void cancel_point(void); /* acts on a cancellation of this thread that was asked for */

#endif
