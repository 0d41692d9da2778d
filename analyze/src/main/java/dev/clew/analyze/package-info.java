/**
 * Judgements of traces: deadlock, failed assertions, data races.
 *
 * <p>Input: the trace of an execution. Output: findings. Entry class: {@link
 * dev.clew.analyze.Observers}.
 */
@NullMarked
package dev.clew.analyze;

import org.jspecify.annotations.NullMarked;
