/**
 * The vocabulary: operations, traces, schedules, dependence and happens-before.
 *
 * <p>Input: nothing; every other module speaks in these words. Output: {@link dev.clew.trace.Trace}
 * (what happened) and {@link dev.clew.trace.Schedule} (what to do). Entry class: {@link
 * dev.clew.trace.Program}, the one interface between the engine and a front end.
 */
@NullMarked
package dev.clew.trace;

import org.jspecify.annotations.NullMarked;
